//! The model of the crate `bverify_contracts`: the model types and the functions of specifications.
//! Operations are primitives; what can be said with them is a model function.

/// The integers of specifications.
#[lang = "int"]
#[derive(Clone, Copy)]
pub struct Int;

/// What machine integers have that means the same here.
impl Int {
    #[model]
    pub fn min(self, other: Int) -> Int {
        if other < self { other } else { self }
    }
    #[model]
    pub fn max(self, other: Int) -> Int {
        if other >= self { other } else { self }
    }
    #[model]
    pub fn clamp(self, low: Int, high: Int) -> Int {
        if low > high {
            core::intrinsics::panic_explicit("assertion failed: min <= max")
        } else if self < low {
            low
        } else if self > high {
            high
        } else {
            self
        }
    }
    #[model]
    pub fn abs(self) -> Int {
        if self < 0 { -self } else { self }
    }
    #[model]
    pub fn signum(self) -> Int {
        if self < 0 { -1 } else if self > 0 { 1 } else { 0 }
    }
    #[model]
    pub fn rem_euclid(self, by: Int) -> Int {
        let rest = self % by;
        if rest < 0 { rest + by.abs() } else { rest }
    }
    #[model]
    pub fn div_euclid(self, by: Int) -> Int {
        (self - self.rem_euclid(by)) / by
    }
}

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

