//! Iterators that need no memory.

pub fn sums(a: i32) -> i64 {
    (0..a)
        .map(|x| x as i64 * 3)
        .filter(|x| x % 2 == 0)
        .sum::<i64>()
}
