//! `std::ptr`: raw pointers and `NonNull`.

use crate::cmp::Ordering;
use crate::intrinsics::{
    drop_in_place as drop_at, ptr_add, ptr_cast, ptr_dangling, ptr_distance, ptr_eq, ptr_null, ptr_offset, ptr_read, ptr_write,
    slice_from_raw, slice_len, slice_ptr, wrapping_add, wrapping_sub,
};

use crate::slice::shift_down;

pub use crate::non_null::NonNull;

pub const fn null<T>() -> *const T {
    ptr_null()
}
pub const fn null_mut<T>() -> *mut T {
    ptr_null()
}
pub const fn dangling<T>() -> *const T {
    ptr_dangling()
}
pub const fn dangling_mut<T>() -> *mut T {
    ptr_dangling()
}
pub const fn from_ref<T: ?Sized>(r: &T) -> *const T {
    r
}
pub const fn from_mut<T: ?Sized>(r: &mut T) -> *mut T {
    r
}
pub unsafe fn read<T>(src: *const T) -> T {
    ptr_read(src)
}
pub unsafe fn read_unaligned<T>(src: *const T) -> T {
    ptr_read(src)
}
pub unsafe fn read_volatile<T>(src: *const T) -> T {
    ptr_read(src)
}
pub unsafe fn write<T>(dst: *mut T, src: T) {
    ptr_write(dst, src)
}
pub unsafe fn write_unaligned<T>(dst: *mut T, src: T) {
    ptr_write(dst, src)
}
pub unsafe fn write_volatile<T>(dst: *mut T, src: T) {
    ptr_write(dst, src)
}
pub unsafe fn replace<T>(dst: *mut T, src: T) -> T {
    let old = ptr_read(dst);
    ptr_write(dst, src);
    old
}
pub unsafe fn swap<T>(x: *mut T, y: *mut T) {
    let value = ptr_read(x);
    ptr_write(x, ptr_read(y));
    ptr_write(y, value);
}
pub unsafe fn swap_nonoverlapping<T>(x: *mut T, y: *mut T, count: usize) {
    let mut at = 0;
    while at < count {
        let (a, b) = (ptr_add(x, at), ptr_add(y, at));
        if a == y || b == x {
            crate::intrinsics::undefined_overlap()
        }
        let value = ptr_read(a);
        ptr_write(a, ptr_read(b));
        ptr_write(b, value);
        at = wrapping_add(at, 1);
    }
}
/// As if through a place of its own, so that the two runs may overlap.
pub unsafe fn copy<T>(src: *const T, dst: *mut T, count: usize) {
    let mut between = crate::intrinsics::buffer_new(count);
    let room = crate::intrinsics::buffer_ptr(&between);
    shift_down(src, room, count);
    shift_down(room, dst, count);
    crate::intrinsics::buffer_free(&mut between)
}
pub unsafe fn copy_nonoverlapping<T>(src: *const T, dst: *mut T, count: usize) {
    let (from, to): (*mut T, *mut T) = (ptr_cast(src), dst);
    let mut at = 0;
    while at < count {
        let (a, b) = (ptr_add(from, at), ptr_add(to, at));
        if a == to || b == from {
            crate::intrinsics::undefined_overlap()
        }
        ptr_write(b, ptr_read(a));
        at = wrapping_add(at, 1);
    }
}
pub unsafe fn drop_in_place<T: ?Sized>(to_drop: *mut T) {
    drop_at(to_drop)
}
pub fn eq<T: ?Sized>(a: *const T, b: *const T) -> bool {
    a == b
}
pub fn addr_eq<T: ?Sized>(a: *const T, b: *const T) -> bool {
    a == b
}
pub const fn slice_from_raw_parts<T>(data: *const T, len: usize) -> *const [T] {
    slice_from_raw(data, len)
}
pub const fn slice_from_raw_parts_mut<T>(data: *mut T, len: usize) -> *mut [T] {
    slice_from_raw(data, len)
}

/// What `reach`, `chain` and `same` see behind a raw pointer.
#[lang = "pointer_link"]
fn link<'a, T>(pointer: *const T) -> Option<&'a T> {
    if pointer.is_null() { None } else { Some(&*pointer) }
}
#[lang = "pointer_link_mut"]
fn link_mut<'a, T>(pointer: *mut T) -> Option<&'a T> {
    if pointer.is_null() { None } else { Some(&*pointer) }
}

