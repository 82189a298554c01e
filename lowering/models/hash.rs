//! `std::hash`: values write what std has them write to the hasher that they are given. What a hasher of
//! std makes of it is not known, but that it makes the same of the same.

use crate::cmp::Ordering;

#[lang = "Hash"]
pub trait Hash {
    fn hash<H: Hasher>(&self, state: &mut H);
    fn hash_slice<H: Hasher>(data: &[Self], state: &mut H) {
        for piece in data {
            piece.hash(state)
        }
    }
}

#[lang = "Hasher"]
pub trait Hasher {
    fn finish(&self) -> u64;
    fn write(&mut self, bytes: &[u8]);
    fn write_u8(&mut self, i: u8) {
        self.write(&[i])
    }
    fn write_u16(&mut self, i: u16) {
        self.write(&i.to_ne_bytes())
    }
    fn write_u32(&mut self, i: u32) {
        self.write(&i.to_ne_bytes())
    }
    fn write_u64(&mut self, i: u64) {
        self.write(&i.to_ne_bytes())
    }
    fn write_u128(&mut self, i: u128) {
        self.write(&i.to_ne_bytes())
    }
    fn write_usize(&mut self, i: usize) {
        self.write(&i.to_ne_bytes())
    }
    fn write_i8(&mut self, i: i8) {
        self.write_u8(i as u8)
    }
    fn write_i16(&mut self, i: i16) {
        self.write_u16(i as u16)
    }
    fn write_i32(&mut self, i: i32) {
        self.write_u32(i as u32)
    }
    fn write_i64(&mut self, i: i64) {
        self.write_u64(i as u64)
    }
    fn write_i128(&mut self, i: i128) {
        self.write_u128(i as u128)
    }
    fn write_isize(&mut self, i: isize) {
        self.write_usize(i as usize)
    }
}
impl<H: ?Sized + Hasher> Hasher for &mut H {
    fn finish(&self) -> u64 {
        (**self).finish()
    }
    fn write(&mut self, bytes: &[u8]) {
        (**self).write(bytes)
    }
    fn write_u8(&mut self, i: u8) {
        (**self).write_u8(i)
    }
    fn write_u16(&mut self, i: u16) {
        (**self).write_u16(i)
    }
    fn write_u32(&mut self, i: u32) {
        (**self).write_u32(i)
    }
    fn write_u64(&mut self, i: u64) {
        (**self).write_u64(i)
    }
    fn write_u128(&mut self, i: u128) {
        (**self).write_u128(i)
    }
    fn write_usize(&mut self, i: usize) {
        (**self).write_usize(i)
    }
}

pub trait BuildHasher {
    type Hasher: Hasher;
    fn build_hasher(&self) -> Self::Hasher;
    fn hash_one<T: Hash>(&self, x: T) -> u64 {
        let mut hasher = self.build_hasher();
        x.hash(&mut hasher);
        hasher.finish()
    }
}

/// Whether a key that is kept and an equal one that is asked for have the same hash. So it is if both are hashed as
/// they are compared (the caller is told at once, without this body); otherwise, if they write the same to any
/// hasher, and perhaps if they do not.
#[intrinsic = "is_hashed_alike"]
pub(crate) fn is_hashed_alike<K: ?Sized + Hash, Q: ?Sized + Hash>(key: &K, asked: &Q) -> bool {
    let (mut one, mut other) = (DefaultHasher::new(), DefaultHasher::new());
    key.hash(&mut one);
    asked.hash(&mut other);
    one.finish() == other.finish()
}

/// Runs what hashing a key runs of the user's; true once it has come to its end. A key that is hashed as it is
/// compared runs nothing of the user's.
#[intrinsic = "runs_hash"]
pub(crate) fn runs_hash<K: ?Sized + Hash>(key: &K) -> bool {
    let mut hasher = DefaultHasher::new();
    key.hash(&mut hasher);
    true
}

/// Runs what making room for one more entry may run: the hashes of all that are there.
#[intrinsic = "runs_hashes"]
pub(crate) fn runs_hashes<K: Hash, V>(entries: &crate::vec::Vec<(K, V)>) -> bool {
    if crate::intrinsics::choose() {
        let mut iter = entries.iter();
        while let Some(entry) = iter.next() {
            runs_hash(&entry.0);
        }
    }
    true
}

/// What has been written so far stands for all that the hasher knows.
#[intrinsic = "unknown"]
fn mix(state: u64, written: u128) -> u64 {
    loop {}
}

/// Equal writes to equal hashers make them equal; nothing else is known.
#[derive(Clone, Default)]
pub struct DefaultHasher {
    state: u64,
}
impl DefaultHasher {
    pub const fn new() -> DefaultHasher {
        DefaultHasher { state: 0 }
    }
}
impl Hasher for DefaultHasher {
    fn finish(&self) -> u64 {
        mix(self.state, 0)
    }
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.state = mix(self.state, *byte as u128);
        }
    }
    fn write_u8(&mut self, i: u8) {
        self.state = mix(self.state, i as u128)
    }
    fn write_u16(&mut self, i: u16) {
        self.state = mix(self.state, i as u128)
    }
    fn write_u32(&mut self, i: u32) {
        self.state = mix(self.state, i as u128)
    }
    fn write_u64(&mut self, i: u64) {
        self.state = mix(self.state, i as u128)
    }
    fn write_u128(&mut self, i: u128) {
        self.state = mix(self.state, i)
    }
    fn write_usize(&mut self, i: usize) {
        self.state = mix(self.state, i as u128)
    }
}
pub type SipHasher = DefaultHasher;

