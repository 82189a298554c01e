//! A contract of a trait binds its implementations.

use bverify_contracts::*;

pub trait Shape {
    #[pure]
    fn sides(&self) -> u32;

    #[ensures(result >= self.sides())]
    fn area(&self) -> u32;
}

pub struct Square {
    side: u32,
}

impl Shape for Square {
    #[pure]
    fn sides(&self) -> u32 {
        4
    }

    #[requires(self.side < 100)]
    fn area(&self) -> u32 {
        if self.side < 100 && self.side > 2 { self.side * self.side } else { 4 }
    }
}
