use bverify_contracts::*;

pub struct Node {
    key: u8,
    next: Option<Box<Node>>,
}

pub struct List {
    head: Option<Box<Node>>,
}

impl List {
    #[requires(forall(|n: &Node| n.key < 3))]
    #[ensures(forall(|n: &Node| n.key < 3))]
    #[ensures(forall(|n: &Node| n.key >= old(n.key)))]
    #[ensures(forall(|a: Node, b: Node| same(a.next, b.next) && a.next.is_some() ==> same(a, b)))]
    pub fn bump(&mut self) {
        if let Some(node) = &mut self.head {
            node.key += 1;
        }
    }
}
