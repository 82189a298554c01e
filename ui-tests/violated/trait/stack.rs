//! An implementation that does not keep what its trait promises.
use bverify_contracts::*;

pub trait Stack {
    fn size(&self) -> usize;

    #[ensures(self.size() == old(self.size()) + 1)]
    fn push(&mut self, item: u8);
}

pub struct Distinct {
    items: Vec<u8>,
}

impl Stack for Distinct {
    #[pure]
    fn size(&self) -> usize {
        self.items.len()
    }

    fn push(&mut self, item: u8) {
        if !self.items.contains(&item) {
            self.items.push(item);
        }
    }
}
