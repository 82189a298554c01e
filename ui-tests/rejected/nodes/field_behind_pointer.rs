//! Fields of what a pointer or an option leads to; a mistake in an invariant is told once.
use bverify_contracts::*;
use std::ptr::NonNull;

pub struct Node {
    value: u8,
    next: Option<NonNull<Node>>,
    spare: Option<Box<Node>>,
}

#[invariant(match self.head { Some(node) => node.value > 0, None => true })]
pub struct List {
    head: Option<NonNull<Node>>,
}

impl List {
    pub fn first(&self) -> Option<NonNull<Node>> {
        self.head
    }

    pub fn clear(&mut self) {
        self.head = None;
    }
}

#[requires(raw.value > 0)]
pub fn by_raw(raw: *const Node) {}

#[requires(node.spare.value > 0)]
pub fn by_option(node: &Node) {}

#[requires(node.valu > 0)]
pub fn by_name(node: &Node) {}
