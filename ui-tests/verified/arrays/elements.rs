use bverify_contracts::*;

#[requires(i < 3)]
#[ensures(result == a[i])]
pub fn pick(a: [i32; 3], i: usize) -> i32 {
    a[i]
}

#[ensures(result == a[0] || result == a[1])]
#[ensures(a[0] <= result && a[1] <= result)]
pub fn larger(a: &[i32; 2]) -> i32 {
    let [x, y] = a;
    if x < y { *y } else { *x }
}
