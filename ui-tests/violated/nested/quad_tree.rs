//! Boxes of arrays of boxes: two steps down are possible with two nodes.
use bverify_contracts::*;

pub struct Quad {
    kids: Option<Box<[Option<Box<Quad>>; 2]>>,
}

#[check(scope = 2)]
#[ensures(result <= 1)]
pub fn height(quad: &Quad) -> usize {
    let mut height = 0;
    let mut at = quad;
    while let Some(kids) = &at.kids {
        match &kids[0] {
            Some(kid) => at = kid,
            None => return height,
        }
        height += 1;
    }
    height
}
