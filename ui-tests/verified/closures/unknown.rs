use bverify_contracts::*;

#[ensures(result == f(x))]
pub fn apply<F: Fn(i32) -> i32>(f: F, x: i32) -> i32 {
    f(x)
}

#[ensures(result)]
pub fn deterministic<F: Fn(i32) -> i32>(f: F, x: i32) -> bool {
    f(x) == f(x)
}
