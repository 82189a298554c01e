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
macro_rules! tuples {
    ($($($name:ident)*;)*) => {$(
        impl<$($name: Default),*> Default for ($($name,)*) {
            fn default() -> Self {
                ($($name::default(),)*)
            }
        }
    )*};
}
tuples! {
    A;
    A B;
    A B C;
    A B C D;
    A B C D E;
    A B C D E F;
    A B C D E F G;
    A B C D E F G H;
}
