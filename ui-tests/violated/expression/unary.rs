//! Unary operators in clauses are those of the operand's type.
use std::ops::{Neg, Not};

use bverify_contracts::*;

#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Pair(i32, i32);

impl Neg for Pair {
    type Output = Pair;
    fn neg(self) -> Pair {
        Pair(self.0.wrapping_neg(), self.1.wrapping_neg())
    }
}

impl Not for Pair {
    type Output = Pair;
    fn not(self) -> Pair {
        Pair(!self.0, !self.1)
    }
}

#[ensures(result == -pair)]
pub fn negated(pair: &Pair) -> Pair {
    Pair(pair.0, pair.1.wrapping_neg())
}

#[ensures(!result == pair)]
pub fn turned(pair: Pair) -> Pair {
    Pair(-1 - pair.0, pair.1)
}

#[ensures(result == !x)]
pub fn turned_bits(x: u8) -> u8 {
    x ^ 127
}
