//! Raising the key of the root keeps what is below it below it.

use bverify_contracts::*;

pub struct Node {
    key: u8,
    left: Option<Box<Node>>,
    right: Option<Box<Node>>,
}

impl Node {
    #[pure]
    fn below(&self, limit: u8) -> bool {
        if self.key > limit {
            return false;
        }
        if let Some(left) = &self.left {
            if !left.below(self.key) {
                return false;
            }
        }
        match &self.right {
            Some(right) => right.below(self.key),
            None => true,
        }
    }
}

#[invariant(match &self.root { Some(root) => root.below(u8::MAX), None => true })]
pub struct Heap {
    root: Option<Box<Node>>,
}

impl Heap {
    #[ensures(true)]
    pub fn lower(&mut self) {
        if let Some(root) = &mut self.root {
            root.key |= 128;
        }
    }
}
