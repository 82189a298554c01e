//! An invariant of a node holds of each node of a list, on entry and at the exit.

use bverify_contracts::*;

#[invariant(self.key < 5)]
pub struct Node {
    key: u32,
    next: Option<Box<Node>>,
}

pub struct List {
    head: Option<Box<Node>>,
}

impl List {
    #[ensures(true)]
    pub fn bump(&mut self) {
        if let Some(head) = &mut self.head {
            if let Some(second) = &mut head.next {
                second.key = (second.key + 1) % 6;
            }
        }
    }
}
