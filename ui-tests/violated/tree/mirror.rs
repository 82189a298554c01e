//! A subtree is lost on the way.

use bverify_contracts::*;

pub struct Node {
    key: i32,
    left: Option<Box<Node>>,
    right: Option<Box<Node>>,
}

pub struct Tree {
    root: Option<Box<Node>>,
}

impl Tree {
    #[ensures(self.root.reach(left | right).len() == old(self.root.reach(left | right).len()))]
    pub fn mirror(&mut self) {
        if let Some(root) = &mut self.root {
            let left = None;
            root.left = root.right.take();
            root.right = left;
        }
    }
}
