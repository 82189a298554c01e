//! A set of integers as a singly linked list without duplicates, with a bug planted:
//! `remove` loses the nodes after the one it removes.

use bverify_contracts::*;

struct Node {
    elem: i32,
    next: Option<Box<Node>>,
}

/// A set of integers.
#[invariant(self.distinct())]
#[invariant(self.len == self.view().len())]
pub struct IntSet {
    head: Option<Box<Node>>,
    len: usize,
}

impl IntSet {
    /// The elements, as a mathematical set.
    #[model]
    pub fn view(&self) -> Set<i32> {
        self.head.reach(next).map(|n| n.elem).collect()
    }

    /// Whether no element is stored twice.
    #[pure]
    fn distinct(&self) -> bool {
        let mut cur = &self.head;
        while let Some(node) = cur {
            let mut rest = &node.next;
            while let Some(later) = rest {
                if later.elem == node.elem {
                    return false;
                }
                rest = &later.next;
            }
            cur = &node.next;
        }
        true
    }

    /// The empty set.
    #[ensures(result.view().is_empty())]
    pub fn new() -> Self {
        IntSet { head: None, len: 0 }
    }

    /// Removes every element.
    #[ensures(self.view().is_empty())]
    #[modifies(self.head, self.len)]
    pub fn clear(&mut self) {
        self.head = None;
        self.len = 0;
    }

    /// Whether `x` is an element.
    #[pure]
    #[ensures(result == self.view().contains(x))]
    #[modifies()]
    pub fn contains(&self, x: i32) -> bool {
        let mut cur = &self.head;
        while let Some(node) = cur {
            if node.elem == x {
                return true;
            }
            cur = &node.next;
        }
        false
    }

    /// Adds `x` and says whether it is new.
    #[ensures(self.view() == old(self.view()).insert(x))]
    #[ensures(result == !old(self.view()).contains(x))]
    #[ensures(!result ==> unchanged(self.head, self.len))]
    #[modifies(self.head, self.len)]
    pub fn insert(&mut self, x: i32) -> bool {
        if self.contains(x) {
            return false;
        }
        let next = self.head.take();
        self.head = Some(Box::new(Node { elem: x, next }));
        self.len += 1;
        true
    }

    /// Removes `x` and says whether it was there.
    // It writes one link, `head` or the `next` of some node; both belong to what `head` owns.
    #[ensures(self.view() == old(self.view()).remove(x))]
    #[ensures(result == old(self.view()).contains(x))]
    #[ensures(!result ==> unchanged(self.head, self.len))]
    #[modifies(self.head, self.len)]
    pub fn remove(&mut self, x: i32) -> bool {
        let mut cur = &mut self.head;
        loop {
            match cur {
                None => return false,
                Some(node) if node.elem == x => {
                    *cur = None;
                    self.len -= 1;
                    return true;
                }
                Some(node) => cur = &mut node.next,
            }
        }
    }

    /// How many elements there are.
    #[pure]
    #[ensures(result == self.view().len())]
    #[modifies()]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is no element.
    #[pure]
    #[ensures(result <==> self.view().is_empty())]
    #[modifies()]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }
}

impl Default for IntSet {
    fn default() -> Self {
        IntSet::new()
    }
}

#[cfg(test)]
mod tests {
    use super::IntSet;

    #[test]
    fn the_bug_is_there() {
        let mut set = IntSet::new();
        set.insert(1);
        set.insert(2);
        assert!(set.remove(2));
        assert!(!set.contains(1));
        assert_eq!(set.len(), 1);
    }
}
