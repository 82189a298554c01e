//! The right subtrees are not searched.

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
    #[ensures(result == self.root.reach(left | right).any(|n| n.key == key))]
    pub fn contains(&self, key: i32) -> bool {
        contains(&self.root, key)
    }
}

fn contains(tree: &Option<Box<Node>>, key: i32) -> bool {
    match tree {
        None => false,
        Some(node) => node.key == key || contains(&node.left, key),
    }
}
