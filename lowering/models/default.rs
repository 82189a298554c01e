//! `Default`.

#[lang = "Default"]
pub trait Default: Sized {
    fn default() -> Self;
}

impl<I: crate::num::PrimInt> Default for I {
    fn default() -> Self {
        0
    }
}
impl Default for bool {
    fn default() -> Self {
        false
    }
}
impl Default for char {
    fn default() -> Self {
        '\0'
    }
}
impl<T> Default for &[T] {
    fn default() -> Self {
        &[]
    }
}
impl<T> Default for &mut [T] {
    fn default() -> Self {
        &mut []
    }
}
impl Default for () {
    fn default() -> Self {}
}
impl<A: Default, B: Default> Default for (A, B) {
    fn default() -> Self {
        (A::default(), B::default())
    }
}
impl<A: Default, B: Default, C: Default> Default for (A, B, C) {
    fn default() -> Self {
        (A::default(), B::default(), C::default())
    }
}
