//! `std::mem`.

use crate::intrinsics;
use crate::ops::{Deref, DerefMut};

pub fn replace<T>(dest: &mut T, src: T) -> T {
    let old = intrinsics::read(dest);
    intrinsics::write(dest, src);
    old
}

pub fn swap<T>(a: &mut T, b: &mut T) {
    let first = intrinsics::read(a);
    let second = intrinsics::read(b);
    intrinsics::write(a, second);
    intrinsics::write(b, first);
}

pub fn take<T: Default>(dest: &mut T) -> T {
    replace(dest, T::default())
}

pub fn drop<T>(value: T) {}

pub fn forget<T>(value: T) {
    intrinsics::give_up(value)
}

pub const unsafe fn transmute<Src, Dst>(src: Src) -> Dst {
    intrinsics::transmute(src)
}

pub const unsafe fn transmute_copy<Src, Dst>(src: &Src) -> Dst {
    intrinsics::transmute(intrinsics::read(src))
}

pub const fn needs_drop<T: ?Sized>() -> bool {
    intrinsics::needs_drop::<T>()
}
pub const fn size_of<T>() -> usize {
    intrinsics::size_of::<T>()
}
pub const fn align_of<T>() -> usize {
    intrinsics::align_of::<T>()
}
pub fn size_of_val<T>(value: &T) -> usize {
    intrinsics::size_of::<T>()
}
pub fn align_of_val<T>(value: &T) -> usize {
    intrinsics::align_of::<T>()
}

/// Room for a value; whether there is one is not known to it.
#[lang = "MaybeUninit"]
pub struct MaybeUninit<T> {
    value: T,
}
impl<T> MaybeUninit<T> {
    pub const fn new(value: T) -> MaybeUninit<T> {
        intrinsics::maybe_new(value)
    }
    pub const fn uninit() -> MaybeUninit<T> {
        intrinsics::maybe_uninit()
    }
    pub fn uninit_array<const N: usize>() -> [MaybeUninit<T>; N] {
        crate::array::from_fn(|_| intrinsics::maybe_uninit())
    }
    pub fn write(&mut self, value: T) -> &mut T {
        let room = intrinsics::maybe_ptr(self);
        intrinsics::ptr_write(room, value);
        &mut *room
    }
    pub const fn as_ptr(&self) -> *const T {
        intrinsics::maybe_ptr(self)
    }
    pub fn as_mut_ptr(&mut self) -> *mut T {
        intrinsics::maybe_ptr(self)
    }
    pub unsafe fn assume_init(self) -> T {
        intrinsics::ptr_read(intrinsics::maybe_ptr(&self))
    }
    pub unsafe fn assume_init_read(&self) -> T {
        intrinsics::ptr_read(intrinsics::maybe_ptr(self))
    }
    pub unsafe fn assume_init_drop(&mut self) {
        intrinsics::drop_in_place(intrinsics::maybe_ptr(self))
    }
    pub unsafe fn assume_init_ref(&self) -> &T {
        &*intrinsics::maybe_ptr(self)
    }
    pub unsafe fn assume_init_mut(&mut self) -> &mut T {
        &mut *intrinsics::maybe_ptr(self)
    }
}
impl<T: Copy> Clone for MaybeUninit<T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T: Copy> Copy for MaybeUninit<T> {}

/// A value whose drop is up to the user: as room for one, nothing is dropped by itself.
#[lang = "ManuallyDrop"]
#[invariant(intrinsics::is_init(&self.value))]
#[repr(transparent)]
pub struct ManuallyDrop<T> {
    value: MaybeUninit<T>,
}
impl<T> ManuallyDrop<T> {
    pub const fn new(value: T) -> ManuallyDrop<T> {
        ManuallyDrop { value: intrinsics::maybe_new(value) }
    }
    pub const fn into_inner(slot: ManuallyDrop<T>) -> T {
        intrinsics::ptr_read(intrinsics::maybe_ptr(&slot.value))
    }
    pub unsafe fn take(slot: &mut ManuallyDrop<T>) -> T {
        intrinsics::ptr_read(intrinsics::maybe_ptr(&slot.value))
    }
    pub unsafe fn drop(slot: &mut ManuallyDrop<T>) {
        intrinsics::drop_in_place(intrinsics::maybe_ptr(&slot.value))
    }
}
impl<T> Deref for ManuallyDrop<T> {
    type Target = T;
    fn deref(&self) -> &T {
        &*intrinsics::maybe_ptr(&self.value)
    }
}
impl<T> DerefMut for ManuallyDrop<T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut *intrinsics::maybe_ptr(&self.value)
    }
}
impl<T: Clone> Clone for ManuallyDrop<T> {
    fn clone(&self) -> Self {
        ManuallyDrop::new(Clone::clone(&**self))
    }
}
impl<T: Default> Default for ManuallyDrop<T> {
    fn default() -> Self {
        ManuallyDrop::new(T::default())
    }
}
impl<T: PartialEq> PartialEq for ManuallyDrop<T> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}
impl<T: Eq> Eq for ManuallyDrop<T> {}

/// What a variant is, without its fields.
pub struct Discriminant<T> {
    of: crate::marker::PhantomData<T>,
    number: isize,
}
