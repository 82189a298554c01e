//! `LinkedList`, as a vector: its nodes cannot be seen.

use crate::vec::Vec;

pub type Iter<'a, T> = crate::slice::Iter<'a, T>;
pub type IterMut<'a, T> = crate::slice::IterMut<'a, T>;
pub type IntoIter<T> = crate::vec::IntoIter<T>;

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct LinkedList<T> {
    items: Vec<T>,
}
impl<T> LinkedList<T> {
    pub const fn new() -> LinkedList<T> {
        LinkedList { items: Vec::new() }
    }
    pub fn append(&mut self, other: &mut LinkedList<T>) {
        self.items.append(&mut other.items)
    }
    pub fn iter(&self) -> Iter<'_, T> {
        self.items.iter()
    }
    pub fn iter_mut(&mut self) -> IterMut<'_, T> {
        self.items.iter_mut()
    }
    pub fn is_empty(&self) -> bool {
        self.items.len == 0
    }
    pub fn len(&self) -> usize {
        self.items.len
    }
    pub fn clear(&mut self) {
        self.items.clear()
    }
    pub fn contains(&self, x: &T) -> bool
    where
        T: PartialEq,
    {
        self.items.contains(x)
    }
    pub fn front(&self) -> Option<&T> {
        self.items.first()
    }
    pub fn front_mut(&mut self) -> Option<&mut T> {
        self.items.first_mut()
    }
    pub fn back(&self) -> Option<&T> {
        self.items.last()
    }
    pub fn back_mut(&mut self) -> Option<&mut T> {
        self.items.last_mut()
    }
    pub fn push_front(&mut self, elt: T) {
        self.items.insert(0, elt)
    }
    pub fn pop_front(&mut self) -> Option<T> {
        if self.items.len == 0 { None } else { Some(self.items.remove(0)) }
    }
    pub fn push_back(&mut self, elt: T) {
        self.items.push(elt)
    }
    pub fn pop_back(&mut self) -> Option<T> {
        self.items.pop()
    }
    pub fn split_off(&mut self, at: usize) -> LinkedList<T> {
        if at > self.items.len {
            crate::intrinsics::panic_explicit("Cannot split off at a nonexistent index")
        }
        LinkedList { items: self.items.split_off(at) }
    }
    pub fn retain<F: FnMut(&T) -> bool>(&mut self, f: F) {
        self.items.retain(f)
    }
}
impl<T> Default for LinkedList<T> {
    fn default() -> Self {
        LinkedList::new()
    }
}
impl<T> Extend<T> for LinkedList<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, iter: I) {
        self.items.extend(iter)
    }
}
impl<T> FromIterator<T> for LinkedList<T> {
    fn from_iter<I: IntoIterator<Item = T>>(iter: I) -> LinkedList<T> {
        LinkedList { items: FromIterator::from_iter(iter) }
    }
}
impl<T, const N: usize> From<[T; N]> for LinkedList<T> {
    fn from(items: [T; N]) -> LinkedList<T> {
        LinkedList { items: Vec::from(items) }
    }
}
impl<T> IntoIterator for LinkedList<T> {
    type Item = T;
    type IntoIter = IntoIter<T>;
    fn into_iter(self) -> IntoIter<T> {
        self.items.into_iter()
    }
}
impl<'a, T> IntoIterator for &'a LinkedList<T> {
    type Item = &'a T;
    type IntoIter = Iter<'a, T>;
    fn into_iter(self) -> Iter<'a, T> {
        self.items.iter()
    }
}
impl<'a, T> IntoIterator for &'a mut LinkedList<T> {
    type Item = &'a mut T;
    type IntoIter = IterMut<'a, T>;
    fn into_iter(self) -> IterMut<'a, T> {
        self.items.iter_mut()
    }
}
