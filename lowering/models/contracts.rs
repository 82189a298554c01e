//! The model of the crate `bverify_contracts`: the model types and the functions of specifications.
//! Operations are primitives; what can be said with them is a model function.

/// The integers of specifications.
#[lang = "int"]
#[derive(Clone, Copy)]
pub struct Int;

#[lang = "spec_old"]
pub fn old<T>(value: T) -> T {
    value
}
#[lang = "spec_forall"]
pub fn forall<F>(f: F) -> bool {
    loop {}
}
#[lang = "spec_exists"]
pub fn exists<F>(f: F) -> bool {
    loop {}
}
#[lang = "spec_implies"]
pub fn implies(a: bool, b: bool) -> bool {
    !a || b
}
#[lang = "spec_same"]
pub fn same<A, B>(a: A, b: B) -> bool {
    loop {}
}
#[lang = "spec_fresh"]
pub fn fresh<T>(place: T) -> bool {
    loop {}
}
#[lang = "spec_unchanged"]
pub fn unchanged<T>(place: T) -> bool {
    loop {}
}

/// A mathematical integer as a machine one; where it does not fit, the clause is not well defined.
#[lang = "narrow"]
pub fn narrow<I: core::num::PrimInt>(value: Int) -> I {
    let narrowed = value as I;
    if narrowed as Int == value {
        narrowed
    } else {
        core::intrinsics::panic_overflow("the integer does not fit its machine type")
    }
}

/// What `collect` makes of a model collection.
pub trait FromModel<S> {
    fn from_model(source: S) -> Self;
}
impl<T> FromModel<Set<T>> for Set<T> {
    #[model]
    fn from_model(source: Set<T>) -> Set<T> {
        source
    }
}
impl<T> FromModel<Seq<T>> for Seq<T> {
    #[model]
    fn from_model(source: Seq<T>) -> Seq<T> {
        source
    }
}
impl<T> FromModel<Seq<T>> for Set<T> {
    #[model]
    fn from_model(source: Seq<T>) -> Set<T> {
        source.to_set()
    }
}

/// A mathematical set.
#[lang = "Set"]
#[derive(Clone, Copy)]
pub struct Set<T> {
    element: T,
}

impl<T> Set<T> {
    #[lang = "set_empty"]
    #[intrinsic = "set_of"]
    pub fn new() -> Set<T> {
        loop {}
    }
    #[model]
    pub fn empty() -> Set<T> {
        Set::new()
    }
    #[intrinsic = "set_len"]
    pub fn len(self) -> Int {
        loop {}
    }
    #[intrinsic = "set_contains"]
    pub fn contains(self, x: T) -> bool {
        loop {}
    }
    #[lang = "set_insert"]
    #[intrinsic = "set_insert"]
    pub fn insert(self, x: T) -> Set<T> {
        loop {}
    }
    #[intrinsic = "set_remove"]
    pub fn remove(self, x: T) -> Set<T> {
        loop {}
    }
    #[intrinsic = "set_union"]
    pub fn union(self, other: Set<T>) -> Set<T> {
        loop {}
    }
    #[intrinsic = "set_intersection"]
    pub fn intersection(self, other: Set<T>) -> Set<T> {
        loop {}
    }
    #[intrinsic = "set_difference"]
    pub fn difference(self, other: Set<T>) -> Set<T> {
        loop {}
    }
    #[intrinsic = "set_subset"]
    pub fn is_subset(self, other: Set<T>) -> bool {
        loop {}
    }
    #[intrinsic = "set_map"]
    pub fn map<U, F: Fn(T) -> U>(self, f: F) -> Set<U> {
        loop {}
    }
    #[intrinsic = "set_filter"]
    pub fn filter<F: Fn(T) -> bool>(self, f: F) -> Set<T> {
        loop {}
    }
    #[intrinsic = "set_all"]
    pub fn all<F: Fn(T) -> bool>(self, f: F) -> bool {
        loop {}
    }
    #[intrinsic = "set_any"]
    pub fn any<F: Fn(T) -> bool>(self, f: F) -> bool {
        loop {}
    }
    #[model]
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }
    #[model]
    pub fn is_superset(self, other: Set<T>) -> bool {
        other.is_subset(self)
    }
    #[model]
    pub fn is_disjoint(self, other: Set<T>) -> bool {
        self.intersection(other).is_empty()
    }
    #[model]
    pub fn iter(self) -> Set<T> {
        self
    }
    #[model]
    pub fn to_set(self) -> Set<T> {
        self
    }
    #[model]
    pub fn collect<C: FromModel<Set<T>>>(self) -> C {
        C::from_model(self)
    }
}

impl<T> core::ops::BitOr for Set<T> {
    type Output = Set<T>;
    #[model]
    fn bitor(self, other: Set<T>) -> Set<T> {
        self.union(other)
    }
}
impl<T> core::ops::BitAnd for Set<T> {
    type Output = Set<T>;
    #[model]
    fn bitand(self, other: Set<T>) -> Set<T> {
        self.intersection(other)
    }
}
impl<T> core::ops::Sub for Set<T> {
    type Output = Set<T>;
    #[model]
    fn sub(self, other: Set<T>) -> Set<T> {
        self.difference(other)
    }
}

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
    #[intrinsic = "seq_any"]
    pub fn any<F: Fn(T) -> bool>(self, f: F) -> bool {
        loop {}
    }
    #[intrinsic = "seq_count"]
    fn count<F: Fn(T) -> bool>(self, f: F) -> Int {
        loop {}
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
    pub fn collect<C: FromModel<Seq<T>>>(self) -> C {
        C::from_model(self)
    }
}

