//! Shared references to cells may lead to the same one, or into what another leads to.
use std::cell::{Cell, RefCell};
use std::rc::Rc;

use bverify_contracts::*;

#[ensures(a.get() == old(a.get()) || same(a, b))]
pub fn flip(a: &Cell<u8>, b: &Cell<u8>) {
    b.set(b.get() ^ 1);
}

#[ensures(*a.borrow() == old(*b.borrow()) && *b.borrow() == old(*a.borrow()))]
pub fn swap(a: &RefCell<u8>, b: &RefCell<u8>) {
    if !std::ptr::eq(a, b) {
        std::mem::swap(&mut *a.borrow_mut(), &mut *b.borrow_mut());
    }
}

pub struct Account {
    balance: Cell<u32>,
    number: u8,
}

impl Account {
    #[requires(self.balance.get() < 100 && other.balance.get() < 100 && !same(self, other))]
    #[ensures(self.balance.get() == old(self.balance.get()) + old(other.balance.get()))]
    pub fn drain(&self, other: &Account) {
        self.balance.set(self.balance.get() + other.balance.get());
        other.balance.set(0);
    }
}

#[ensures(pair.0.get() == old(pair.0.get()) || same(&pair.0, cell))]
pub fn field(pair: &(Cell<u8>, u8), cell: &Cell<u8>) {
    cell.set(cell.get() ^ 1);
}

#[ensures(cell.get() == old(cell.get()) || cell.get() == 9)]
pub fn element(all: &Vec<Cell<u8>>, cell: &Cell<u8>) {
    for it in all {
        it.set(9);
    }
}

pub struct Node {
    value: Cell<u8>,
    next: Option<Box<Node>>,
}

#[requires(node.value.get() == 1)]
#[ensures(node.value.get() == if list.reach(next).contains(node) { 0 } else { 1 })]
pub fn clear(list: &Node, node: &Node) {
    let mut at = Some(list);
    while let Some(node) = at {
        node.value.set(0);
        at = node.next.as_deref();
    }
}

#[ensures(*cell.borrow() == old(*cell.borrow()) || same(&**owner, cell))]
pub fn counted(owner: &Rc<RefCell<u8>>, cell: &RefCell<u8>) {
    *owner.borrow_mut() = 3;
}

/// Nobody refers to what is in a cell that is not borrowed, nor to what only an argument owns.
#[ensures(inner.get() == old(inner.get()))]
pub fn inside(outer: &RefCell<Cell<u8>>, inner: &Cell<u8>) {
    outer.borrow().set(3);
}

#[ensures(seen.get() == old(seen.get()))]
pub fn owned(cell: Rc<Cell<u8>>, seen: &Cell<u8>) {
    cell.set(1);
}

#[ensures(result)]
pub fn owners(a: &Rc<u8>, b: &Rc<u8>) -> bool {
    std::ptr::eq(a, b) || !Rc::ptr_eq(a, b) || Rc::strong_count(a) == 2
}

#[ensures(same(a, b) ==> *a == *b)]
pub fn apart(a: &u8, b: &u8) {}
