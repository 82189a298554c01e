//! An option of a `&mut` in a clause.

use bverify_contracts::*;

pub struct Node {
    key: u32,
    next: Option<Box<Node>>,
}

impl Node {
    #[ensures(result.is_some() <==> self.next.is_some())]
    pub fn next_mut(&mut self) -> Option<&mut Node> {
        self.next.as_deref_mut()
    }
}
