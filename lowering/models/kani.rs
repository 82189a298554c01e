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
