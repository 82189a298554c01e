//! Callers of a method of a type parameter rely on more than the contract says, or break their part of it.

use bverify_contracts::*;

pub trait Shape {
    #[ensures(result <= 100)]
    fn area(&self) -> u32;

    #[requires(by < 5)]
    #[ensures(self.area() >= old(self.area()))]
    fn grow(&mut self, by: u32);
}

#[ensures(result < 200)]
pub fn both<S: Shape>(a: &S, b: &S) -> u32 {
    a.area() + b.area()
}

#[requires(by < 5)]
#[ensures(s.area() >= old(s.area()))]
pub fn twice<S: Shape>(s: &mut S, by: u32) {
    s.grow(by);
    s.grow(by + 1);
}