/// `a << by`, which loses nothing.
#[lang = "spec_shl"]
#[model]
fn shl(a: Int, by: Int) -> Int {
    a * power_of_two(by)
}
/// `a >> by`, towards the smaller number.
#[lang = "spec_shr"]
#[model]
fn shr(a: Int, by: Int) -> Int {
    let power = power_of_two(by);
    if a >= 0 { a / power } else { -((power - 1 - a) / power) }
}
/// `a >> by` of a machine integer.
#[lang = "spec_machine_shr"]
#[model]
fn machine_shr<I: core::num::PrimInt>(a: I, by: Int) -> I {
    if by < 0 || by > 127 {
        core::intrinsics::panic_overflow("a shift by that many bits")
    } else if by < I::BITS {
        core::intrinsics::wrapping_shr(a, narrow::<u32>(by))
    } else {
        let rest: Int = if a < 0 { -1 } else { 0 };
        narrow::<I>(rest)
    }
}
// Bits of integers of any size, as far as they fit the largest machine type.
#[lang = "spec_bit_and"]
#[model]
fn bit_and(a: Int, b: Int) -> Int {
    (narrow::<i128>(a) & narrow::<i128>(b)) as Int
}
#[lang = "spec_bit_or"]
#[model]
fn bit_or(a: Int, b: Int) -> Int {
    (narrow::<i128>(a) | narrow::<i128>(b)) as Int
}
#[lang = "spec_bit_xor"]
#[model]
fn bit_xor(a: Int, b: Int) -> Int {
    (narrow::<i128>(a) ^ narrow::<i128>(b)) as Int
}
/// Defined where a machine integer can be shifted by so many bits.
#[model]
fn power_of_two(n: Int) -> Int {
    if n < 0 || n > 127 {
        core::intrinsics::panic_overflow("a shift by that many bits")
    } else {
        let (n, power) = if n >= 64 { (n - 64, 18446744073709551616) } else { (n, 1) };
        let (n, power) = if n >= 32 { (n - 32, power * 4294967296) } else { (n, power) };
        let (n, power) = if n >= 16 { (n - 16, power * 65536) } else { (n, power) };
        let (n, power) = if n >= 8 { (n - 8, power * 256) } else { (n, power) };
        let (n, power) = if n >= 4 { (n - 4, power * 16) } else { (n, power) };
        let (n, power) = if n >= 2 { (n - 2, power * 4) } else { (n, power) };
        if n == 1 { power * 2 } else { power }
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

impl<T> FromModel<Seq<T>> for Multiset<T> {
    #[model]
    fn from_model(source: Seq<T>) -> Multiset<T> {
        source.to_multiset()
    }
}
impl<T> FromModel<Multiset<T>> for Multiset<T> {
    #[model]
    fn from_model(source: Multiset<T>) -> Multiset<T> {
        source
    }
}
impl<T> FromModel<Multiset<T>> for Set<T> {
    #[model]
    fn from_model(source: Multiset<T>) -> Set<T> {
        source.to_set()
    }
}
impl<K, V> FromModel<Seq<(K, V)>> for Map<K, V> {
    #[model]
    fn from_model(source: Seq<(K, V)>) -> Map<K, V> {
        if source.is_empty() {
            Map::new()
        } else {
            let last = source[source.len() - 1];
            let before: Map<K, V> = source.take(source.len() - 1).collect();
            before.insert(last.0, last.1)
        }
    }
}

// Iterators of std, gathered into model collections.
impl<T> FromIterator<T> for Seq<T> {
    #[model]
    fn from_iter<I: IntoIterator<Item = T>>(iter: I) -> Seq<T> {
        gathered(iter.into_iter(), Seq::new())
    }
}
impl<T> FromIterator<T> for Set<T> {
    #[model]
    fn from_iter<I: IntoIterator<Item = T>>(iter: I) -> Set<T> {
        gathered(iter.into_iter(), Seq::new()).to_set()
    }
}
impl<T> FromIterator<T> for Multiset<T> {
    #[model]
    fn from_iter<I: IntoIterator<Item = T>>(iter: I) -> Multiset<T> {
        gathered(iter.into_iter(), Seq::new()).to_multiset()
    }
}
impl<K, V> FromIterator<(K, V)> for Map<K, V> {
    #[model]
    fn from_iter<I: IntoIterator<Item = (K, V)>>(iter: I) -> Map<K, V> {
        gathered(iter.into_iter(), Seq::new()).collect()
    }
}
#[model]
fn gathered<I: Iterator>(mut iter: I, before: Seq<I::Item>) -> Seq<I::Item> {
    match iter.next() {
        Some(item) => gathered(iter, before.push(item)),
        None => before,
    }
}

// What a closure of a specification computes is mathematical, also where an iterator of std sums it up.
impl<N: core::num::PrimInt> core::iter::Sum<Int> for N {
    #[model]
    fn sum<I: Iterator<Item = Int>>(iter: I) -> N {
        narrow::<N>(sum_from(iter, 0))
    }
}
impl<N: core::num::PrimInt> core::iter::Product<Int> for N {
    #[model]
    fn product<I: Iterator<Item = Int>>(iter: I) -> N {
        narrow::<N>(product_from(iter, 1))
    }
}
#[model]
fn sum_from<I: Iterator<Item = Int>>(mut iter: I, sum: Int) -> Int {
    match iter.next() {
        Some(item) => sum_from(iter, sum + item),
        None => sum,
    }
}
#[model]
fn product_from<I: Iterator<Item = Int>>(mut iter: I, product: Int) -> Int {
    match iter.next() {
        Some(item) => product_from(iter, product * item),
        None => product,
    }
}

// Numbers of a specification as those of the machine; one that does not fit makes the clause not
// well defined.
impl<I: core::num::PrimInt> FromModel<Seq<Int>> for Seq<I> {
    #[model]
    fn from_model(source: Seq<Int>) -> Seq<I> {
        source.map(|x| narrow::<I>(x))
    }
}
impl<I: core::num::PrimInt> FromModel<Seq<Int>> for Set<I> {
    #[model]
    fn from_model(source: Seq<Int>) -> Set<I> {
        source.map(|x| narrow::<I>(x)).to_set()
    }
}
impl<I: core::num::PrimInt> FromModel<Set<Int>> for Set<I> {
    #[model]
    fn from_model(source: Set<Int>) -> Set<I> {
        source.map(|x| narrow::<I>(x))
    }
}
impl<I: core::num::PrimInt> FromModel<Seq<Int>> for Multiset<I> {
    #[model]
    fn from_model(source: Seq<Int>) -> Multiset<I> {
        source.map(|x| narrow::<I>(x)).to_multiset()
    }
}
impl<I: core::num::PrimInt> FromIterator<Int> for Seq<I> {
    #[model]
    fn from_iter<S: IntoIterator<Item = Int>>(iter: S) -> Seq<I> {
        gathered(iter.into_iter(), Seq::new()).collect()
    }
}
impl<I: core::num::PrimInt> FromIterator<Int> for Set<I> {
    #[model]
    fn from_iter<S: IntoIterator<Item = Int>>(iter: S) -> Set<I> {
        gathered(iter.into_iter(), Seq::new()).collect()
    }
}
impl<I: core::num::PrimInt> FromIterator<Int> for Multiset<I> {
    #[model]
    fn from_iter<S: IntoIterator<Item = Int>>(iter: S) -> Multiset<I> {
        gathered(iter.into_iter(), Seq::new()).collect()
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
    #[lang = "set_union"]
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
    #[lang = "set_map"]
    #[intrinsic = "set_map"]
    pub fn map<U, F: Fn(T) -> U>(self, f: F) -> Set<U> {
        loop {}
    }
    #[lang = "set_filter"]
    #[intrinsic = "set_filter"]
    pub fn filter<F: Fn(T) -> bool>(self, f: F) -> Set<T> {
        loop {}
    }
    #[intrinsic = "set_all"]
    pub fn all<F: Fn(T) -> bool>(self, f: F) -> bool {
        loop {}
    }
    #[lang = "set_any"]
    #[intrinsic = "set_any"]
    pub fn any<F: Fn(T) -> bool>(self, f: F) -> bool {
        loop {}
    }
    #[intrinsic = "set_count"]
    pub fn count<F: Fn(T) -> bool>(self, f: F) -> Int {
        loop {}
    }
    #[model]
    pub fn get(self, x: T) -> Option<T> {
        if self.contains(x) { Some(x) } else { None }
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
    pub fn collect<C: FromModel<Seq<T>>>(self) -> C {
        C::from_model(self)
    }
}

impl<I: core::num::PrimInt> core::convert::From<I> for Int {
    #[model]
    fn from(value: I) -> Int {
        value as Int
    }
}

/// Whether two sequences have equal elements, as `PartialEq` has it.
#[lang = "seq_elements_eq"]
#[model]
fn elements_equal<T: PartialEq>(a: Seq<T>, b: Seq<T>) -> bool {
    a.len() == b.len() && (0..a.len()).all(|i| PartialEq::eq(&a[i], &b[i]))
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

impl str {
    /// The characters, as a mathematical sequence.
    #[model]
    pub fn seq(&self) -> Seq<char> {
        chars_from(self.chars())
    }
}
impl String {
    /// The characters, as a mathematical sequence.
    #[model]
    pub fn seq(&self) -> Seq<char> {
        chars_from(self.as_str().chars())
    }
}
#[model]
fn chars_from(mut chars: core::str::Chars<'_>) -> Seq<char> {
    match chars.next() {
        Some(first) => chars_from(chars).push_front(first),
        None => Seq::new(),
    }
}

impl<K, V, S> std::collections::HashMap<K, V, S> {
    /// The entries, as a mathematical map.
    #[model]
    pub fn map(&self) -> Map<K, V> {
        Map { entries: self.entries.seq() }
    }
}
impl<K, V> std::collections::BTreeMap<K, V> {
    /// The entries, as a mathematical map.
    #[model]
    pub fn map(&self) -> Map<K, V> {
        Map { entries: self.entries.seq() }
    }
}

impl<T, S> std::collections::HashSet<T, S> {
    /// The members, as a mathematical set.
    #[model]
    pub fn set(&self) -> Set<T> {
        self.map.map().keys()
    }
}
impl<T> std::collections::BTreeSet<T> {
    /// The members, as a mathematical set.
    #[model]
    pub fn set(&self) -> Set<T> {
        self.map.map().keys()
    }
}
impl<T> std::collections::VecDeque<T> {
    /// The elements, as a mathematical sequence.
    #[model]
    pub fn seq(&self) -> Seq<T> {
        self.items.seq()
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
    #[lang = "multiset_any"]
    #[model]
    pub fn any<F: Fn(T) -> bool>(self, f: F) -> bool {
        self.elements.any(f)
    }
    #[lang = "multiset_count"]
    #[model]
    pub fn count<F: Fn(T) -> bool>(self, f: F) -> Int {
        self.elements.count(f)
    }
    #[lang = "multiset_map"]
    #[model]
    pub fn map<U, F: Fn(T) -> U>(self, f: F) -> Multiset<U> {
        Multiset { elements: self.elements.map(f) }
    }
    #[model]
    pub fn filter<F: Fn(T) -> bool>(self, f: F) -> Multiset<T> {
        Multiset { elements: self.elements.filter(f) }
    }
    #[model]
    pub fn difference(self, other: Multiset<T>) -> Multiset<T> {
        Multiset { elements: without_all(self.elements, other.elements) }
    }
    #[model]
    pub fn intersection(self, other: Multiset<T>) -> Multiset<T> {
        self.difference(self.difference(other))
    }
    #[model]
    pub fn is_subset(self, other: Multiset<T>) -> bool {
        self.elements.all(|x| self.multiplicity(x) <= other.multiplicity(x))
    }
    #[model]
    pub fn iter(self) -> Multiset<T> {
        self
    }
    #[model]
    pub fn to_multiset(self) -> Multiset<T> {
        self
    }
    #[model]
    pub fn collect<C: FromModel<Multiset<T>>>(self) -> C {
        C::from_model(self)
    }
}

impl<T> core::ops::BitOr for Multiset<T> {
    type Output = Multiset<T>;
    #[model]
    fn bitor(self, other: Multiset<T>) -> Multiset<T> {
        self.union(other)
    }
}
impl<T> core::ops::Add for Multiset<T> {
    type Output = Multiset<T>;
    #[model]
    fn add(self, other: Multiset<T>) -> Multiset<T> {
        self.union(other)
    }
}
impl<T> core::ops::BitAnd for Multiset<T> {
    type Output = Multiset<T>;
    #[model]
    fn bitand(self, other: Multiset<T>) -> Multiset<T> {
        self.intersection(other)
    }
}
impl<T> core::ops::Sub for Multiset<T> {
    type Output = Multiset<T>;
    #[model]
    fn sub(self, other: Multiset<T>) -> Multiset<T> {
        self.difference(other)
    }
}

/// A mathematical map: pairs of which no two have the same key.
#[lang = "Map"]
#[derive(Clone, Copy)]
pub struct Map<K, V> {
    entries: Seq<(K, V)>,
}

impl<K, V> Map<K, V> {
    #[lang = "map_empty"]
    #[model]
    pub fn new() -> Map<K, V> {
        Map { entries: Seq::new() }
    }
    #[model]
    pub fn empty() -> Map<K, V> {
        Map { entries: Seq::new() }
    }
    #[model]
    pub fn len(self) -> Int {
        self.entries.len()
    }
    #[model]
    pub fn is_empty(self) -> bool {
        self.entries.is_empty()
    }
    #[model]
    pub fn contains_key(self, key: K) -> bool {
        self.entries.any(|entry| entry.0 == key)
    }
    #[model]
    pub fn contains(self, key: K) -> bool {
        self.contains_key(key)
    }
    #[model]
    pub fn get(self, key: K) -> Option<V> {
        let found = self.entries.filter(|entry| entry.0 == key);
        if found.is_empty() { None } else { Some(found[0].1) }
    }
    #[lang = "map_index"]
    #[model]
    pub fn at(self, key: K) -> V {
        let found = self.entries.filter(|entry| entry.0 == key);
        found[0].1
    }
    #[lang = "map_insert"]
    #[model]
    pub fn insert(self, key: K, value: V) -> Map<K, V> {
        Map { entries: self.remove(key).entries.push((key, value)) }
    }
    #[model]
    pub fn remove(self, key: K) -> Map<K, V> {
        Map { entries: self.entries.filter(|entry| entry.0 != key) }
    }
    /// Where both have a key, the other's value counts.
    #[model]
    pub fn union(self, other: Map<K, V>) -> Map<K, V> {
        let kept = self.entries.filter(|entry| !other.contains_key(entry.0));
        Map { entries: kept.concat(other.entries) }
    }
    #[model]
    pub fn intersection(self, other: Map<K, V>) -> Map<K, V> {
        Map { entries: self.entries.filter(|entry| other.contains_key(entry.0)) }
    }
    #[model]
    pub fn difference(self, other: Map<K, V>) -> Map<K, V> {
        Map { entries: self.entries.filter(|entry| !other.contains_key(entry.0)) }
    }
    #[model]
    pub fn keys(self) -> Set<K> {
        self.entries.map(|entry| entry.0).to_set()
    }
    #[model]
    pub fn values(self) -> Multiset<V> {
        Multiset { elements: self.entries.map(|entry| entry.1) }
    }
    #[model]
    pub fn iter(self) -> Seq<(K, V)> {
        self.entries
    }
    #[model]
    pub fn filter<F: Fn((K, V)) -> bool>(self, f: F) -> Map<K, V> {
        Map { entries: self.entries.filter(f) }
    }
    #[model]
    pub fn all<F: Fn((K, V)) -> bool>(self, f: F) -> bool {
        self.entries.all(f)
    }
    #[model]
    pub fn any<F: Fn((K, V)) -> bool>(self, f: F) -> bool {
        self.entries.any(f)
    }
}

/// Each entry as the one that a function makes of it; no two keys become one.
#[lang = "map_entries"]
#[model]
fn map_entries<K, V, L, W, F: Fn((K, V)) -> (L, W)>(map: Map<K, V>, f: F) -> Map<L, W> {
    Map { entries: map.entries.map(f) }
}

impl<K, V> PartialEq for Map<K, V> {
    #[model]
    fn eq(&self, other: &Map<K, V>) -> bool {
        let (left, right) = (self.entries, other.entries);
        left.len() == right.len()
            && left.all(|entry| right.any(|it| it.0 == entry.0 && it.1 == entry.1))
    }
}
impl<K, V> core::ops::BitOr for Map<K, V> {
    type Output = Map<K, V>;
    #[model]
    fn bitor(self, other: Map<K, V>) -> Map<K, V> {
        self.union(other)
    }
}
impl<K, V> core::ops::BitAnd for Map<K, V> {
    type Output = Map<K, V>;
    #[model]
    fn bitand(self, other: Map<K, V>) -> Map<K, V> {
        self.intersection(other)
    }
}
impl<K, V> core::ops::Sub for Map<K, V> {
    type Output = Map<K, V>;
    #[model]
    fn sub(self, other: Map<K, V>) -> Map<K, V> {
        self.difference(other)
    }
}

impl<T> PartialEq for Multiset<T> {
    #[model]
    fn eq(&self, other: &Multiset<T>) -> bool {
        permutation(self.elements, other.elements)
    }
}

// What ghost fields of model types are in memory: elements in a row. Of a set, the order means nothing.
#[lang = "KeptSeq"]
pub struct KeptSeq<T> {
    items: Vec<T>,
}
#[lang = "KeptSet"]
pub struct KeptSet<T> {
    items: Vec<T>,
}
#[lang = "KeptMultiset"]
pub struct KeptMultiset<T> {
    items: Vec<T>,
}
#[lang = "KeptMap"]
pub struct KeptMap<K, V> {
    items: Vec<(K, V)>,
}

#[lang = "kept_seq"]
#[model]
fn kept_seq<T>(kept: &KeptSeq<T>) -> Seq<T> {
    kept.items.seq()
}
#[lang = "kept_set"]
#[model]
fn kept_set<T>(kept: &KeptSet<T>) -> Set<T> {
    kept.items.seq().to_set()
}
#[lang = "kept_multiset"]
#[model]
fn kept_multiset<T>(kept: &KeptMultiset<T>) -> Multiset<T> {
    kept.items.seq().to_multiset()
}
#[lang = "kept_map"]
#[model]
fn kept_map<K, V>(kept: &KeptMap<K, V>) -> Map<K, V> {
    kept.items.seq().collect()
}

#[lang = "keep_seq"]
#[model]
fn keep_seq<T>(value: Seq<T>) -> KeptSeq<T> {
    KeptSeq { items: row_of(value, Vec::new()) }
}
#[lang = "keep_set"]
#[model]
fn keep_set<T>(value: Set<T>) -> KeptSet<T> {
    KeptSet { items: row_of_members(value, Vec::new()) }
}
#[lang = "keep_multiset"]
#[model]
fn keep_multiset<T>(value: Multiset<T>) -> KeptMultiset<T> {
    KeptMultiset { items: row_of(value.elements, Vec::new()) }
}
#[lang = "keep_map"]
#[model]
fn keep_map<K, V>(value: Map<K, V>) -> KeptMap<K, V> {
    KeptMap { items: row_of(value.entries, Vec::new()) }
}
/// The elements, in memory.
#[lang = "row"]
#[model]
fn row<T>(value: Seq<T>) -> Vec<T> {
    row_of(value, Vec::new())
}
#[model]
fn row_of<T>(rest: Seq<T>, mut row: Vec<T>) -> Vec<T> {
    if rest.is_empty() {
        row
    } else {
        row.push(rest[0]);
        row_of(rest.skip(1), row)
    }
}
#[model]
fn row_of_members<T>(rest: Set<T>, mut row: Vec<T>) -> Vec<T> {
    if rest.is_empty() {
        row
    } else {
        let member: T = core::intrinsics::choose();
        core::intrinsics::assume(rest.contains(member));
        row.push(member);
        row_of_members(rest.remove(member), row)
    }
}

impl<T> Clone for KeptSeq<T> {
    #[model]
    fn clone(&self) -> KeptSeq<T> {
        keep_seq(kept_seq(self))
    }
}
impl<T> Clone for KeptSet<T> {
    #[model]
    fn clone(&self) -> KeptSet<T> {
        keep_set(kept_set(self))
    }
}
impl<T> Clone for KeptMultiset<T> {
    #[model]
    fn clone(&self) -> KeptMultiset<T> {
        keep_multiset(kept_multiset(self))
    }
}
impl<K, V> Clone for KeptMap<K, V> {
    #[model]
    fn clone(&self) -> KeptMap<K, V> {
        keep_map(kept_map(self))
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

/// The sequence without one occurrence of each element of another.
#[model]
fn without_all<T>(s: Seq<T>, t: Seq<T>) -> Seq<T> {
    if t.is_empty() {
        s
    } else {
        without_all(without_first(s, t[0]), t.skip(1))
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
    pub fn filter<F: Fn(Int) -> bool>(self, f: F) -> Seq<Int> {
        range_map(self.start, self.end, |i| i).filter(f)
    }
    #[model]
    pub fn count<F: Fn(Int) -> bool>(self, f: F) -> Int {
        range_map(self.start, self.end, |i| i).count(f)
    }
    #[model]
    pub fn rev(self) -> Seq<Int> {
        self.map(|x| x).reverse()
    }
    #[model]
    pub fn contains(self, x: Int) -> bool {
        self.start <= x && x < self.end
    }
}
impl core::ops::RangeInclusive<Int> {
    #[model]
    pub fn all<F: Fn(Int) -> bool>(self, f: F) -> bool {
        range_all(self.start, self.end + 1, f)
    }
    #[model]
    pub fn any<F: Fn(Int) -> bool>(self, f: F) -> bool {
        range_any(self.start, self.end + 1, f)
    }
    #[model]
    pub fn map<U, F: Fn(Int) -> U>(self, f: F) -> Seq<U> {
        range_map(self.start, self.end + 1, f)
    }
    #[model]
    pub fn rev(self) -> Seq<Int> {
        self.map(|x| x).reverse()
    }
    #[model]
    pub fn contains(self, x: Int) -> bool {
        self.start <= x && x <= self.end
    }
}

/// Whether each element is at most the next.
#[model]
pub fn sorted<T: PartialOrd>(s: Seq<T>) -> bool {
    (1..s.len()).all(|i| s[i - 1] <= s[i])
}
