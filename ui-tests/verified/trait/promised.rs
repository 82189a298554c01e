//! Of a method of a type parameter, callers know what the trait's contract says.

use bverify_contracts::*;

pub trait Shape {
    #[ensures(result <= 100)]
    fn area(&self) -> u32;

    #[requires(by < 5)]
    #[ensures(self.area() >= old(self.area()))]
    fn grow(&mut self, by: u32);
}

#[ensures(result <= 200)]
pub fn both<S: Shape>(a: &S, b: &S) -> u32 {
    a.area() + b.area()
}

#[requires(by < 4)]
#[ensures(s.area() >= old(s.area()))]
pub fn twice<S: Shape>(s: &mut S, by: u32) {
    s.grow(by);
    s.grow(by + 1);
}
