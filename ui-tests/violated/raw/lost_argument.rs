use bverify_contracts::*;
use std::mem::ManuallyDrop;

#[requires(pair.0.len() == 1)]
#[ensures(result == 1)]
fn lose_a_part(pair: (Vec<Box<u8>>, u8)) -> usize {
    let kept = ManuallyDrop::new(pair);
    unsafe {}
    kept.0.len()
}
