//! An inherited contract that names what the trait does not have.

use bverify_contracts::*;

pub trait Shape {
    #[ensures(result > sides)]
    fn measure(&self) -> u32;
}

pub struct Square;

impl Shape for Square {
    fn measure(&self) -> u32 {
        4
    }
}
