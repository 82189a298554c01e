//! The last element wins, not the largest.

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

    #[ensures(forall(|x: i32| self.view().contains(x) ==> x <= result))]
    #[ensures(result >= floor)]
    pub fn maximum(&self, floor: i32) -> i32 {
        let mut best = floor;
        let mut cur = &self.head;
        while let Some(node) = cur {
            if node.elem != best {
                best = node.elem;
            }
            cur = &node.next;
        }
        best
    }
}
