//! `#[tree]` on what is more than a link.

use std::collections::HashMap;
use std::rc::Rc;

use bverify_contracts::*;

#[shape]
pub struct Node {
    #[tree]
    children: Vec<Rc<Node>>,
}

#[shape]
pub struct Entry {
    #[tree]
    next: usize,
}

#[ensures(true)]
pub fn count(node: &Node) -> usize {
    node.children.len()
}

#[ensures(true)]
pub fn entries(map: &HashMap<usize, Entry>) -> usize {
    map.len()
}
