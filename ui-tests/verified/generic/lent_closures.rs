//! A function of which nothing is known may call the closures that it is given, with any arguments.
use bverify_contracts::*;

pub trait Point {
    fn generate(f: impl FnMut(usize) -> u8) -> Self;
}

#[ensures(true)]
pub fn from_corner<P: Point>(corner: &[u8]) -> P {
    P::generate(|at| corner.get(at).copied().unwrap_or(0))
}

#[ensures(true)]
pub fn counted<P: Point>() -> (P, u8) {
    let mut calls = 0u8;
    let point = P::generate(|at| {
        calls = calls.saturating_add(1);
        at as u8
    });
    assert!(calls < 255);
    (point, calls)
}
