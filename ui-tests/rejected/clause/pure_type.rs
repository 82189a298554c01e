//! Types are neither pure nor trusted.
use bverify_contracts::*;

#[pure]
pub struct Point {
    x: u8,
}

#[trusted]
pub enum Side {
    Left,
    Right,
}
