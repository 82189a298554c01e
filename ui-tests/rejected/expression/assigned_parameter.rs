//! Specification code assigns to the variables that it declares, and to nothing else.

use bverify_contracts::*;

pub struct Counter {
    count: u32,
}

#[ensures({ c.count += 1; c.count > 0 })]
pub fn step(c: &mut Counter) {
    c.count += 1;
}

#[ensures({ let mut n = 0; v.iter().for_each(|x| n += *x); n >= 0 })]
pub fn total(v: &[u8]) -> u32 {
    v.iter().map(|x| *x as u32).sum()
}

#[model]
fn reset(c: &mut Counter) -> bool {
    c.count = 0;
    true
}

#[requires(reset(c))]
pub fn start(c: &mut Counter) {}
