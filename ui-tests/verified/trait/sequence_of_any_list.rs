//! A trait with parameters, its contract in terms of the sequence that it stands for, and generic clients.

use bverify_contracts::*;

pub trait List<T> {
    #[model]
    fn view(&self) -> Seq<T>;

    #[ensures(self.view() == old(self.view()).push(x))]
    fn push(&mut self, x: T);

    #[ensures(result == self.view().len())]
    fn len(&self) -> usize;

    #[ensures(old(self.view()).is_empty() ==> result.is_none() && self.view().is_empty())]
    #[ensures(!old(self.view()).is_empty() ==> result == old(self.view()).last()
        && self.view().push(result.unwrap()) == old(self.view()))]
    fn pop(&mut self) -> Option<T>;

    #[ensures(self.view() == old(self.view()).push(x).push(y))]
    fn push_both(&mut self, x: T, y: T) {
        self.push(x);
        self.push(y);
    }
}

#[ensures(l.view() == old(l.view()).push(a).push(b))]
pub fn fill<T, L: List<T>>(l: &mut L, a: T, b: T) {
    l.push(a);
    l.push(b);
}

#[ensures(result == old(l.view().len()) + 1)]
pub fn longer<T, L: List<T>>(l: &mut L, a: T) -> usize {
    l.push(a);
    l.len()
}

#[ensures(unchanged(l.view()) && result == Some(a))]
pub fn there_and_back<T: Copy, L: List<T>>(l: &mut L, a: T) -> Option<T> {
    l.push(a);
    l.pop()
}

pub struct Row {
    items: Vec<u8>,
}

impl List<u8> for Row {
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
