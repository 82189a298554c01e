//! Sequences: what they are made of and how they change.

use bverify_contracts::*;

pub struct Node {
    key: u32,
    next: Option<Box<Node>>,
}

pub struct List {
    head: Option<Box<Node>>,
}

impl List {
    #[model]
    fn keys(&self) -> Seq<u32> {
        self.head.chain(next).map(|n| n.key)
    }

    #[ensures(self.keys() == seq![key] + old(self.keys()))]
    #[ensures(self.keys() == old(self.keys()).push_front(key) && self.keys()[0] == key)]
    #[ensures(self.keys().first() == Some(key) && self.keys().skip(1) == old(self.keys()))]
    #[ensures(self.keys().take(1) == seq![key] && self.keys().get(99) == None)]
    #[ensures(self.keys().reverse().last() == Some(key) && self.keys().last().is_some())]
    #[ensures(self.keys().update(0, key) == self.keys() && self.keys().contains(key))]
    #[ensures(self.keys().concat(seq![]).len() == old(self.keys()).len() + 2)]
    #[ensures(self.keys().to_multiset() == old(self.keys()).to_multiset().insert(key))]
    #[ensures(self.keys().filter(|k| k == key).len() == count(self.keys(), |k| k == key))]
    #[ensures(self.keys().iter().all(|k| self.keys().contains(k)))]
    pub fn push(&mut self, key: u32) {
        let next = self.head.take();
        self.head = Some(Box::new(Node { key, next }));
    }
}
