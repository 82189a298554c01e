//! A bag of integers as a singly linked list in ascending order.

use bverify_contracts::*;

type Link = Option<Box<Node>>;

struct Node {
    value: i32,
    next: Link,
}

/// A bag of integers that is read in ascending order.
#[invariant(self.rep_ok())]
pub struct SortedList {
    head: Link,
}

/// The values from a link on, in order.
#[model]
fn values(link: &Link) -> Seq<i32> {
    match link {
        None => Seq::new(),
        Some(node) => values(&node.next).push_front(node.value),
    }
}

impl SortedList {
    /// The values, in order.
    #[model]
    pub fn view(&self) -> Seq<i32> {
        values(&self.head)
    }

    /// Whether no value is greater than the one after it.
    #[pure]
    fn rep_ok(&self) -> bool {
        let mut cur = &self.head;
        while let Some(node) = cur {
            if let Some(next) = &node.next
                && node.value > next.value
            {
                return false;
            }
            cur = &node.next;
        }
        true
    }

    /// The empty list.
    #[ensures(result.view().is_empty())]
    pub fn new() -> Self {
        SortedList { head: None }
    }

    /// Adds `x`, after the values that are equal to it.
    #[ensures(self.view().to_multiset() == old(self.view()).to_multiset().insert(x))]
    #[ensures(sorted(self.view()))]
    #[modifies(self.head)]
    pub fn insert(&mut self, x: i32) {
        insert_from(&mut self.head, x);
    }

    /// Removes one occurrence of `x` and says whether there was one.
    #[ensures(result == old(self.view()).contains(x))]
    #[ensures(self.view().to_multiset() == old(self.view()).to_multiset().remove(x))]
    #[ensures(!result ==> unchanged(self.head))]
    #[modifies(self.head)]
    pub fn remove(&mut self, x: i32) -> bool {
        remove_from(&mut self.head, x)
    }

    /// Removes the smallest value and returns it.
    #[ensures(match result {
        None => old(self.view()).is_empty() && unchanged(self.head),
        Some(x) => old(self.view()) == self.view().push_front(x),
    })]
    #[modifies(self.head)]
    pub fn pop_first(&mut self) -> Option<i32> {
        let node = self.head.take()?;
        self.head = node.next;
        Some(node.value)
    }

    /// The smallest value.
    #[pure]
    #[ensures(result == self.view().first())]
    #[modifies()]
    pub fn first(&self) -> Option<i32> {
        self.head.as_ref().map(|node| node.value)
    }

    /// The greatest value.
    #[pure]
    #[ensures(result == self.view().last())]
    #[modifies()]
    pub fn last(&self) -> Option<i32> {
        let mut last = None;
        let mut cur = &self.head;
        while let Some(node) = cur {
            last = Some(node.value);
            cur = &node.next;
        }
        last
    }

    /// Whether `x` occurs. The order lets it stop at the first greater value.
    #[pure]
    #[ensures(result <==> self.view().contains(x))]
    #[modifies()]
    pub fn contains(&self, x: i32) -> bool {
        let mut cur = &self.head;
        while let Some(node) = cur {
            if node.value >= x {
                return node.value == x;
            }
            cur = &node.next;
        }
        false
    }

    /// How many values there are.
    #[pure]
    #[ensures(result == self.view().len())]
    #[modifies()]
    pub fn len(&self) -> usize {
        len_from(&self.head)
    }

    /// Whether there is no value.
    #[pure]
    #[ensures(result <==> self.view() == seq![])]
    #[modifies()]
    pub fn is_empty(&self) -> bool {
        self.head.is_none()
    }
}

impl Default for SortedList {
    fn default() -> Self {
        SortedList::new()
    }
}

fn insert_from(link: &mut Link, x: i32) {
    match link {
        Some(node) if node.value <= x => insert_from(&mut node.next, x),
        _ => {
            let next = link.take();
            *link = Some(Box::new(Node { value: x, next }));
        }
    }
}

fn remove_from(link: &mut Link, x: i32) -> bool {
    match link {
        None => false,
        Some(node) if node.value < x => remove_from(&mut node.next, x),
        Some(node) => {
            let found = node.value == x;
            if found {
                *link = node.next.take();
            }
            found
        }
    }
}

fn len_from(link: &Link) -> usize {
    match link {
        None => 0,
        Some(node) => 1 + len_from(&node.next),
    }
}

#[cfg(test)]
mod tests {
    use super::SortedList;

    fn drain(mut list: SortedList) -> Vec<i32> {
        std::iter::from_fn(|| list.pop_first()).collect()
    }

    fn of(values: &[i32]) -> SortedList {
        let mut list = SortedList::new();
        for &x in values {
            list.insert(x);
        }
        list
    }

    #[test]
    fn values_come_out_in_order() {
        assert_eq!(drain(of(&[3, 1, 2, 3])), [1, 2, 3, 3]);
        assert_eq!(drain(of(&[])), []);
    }

    #[test]
    fn one_occurrence_is_removed() {
        let mut list = of(&[2, 2, 5]);
        assert!(list.remove(2));
        assert!(!list.remove(3));
        assert_eq!(list.len(), 2);
        assert_eq!(drain(list), [2, 5]);
    }

    #[test]
    fn the_ends_are_the_extremes() {
        let list = of(&[4, -1, 9]);
        assert_eq!((list.first(), list.last()), (Some(-1), Some(9)));
        assert!(list.contains(4));
        assert!(!list.contains(5));
        assert!(!list.is_empty());
    }
}
