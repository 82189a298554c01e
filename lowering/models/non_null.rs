//! `NonNull`: a raw pointer that is not null.

use crate::intrinsics::{ptr_add, ptr_cast, ptr_dangling, ptr_distance, ptr_null, ptr_offset, ptr_read, ptr_write, wrapping_sub};
use crate::intrinsics::{slice_from_raw, slice_len, slice_ptr};

#[lang = "NonNull"]
#[invariant(self.pointer != ptr_null())]
#[repr(transparent)]
pub struct NonNull<T: ?Sized> {
    pointer: *mut T,
}
impl<T> NonNull<T> {
    pub const fn dangling() -> NonNull<T> {
        NonNull { pointer: ptr_dangling() }
    }
    pub fn new(ptr: *mut T) -> Option<NonNull<T>> {
        if ptr.is_null() { None } else { Some(NonNull { pointer: ptr }) }
    }
    pub const unsafe fn add(self, count: usize) -> NonNull<T> {
        NonNull { pointer: ptr_add(self.pointer, count) }
    }
    pub const unsafe fn sub(self, count: usize) -> NonNull<T> {
        NonNull { pointer: ptr_offset(self.pointer, wrapping_sub(0, count as isize)) }
    }
    pub const unsafe fn offset(self, count: isize) -> NonNull<T> {
        NonNull { pointer: ptr_offset(self.pointer, count) }
    }
    pub unsafe fn offset_from(self, origin: NonNull<T>) -> isize {
        ptr_distance(self.pointer, origin.pointer)
    }
    pub unsafe fn read(self) -> T {
        ptr_read(self.pointer)
    }
    pub unsafe fn write(self, value: T) {
        ptr_write(self.pointer, value)
    }
    pub unsafe fn replace(self, src: T) -> T {
        crate::ptr::replace(self.pointer, src)
    }
    pub unsafe fn swap(self, with: NonNull<T>) {
        crate::ptr::swap(self.pointer, with.pointer)
    }
    pub const fn cast<U>(self) -> NonNull<U> {
        NonNull { pointer: ptr_cast(self.pointer) }
    }
}
impl<T: ?Sized> NonNull<T> {
    pub const unsafe fn new_unchecked(ptr: *mut T) -> NonNull<T> {
        if ptr == ptr_null() {
            crate::intrinsics::undefined_promise()
        }
        NonNull { pointer: ptr }
    }
    pub const fn from_ref(r: &T) -> NonNull<T> {
        let pointer: *const T = r;
        NonNull { pointer: pointer as *mut T }
    }
    pub const fn from_mut(r: &mut T) -> NonNull<T> {
        NonNull { pointer: r }
    }
    pub const fn as_ptr(self) -> *mut T {
        self.pointer
    }
    pub unsafe fn as_ref<'a>(&self) -> &'a T {
        &*self.pointer
    }
    pub unsafe fn as_mut<'a>(&mut self) -> &'a mut T {
        &mut *self.pointer
    }
    pub unsafe fn drop_in_place(self) {
        crate::intrinsics::drop_in_place(self.pointer)
    }
}
impl<T> NonNull<[T]> {
    pub const fn slice_from_raw_parts(data: NonNull<T>, len: usize) -> NonNull<[T]> {
        NonNull { pointer: slice_from_raw(data.pointer, len) }
    }
    pub const fn len(self) -> usize {
        slice_len(self.pointer)
    }
    pub const fn as_mut_ptr(self) -> *mut T {
        slice_ptr(self.pointer)
    }
}
impl<T: ?Sized> Clone for NonNull<T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T: ?Sized> Copy for NonNull<T> {}
impl<T: ?Sized> PartialEq for NonNull<T> {
    fn eq(&self, other: &Self) -> bool {
        self.pointer == other.pointer
    }
}
impl<T: ?Sized> Eq for NonNull<T> {}
impl<T: ?Sized> From<&T> for NonNull<T> {
    fn from(r: &T) -> Self {
        NonNull::from_ref(r)
    }
}
impl<T: ?Sized> From<&mut T> for NonNull<T> {
    fn from(r: &mut T) -> Self {
        NonNull { pointer: r }
    }
}