impl<T> core::ops::Add for Seq<T> {
    type Output = Seq<T>;
    #[model]
    fn add(self, other: Seq<T>) -> Seq<T> {
        self.concat(other)
    }
}

impl<T> [T] {
    /// The elements, as a mathematical sequence.
    #[model]
    pub fn seq(&self) -> Seq<T> {
        (0..self.len()).map(|i| self[i])
    }
}

/// A mathematical multiset: a sequence of which only the number of times that each element occurs
/// is seen.
#[lang = "Multiset"]
#[derive(Clone, Copy)]
pub struct Multiset<T> {
    elements: Seq<T>,
}

impl<T> Multiset<T> {
    #[lang = "multiset_empty"]
    #[model]
    pub fn new() -> Multiset<T> {
        Multiset { elements: Seq::new() }
    }
    #[model]
    pub fn empty() -> Multiset<T> {
        Multiset { elements: Seq::new() }
    }
    #[model]
    pub fn len(self) -> Int {
        self.elements.len()
    }
    #[model]
    pub fn is_empty(self) -> bool {
        self.elements.is_empty()
    }
    #[model]
    pub fn contains(self, x: T) -> bool {
        self.elements.contains(x)
    }
    #[model]
    pub fn multiplicity(self, x: T) -> Int {
        self.elements.count(|y| x == y)
    }
    #[lang = "multiset_insert"]
    #[model]
    pub fn insert(self, x: T) -> Multiset<T> {
        Multiset { elements: self.elements.push(x) }
    }
    #[model]
    pub fn remove(self, x: T) -> Multiset<T> {
        Multiset { elements: without_first(self.elements, x) }
    }
    #[model]
    pub fn union(self, other: Multiset<T>) -> Multiset<T> {
        Multiset { elements: self.elements.concat(other.elements) }
    }
    #[model]
    pub fn to_set(self) -> Set<T> {
        self.elements.to_set()
    }
    #[model]
    pub fn all<F: Fn(T) -> bool>(self, f: F) -> bool {
        self.elements.all(f)
    }
    #[model]
    pub fn any<F: Fn(T) -> bool>(self, f: F) -> bool {
        self.elements.any(f)
    }
}

impl<T> PartialEq for Multiset<T> {
    #[model]
    fn eq(&self, other: &Multiset<T>) -> bool {
        permutation(self.elements, other.elements)
    }
}

/// The sequence without the first occurrence of an element.
#[model]
fn without_first<T>(s: Seq<T>, x: T) -> Seq<T> {
    if s.is_empty() {
        s
    } else if s[0] == x {
        s.skip(1)
    } else {
        without_first(s.skip(1), x).push_front(s[0])
    }
}

/// Whether two sequences hold the same elements, each the same number of times.
#[model]
pub fn permutation<T>(s: Seq<T>, t: Seq<T>) -> bool {
    s.len() == t.len() && s.all(|x| s.count(|y| x == y) == t.count(|y| x == y))
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

#[intrinsic = "range_all"]
fn range_all<F: Fn(Int) -> bool>(low: Int, high: Int, f: F) -> bool {
    loop {}
}
#[intrinsic = "range_any"]
fn range_any<F: Fn(Int) -> bool>(low: Int, high: Int, f: F) -> bool {
    loop {}
}
#[intrinsic = "range_map"]
fn range_map<U, F: Fn(Int) -> U>(low: Int, high: Int, f: F) -> Seq<U> {
    loop {}
}

impl core::ops::Range<Int> {
    #[model]
    pub fn all<F: Fn(Int) -> bool>(self, f: F) -> bool {
        range_all(self.start, self.end, f)
    }
    #[model]
    pub fn any<F: Fn(Int) -> bool>(self, f: F) -> bool {
        range_any(self.start, self.end, f)
    }
    #[model]
    pub fn map<U, F: Fn(Int) -> U>(self, f: F) -> Seq<U> {
        range_map(self.start, self.end, f)
    }
    #[model]
    pub fn contains(self, x: Int) -> bool {
        self.start <= x && x < self.end
    }
}
impl core::ops::RangeInclusive<Int> {
    #[model]
    pub fn all<F: Fn(Int) -> bool>(self, f: F) -> bool {
        range_all(*self.start(), *self.end() + 1, f)
    }
    #[model]
    pub fn any<F: Fn(Int) -> bool>(self, f: F) -> bool {
        range_any(*self.start(), *self.end() + 1, f)
    }
    #[model]
    pub fn contains(self, x: Int) -> bool {
        *self.start() <= x && x <= *self.end()
    }
}

/// Whether each element is at most the next.
#[model]
pub fn sorted<T: PartialOrd>(s: Seq<T>) -> bool {
    (1..s.len()).all(|i| s[i - 1] <= s[i])
}
