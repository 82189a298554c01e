//! A value is dropped on the way of a panic, too.
use bverify_contracts::*;

pub struct Reset<'a> {
    place: &'a mut i32,
}

impl Drop for Reset<'_> {
    fn drop(&mut self) {
        *self.place = 1;
    }
}

#[may_panic(b == 0)]
#[on_panic(*n == 0)]
pub fn divide(n: &mut i32, a: u8, b: u8) -> u8 {
    let _reset = Reset { place: n };
    a / b
}
