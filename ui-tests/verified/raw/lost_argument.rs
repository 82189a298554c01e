use bverify_contracts::*;
use std::mem::ManuallyDrop;

#[ensures(true)]
fn lose(v: Vec<u8>) {
    let mut kept = ManuallyDrop::new(v);
    unsafe { ManuallyDrop::drop(&mut kept) }
}

#[requires(pair.0.len() == 1)]
#[ensures(result.0.len() == 1)]
fn lose_a_part(pair: (Vec<Box<u8>>, u8)) -> (Vec<Box<u8>>, u8) {
    let kept = ManuallyDrop::new(pair);
    unsafe {}
    ManuallyDrop::into_inner(kept)
}

#[requires(v.capacity() == 0)]
#[ensures(true)]
fn has_nothing(v: Vec<u8>) {
    let _kept = ManuallyDrop::new(v);
    unsafe {}
}
