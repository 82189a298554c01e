//! The twin of the violated case, with the smallest fix.

use bverify_contracts::*;

pub trait Shape {
    #[model]
    fn area(&self) -> u32;

    #[ensures(result == self.area())]
    fn measure(&self) -> u32;
}

pub struct Square {
    side: u8,
}

impl Shape for Square {
    #[model]
    fn area(&self) -> u32 {
        self.side as u32 * self.side as u32
    }

    fn measure(&self) -> u32 {
        self.side as u32 * self.side as u32
    }
}
