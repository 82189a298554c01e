//! What a `dyn Trait` does is what any of the types of the package does that implement the trait.

use bverify_contracts::*;

trait Shape {
    #[pure]
    fn area(&self) -> u32;
}

struct Square {
    side: u8,
}

struct Strip {
    length: u8,
}

impl Shape for Square {
    #[pure]
    fn area(&self) -> u32 {
        u32::from(self.side) * u32::from(self.side)
    }
}

impl Shape for Strip {
    #[pure]
    fn area(&self) -> u32 {
        u32::from(self.length)
    }
}

#[requires(shape.area() < 100)]
#[ensures(result == 2 * shape.area())]
fn twice(shape: &dyn Shape) -> u32 {
    shape.area() * 2 + u32::from(shape.area() == 3)
}
