// What another field of a union than the one that was written last holds is a matter of bits.
use bverify_contracts::*;

#[derive(Clone, Copy)]
pub union Bits {
    float: f32,
    bits: u32,
}

#[ensures(result == 0)]
pub fn bits_of_zero() -> u32 {
    let bits = Bits { float: 0.0 };
    unsafe { bits.bits }
}

#[ensures(result == result)]
pub fn bits_of(bits: Bits) -> u32 {
    unsafe { bits.bits }
}

#[ensures(result == 0)]
pub fn transmuted() -> u32 {
    unsafe { std::mem::transmute(Bits { bits: 0 }) }
}

#[ensures(result == 0)]
pub fn seen_as_a_field() -> u32 {
    let bits = Bits { float: 0.0 };
    let pointer = &raw const bits;
    unsafe { *pointer.cast::<u32>() }
}

#[ensures(result == 4)]
pub fn size() -> usize {
    size_of::<Bits>()
}
