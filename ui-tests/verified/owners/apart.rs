//! Values that free what they lead to lead to nothing of each other's, wherever they are.

use bverify_contracts::*;
use std::ptr;

struct Node {
    value: u8,
    next: *mut Node,
}

#[invariant(self.head.reach(next).iter().all(|n| !n.reach1(next).contains(n)))]
pub struct List {
    head: *mut Node,
}

impl Drop for List {
    fn drop(&mut self) {
        while !self.head.is_null() {
            let node = unsafe { Box::from_raw(self.head) };
            self.head = node.next;
        }
    }
}

pub struct Pair {
    left: List,
    right: List,
}

#[requires(!pair.left.head.is_null())]
#[ensures(!same(pair.left.head, pair.right.head))]
pub fn of_a_struct(pair: &Pair) {}

#[requires(all.len() == 2 && !all[0].head.is_null())]
#[ensures(all[1].head.reach(next).iter().all(|n| !same(n, all[0].head)))]
pub fn of_a_vector(all: &Vec<List>) {}

#[requires(!a.head.is_null() && !b.head.is_null())]
#[ensures(unsafe { (*b.head).value } == old(unsafe { (*b.head).value }))]
pub fn of_two(a: &mut List, b: &mut List) {
    unsafe { (*a.head).value = 7 }
}

#[requires(!a.head.is_null() && !b.head.is_null())]
#[ensures(result)]
pub fn of_values(a: List, b: List) -> bool {
    a.head != b.head
}

#[ensures(true)]
pub fn split(list: &mut List) -> List {
    if list.head.is_null() {
        return List { head: ptr::null_mut() };
    }
    let first = unsafe { &mut *list.head };
    List { head: std::mem::replace(&mut first.next, ptr::null_mut()) }
}
