//! The ordinary tests of every representation: what it does is what `Vec` does.

use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::List;

/// Which lists can be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Elements {
    /// All.
    Any,
    /// Those in which no element occurs twice.
    Distinct,
}

/// The tests of one representation: how to make an empty list, and elements of it.
macro_rules! behaves_like_a_vec {
    ($list:expr, $elements:expr, $kind:ident) => {
        mod tests {
            use super::*;
            use crate::oracle::{Elements, long_run, short_lists};

            #[test]
            fn short_lists_behave_like_a_vec() {
                short_lists(|| $list, || $elements, Elements::$kind);
            }

            #[test]
            fn a_long_run_behaves_like_a_vec() {
                long_run($list, $elements, Elements::$kind);
            }
        }
    };
    ($list:expr) => {
        crate::oracle::behaves_like_a_vec!($list, [0, 1, 2, 3], Any);
    };
}
pub(crate) use behaves_like_a_vec;

/// One call of the interface.
#[derive(Clone, Copy, Debug)]
enum Call<T> {
    Insert(usize, T),
    Push(T),
    Clear,
    Remove(usize),
    RemoveItem(T),
    Set(usize, T),
}

/// Every list of up to three of the first three elements, and every call on it. Each time with new
/// elements: some remember the list that they are in.
pub fn short_lists<T, L>(make: impl Fn() -> L, elements: impl Fn() -> [T; 4], kind: Elements)
where
    T: Copy + Eq + Debug,
    L: List<T>,
{
    for len in 0..=3 {
        for code in 0..3_usize.pow(len) {
            let chosen: Vec<usize> = (0..len).map(|i| code / 3_usize.pow(i) % 3).collect();
            let repeated = (1..chosen.len()).any(|i| chosen[..i].contains(&chosen[i]));
            if repeated && kind == Elements::Distinct {
                continue;
            }
            for call in 0..3 * (chosen.len() + 2) + 3 {
                let elements = elements();
                let mut list = make();
                let mut oracle = Vec::new();
                for which in &chosen {
                    list.push(elements[*which]);
                    oracle.push(elements[*which]);
                }
                let new = match kind {
                    Elements::Any => elements[1],
                    Elements::Distinct => elements[3],
                };
                let call = match (call / 3, call % 3) {
                    (0, 0) => Call::Push(new),
                    (0, 1) => Call::Clear,
                    (0, _) => Call::RemoveItem(elements[1]),
                    (index, 0) => Call::Insert(index - 1, new),
                    (index, 1) => Call::Remove(index - 1),
                    (index, _) => Call::Set(index - 1, new),
                };
                if step(&mut list, &mut oracle, call) {
                    compare(&list, &oracle, &elements);
                }
            }
        }
    }
}

/// A few hundred calls, one after the other, on one list.
pub fn long_run<T, L>(mut list: L, elements: [T; 4], kind: Elements)
where
    T: Copy + Eq + Debug,
    L: List<T>,
{
    let mut oracle = Vec::new();
    let mut state = 1_usize;
    for _ in 0..600 {
        state = state.wrapping_mul(0x5851_f42d).wrapping_add(11) % (1 << 31);
        let (what, x) = (state >> 8, elements[(state >> 16) % elements.len()]);
        let index = (state >> 20) % (oracle.len() + 1);
        let may_add = kind == Elements::Any || !oracle.contains(&x);
        let call = match what % 16 {
            0..4 if may_add => Call::Insert(index, x),
            4..8 if may_add => Call::Push(x),
            8..11 if index < oracle.len() => Call::Remove(index),
            11..13 => Call::RemoveItem(x),
            13..15 if may_add && index < oracle.len() => Call::Set(index, x),
            15 if what % 5 == 0 => Call::Clear,
            _ => continue,
        };
        assert!(step(&mut list, &mut oracle, call), "{call:?} panicked");
        compare(&list, &oracle, &elements);
    }
}

/// Makes a call on both; false if they panicked, as they may only do together.
fn step<T: Copy + Eq + Debug>(list: &mut impl List<T>, oracle: &mut Vec<T>, call: Call<T>) -> bool {
    let before = oracle.clone();
    let expected = catch_unwind(AssertUnwindSafe(|| on_vec(oracle, call)));
    let found = catch_unwind(AssertUnwindSafe(|| on_list(list, call)));
    match (expected, found) {
        (Ok(expected), Ok(found)) => assert_eq!(found, expected, "{call:?} on {before:?}"),
        (Err(_), Err(_)) => return false,
        (expected, _) => panic!(
            "{call:?} on {before:?}: a `Vec` returns: {}",
            expected.is_ok()
        ),
    }
    true
}

/// The result of a call: an element, or whether there was one.
type Outcome<T> = (Option<T>, bool);

fn on_vec<T: Copy + Eq>(oracle: &mut Vec<T>, call: Call<T>) -> Outcome<T> {
    match call {
        Call::Insert(index, x) => oracle.insert(index, x),
        Call::Push(x) => oracle.push(x),
        Call::Clear => oracle.clear(),
        Call::Remove(index) => return (Some(oracle.remove(index)), true),
        Call::Set(index, x) => return (Some(std::mem::replace(&mut oracle[index], x)), true),
        Call::RemoveItem(x) => {
            let found = oracle.iter().position(|y| *y == x);
            return (None, found.map(|index| oracle.remove(index)).is_some());
        }
    }
    (None, true)
}

fn on_list<T: Copy + Eq>(list: &mut impl List<T>, call: Call<T>) -> Outcome<T> {
    match call {
        Call::Insert(index, x) => list.insert(index, x),
        Call::Push(x) => list.push(x),
        Call::Clear => list.clear(),
        Call::Remove(index) => return (Some(list.remove(index)), true),
        Call::Set(index, x) => return (Some(list.set(index, x)), true),
        Call::RemoveItem(x) => return (None, list.remove_item(&x)),
    }
    (None, true)
}

/// Asks both for everything that can be read.
fn compare<T: Copy + Eq + Debug>(list: &impl List<T>, oracle: &[T], elements: &[T]) {
    assert_eq!(list.len(), oracle.len());
    assert_eq!(list.is_empty(), oracle.is_empty());
    for (index, x) in oracle.iter().enumerate() {
        assert_eq!(list.get(index), *x, "at {index} of {oracle:?}");
    }
    assert!(catch_unwind(AssertUnwindSafe(|| list.get(oracle.len()))).is_err());
    for x in elements {
        assert_eq!(list.contains(x), oracle.contains(x));
        assert_eq!(list.index_of(x), oracle.iter().position(|y| y == x));
        assert_eq!(list.last_index_of(x), oracle.iter().rposition(|y| y == x));
    }
}
