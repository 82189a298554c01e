//! Prusti: quantifiers with triggers, and pure functions.

use prusti_contracts::*;

#[pure]
fn is_even(x: u32) -> bool {
    x % 2 == 0
}

#[ensures(result ==> forall(|i: u32| i == x ==> is_even(i), triggers=[(is_even(i),)]))]
pub fn even(x: u32) -> bool {
    x % 3 == 0
}
