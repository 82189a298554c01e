//! What a test shows though nothing changes, though it fails while printing, and through references in structs.
use std::cell::Cell;
use std::fmt;

use bverify_contracts::*;

pub struct Small(u8);

impl fmt::Display for Small {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        assert!(self.0 < 3);
        write!(f, "small")
    }
}

#[ensures(true)]
pub fn show(small: Small) {
    println!("{}", small);
}

#[requires(cell.get() < 10)]
#[ensures(cell.get() == old(cell.get()) + 2)]
pub fn step(cell: &Cell<u8>) {
    let next = cell.get() + 2;
    cell.set(next - 2);
}

pub struct Row {
    items: Vec<u8>,
}

pub struct Items<'a> {
    row: &'a Row,
    at: usize,
}

impl Iterator for Items<'_> {
    type Item = u8;

    #[requires(self.at <= self.row.items.len())]
    #[ensures(result.is_some() == (old(self.at) <= self.row.items.len()))]
    fn next(&mut self) -> Option<u8> {
        let item = self.row.items.get(self.at).copied()?;
        self.at += 1;
        Some(item)
    }
}
