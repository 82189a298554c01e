//! `Clone`. Closures and function items that are cloned are not modelled.

#[lang = "Clone"]
pub trait Clone: Sized {
    #[intrinsic = "clone"]
    fn clone(&self) -> Self;

    fn clone_from(&mut self, source: &Self) {
        *self = source.clone()
    }
}

impl<I: crate::num::PrimInt> Clone for I {
    fn clone(&self) -> Self {
        *self
    }
}
impl Clone for bool {
    fn clone(&self) -> Self {
        *self
    }
}
impl Clone for char {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T: ?Sized> Clone for &T {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T: ?Sized> Clone for *const T {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T: ?Sized> Clone for *mut T {
    fn clone(&self) -> Self {
        *self
    }
}
impl Clone for () {
    fn clone(&self) -> Self {}
}
impl<A: Clone> Clone for (A,) {
    fn clone(&self) -> Self {
        (self.0.clone(),)
    }
}
impl<A: Clone, B: Clone> Clone for (A, B) {
    fn clone(&self) -> Self {
        (self.0.clone(), self.1.clone())
    }
}
impl<A: Clone, B: Clone, C: Clone> Clone for (A, B, C) {
    fn clone(&self) -> Self {
        (self.0.clone(), self.1.clone(), self.2.clone())
    }
}
impl<A: Clone, B: Clone, C: Clone, D: Clone> Clone for (A, B, C, D) {
    fn clone(&self) -> Self {
        (self.0.clone(), self.1.clone(), self.2.clone(), self.3.clone())
    }
}
