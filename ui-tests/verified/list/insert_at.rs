//! A node put in at any place of a list: the walk over the result ends where the list ends.

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

    #[panics(index > self.view().len())]
    #[ensures(self.view() == old(self.view()).insert(index, x))]
    pub fn insert(&mut self, index: usize, x: i32) {
        let mut link = &mut self.head;
        for _ in 0..index {
            let Some(node) = link else {
                panic!("index out of bounds");
            };
            link = &mut node.next;
        }
        let next = link.take();
        *link = Some(Box::new(Node { elem: x, next }));
    }
}
