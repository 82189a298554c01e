//! A full arena has one element more than is said.

use bverify_contracts::*;

pub struct Node {
    next: usize,
    key: u8,
}

#[invariant((0..self.nodes.len()).all(|i| self.nodes[i].next > i))]
#[invariant(self.free.iter().all(|i| *i < self.nodes.len()))]
pub struct Arena {
    nodes: Vec<Node>,
    free: Vec<usize>,
}

impl Arena {
    #[ensures(result <= 2)]
    pub fn len(&self) -> usize {
        let (mut at, mut len) = (0, 0);
        while at < self.nodes.len() {
            at = self.nodes[at].next;
            len += 1;
        }
        len
    }

    #[ensures(self.nodes.len() == old(self.nodes.len()))]
    pub fn reuse(&mut self, key: u8) {
        if let Some(at) = self.free.pop() {
            self.nodes[at].key = key;
        }
    }
}
