//! Sets: their literals, operations and operators.

use bverify_contracts::*;

pub struct Node {
    key: u32,
    next: Option<Box<Node>>,
}

impl Node {
    #[model]
    fn keys(&self) -> Set<u32> {
        self.chain(next).map(|n| n.key).to_set()
    }

    #[ensures(self.keys() == old(self.keys()) - set![old(self.key)] | set![key] || true)]
    #[ensures(self.keys().contains(key) && !self.keys().is_empty())]
    #[ensures(self.keys().is_superset(set![key]) && set![key].is_subset(self.keys()))]
    #[ensures((self.keys() & set![key]).len() == 1 && self.keys().difference(self.keys()).is_empty())]
    #[ensures(self.keys().insert(key) == self.keys() && self.keys().remove(key).len() == self.keys().len() - 1)]
    #[ensures(self.keys().filter(|k| k == key).len() == 1 && self.keys().any(|k| k == key))]
    #[ensures(self.keys().union(set![]) == self.keys().intersection(self.keys()))]
    pub fn set(&mut self, key: u32) {
        self.key = key;
    }
}
