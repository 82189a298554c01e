//! More of Prusti: `snap`, assumptions, refined contracts of traits, functions that terminate.

use prusti_contracts::*;

#[derive(Clone, Copy, PartialEq)]
pub struct Point {
    x: i32,
    y: i32,
}

#[ensures(snap(&result) === Point { x: old(p.x), y: old(p.y) })]
pub fn mirrored(p: Point) -> Point {
    prusti_assume!(p.y > i32::MIN);
    Point { x: p.x, y: -p.y }
}

pub trait Shape {
    #[requires(by > 0)]
    #[ensures(result >= 0)]
    fn grow(&mut self, by: i32) -> i32;
}

pub struct Line {
    length: i32,
}

#[refine_trait_spec]
impl Shape for Line {
    #[requires(by > 0)]
    #[ensures(result > by)]
    fn grow(&mut self, by: i32) -> i32 {
        self.length = by;
        self.length
    }
}

#[terminates]
#[requires(n <= 20)]
#[ensures(result == n)]
pub fn count(n: u8) -> u8 {
    if n == 0 { 1 } else { count(n - 1) + 1 }
}
