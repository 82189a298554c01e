use bverify_contracts::*;

#[ensures(result)]
pub fn injective<F: Fn(i32) -> i32>(f: F, x: i32, y: i32) -> bool {
    x == y || f(x) != f(y)
}

#[ensures(result)]
pub fn changing<F: FnMut() -> i32>(mut f: F) -> bool {
    f() == f()
}
