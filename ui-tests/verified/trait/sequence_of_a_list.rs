//! The twin of the violated case, with the smallest fix.

use bverify_contracts::*;

pub trait List {
    #[model]
    fn view(&self) -> Seq<u8>;

    #[ensures(self.view() == old(self.view()).push(x))]
    fn push(&mut self, x: u8);

    #[ensures(result == self.view().len())]
    fn len(&self) -> usize;

    #[ensures(old(self.view()).is_empty() ==> result.is_none() && self.view().is_empty())]
    #[ensures(!old(self.view()).is_empty() ==> result == old(self.view()).last()
        && self.view().push(result.unwrap()) == old(self.view()))]
    fn pop(&mut self) -> Option<u8>;

    #[ensures(self.view() == old(self.view()).push(x).push(y))]
    fn push_both(&mut self, x: u8, y: u8) {
        self.push(x);
        self.push(y);
    }
}

#[ensures(l.view() == old(l.view()).push(a).push(b))]
pub fn fill<L: List>(l: &mut L, a: u8, b: u8) {
    l.push(a);
    l.push(b);
}

#[ensures(result == old(l.view().len()) + 1)]
pub fn longer<L: List>(l: &mut L, a: u8) -> usize {
    l.push(a);
    l.len()
}

#[ensures(unchanged(l.view()) && result == Some(a))]
pub fn there_and_back<L: List>(l: &mut L, a: u8) -> Option<u8> {
    l.push(a);
    l.pop()
}

pub struct Row {
    items: Vec<u8>,
}

impl List for Row {
    #[model]
    fn view(&self) -> Seq<u8> {
        self.items.seq()
    }
    fn push(&mut self, x: u8) {
        self.items.push(x)
    }
    fn len(&self) -> usize {
        self.items.len()
    }
    fn pop(&mut self) -> Option<u8> {
        self.items.pop()
    }
}
