use bverify_contracts::*;

#[ensures(result >= 0)]
pub fn checked(a: [i32; 3], i: usize) -> i32 {
    if i < 3 { a[i] } else { 0 }
}

#[requires(i <= 3)]
#[ensures(result == a[i])]
pub fn off_by_one(a: [i32; 3], i: usize) -> i32 {
    a[i]
}
