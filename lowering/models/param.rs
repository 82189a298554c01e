//! Comparison of values of a type parameter that is `PartialEq` or `PartialOrd` and not known to be more.
//!
//! It is taken to be lawful, as if the parameter were `Eq` or `Ord`, and the verdict says so; under
//! `#[check(partial)]` it is any comparison that keeps the laws of these two traits. Then equal values are the
//! same value, but a value need not equal itself, and an order is the intersection of three linear ones: these
//! are all the partial orders of up to seven values.

use crate::cmp::{Ordering, PartialEq, PartialOrd};
use crate::intrinsics::{is_less, is_partial, is_same_value};

#[intrinsic = "unknown"]
fn equals_itself<T: ?Sized>(value: &T) -> bool {
    loop {}
}

#[intrinsic = "unknown"]
fn rank<T: ?Sized>(value: &T, order: u8) -> u8 {
    loop {}
}

fn is_below<T: ?Sized>(a: &T, b: &T) -> bool {
    if is_partial::<T>() {
        rank(a, 0) < rank(b, 0) && rank(a, 1) < rank(b, 1) && rank(a, 2) < rank(b, 2)
    } else {
        is_less(a, b)
    }
}

#[lang = "param_eq"]
pub fn eq<T: ?Sized>(a: &T, b: &T) -> bool {
    is_same_value(a, b) && (!is_partial::<T>() || equals_itself(a))
}

#[lang = "param_ne"]
pub fn ne<T: ?Sized>(a: &T, b: &T) -> bool {
    !eq(a, b)
}

#[lang = "param_partial_cmp"]
pub fn partial_cmp<T: ?Sized + PartialEq>(a: &T, b: &T) -> Option<Ordering> {
    if is_same_value(a, b) {
        // By way of the trait: of what is `Eq` more is known.
        if a == b { Some(Ordering::Equal) } else { None }
    } else if is_below(a, b) {
        Some(Ordering::Less)
    } else if is_below(b, a) {
        Some(Ordering::Greater)
    } else {
        None
    }
}

#[lang = "param_lt"]
pub fn lt<T: ?Sized>(a: &T, b: &T) -> bool {
    !is_same_value(a, b) && is_below(a, b)
}

#[lang = "param_gt"]
pub fn gt<T: ?Sized>(a: &T, b: &T) -> bool {
    lt(b, a)
}

#[lang = "param_le"]
pub fn le<T: ?Sized + PartialEq>(a: &T, b: &T) -> bool {
    if is_same_value(a, b) { a == b } else { is_below(a, b) }
}

#[lang = "param_ge"]
pub fn ge<T: ?Sized + PartialEq>(a: &T, b: &T) -> bool {
    le(b, a)
}
