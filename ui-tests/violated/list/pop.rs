//! The rest of the list goes with its first element.

use bverify_contracts::*;

pub struct Node {
    elem: i32,
    next: Option<Box<Node>>,
}

pub struct Stack {
    head: Option<Box<Node>>,
}

impl Stack {
    #[model]
    pub fn view(&self) -> Seq<i32> {
        self.head.chain(next).map(|n| n.elem).collect()
    }

    #[ensures(result.is_none() <==> old(self.view()).is_empty())]
    #[ensures(result.is_some() ==> self.view() == old(self.view()).skip(1))]
    pub fn pop(&mut self) -> Option<i32> {
        match self.head.take() {
            None => None,
            Some(node) => Some(node.elem),
        }
    }
}
