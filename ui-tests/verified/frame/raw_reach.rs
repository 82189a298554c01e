//! The twin of the violated case, with the smallest fix.

use bverify_contracts::*;

pub struct Node {
    key: u8,
    next: *mut Node,
}

pub struct Lists {
    left: *mut Node,
    right: *mut Node,
}

#[invariant(self.sound())]
impl Lists {
    #[model]
    fn sound(&self) -> bool {
        self.left.reach(next).len() + self.right.reach(next).len() >= 2
    }
}

impl Lists {
    #[requires(!self.left.is_null() && !self.right.is_null())]
    #[modifies(self.left.reach(next).key, self.right.reach(next).key)]
    pub fn zero(&mut self) {
        unsafe {
            (*self.right).key = 0;
        }
    }
}
