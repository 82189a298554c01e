//! The twin of the violated case, with the smallest fix.

use bverify_contracts::*;

pub struct Node {
    elem: i32,
    next: Option<Box<Node>>,
}

pub struct List {
    head: Option<Box<Node>>,
}

impl List {
    #[ensures(result == self.head.reach(next).any(|n| n.elem == x))]
    pub fn contains(&self, x: i32) -> bool {
        let mut cur = &self.head;
        while let Some(node) = cur {
            if node.elem == x {
                return true;
            }
            cur = &node.next;
        }
        false
    }
}
