//! A specification field with its abstraction function.

use bverify_contracts::*;

pub struct Node<T> {
    elem: T,
    next: Option<Box<Node<T>>>,
}

#[spec_field(items: Seq<T> = self.head.chain(next).map(|n| n.elem))]
#[invariant(self.len == self.items.len())]
pub struct Stack<T> {
    head: Option<Box<Node<T>>>,
    len: usize,
}

impl<T> Stack<T> {
    #[ensures(self.items == old(self.items).push_front(elem))]
    pub fn push(&mut self, elem: T) {
        let next = self.head.take();
        self.head = Some(Box::new(Node { elem, next }));
        
    }
}
