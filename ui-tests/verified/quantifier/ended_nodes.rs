use bverify_contracts::*;

pub struct Node {
    key: u8,
    next: Option<Box<Node>>,
}

pub struct List {
    head: Option<Box<Node>>,
}

impl List {
    #[ensures(forall(|n: &Node| self.head.reach(next).contains(n) && !fresh(n)))]
    pub fn pop(&mut self) -> Option<u8> {
        let node = self.head.take()?;
        self.head = node.next;
        Some(node.key)
    }

    #[ensures(exists(|n: &Node| n.key == key && fresh(n)))]
    #[ensures(old(forall(|n: &Node| self.head.reach(next).contains(n))))]
    pub fn push(&mut self, key: u8) {
        let next = self.head.take();
        self.head = Some(Box::new(Node { key, next }));
    }

    #[ensures(!exists(|n: &Node| true))]
    pub fn clear(&mut self) {
        self.head = None;
    }
}
