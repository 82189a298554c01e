//! What a trusted function gives is no input: it may lie far outside of the window of inputs.
use bverify_contracts::*;

#[trusted]
#[requires(x < 1000)]
#[ensures(result == x * 50)]
fn scaled(x: u32) -> u32 {
    unimplemented!()
}

#[requires(x <= 3)]
#[ensures(result <= 150)]
pub fn scale(x: u32) -> u32 {
    scaled(x)
}
