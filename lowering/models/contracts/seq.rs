//! Mathematical sequences, and what is said of them.

use crate::{FromModel, Int, Multiset, Set};

/// A mathematical sequence.
#[lang = "Seq"]
#[derive(Clone, Copy)]
pub struct Seq<T> {
    element: T,
}

impl<T> Seq<T> {
    #[lang = "seq_empty"]
    #[intrinsic = "seq_of"]
    pub fn new() -> Seq<T> {
        loop {}
    }
    #[model]
    pub fn empty() -> Seq<T> {
        Seq::new()
    }
    #[intrinsic = "seq_len"]
    pub fn len(self) -> Int {
        loop {}
    }
    #[lang = "seq_index"]
    #[intrinsic = "seq_index"]
    pub fn at(self, index: Int) -> T {
        loop {}
    }
    #[lang = "seq_push"]
    #[intrinsic = "seq_push"]
    pub fn push(self, x: T) -> Seq<T> {
        loop {}
    }
    #[intrinsic = "seq_push_front"]
    pub fn push_front(self, x: T) -> Seq<T> {
        loop {}
    }
    #[intrinsic = "seq_concat"]
    pub fn concat(self, other: Seq<T>) -> Seq<T> {
        loop {}
    }
    #[intrinsic = "seq_contains"]
    pub fn contains(self, x: T) -> bool {
        loop {}
    }
    #[intrinsic = "seq_to_set"]
    pub fn to_set(self) -> Set<T> {
        loop {}
    }
    #[intrinsic = "seq_update"]
    pub fn update(self, index: Int, x: T) -> Seq<T> {
        loop {}
    }
    #[intrinsic = "seq_take"]
    pub fn take(self, count: Int) -> Seq<T> {
        loop {}
    }
    #[intrinsic = "seq_skip"]
    pub fn skip(self, count: Int) -> Seq<T> {
        loop {}
    }
    #[intrinsic = "seq_reverse"]
    pub fn reverse(self) -> Seq<T> {
        loop {}
    }
    #[lang = "seq_map"]
    #[intrinsic = "seq_map"]
    pub fn map<U, F: Fn(T) -> U>(self, f: F) -> Seq<U> {
        loop {}
    }
    #[intrinsic = "seq_filter"]
    pub fn filter<F: Fn(T) -> bool>(self, f: F) -> Seq<T> {
        loop {}
    }
    #[intrinsic = "seq_all"]
    pub fn all<F: Fn(T) -> bool>(self, f: F) -> bool {
        loop {}
    }
    #[lang = "seq_any"]
    #[intrinsic = "seq_any"]
    pub fn any<F: Fn(T) -> bool>(self, f: F) -> bool {
        loop {}
    }
    #[intrinsic = "seq_count"]
    pub fn count<F: Fn(T) -> bool>(self, f: F) -> Int {
        loop {}
    }
    #[model]
    pub fn sum(self) -> Int {
        sum(self)
    }
    #[model]
    pub fn to_multiset(self) -> Multiset<T> {
        Multiset { elements: self }
    }
    #[model]
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }
    #[model]
    pub fn get(self, index: Int) -> Option<T> {
        if 0 <= index && index < self.len() {
            Some(self.at(index))
        } else {
            None
        }
    }
    #[model]
    pub fn first(self) -> Option<T> {
        self.get(0)
    }
    #[model]
    pub fn last(self) -> Option<T> {
        self.get(self.len() - 1)
    }
    #[model]
    pub fn insert(self, index: Int, x: T) -> Seq<T> {
        self.take(index).push(x).concat(self.skip(index))
    }
    #[model]
    pub fn remove(self, index: Int) -> Seq<T> {
        self.take(index).concat(self.skip(index + 1))
    }
    #[model]
    pub fn iter(self) -> Seq<T> {
        self
    }
    #[model]
    pub fn cloned(self) -> Seq<T> {
        self
    }
    #[model]
    pub fn copied(self) -> Seq<T> {
        self
    }
    #[model]
    pub fn rev(self) -> Seq<T> {
        self.reverse()
    }
    #[model]
    pub fn enumerate(self) -> Seq<(Int, T)> {
        (0..self.len()).map(|i| (i, self.at(i)))
    }
    #[model]
    pub fn starts_with(self, other: Seq<T>) -> bool {
        self.take(other.len()) == other
    }
    #[model]
    pub fn ends_with(self, other: Seq<T>) -> bool {
        other.len() <= self.len() && self.skip(self.len() - other.len()) == other
    }
    #[model]
    pub fn collect<C: FromModel<Seq<T>>>(self) -> C {
        C::from_model(self)
    }
}

/// Whether two sequences have equal elements, as `PartialEq` has it.
#[lang = "seq_elements_eq"]
#[model]
fn elements_equal<T: PartialEq>(a: Seq<T>, b: Seq<T>) -> bool {
    a.len() == b.len() && (0..a.len()).all(|i| PartialEq::eq(&a[i], &b[i]))
}

/// The elements, one after the other. A sequence has all that iterators have by way of this.
pub struct Elements<T> {
    rest: Seq<T>,
}
#[lang = "seq_elements"]
#[model]
fn elements<T>(of: Seq<T>) -> Elements<T> {
    Elements { rest: of }
}
impl<T> IntoIterator for Seq<T> {
    type Item = T;
    type IntoIter = Elements<T>;
    #[model]
    fn into_iter(self) -> Elements<T> {
        Elements { rest: self }
    }
}
impl<T> Iterator for Elements<T> {
    type Item = T;
    #[model]
    fn next(&mut self) -> Option<T> {
        if self.rest.is_empty() {
            None
        } else {
            let after = self.rest.skip(1);
            Some(core::mem::replace(&mut self.rest, after)[0])
        }
    }
}

impl<T> DoubleEndedIterator for Elements<T> {
    #[model]
    fn next_back(&mut self) -> Option<T> {
        let last = self.rest.len() - 1;
        if self.rest.is_empty() {
            None
        } else {
            let before = self.rest.take(last);
            Some(core::mem::replace(&mut self.rest, before)[last])
        }
    }
}

impl<T> core::ops::Add for Seq<T> {
    type Output = Seq<T>;
    #[model]
    fn add(self, other: Seq<T>) -> Seq<T> {
        self.concat(other)
    }
}

/// Whether two sequences hold the same elements, each the same number of times.
#[model]
pub fn permutation<T>(s: Seq<T>, t: Seq<T>) -> bool {
    if core::intrinsics::equal_is_same::<T>() {
        seq_permutation(s, t)
    } else {
        s.len() == t.len() && s.all(|x| s.count(|y| x == y) == t.count(|y| x == y))
    }
}
#[intrinsic = "seq_permutation"]
fn seq_permutation<T>(s: Seq<T>, t: Seq<T>) -> bool {
    loop {}
}

/// The sum of a sequence of integers.
#[model]
pub fn sum<T>(s: Seq<T>) -> Int {
    if s.is_empty() {
        0
    } else {
        s[0] + sum(s.skip(1))
    }
}

/// How many elements satisfy a condition.
#[model]
pub fn count<T, F: Fn(T) -> bool>(s: Seq<T>, f: F) -> Int {
    s.count(f)
}

/// Whether each element is at most the next.
#[model]
pub fn sorted<T: PartialOrd>(s: Seq<T>) -> bool {
    (1..s.len()).all(|i| s[i - 1] <= s[i])
}
