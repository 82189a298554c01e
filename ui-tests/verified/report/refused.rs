//! The same with what the invariant asks for.

use bverify_contracts::*;

pub struct Node {
    value: i32,
    next: Option<Box<Node>>,
}

#[invariant(self.rep_ok())]
pub struct List {
    head: Option<Box<Node>>,
    len: usize,
}

impl List {
    #[pure]
    fn rep_ok(&self) -> bool {
        let mut counted = 0;
        let mut cur = &self.head;
        while let Some(node) = cur {
            if node.value < 0 {
                return false;
            }
            counted += 1;
            cur = &node.next;
        }
        counted == self.len
    }

    #[requires(value >= 0)]
    pub fn push(&mut self, value: i32) {
        let rest = self.head.take();
        self.head = Some(Box::new(Node { value, next: rest }));
        self.len += 1;
    }

    pub fn pop(&mut self) -> Option<i32> {
        let node = self.head.take()?;
        self.head = node.next;
        self.len -= 1;
        Some(node.value)
    }
}
