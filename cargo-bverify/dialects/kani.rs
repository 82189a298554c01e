//! The crate `kani` for replays: `any()` gives what the run was given, value by value, as Kani's own
//! playback does. Values are asked for in the order of the model that the run was made with.

use std::cell::RefCell;
use std::collections::VecDeque;

pub use bverify_dialect_macros::{
    Arbitrary, Invariant, ensures, modifies, proof, proof_for_contract, recursion, requires,
    should_panic, solver, stub, stub_verified, unwind,
};

thread_local! {
    static VALUES: RefCell<VecDeque<Vec<u8>>> = const { RefCell::new(VecDeque::new()) };
}

/// Runs a harness with these values, as bytes in the order of the machine.
pub fn concrete_playback_run<F: Fn()>(values: Vec<Vec<u8>>, harness: F) {
    VALUES.with(|all| *all.borrow_mut() = values.into());
    harness();
}

fn next<const N: usize>() -> [u8; N] {
    let value = VALUES.with(|all| all.borrow_mut().pop_front());
    let value = value.expect("the harness asks for no more values than the run did");
    value.try_into().expect("the values have the types that the run asked for")
}

/// Types that have an arbitrary value.
pub trait Arbitrary: Sized {
    fn any() -> Self;
    fn any_array<const N: usize>() -> [Self; N] {
        std::array::from_fn(|_| Self::any())
    }
}

pub fn any<T: Arbitrary>() -> T {
    T::any()
}

pub fn any_where<T: Arbitrary, F: FnOnce(&T) -> bool>(f: F) -> T {
    let value = T::any();
    assume(f(&value));
    value
}

#[track_caller]
pub fn assume(cond: bool) {
    std::assert!(cond, "`kani::assume` does not hold");
}

#[track_caller]
pub const fn assert(cond: bool, message: &'static str) {
    if !cond {
        panic!("{}", message);
    }
}

macro_rules! numbers {
    ($($ty:ty)*) => {$(
        impl Arbitrary for $ty {
            fn any() -> Self {
                Self::from_ne_bytes(next())
            }
        }
        impl Invariant for $ty {}
        impl Arbitrary for std::num::NonZero<$ty> {
            fn any() -> Self {
                Self::new(<$ty>::any()).expect("the run was given a number that is not zero")
            }
        }
    )*};
}
numbers! { u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize }

impl Arbitrary for bool {
    fn any() -> bool {
        next::<1>() != [0]
    }
}
impl Arbitrary for char {
    fn any() -> char {
        char::from_u32(u32::from_ne_bytes(next())).expect("a character is one")
    }
}
impl Arbitrary for () {
    fn any() {}
}

macro_rules! tuples {
    ($(($($name:ident)*))*) => {$(
        impl<$($name: Arbitrary),*> Arbitrary for ($($name,)*) {
            fn any() -> Self {
                ($($name::any(),)*)
            }
        }
    )*};
}
tuples! { (A) (A B) (A B C) (A B C D) }

impl<T: Arbitrary> Arbitrary for Option<T> {
    fn any() -> Option<T> {
        bool::any().then(T::any)
    }
}
impl<T: Arbitrary, E: Arbitrary> Arbitrary for Result<T, E> {
    fn any() -> Result<T, E> {
        match bool::any() {
            true => Ok(T::any()),
            false => Err(E::any()),
        }
    }
}
impl<T: Arbitrary> Arbitrary for Box<T> {
    fn any() -> Box<T> {
        Box::new(T::any())
    }
}
impl<T: Arbitrary, const N: usize> Arbitrary for [T; N] {
    fn any() -> [T; N] {
        T::any_array()
    }
}

/// Types that have an arbitrary value of a size.
pub trait BoundedArbitrary: Sized {
    fn bounded_any<const N: usize>() -> Self;
}
impl<T: Arbitrary> BoundedArbitrary for Vec<T> {
    fn bounded_any<const N: usize>() -> Vec<T> {
        vec::any_vec::<T, N>()
    }
}
impl<T: Arbitrary> BoundedArbitrary for Box<[T]> {
    fn bounded_any<const N: usize>() -> Box<[T]> {
        vec::any_vec::<T, N>().into_boxed_slice()
    }
}

pub fn bounded_any<T: BoundedArbitrary, const N: usize>() -> T {
    T::bounded_any::<N>()
}

pub trait Invariant {
    fn is_safe(&self) -> bool {
        true
    }
}
impl Invariant for bool {}
impl Invariant for char {}

pub mod vec {
    pub fn any_vec<T: crate::Arbitrary, const MAX_LENGTH: usize>() -> Vec<T> {
        let array: [T; MAX_LENGTH] = crate::any();
        let mut vec = Vec::from(array);
        let length: usize = crate::any();
        crate::assume(length <= MAX_LENGTH);
        vec.truncate(length);
        vec
    }

    pub fn exact_vec<T: crate::Arbitrary, const EXACT_LENGTH: usize>() -> Vec<T> {
        let array: [T; EXACT_LENGTH] = crate::any();
        Vec::from(array)
    }
}

pub mod slice {
    fn bounds<const LENGTH: usize>() -> (usize, usize) {
        let from: usize = crate::any();
        let to: usize = crate::any();
        crate::assume(to <= LENGTH);
        crate::assume(from <= to);
        (from, to)
    }

    pub fn any_slice_of_array<T, const LENGTH: usize>(array: &[T; LENGTH]) -> &[T] {
        let (from, to) = bounds::<LENGTH>();
        &array[from..to]
    }

    pub fn any_slice_of_array_mut<T, const LENGTH: usize>(array: &mut [T; LENGTH]) -> &mut [T] {
        let (from, to) = bounds::<LENGTH>();
        &mut array[from..to]
    }

    pub struct AnySlice<T, const MAX_LENGTH: usize> {
        items: Vec<T>,
    }
    impl<T, const MAX_LENGTH: usize> AnySlice<T, MAX_LENGTH> {
        pub fn get_slice(&self) -> &[T] {
            &self.items
        }
        pub fn get_slice_mut(&mut self) -> &mut [T] {
            &mut self.items
        }
    }
    impl<T, const MAX_LENGTH: usize> std::ops::Deref for AnySlice<T, MAX_LENGTH> {
        type Target = [T];
        fn deref(&self) -> &[T] {
            &self.items
        }
    }
    impl<T, const MAX_LENGTH: usize> std::ops::DerefMut for AnySlice<T, MAX_LENGTH> {
        fn deref_mut(&mut self) -> &mut [T] {
            &mut self.items
        }
    }

    pub fn any_slice<T: crate::Arbitrary, const MAX_LENGTH: usize>() -> AnySlice<T, MAX_LENGTH> {
        AnySlice {
            items: crate::vec::any_vec::<T, MAX_LENGTH>(),
        }
    }
}

#[macro_export]
macro_rules! cover {
    ($($anything:tt)*) => {};
}
#[macro_export]
macro_rules! implies {
    ($premise:expr => $conclusion:expr) => {
        !($premise) || ($conclusion)
    };
}
#[macro_export]
macro_rules! forall {
    (|$name:ident in ($low:expr, $high:expr)| $body:expr) => {
        ($low..$high).all(|$name: usize| $body)
    };
}
#[macro_export]
macro_rules! exists {
    (|$name:ident in ($low:expr, $high:expr)| $body:expr) => {
        ($low..$high).any(|$name: usize| $body)
    };
}
