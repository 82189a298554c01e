//! Boxes of arrays of boxes: no more steps than there are nodes.
use bverify_contracts::*;

pub struct Quad {
    kids: Option<Box<[Option<Box<Quad>>; 2]>>,
}

#[check(scope = 2)]
#[ensures(result <= 2)]
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
