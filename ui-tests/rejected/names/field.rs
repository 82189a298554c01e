//! A clause names a field that does not exist.

use bverify_contracts::*;

pub struct Point {
    pub x: i32,
    pub y: i32,
}

#[ensures(result == point.z)]
pub fn first(point: &Point) -> i32 {
    point.x
}
