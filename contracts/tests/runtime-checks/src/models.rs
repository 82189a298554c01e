//! Model types and model functions.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};

use bverify_contracts::*;

use crate::check;

struct Queue {
    front: Vec<i32>,
    back: Vec<i32>,
}

impl Queue {
    #[model]
    fn view(&self) -> Seq<i32> {
        self.front.seq().reverse() + self.back.seq()
    }

    #[model]
    fn unknown(&self) -> Set<i32> {
        self.front.reach(next).map(|n| n.elem).collect()
    }

    #[ensures(self.view() == old(self.view()).push(x))]
    #[ensures(self.unknown() == old(self.unknown()).insert(x))]
    fn push(&mut self, x: i32) {
        self.back.push(x);
    }

    #[ensures(match result {
        Some(x) => old(self.view()) == self.view().push_front(x),
        None => old(self.view()) == seq![],
    })]
    #[ensures(result == old(self.view()).first())]
    fn pop(&mut self) -> Option<i32> {
        if self.front.is_empty() {
            // A planted bug: the order should be reversed.
            self.front = std::mem::take(&mut self.back);
        }
        self.front.pop()
    }
}

#[test]
fn an_abstraction_function_is_executed() {
    let mut queue = Queue {
        front: vec![],
        back: vec![],
    };
    assert_eq!(queue.pop(), None);
    queue.push(1);
    assert_eq!(queue.pop(), Some(1));
    queue.push(1);
    queue.push(2);
    let message = crate::panic_of(|| queue.pop());
    assert!(message.is_some_and(|text| text.ends_with("failed in pop")));
}

#[model]
fn sum_of(v: &[u8]) -> u8 {
    implies(v.is_empty(), v.len() == 0) as u8 - 1 + sum(v.seq())
}

#[requires(sum_of(v) == 3)]
#[requires(sorted(v.seq()))]
#[requires(count(v.seq(), |x| x > 1) == 1)]
#[requires(permutation(v.seq(), seq![2, 1]))]
fn numbers(v: &[u8]) {}

#[test]
fn functions_over_sequences_are_executed() {
    numbers(&[1, 2]);
    check(
        || numbers(&[2, 1]),
        "requires(sorted(v.seq())) failed in numbers",
    );
}

#[requires(sorted(v) && permutation(v, w) && sum(w) == 3)]
#[ensures(count(result, |x| x == 1) == 1)]
fn vectors(v: Vec<u8>, w: &[u8]) -> Vec<u8> {
    let _ = w;
    v
}

#[test]
fn they_take_collections_of_std_as_well() {
    assert_eq!(vectors(vec![1, 2], &[2, 1]), [1, 2]);
    check(
        || drop(vectors(vec![2, 1], &[2, 1])),
        "requires(sorted(v) && permutation(v, w) && sum(w) == 3) failed in vectors",
    );
}

#[test]
fn model_types_have_value_semantics() {
    let set = set![1, 2, 1];
    assert_eq!(set.len(), 2);
    assert_eq!(set, set![2, 1]);
    assert_eq!(set.union(set![3]), set![3, 2, 1]);
    assert_eq!(set.clone() - set![1], set![2]);
    assert_eq!(set.clone() & set![1, 5], set![1]);
    assert_eq!(set.remove(2) | set![4], set![1, 4]);
    assert!(set.contains(1) && set.contains(&2) && !set.contains(3));

    let seq = seq![1, 2, 3];
    assert_eq!(seq.update(1, 9), seq![1, 9, 3]);
    assert_eq!(seq.take(2).concat(seq.skip(2)), seq);
    assert_eq!(seq.insert(1, 7).remove(1), seq);
    assert_eq!(seq.reverse().filter(|x| *x > 1), seq![3, 2]);
    assert_eq!(seq.map(|x| x % 2).to_set(), set![0, 1]);
    assert_eq!((seq[0], seq.get(5)), (1, None));

    let bag = multiset![1, 1, 2];
    assert_eq!(bag.multiplicity(1), 2);
    assert_eq!(bag.remove(1).remove(7), multiset![2, 1]);
    assert_eq!(bag.union(multiset![1, 3]), multiset![1, 1, 2, 3]);
    assert_eq!(bag.intersection(multiset![1, 3]), multiset![1]);
    assert_eq!(bag.clone() + multiset![1], multiset![1, 1, 1, 2]);
    assert_eq!(seq![2, 1, 1].to_multiset(), bag);

    let map = map! { 1 => "a", 2 => "b" };
    assert_eq!(map.insert(1, "c").remove(2), map! { 1 => "c" });
    assert_eq!(map.keys(), set![2, 1]);
    assert_eq!(map.values(), multiset!["a", "b"]);
    assert_eq!((map[1], map.get(3)), ("a", None));
}

#[test]
fn collections_of_std_convert() {
    assert_eq!([1, 2].seq(), vec![1, 2].seq());
    assert_eq!(VecDeque::from([1]).seq(), [1][..].seq());
    assert_eq!("ab".seq(), String::from("ab").seq());
    assert_eq!(
        HashMap::from([(1, 2)]).map(),
        BTreeMap::from([(1, 2)]).map()
    );
    assert_eq!(HashSet::from([1]).set(), BTreeSet::from([1]).set());
}
