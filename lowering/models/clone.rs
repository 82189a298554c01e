//! `Clone`. Closures are cloned where all that they hold is copied.

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
/// What `clone` of functions and of closures that are copied means.
#[lang = "copying"]
fn copying<T: Copy>(of: &T) -> T {
    *of
}

impl Clone for () {
    fn clone(&self) -> Self {}
}
macro_rules! tuples {
    ($($($name:ident $at:tt)*;)*) => {$(
        impl<$($name: Clone),*> Clone for ($($name,)*) {
            fn clone(&self) -> Self {
                ($(Clone::clone(&self.$at),)*)
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
