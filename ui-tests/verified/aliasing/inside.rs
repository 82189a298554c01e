//! References inside of arguments may lead to the same cell.
use std::cell::Cell;

use bverify_contracts::*;

pub struct Hits<'a> {
    hits: &'a Cell<u32>,
    limit: u32,
}

impl<'a> Hits<'a> {
    #[requires(self.hits.get() < 100)]
    #[ensures(other.hits.get() == old(other.hits.get()) || same(self.hits, other.hits))]
    pub fn hit(&self, other: &Hits<'a>) {
        self.hits.set(self.hits.get() + 1);
    }
}

#[ensures(cells.len() < 2 || cells[0].get() == 0 || cells[1..].iter().any(|it| same(*it, cells[0])))]
pub fn number(cells: &[&Cell<usize>]) {
    for (at, cell) in cells.iter().enumerate() {
        cell.set(at);
    }
}
