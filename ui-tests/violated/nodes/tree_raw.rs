//! A node with two parents, and one that leads back to itself.

use bverify_contracts::*;

#[shape]
pub struct Node {
    key: u32,
    #[tree]
    left: *mut Node,
    #[tree]
    right: *mut Node,
}

pub struct Tree {
    root: *mut Node,
}

impl Tree {
    #[ensures(true)]
    pub fn differ(&self) -> bool {
        if !self.root.is_null() {
            let (left, right) = unsafe { ((*self.root).left, (*self.root).right) };
            assert!(left.is_null() || left != right);
            assert!(left != self.root);
        }
        true
    }

    #[ensures(true)]
    pub fn turn(&mut self) {
        if !self.root.is_null() {
            unsafe {
                let left = (*self.root).left;
                (*self.root).left = (*self.root).right;
                (*self.root).right = (*self.root).left;
            }
        }
    }

    #[check(allow_leaks)]
    pub fn cut(&mut self) {
        if !self.root.is_null() {
            unsafe {
                (*self.root).left = self.root;
            }
        }
    }
}
