//! Values of std that a test writes and looks at by what they show.
use std::ops::{Bound, ControlFlow, RangeInclusive};

use bverify_contracts::*;

#[ensures(result == *r.end())]
pub fn end(r: RangeInclusive<u8>) -> u8 {
    *r.end()
}

#[ensures(result.is_empty() == (a > 7))]
pub fn up_to(a: u8) -> RangeInclusive<u8> {
    a..=7
}

#[ensures(matches!(result, Bound::Unbounded) == (x <= 3))]
pub fn bound(x: u8) -> Bound<u8> {
    if x > 3 { Bound::Included(x) } else { Bound::Unbounded }
}

#[ensures(matches!(result, ControlFlow::Continue(())) == (x <= 3))]
pub fn flow(x: u8) -> ControlFlow<u8> {
    if x > 3 { ControlFlow::Break(x) } else { ControlFlow::Continue(()) }
}

#[ensures(result.is_ok() != text.is_empty())]
pub fn number(text: &str) -> Result<u8, std::num::ParseIntError> {
    match text {
        "" => text.parse::<u8>(),
        _ => Ok(1),
    }
}
