//! A set of integers as an unbalanced binary search tree.

use std::cmp::Ordering;

use bverify_contracts::*;

type Link = Option<Box<Node>>;

struct Node {
    key: i32,
    left: Link,
    right: Link,
}

/// A set of integers.
#[invariant(rep_ok(&self.root, None, None))]
pub struct Bst {
    root: Link,
}

/// The keys of a subtree.
#[model]
fn keys(link: &Link) -> Set<i32> {
    match link {
        None => Set::new(),
        Some(node) => keys(&node.left).union(keys(&node.right)).insert(node.key),
    }
}

/// Whether a subtree is ordered and all its keys lie strictly between the bounds that are given.
#[pure]
fn rep_ok(link: &Link, low: Option<i32>, high: Option<i32>) -> bool {
    match link {
        None => true,
        Some(node) => {
            low.is_none_or(|low| low < node.key)
                && high.is_none_or(|high| node.key < high)
                && rep_ok(&node.left, low, Some(node.key))
                && rep_ok(&node.right, Some(node.key), high)
        }
    }
}

impl Bst {
    /// The keys, as a mathematical set.
    #[model]
    pub fn view(&self) -> Set<i32> {
        keys(&self.root)
    }

    /// The empty set.
    #[ensures(result.view().is_empty())]
    pub fn new() -> Self {
        Bst { root: None }
    }

    /// Whether `key` is in the set.
    #[pure]
    #[ensures(result <==> self.view().contains(key))]
    #[modifies()]
    pub fn contains(&self, key: i32) -> bool {
        let mut cur = &self.root;
        while let Some(node) = cur {
            cur = match key.cmp(&node.key) {
                Ordering::Less => &node.left,
                Ordering::Greater => &node.right,
                Ordering::Equal => return true,
            };
        }
        false
    }

    /// Whether `key` is in the set, by recursion.
    #[pure]
    #[ensures(result == self.contains(key))]
    #[modifies()]
    pub fn search(&self, key: i32) -> bool {
        search_from(&self.root, key)
    }

    /// Adds `key` and says whether it is new.
    #[ensures(self.view() == old(self.view()).insert(key))]
    #[ensures(result == !old(self.view()).contains(key))]
    #[ensures(!result ==> unchanged(self.root))]
    #[modifies(self.root)]
    pub fn insert(&mut self, key: i32) -> bool {
        let mut cur = &mut self.root;
        while let Some(node) = cur {
            cur = match key.cmp(&node.key) {
                Ordering::Less => &mut node.left,
                Ordering::Greater => &mut node.right,
                Ordering::Equal => return false,
            };
        }
        *cur = Some(leaf(key));
        true
    }

    /// Adds `key` and says whether it is new, by recursion.
    #[ensures(self.view() == old(self.view()).insert(key))]
    #[ensures(result == !old(self.view()).contains(key))]
    #[modifies(self.root)]
    pub fn add(&mut self, key: i32) -> bool {
        add_to(&mut self.root, key)
    }

    /// The smallest key.
    #[pure]
    #[ensures(match result {
        None => self.view().is_empty(),
        Some(min) => self.view().contains(min) && self.view().iter().all(|key| min <= key),
    })]
    #[modifies()]
    pub fn min(&self) -> Option<i32> {
        let mut node = self.root.as_deref()?;
        while let Some(left) = &node.left {
            node = left;
        }
        Some(node.key)
    }

    /// The greatest key.
    #[pure]
    #[ensures(result.is_none() <==> self.view().is_empty())]
    #[ensures(|max| forall(|key: i32| self.view().contains(key) ==> max.is_some_and(|m| key <= m)))]
    #[ensures(|max| max.is_some() ==> self.view().contains(max.unwrap()))]
    #[modifies()]
    pub fn max(&self) -> Option<i32> {
        max_of(self.root.as_deref()?)
    }

    /// How many keys there are.
    #[pure]
    #[ensures(result == self.view().len())]
    #[modifies()]
    pub fn len(&self) -> usize {
        size(&self.root)
    }

    /// Whether there is no key.
    #[pure]
    #[ensures(result <==> self.view().is_empty())]
    #[modifies()]
    pub fn is_empty(&self) -> bool {
        self.root.is_none()
    }
}

impl Default for Bst {
    fn default() -> Self {
        Bst::new()
    }
}

fn leaf(key: i32) -> Box<Node> {
    Box::new(Node {
        key,
        left: None,
        right: None,
    })
}

fn search_from(link: &Link, key: i32) -> bool {
    match link {
        None => false,
        Some(node) if key < node.key => search_from(&node.left, key),
        Some(node) if key > node.key => search_from(&node.right, key),
        Some(_) => true,
    }
}

fn add_to(link: &mut Link, key: i32) -> bool {
    let Some(node) = link else {
        *link = Some(leaf(key));
        return true;
    };
    match key.cmp(&node.key) {
        Ordering::Less => add_to(&mut node.left, key),
        Ordering::Greater => add_to(&mut node.right, key),
        Ordering::Equal => false,
    }
}

fn max_of(node: &Node) -> Option<i32> {
    match &node.right {
        Some(right) => max_of(right),
        None => Some(node.key),
    }
}

fn size(link: &Link) -> usize {
    link.as_ref()
        .map_or(0, |node| 1 + size(&node.left) + size(&node.right))
}

#[cfg(test)]
mod tests {
    use super::Bst;

    #[test]
    fn a_key_is_added_once() {
        let mut tree = Bst::new();
        for key in [5, 2, 8, 1, 9, 3] {
            assert!(tree.insert(key));
            assert!(!tree.add(key));
        }
        assert_eq!(tree.len(), 6);
        assert_eq!((tree.min(), tree.max()), (Some(1), Some(9)));
        for key in 0..10 {
            assert_eq!(tree.contains(key), [1, 2, 3, 5, 8, 9].contains(&key));
            assert_eq!(tree.search(key), tree.contains(key));
        }
    }

    #[test]
    fn the_empty_tree_has_no_extremes() {
        let tree = Bst::default();
        assert!(tree.is_empty());
        assert_eq!((tree.min(), tree.max()), (None, None));
    }
}
