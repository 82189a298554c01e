//! Every element is cut down.

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
    pub fn view(&self) -> Set<i32> {
        self.head.reach(next).map(|n| n.elem).collect()
    }

    #[ensures(forall(|x: i32| self.view().contains(x) ==> x <= limit))]
    pub fn cap(&mut self, limit: i32) {
        let mut cur = &mut self.head;
        while let Some(node) = cur {
            if node.elem > limit {
                node.elem = limit;
            }
            cur = &mut node.next;
        }
    }
}
