//! A list in one growing buffer.

use bverify_contracts::*;

use crate::List;

/// A list in a `Vec`.
#[shape]
pub struct VecList<T> {
    items: Vec<T>,
}

impl<T> VecList<T> {
    /// The empty list.
    #[ensures(result.items.is_empty())]
    pub fn new() -> Self {
        VecList { items: Vec::new() }
    }
}

impl<T> Default for VecList<T> {
    fn default() -> Self {
        VecList::new()
    }
}

impl<T: Clone + Eq> List<T> for VecList<T> {
    #[model]
    fn view(&self) -> Seq<T> {
        self.items.seq()
    }

    fn insert(&mut self, index: usize, x: T) {
        self.items.insert(index, x);
    }

    fn push(&mut self, x: T) {
        self.items.push(x);
    }

    fn clear(&mut self) {
        self.items.clear();
    }

    fn contains(&self, x: &T) -> bool {
        self.items.contains(x)
    }

    fn get(&self, index: usize) -> T {
        self.items[index].clone()
    }

    fn index_of(&self, x: &T) -> Option<usize> {
        self.items.iter().position(|y| y == x)
    }

    fn last_index_of(&self, x: &T) -> Option<usize> {
        self.items.iter().rposition(|y| y == x)
    }

    fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    fn remove(&mut self, index: usize) -> T {
        self.items.remove(index)
    }

    fn remove_item(&mut self, x: &T) -> bool {
        match self.index_of(x) {
            Some(index) => {
                self.items.remove(index);
                true
            }
            None => false,
        }
    }

    fn set(&mut self, index: usize, x: T) -> T {
        std::mem::replace(&mut self.items[index], x)
    }

    fn len(&self) -> usize {
        self.items.len()
    }
}

#[cfg(test)]
crate::oracle::behaves_like_a_vec!(VecList::new());
