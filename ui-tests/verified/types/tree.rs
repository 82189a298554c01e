//! `#[tree]` on fields that own what they lead to says nothing new.

use bverify_contracts::*;

#[shape]
pub struct Node {
    key: u32,
    #[tree]
    left: Option<Box<Node>>,
    #[tree]
    right: Option<Box<Node>>,
}

impl Node {
    #[ensures(result == self.reach(left | right).len())]
    pub fn count(&self) -> usize {
        let left = match &self.left {
            Some(node) => node.count(),
            None => 0,
        };
        let right = match &self.right {
            Some(node) => node.count(),
            None => 0,
        };
        left + right + 1
    }
}
