//! An element with two parents, and one that is its own.

use bverify_contracts::*;

#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Id(u32);

#[shape]
pub struct Node {
    #[tree]
    left: Option<Id>,
    #[tree]
    right: Option<Id>,
}

#[shape]
pub struct Item {
    #[tree]
    items: Vec<usize>,
}

pub struct Arena {
    nodes: Vec<Node>,
}

impl Arena {
    #[requires(i < self.nodes.len())]
    #[ensures(true)]
    pub fn turn(&mut self, i: usize) {
        let left = self.nodes[i].left;
        self.nodes[i].left = self.nodes[i].right;
        self.nodes[i].right = self.nodes[i].left;
    }

    #[ensures(result <= 3)]
    pub fn depth(&self) -> usize {
        let mut depth = 0;
        let mut at = Some(Id(0));
        while let Some(Id(i)) = at {
            match self.nodes.get(i as usize) {
                Some(node) => at = node.left,
                None => break,
            }
            depth += 1;
        }
        depth
    }
}

#[requires(items.len() == 2 && items[0].items.len() == 0)]
#[ensures(true)]
pub fn adopt(items: &mut [Item]) {
    items[0].items.push(0);
}
