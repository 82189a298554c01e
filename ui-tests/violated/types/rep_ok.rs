//! An ordinary method with recursion as an invariant.

use bverify_contracts::*;

pub struct Node {
    key: u32,
    next: Option<Box<Node>>,
}

fn ascending(node: &Option<Box<Node>>, low: u32) -> bool {
    match node {
        None => true,
        Some(node) => node.key >= low && ascending(&node.next, node.key),
    }
}

#[invariant(self.rep_ok())]
pub struct Sorted {
    head: Option<Box<Node>>,
}

impl Sorted {
    fn rep_ok(&self) -> bool {
        ascending(&self.head, 0)
    }

    pub fn push(&mut self, key: u32) {
        let fits = match &self.head {
            Some(node) => key <= node.key,
            None => true,
        };
        if fits || key == 7 {
            let next = self.head.take();
            self.head = Some(Box::new(Node { key, next }));
        }
    }
}
