//! `std::pin`: pointers to what stays where it is; nothing is moved by itself here.

use crate::ops::{Deref, DerefMut};

#[derive(Clone, Copy)]
#[repr(transparent)]
pub struct Pin<P> {
    pub(crate) pointer: P,
}
impl<P> Pin<P> {
    pub const fn new(pointer: P) -> Pin<P> {
        Pin { pointer }
    }
    pub const unsafe fn new_unchecked(pointer: P) -> Pin<P> {
        Pin { pointer }
    }
    pub fn into_inner(pin: Pin<P>) -> P {
        pin.pointer
    }
    pub unsafe fn into_inner_unchecked(pin: Pin<P>) -> P {
        pin.pointer
    }
}
impl<P: Deref> Pin<P> {
    pub fn as_ref(&self) -> Pin<&P::Target> {
        Pin { pointer: &*self.pointer }
    }
}
impl<P: DerefMut> Pin<P> {
    pub fn as_mut(&mut self) -> Pin<&mut P::Target> {
        Pin { pointer: &mut *self.pointer }
    }
    pub fn set(&mut self, value: P::Target) {
        *self.pointer = value;
    }
}
impl<'a, T: ?Sized> Pin<&'a T> {
    pub fn get_ref(self) -> &'a T {
        self.pointer
    }
}
impl<'a, T: ?Sized> Pin<&'a mut T> {
    pub fn get_mut(self) -> &'a mut T {
        self.pointer
    }
    pub unsafe fn get_unchecked_mut(self) -> &'a mut T {
        self.pointer
    }
    pub fn into_ref(self) -> Pin<&'a T> {
        Pin { pointer: self.pointer }
    }
}
impl<P: Deref> Deref for Pin<P> {
    type Target = P::Target;
    fn deref(&self) -> &P::Target {
        &*self.pointer
    }
}
impl<P: DerefMut> DerefMut for Pin<P> {
    fn deref_mut(&mut self) -> &mut P::Target {
        &mut *self.pointer
    }
}
