//! The twin of the violated case, with the smallest fix.

use bverify_contracts::*;

pub struct Node {
    key: u8,
    next: Option<Box<Node>>,
}

pub struct List {
    head: Option<Box<Node>>,
}

pub struct Keys<'a> {
    next: Option<&'a Node>,
}

impl<'a> Iterator for Keys<'a> {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        let node = self.next?;
        self.next = node.next.as_deref();
        Some(node.key)
    }
}

impl List {
    pub fn keys(&self) -> Keys<'_> {
        Keys {
            next: self.head.as_deref(),
        }
    }

    #[ensures(result == self.keys().any(|it| it == key))]
    pub fn contains(&self, key: u8) -> bool {
        let mut node = &self.head;
        while let Some(at) = node {
            if at.key == key {
                return true;
            }
            node = &at.next;
        }
        false
    }
}
