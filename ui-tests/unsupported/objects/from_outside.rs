//! Objects from outside of which it is not known what they can be.

use bverify_contracts::*;
use std::fmt::Debug;

pub trait Shape {
    fn area(&self) -> u32;
}

pub struct Scaled<T> {
    inner: T,
    by: u8,
}

impl<T: Shape> Shape for Scaled<T> {
    fn area(&self) -> u32 {
        self.inner.area() * u32::from(self.by)
    }
}

#[ensures(result == shape.area())]
pub fn area(shape: &dyn Shape) -> u32 {
    shape.area()
}

pub trait Nothing {
    fn size(&self) -> u8;
}

#[ensures(result < 10)]
pub fn size(of: &dyn Nothing) -> u8 {
    of.size()
}

#[ensures(result)]
pub fn told(of: &dyn Debug) -> bool {
    true
}

#[ensures(result)]
pub fn raw(of: *const dyn Shape) -> bool {
    true
}
