//! What a `&mut` inside of a `&mut` leads to has been promised an invariant, which is not asserted at the exit.
use bverify_contracts::*;

#[invariant(self.low <= self.high)]
pub struct Range {
    low: u8,
    high: u8,
}

pub struct Holder<'a> {
    range: &'a mut Range,
}

#[ensures(true)]
pub fn twice(range: &mut &mut Range) {
    range.high = 0;
}

#[ensures(true)]
pub fn inside(holder: &mut Holder) {
    holder.range.high = 0;
}
