//! The new element takes the place of the whole list.

use bverify_contracts::*;

pub struct Node {
    elem: i32,
    next: Option<Box<Node>>,
}

pub struct List {
    head: Option<Box<Node>>,
}

impl List {
    #[model]
    pub fn view(&self) -> Seq<i32> {
        self.head.chain(next).map(|n| n.elem).collect()
    }

    #[ensures(self.view() == old(self.view()).push(x))]
    pub fn append(&mut self, x: i32) {
        let mut cur = &mut self.head;
        while let Some(node) = cur {
            cur = &mut node.next;
        }
        self.head = Some(Box::new(Node {
            elem: x,
            next: None,
        }));
    }
}
