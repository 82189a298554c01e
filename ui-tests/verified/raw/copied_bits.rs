// `transmute_copy` sees the bits as what it is asked for.
use bverify_contracts::*;

#[requires(*number <= i32::MAX as u32)]
#[ensures(result >= 0)]
pub fn as_signed(number: &u32) -> i32 {
    unsafe { std::mem::transmute_copy(number) }
}
