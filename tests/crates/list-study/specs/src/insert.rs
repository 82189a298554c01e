//! A contract that is too strict: it forbids to insert at the end, where the index is the length.

use bverify_contracts::*;

struct Node {
    #[expect(dead_code, reason = "only the specification reads it")]
    value: u8,
    next: Option<Box<Node>>,
}

/// A singly linked list.
#[shape]
pub struct List {
    head: Option<Box<Node>>,
}

impl List {
    /// The elements in their order.
    #[model]
    pub fn view(&self) -> Seq<u8> {
        self.head.chain(next).map(|node| node.value)
    }

    /// Puts `x` before the element at `index`, by the contract of the study's first attempt.
    #[panics(index >= self.view().len())]
    #[ensures(self.view() == old(self.view()).insert(index, x))]
    pub fn insert_as_first_specified(&mut self, index: usize, x: u8) {
        self.insert(index, x);
    }

    /// Puts `x` before the element at `index`, or at the end if `index` is the length.
    #[panics(index > self.view().len())]
    #[ensures(self.view() == old(self.view()).insert(index, x))]
    pub fn insert(&mut self, index: usize, x: u8) {
        let mut link = &mut self.head;
        for _ in 0..index {
            let Some(node) = link else {
                panic!("index out of bounds");
            };
            link = &mut node.next;
        }
        let next = link.take();
        *link = Some(Box::new(Node { value: x, next }));
    }
}
