//! The model of the crate `kani`, as harnesses use it: any value of a type, assumptions, assertions.

/// Types that have an arbitrary value.
pub trait Arbitrary: Sized {
    fn any() -> Self;
}

/// Any value of the type; integers range over their whole machine type.
pub fn any<T: Arbitrary>() -> T {
    T::any()
}

/// Any value of which the condition holds.
pub fn any_where<T: Arbitrary, F: FnOnce(&T) -> bool>(f: F) -> T {
    let value = T::any();
    assume(f(&value));
    value
}

/// Runs in which the condition is false are of no interest.
#[intrinsic = "assume"]
pub fn assume(cond: bool) {}

/// An assertion with its message.
pub fn assert(cond: bool, message: &'static str) {
    if !cond {
        core::intrinsics::panic_explicit("assertion failed")
    }
}

/// Any value of the primitive type.
#[intrinsic = "any"]
fn any_primitive<T>() -> T {
    loop {}
}

impl<I: core::num::PrimInt> Arbitrary for I {
    fn any() -> I {
        any_primitive()
    }
}
impl Arbitrary for bool {
    fn any() -> bool {
        any_primitive()
    }
}
impl Arbitrary for char {
    fn any() -> char {
        any_primitive()
    }
}
impl Arbitrary for () {
    fn any() {}
}
impl<A: Arbitrary> Arbitrary for (A,) {
    fn any() -> (A,) {
        (A::any(),)
    }
}
impl<A: Arbitrary, B: Arbitrary> Arbitrary for (A, B) {
    fn any() -> (A, B) {
        (A::any(), B::any())
    }
}
impl<A: Arbitrary, B: Arbitrary, C: Arbitrary> Arbitrary for (A, B, C) {
    fn any() -> (A, B, C) {
        (A::any(), B::any(), C::any())
    }
}
impl<A: Arbitrary, B: Arbitrary, C: Arbitrary, D: Arbitrary> Arbitrary for (A, B, C, D) {
    fn any() -> (A, B, C, D) {
        (A::any(), B::any(), C::any(), D::any())
    }
}
impl<T: Arbitrary> Arbitrary for Option<T> {
    fn any() -> Option<T> {
        if any_primitive::<bool>() {
            Some(T::any())
        } else {
            None
        }
    }
}
impl<T: Arbitrary, E: Arbitrary> Arbitrary for Result<T, E> {
    fn any() -> Result<T, E> {
        if any_primitive::<bool>() {
            Ok(T::any())
        } else {
            Err(E::any())
        }
    }
}
impl<I: Arbitrary + core::num::PrimInt> Arbitrary for core::num::NonZero<I> {
    fn any() -> core::num::NonZero<I> {
        let value = core::num::NonZero::new(I::any());
        assume(value.is_some());
        value.unwrap()
    }
}
impl<T: Arbitrary> Arbitrary for Box<T> {
    fn any() -> Box<T> {
        Box::new(T::any())
    }
}

impl<T: Arbitrary, const N: usize> Arbitrary for [T; N] {
    fn any() -> [T; N] {
        core::array::from_fn(|_| T::any())
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

/// Any value of at most that size.
pub fn bounded_any<T: BoundedArbitrary, const N: usize>() -> T {
    T::bounded_any::<N>()
}

pub mod vec {
    //! Vectors of any length up to a limit.

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
    //! Parts of arrays.

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

    /// A slice that owns its elements, of any length up to a limit.
    pub struct AnySlice<T, const MAX_LENGTH: usize> {
        items: Vec<T>,
    }
    impl<T: crate::Arbitrary, const MAX_LENGTH: usize> AnySlice<T, MAX_LENGTH> {
        pub fn get_slice(&self) -> &[T] {
            &self.items
        }
        pub fn get_slice_mut(&mut self) -> &mut [T] {
            &mut self.items
        }
    }
    impl<T, const MAX_LENGTH: usize> core::ops::Deref for AnySlice<T, MAX_LENGTH> {
        type Target = [T];
        fn deref(&self) -> &[T] {
            &self.items
        }
    }
    impl<T, const MAX_LENGTH: usize> core::ops::DerefMut for AnySlice<T, MAX_LENGTH> {
        fn deref_mut(&mut self) -> &mut [T] {
            &mut self.items
        }
    }

    pub fn any_slice<T: crate::Arbitrary, const MAX_LENGTH: usize>() -> AnySlice<T, MAX_LENGTH> {
        AnySlice { items: crate::vec::any_vec::<T, MAX_LENGTH>() }
    }
}

/// What `#[derive(kani::Invariant)]` gives.
pub trait Invariant {
    fn is_safe(&self) -> bool;
}
impl<I: core::num::PrimInt> Invariant for I {
    fn is_safe(&self) -> bool {
        true
    }
}
impl Invariant for bool {
    fn is_safe(&self) -> bool {
        true
    }
}
impl Invariant for char {
    fn is_safe(&self) -> bool {
        true
    }
}

pub mod internal {
    //! The quantifiers `kani::forall!(|i in (low, high)| …)` and `kani::exists!`: half open, over `usize`.

    #[intrinsic = "range_all"]
    fn range_all<F: Fn(bverify_contracts::Int) -> bool>(
        low: bverify_contracts::Int,
        high: bverify_contracts::Int,
        f: F,
    ) -> bool {
        loop {}
    }
    #[intrinsic = "range_any"]
    fn range_any<F: Fn(bverify_contracts::Int) -> bool>(
        low: bverify_contracts::Int,
        high: bverify_contracts::Int,
        f: F,
    ) -> bool {
        loop {}
    }
    #[model]
    pub fn forall<F: Fn(usize) -> bool>(low: usize, high: usize, f: F) -> bool {
        range_all(low, high, |i| f(i as usize))
    }
    #[model]
    pub fn exists<F: Fn(usize) -> bool>(low: usize, high: usize, f: F) -> bool {
        range_any(low, high, |i| f(i as usize))
    }
}
