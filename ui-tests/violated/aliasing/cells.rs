//! Shared references to cells may lead to the same one, or into what another leads to.
use std::cell::{Cell, RefCell};
use std::rc::Rc;

use bverify_contracts::*;

#[ensures(a.get() == old(a.get()))]
pub fn flip(a: &Cell<u8>, b: &Cell<u8>) {
    b.set(b.get() ^ 1);
}

#[ensures(true)]
pub fn swap(a: &RefCell<u8>, b: &RefCell<u8>) {
    std::mem::swap(&mut *a.borrow_mut(), &mut *b.borrow_mut());
}

pub struct Account {
    balance: Cell<u32>,
    number: u8,
}

impl Account {
    #[requires(self.balance.get() < 100 && other.balance.get() < 100)]
    #[ensures(self.balance.get() == old(self.balance.get()) + old(other.balance.get()))]
    pub fn drain(&self, other: &Account) {
        self.balance.set(self.balance.get() + other.balance.get());
        other.balance.set(0);
    }
}

#[ensures(pair.0.get() == old(pair.0.get()))]
pub fn field(pair: &(Cell<u8>, u8), cell: &Cell<u8>) {
    cell.set(cell.get() ^ 1);
}

pub struct Node {
    value: Cell<u8>,
    next: Option<Box<Node>>,
}

#[requires(node.value.get() == 1)]
#[ensures(node.value.get() == 1)]
pub fn clear(list: &Node, node: &Node) {
    let mut at = Some(list);
    while let Some(node) = at {
        node.value.set(0);
        at = node.next.as_deref();
    }
}

#[ensures(Rc::ptr_eq(a, b) ==> Rc::strong_count(a) >= 2)]
pub fn owners(a: &Rc<u8>, b: &Rc<u8>) {}

#[ensures(!same(a, b))]
pub fn apart(a: &u8, b: &u8) {}
