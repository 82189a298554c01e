//! A function of which nothing is known that is given what is not compared may answer otherwise the next time, and
//! writes any list to where a `&mut` leads.
use bverify_contracts::*;

#[ensures(true)]
pub fn nearest(points: &[Vec<u8>], distance: impl Fn(&[u8]) -> u8) -> u8 {
    let mut least = u8::MAX;
    for point in points {
        let next = distance(point);
        assert!(next > 0);
        least = least.min(next);
    }
    least
}

pub trait Fill {
    fn fill(&self, bytes: &mut Vec<u8>);
}

#[ensures(bytes.len() > 0)]
pub fn filled<F: Fill>(by: &F, bytes: &mut Vec<u8>) {
    by.fill(bytes);
    bytes.push(0);
}
