//! The interface of lists, and what each of its methods means for the sequence of the elements.

use bverify_contracts::*;

/// Whether `after` is `before` without the first element that equals `x`.
#[model]
fn is_without_first<T: Eq>(after: Seq<T>, before: Seq<T>, x: T) -> bool {
    (0..before.len())
        .any(|i| before[i] == x && !before.take(i).contains(x) && after == before.remove(i))
}

/// A list of elements, by position.
pub trait List<T: Clone + Eq> {
    /// The elements in their order.
    #[model]
    fn view(&self) -> Seq<T>;

    /// Whether an element may be added now: lists of elements that are their own nodes hold each
    /// of them once.
    #[model]
    fn admits(&self, x: T) -> bool {
        true
    }

    /// Puts `x` before the element at `index`, or at the end if `index` is the length.
    #[requires(self.admits(x))]
    #[panics(index > self.view().len())]
    #[on_panic(self.view() == old(self.view()))]
    #[ensures(self.view() == old(self.view()).insert(index, x))]
    fn insert(&mut self, index: usize, x: T);

    /// Puts `x` at the end.
    #[requires(self.admits(x))]
    #[ensures(self.view() == old(self.view()).push(x))]
    fn push(&mut self, x: T);

    /// Removes all elements.
    #[ensures(self.view().is_empty())]
    fn clear(&mut self);

    /// Whether an element equals `x`.
    #[ensures(result == self.view().contains(x))]
    #[modifies()]
    fn contains(&self, x: &T) -> bool;

    /// The element at `index`.
    #[panics(index >= self.view().len())]
    #[ensures(result == self.view()[index])]
    #[modifies()]
    fn get(&self, index: usize) -> T;

    /// The position of the first element that equals `x`.
    #[ensures(match result {
        Some(i) => i < self.view().len()
            && self.view()[i] == x
            && (0..i).all(|j| self.view()[j] != x),
        None => !self.view().contains(x),
    })]
    #[modifies()]
    fn index_of(&self, x: &T) -> Option<usize>;

    /// The position of the last element that equals `x`.
    #[ensures(match result {
        Some(i) => i < self.view().len()
            && self.view()[i] == x
            && (i + 1..self.view().len()).all(|j| self.view()[j] != x),
        None => !self.view().contains(x),
    })]
    #[modifies()]
    fn last_index_of(&self, x: &T) -> Option<usize>;

    /// Whether there is no element.
    #[ensures(result <==> self.view().is_empty())]
    #[modifies()]
    fn is_empty(&self) -> bool;

    /// Takes the element at `index` out.
    #[panics(index >= self.view().len())]
    #[on_panic(self.view() == old(self.view()))]
    #[ensures(result == old(self.view())[index])]
    #[ensures(self.view() == old(self.view()).remove(index))]
    fn remove(&mut self, index: usize) -> T;

    /// Takes the first element out that equals `x`, and says whether there was one.
    #[ensures(result == old(self.view()).contains(x))]
    #[ensures(if result {
        is_without_first(self.view(), old(self.view()), x)
    } else {
        self.view() == old(self.view())
    })]
    fn remove_item(&mut self, x: &T) -> bool;

    /// Replaces the element at `index` by `x` and returns it.
    #[requires(self.admits(x))]
    #[panics(index >= self.view().len())]
    #[on_panic(self.view() == old(self.view()))]
    #[ensures(result == old(self.view())[index])]
    #[ensures(self.view() == old(self.view()).update(index, x))]
    fn set(&mut self, index: usize, x: T) -> T;

    /// The number of elements.
    #[ensures(result == self.view().len())]
    #[modifies()]
    fn len(&self) -> usize;
}
