use bverify_contracts::*;

pub struct Node {
    key: u8,
    next: Option<Box<Node>>,
}

#[ensures(node.reach().len() > 0)]
#[ensures(node.reach(key).len() > 0)]
#[ensures(node.chain(nxt).len() > 0)]
pub fn look(node: &Node) {}
