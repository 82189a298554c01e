//! Vectors.

pub fn push_and_pop(a: i32) -> i64 {
    let mut v = Vec::new();
    v.push(a as i64);
    v.push(2);
    let last = v.pop().unwrap();
    last * 10 + v[0]
}