/// What `same` sees of a raw pointer, which need not lead anywhere.
#[lang = "pointer_place"]
fn place<T>(pointer: *const T) -> Option<*const T> {
    if pointer.is_null() { None } else { Some(pointer) }
}
#[lang = "pointer_place_mut"]
fn place_mut<T>(pointer: *mut T) -> Option<*const T> {
    if pointer.is_null() { None } else { Some(pointer) }
}

impl<T> *const T {
    pub const fn is_null(self) -> bool {
        let null: *const T = ptr_null();
        self == null
    }
    pub const fn cast<U>(self) -> *const U {
        ptr_cast(self)
    }
    pub const fn cast_mut(self) -> *mut T {
        ptr_cast(self)
    }
    pub const unsafe fn add(self, count: usize) -> *const T {
        ptr_add(self, count)
    }
    pub const unsafe fn sub(self, count: usize) -> *const T {
        ptr_offset(self, wrapping_sub(0, count as isize))
    }
    pub const unsafe fn offset(self, count: isize) -> *const T {
        ptr_offset(self, count)
    }
    pub const unsafe fn offset_from(self, origin: *const T) -> isize {
        ptr_distance(self, origin)
    }
    pub unsafe fn read(self) -> T {
        ptr_read(self)
    }
    pub unsafe fn read_unaligned(self) -> T {
        ptr_read(self)
    }
    pub unsafe fn as_ref<'a>(self) -> Option<&'a T> {
        if self.is_null() { None } else { Some(&*self) }
    }
    pub unsafe fn copy_to(self, dest: *mut T, count: usize) {
        copy(self, dest, count)
    }
    pub unsafe fn copy_to_nonoverlapping(self, dest: *mut T, count: usize) {
        copy_nonoverlapping(self, dest, count)
    }
}
impl<T> *mut T {
    #[pure]
    pub const fn is_null(self) -> bool {
        let null: *mut T = ptr_null();
        self == null
    }
    pub const fn cast<U>(self) -> *mut U {
        ptr_cast(self)
    }
    pub const fn cast_const(self) -> *const T {
        self
    }
    pub const unsafe fn add(self, count: usize) -> *mut T {
        ptr_add(self, count)
    }
    pub const unsafe fn sub(self, count: usize) -> *mut T {
        ptr_offset(self, wrapping_sub(0, count as isize))
    }
    pub const unsafe fn offset(self, count: isize) -> *mut T {
        ptr_offset(self, count)
    }
    pub const unsafe fn offset_from(self, origin: *const T) -> isize {
        ptr_distance(self, origin)
    }
    pub unsafe fn read(self) -> T {
        ptr_read(self)
    }
    pub unsafe fn read_unaligned(self) -> T {
        ptr_read(self)
    }
    pub unsafe fn write(self, value: T) {
        ptr_write(self, value)
    }
    pub unsafe fn write_unaligned(self, value: T) {
        ptr_write(self, value)
    }
    pub unsafe fn replace(self, src: T) -> T {
        replace(self, src)
    }
    pub unsafe fn swap(self, with: *mut T) {
        swap(self, with)
    }
    pub unsafe fn as_ref<'a>(self) -> Option<&'a T> {
        if self.is_null() { None } else { Some(&*self) }
    }
    pub unsafe fn as_mut<'a>(self) -> Option<&'a mut T> {
        if self.is_null() { None } else { Some(&mut *self) }
    }
    pub unsafe fn drop_in_place(self) {
        drop_at(self)
    }
    pub unsafe fn copy_to(self, dest: *mut T, count: usize) {
        copy(self, dest, count)
    }
    pub unsafe fn copy_from(self, src: *const T, count: usize) {
        copy(src, self, count)
    }
    pub unsafe fn copy_to_nonoverlapping(self, dest: *mut T, count: usize) {
        copy_nonoverlapping(self, dest, count)
    }
    pub unsafe fn copy_from_nonoverlapping(self, src: *const T, count: usize) {
        copy_nonoverlapping(src, self, count)
    }
}
impl<T> *const [T] {
    pub const fn len(self) -> usize {
        slice_len(self)
    }
    pub const fn is_empty(self) -> bool {
        slice_len(self) == 0
    }
}
impl<T> *mut [T] {
    pub const fn len(self) -> usize {
        slice_len(self)
    }
    pub const fn is_empty(self) -> bool {
        slice_len(self) == 0
    }
}

impl<T: ?Sized> PartialEq for *const T {
    fn eq(&self, other: &Self) -> bool {
        *self == *other
    }
}
impl<T: ?Sized> Eq for *const T {}
impl<T: ?Sized> PartialEq for *mut T {
    fn eq(&self, other: &Self) -> bool {
        *self == *other
    }
}
impl<T: ?Sized> Eq for *mut T {}
