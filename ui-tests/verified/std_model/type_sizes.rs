//! Sizes and alignments that Rust fixes.

use std::mem::{align_of, size_of};
use std::num::NonZeroU32;
use std::ptr::NonNull;

#[repr(C)]
pub struct Header {
    tag: u8,
    length: u32,
    last: u16,
}
#[repr(transparent)]
pub struct Handle(NonNull<u64>);
#[repr(u16)]
pub enum Kind {
    One,
    Two,
}
pub struct Unit;

#[bverify_contracts::ensures(result == 12)]
pub fn header() -> usize {
    size_of::<Header>()
}

#[bverify_contracts::ensures(result == 4)]
pub fn alignment() -> usize {
    align_of::<Header>()
}

#[bverify_contracts::ensures(result == 8 + 8 + 16 + 4)]
pub fn niches() -> usize {
    size_of::<Option<Handle>>() + size_of::<Option<Box<u8>>>() + size_of::<Option<&[u8]>>() + size_of::<Option<NonZeroU32>>()
}

#[bverify_contracts::ensures(result == 6)]
pub fn arrays() -> usize {
    size_of::<[Kind; 3]>() + size_of::<Unit>() + size_of::<std::marker::PhantomData<u64>>()
}
