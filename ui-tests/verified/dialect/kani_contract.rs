//! Kani: a contract whose postcondition speaks of a reference to the result.

#[kani::requires(x < 1000)]
#[kani::ensures(|result: &u32| *result > x && *result == old(x) + 1)]
fn next(x: u32) -> u32 {
    x + 1
}
