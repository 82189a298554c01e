use bverify_contracts::*;

pub struct Node {
    key: u8,
    next: Option<Box<Node>>,
}

pub struct List {
    head: Option<Box<Node>>,
    len: usize,
}

impl List {
    #[modifies(self.head.reach1(next).key, self.len)]
    pub fn zero(&mut self) {
        self.len = 0;
        if let Some(node) = &mut self.head {
            node.key = 0;
            self.len = 1;
        }
    }
}
