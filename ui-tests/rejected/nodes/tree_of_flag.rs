//! `#[tree]` on a field that leads nowhere.

use bverify_contracts::*;

#[shape]
pub struct Node {
    #[tree]
    marked: bool,
    next: *mut Node,
}

impl Node {
    #[ensures(true)]
    pub fn unmark(&mut self) {
        self.marked = false;
    }
}
