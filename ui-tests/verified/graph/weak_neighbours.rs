//! Nodes with their neighbours in a vector: any graph of them comes in, loops and double edges as well.
use std::cell::RefCell;
use std::rc::{Rc, Weak};

use bverify_contracts::*;

pub struct Node {
    id: u8,
    out: Vec<Weak<RefCell<Node>>>,
}

#[shape]
pub struct Graph {
    nodes: Vec<Rc<RefCell<Node>>>,
}

impl Graph {
    #[requires(i < self.nodes.len())]
    #[ensures(result <= self.nodes[i].borrow().out.len())]
    pub fn degree(&self, i: usize) -> usize {
        let node = self.nodes[i].borrow();
        let alive = node.out.iter().filter(|to| to.upgrade().is_some());
        alive.count()
    }

    #[requires(i < self.nodes.len())]
    #[ensures(result == 0)]
    pub fn clear_around(&self, i: usize) -> u8 {
        let out: Vec<_> = self.nodes[i].borrow().out.iter().cloned().collect();
        for to in out {
            if let Some(to) = to.upgrade() {
                to.borrow_mut().id = 0;
            }
        }
        let mut node = self.nodes[i].borrow_mut();
        node.id = 0;
        node.id
    }
}
