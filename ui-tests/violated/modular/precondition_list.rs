// flags: --modular
//! A call on a list that the callee does not accept.
use bverify_contracts::*;

pub struct Node {
    key: u8,
    next: Option<Box<Node>>,
}

pub struct List {
    head: Option<Box<Node>>,
}

impl List {
    #[requires(self.head.is_some())]
    fn first(&self) -> u8 {
        self.head.as_ref().map_or(0, |node| node.key)
    }

    #[ensures(true)]
    pub fn first_or_zero(&self) -> u8 {
        if self.head.is_none() { self.first() } else { 0 }
    }
}
