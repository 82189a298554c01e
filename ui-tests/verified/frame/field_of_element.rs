//! The twin of the violated case, with the smallest fix.

use bverify_contracts::*;

pub struct Node {
    prev: usize,
    next: usize,
}

pub struct Arena {
    nodes: Vec<Node>,
}

impl Arena {
    #[requires(i < self.nodes.len() && j < self.nodes.len())]
    #[modifies(self.nodes[i].prev, self.nodes[j].next)]
    pub fn link(&mut self, i: usize, j: usize) {
        self.nodes[j].next = i;
        self.nodes[i].prev = j;
    }
}
