//! Prusti: `result`, `old`, arrows both ways, structural equality, a predicate.

use prusti_contracts::*;

predicate! {
    fn in_range(x: i32) -> bool {
        x > 0 ==> x < 100
    }
}

#[derive(Clone, Copy)]
pub struct Pair {
    a: i32,
    b: i32,
}

#[requires(in_range(x) && x > 0)]
#[ensures(result === Pair { a: x, b: x + 1 })]
#[ensures(result.b > 5 <== x > 4)]
#[ensures(result !== Pair { a: 0, b: 0 })]
pub fn pair(x: i32) -> Pair {
    Pair { a: x, b: x }
}
