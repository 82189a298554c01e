//! An invariant of a search tree that an insertion breaks.
use bverify_contracts::*;

#[invariant(self.left.reach(left | right).all(|n| n.key < self.key))]
#[invariant(self.right.reach(left | right).all(|n| n.key > self.key))]
pub struct Node {
    key: u8,
    left: Option<Box<Node>>,
    right: Option<Box<Node>>,
}

impl Node {
    #[requires(self.left.is_none() && self.right.is_none())]
    pub fn add(&mut self, key: u8) {
        let node = Box::new(Node { key, left: None, right: None });
        if key < self.key {
            self.left = Some(node);
        } else {
            self.right = Some(node);
        }
    }
}