/// Its keys are random: of what its hashers make nothing is known. All have the same keys here.
#[derive(Clone)]
pub struct RandomState {
    keys: (),
}
impl RandomState {
    pub fn new() -> RandomState {
        RandomState { keys: () }
    }
}
impl Default for RandomState {
    fn default() -> Self {
        RandomState::new()
    }
}

impl BuildHasher for RandomState {
    type Hasher = DefaultHasher;
    fn build_hasher(&self) -> DefaultHasher {
        DefaultHasher::new()
    }
}

pub struct BuildHasherDefault<H> {
    hasher: crate::marker::PhantomData<H>,
}
impl<H> BuildHasherDefault<H> {
    pub const fn new() -> BuildHasherDefault<H> {
        BuildHasherDefault { hasher: crate::marker::PhantomData }
    }
}
impl<H> Clone for BuildHasherDefault<H> {
    fn clone(&self) -> Self {
        BuildHasherDefault { hasher: crate::marker::PhantomData }
    }
}
impl<H> Default for BuildHasherDefault<H> {
    fn default() -> Self {
        BuildHasherDefault { hasher: crate::marker::PhantomData }
    }
}
impl<H: Default + Hasher> BuildHasher for BuildHasherDefault<H> {
    type Hasher = H;
    fn build_hasher(&self) -> H {
        H::default()
    }
}

macro_rules! numbers {
    ($($int:ty, $write:ident;)*) => {$(
        impl Hash for $int {
            fn hash<H: Hasher>(&self, state: &mut H) {
                state.$write(*self)
            }
        }
    )*};
}
numbers! {
    u8, write_u8;
    u16, write_u16;
    u32, write_u32;
    u64, write_u64;
    u128, write_u128;
    usize, write_usize;
    i8, write_i8;
    i16, write_i16;
    i32, write_i32;
    i64, write_i64;
    i128, write_i128;
    isize, write_isize;
}
impl Hash for bool {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u8(*self as u8)
    }
}
impl Hash for char {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u32(*self as u32)
    }
}
impl Hash for str {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write(self.as_bytes());
        state.write_u8(255)
    }
}
impl Hash for crate::string::String {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_str().hash(state)
    }
}
impl Hash for () {
    fn hash<H: Hasher>(&self, state: &mut H) {}
}
impl<T: ?Sized + Hash> Hash for &T {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (**self).hash(state)
    }
}
impl<T: ?Sized + Hash> Hash for &mut T {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (**self).hash(state)
    }
}
impl<T: ?Sized + Hash> Hash for crate::boxed::Box<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (**self).hash(state)
    }
}
impl<T: ?Sized + crate::rc::Kept + Hash> Hash for crate::rc::Rc<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (**self).hash(state)
    }
}
impl<T: Hash> Hash for [T] {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_usize(self.len());
        for item in self {
            item.hash(state)
        }
    }
}
impl<T: Hash, const N: usize> Hash for [T; N] {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_slice().hash(state)
    }
}
impl<T: Hash> Hash for crate::vec::Vec<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_slice().hash(state)
    }
}
impl<T: Hash> Hash for crate::vec_deque::VecDeque<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_usize(self.len());
        for item in self {
            item.hash(state)
        }
    }
}
impl<T: Hash> Hash for crate::linked_list::LinkedList<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_usize(self.len());
        for item in self {
            item.hash(state)
        }
    }
}
impl<K: Hash, V: Hash> Hash for crate::btree_map::BTreeMap<K, V> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_usize(self.len());
        for (k, v) in self {
            k.hash(state);
            v.hash(state)
        }
    }
}
impl<T: Hash> Hash for crate::btree_set::BTreeSet<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_usize(self.len());
        for item in self {
            item.hash(state)
        }
    }
}
impl<T: Hash> Hash for Option<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self {
            None => state.write_isize(0),
            Some(value) => {
                state.write_isize(1);
                value.hash(state)
            }
        }
    }
}
impl<T: Hash, E: Hash> Hash for Result<T, E> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self {
            Ok(value) => {
                state.write_isize(0);
                value.hash(state)
            }
            Err(error) => {
                state.write_isize(1);
                error.hash(state)
            }
        }
    }
}
impl Hash for Ordering {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_isize(match self {
            Ordering::Less => -1,
            Ordering::Equal => 0,
            Ordering::Greater => 1,
        })
    }
}
impl<T: Hash> Hash for crate::cmp::Reverse<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash(state)
    }
}
impl<T: ?Sized> Hash for crate::marker::PhantomData<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {}
}
impl<T: Hash> Hash for crate::ops::Range<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.start.hash(state);
        self.end.hash(state)
    }
}

macro_rules! tuples {
    ($($($name:ident $at:tt)*;)*) => {$(
        impl<$($name: Hash),*> Hash for ($($name,)*) {
            fn hash<S: Hasher>(&self, state: &mut S) {
                $(self.$at.hash(state);)*
            }
        }
    )*};
}
tuples! {
    A 0;
    A 0 B 1;
    A 0 B 1 C 2;
    A 0 B 1 C 2 D 3;
    A 0 B 1 C 2 D 3 E 4;
    A 0 B 1 C 2 D 3 E 4 F 5;
    A 0 B 1 C 2 D 3 E 4 F 5 G 6;
    A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7;
}
