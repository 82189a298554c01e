//! `Rc`, `Arc` and their `Weak`: pointers that count.

use crate::cmp::Ordering;
use crate::intrinsics::{
    Counted, WeakCounted, counted_from, counted_new, counted_ptr, drop_in_place, forget, free, maybe_new, maybe_ptr, maybe_uninit, ptr_read, weak_from,
    weak_ptr, wrapping_add, wrapping_sub,
};
use crate::mem::MaybeUninit;
use crate::ops::Deref;
use crate::string::String;
use crate::vec::Vec;

/// What is kept as it is; slices and strings, which have no size of their own, are not. The front end knows which
/// types they are.
#[lang = "InPlace"]
pub trait InPlace {}

/// How a value is kept beside its counts: slices and strings in a box.
pub trait Kept {
    type Place;
    fn seen(place: &mut Self::Place) -> &mut Self;
}
impl<T: ?Sized + InPlace> Kept for T {
    type Place = T;
    fn seen(place: &mut T) -> &mut T {
        place
    }
}
impl<T> Kept for [T] {
    type Place = Box<[T]>;
    fn seen(place: &mut Box<[T]>) -> &mut [T] {
        &mut **place
    }
}
impl Kept for str {
    type Place = Box<str>;
    fn seen(place: &mut Box<str>) -> &mut str {
        &mut **place
    }
}

/// What is counted. All strong pointers together hold one weak count.
pub struct RcInner<P> {
    strong: usize,
    weak: usize,
    value: MaybeUninit<P>,
}

#[lang = "Rc"]
pub struct Rc<T: ?Sized + Kept> {
    inner: Counted<RcInner<T::Place>>,
}
/// A new allocation with what is kept.
fn keep<T: ?Sized + Kept>(value: T::Place) -> Rc<T> {
    Rc { inner: counted_new(RcInner { strong: 1, weak: 1, value: maybe_new(value) }) }
}
impl<T: InPlace> Rc<T> {
    pub fn new(value: T) -> Rc<T> {
        Rc { inner: counted_new(RcInner { strong: 1, weak: 1, value: maybe_new(value) }) }
    }
    pub fn new_cyclic<F: FnOnce(&Weak<T>) -> T>(make: F) -> Rc<T> {
        // Nothing is there to be had until it is made.
        let counted = counted_new(RcInner { strong: 0, weak: 1, value: maybe_uninit() });
        let inner = counted_ptr(&counted);
        let weak: Weak<T> = Weak { inner: weak_from(inner) };
        let value = make(&weak);
        (*inner).value = maybe_new(value);
        (*inner).strong = 1;
        forget(weak);
        Rc { inner: counted_from(inner) }
    }
    pub fn as_ptr(this: &Rc<T>) -> *const T {
        maybe_ptr(&(*this.inner()).value)
    }
    pub fn make_mut(this: &mut Rc<T>) -> &mut T
    where
        T: Clone,
    {
        let inner = this.inner();
        if (*inner).strong != 1 {
            *this = Rc::new(Clone::clone(&**this));
        } else if (*inner).weak != 1 {
            // The weak pointers are left behind without a value.
            let value = ptr_read(maybe_ptr(&(*inner).value));
            (*inner).strong = 0;
            (*inner).weak = wrapping_sub((*inner).weak, 1);
            let fresh = Rc::new(value);
            forget(crate::mem::replace(this, fresh));
        }
        &mut *maybe_ptr(&(*this.inner()).value)
    }
    pub fn try_unwrap(this: Rc<T>) -> Result<T, Rc<T>> {
        let inner = this.inner();
        if (*inner).strong != 1 {
            return Err(this);
        }
        let value = ptr_read(maybe_ptr(&(*inner).value));
        (*inner).strong = 0;
        release(inner);
        forget(this);
        Ok(value)
    }
    pub fn into_inner(this: Rc<T>) -> Option<T> {
        Rc::try_unwrap(this).ok()
    }
    pub fn unwrap_or_clone(this: Rc<T>) -> T
    where
        T: Clone,
    {
        match Rc::try_unwrap(this) {
            Ok(value) => value,
            Err(shared) => Clone::clone(&*shared),
        }
    }
}
impl<T: ?Sized + Kept> Rc<T> {
    fn inner(&self) -> *mut RcInner<T::Place> {
        counted_ptr(&self.inner)
    }
    pub fn ptr_eq(this: &Rc<T>, other: &Rc<T>) -> bool {
        this.inner() == other.inner()
    }
    pub fn strong_count(this: &Rc<T>) -> usize {
        (*this.inner()).strong
    }
    pub fn weak_count(this: &Rc<T>) -> usize {
        wrapping_sub((*this.inner()).weak, 1)
    }
    /// What `downgrade` means in specifications.
    #[lang = "rc_weak_peek"]
    #[model]
    fn weak_peek(this: &Rc<T>) -> Weak<T> {
        Weak { inner: weak_from(this.inner()) }
    }
    #[lang = "rc_downgrade"]
    pub fn downgrade(this: &Rc<T>) -> Weak<T> {
        let inner = this.inner();
        (*inner).weak = wrapping_add((*inner).weak, 1);
        Weak { inner: weak_from(inner) }
    }
    pub fn get_mut(this: &mut Rc<T>) -> Option<&mut T> {
        let inner = this.inner();
        if (*inner).strong == 1 && (*inner).weak == 1 { Some(T::seen(&mut *maybe_ptr(&(*inner).value))) } else { None }
    }
}
/// What `clone` of a counting pointer means in specifications.
#[lang = "uncounted_clone"]
#[model]
fn uncounted_clone<T>(owner: &T) -> T {
    crate::intrinsics::read(owner)
}
/// What `reach`, `chain` and `same` see behind a counting pointer.
#[lang = "rc_link"]
fn link<T>(rc: &Rc<T>) -> &T {
    &**rc
}
#[lang = "weak_link"]
fn weak_link<T>(weak: &Weak<T>) -> Option<&T> {
    let inner = weak_ptr(&weak.inner);
    if is_dangling(inner) || (*inner).strong == 0 { None } else { Some(&*maybe_ptr(&(*inner).value)) }
}
/// Gives up one weak count; the last one frees.
fn release<P>(inner: *mut RcInner<P>) {
    (*inner).weak = wrapping_sub((*inner).weak, 1);
    if (*inner).weak == 0 {
        free(inner);
    }
}
impl<T: ?Sized + InPlace> Deref for Rc<T> {
    type Target = T;
    fn deref(&self) -> &T {
        &*maybe_ptr(&(*self.inner()).value)
    }
}
impl<T> Deref for Rc<[T]> {
    type Target = [T];
    fn deref(&self) -> &[T] {
        &**maybe_ptr(&(*self.inner()).value)
    }
}
impl Deref for Rc<str> {
    type Target = str;
    fn deref(&self) -> &str {
        &**maybe_ptr(&(*self.inner()).value)
    }
}
impl<T: ?Sized + Kept> Clone for Rc<T> {
    fn clone(&self) -> Self {
        let inner = self.inner();
        (*inner).strong = wrapping_add((*inner).strong, 1);
        Rc { inner: counted_from(inner) }
    }
}
impl<T: ?Sized + Kept> Drop for Rc<T> {
    fn drop(&mut self) {
        let inner = self.inner();
        (*inner).strong = wrapping_sub((*inner).strong, 1);
        if (*inner).strong == 0 {
            // The count that the strong pointers hold is given up even if the drop panics.
            let count: Weak<T> = Weak { inner: weak_from(inner) };
            drop_in_place(maybe_ptr(&(*inner).value));
        }
    }
}
impl<T: ?Sized + Kept> AsRef<T> for Rc<T> {
    fn as_ref(&self) -> &T {
        &**self
    }
}
impl<T: ?Sized + Kept> crate::borrow::Borrow<T> for Rc<T> {
    fn borrow(&self) -> &T {
        &**self
    }
}
impl<T> From<T> for Rc<T> {
    fn from(value: T) -> Self {
        Rc::new(value)
    }
}
impl<T: Default> Default for Rc<T> {
    fn default() -> Self {
        Rc::new(T::default())
    }
}
impl<T: ?Sized + Kept + PartialEq> PartialEq for Rc<T> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}
impl<T: ?Sized + Kept + Eq> Eq for Rc<T> {}
impl<T: ?Sized + Kept + PartialOrd> PartialOrd for Rc<T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        PartialOrd::partial_cmp(&**self, &**other)
    }
}
impl<T: ?Sized + Kept + Ord> Ord for Rc<T> {
    fn cmp(&self, other: &Self) -> Ordering {
        Ord::cmp(&**self, &**other)
    }
}
impl<T> From<Vec<T>> for Rc<[T]> {
    fn from(items: Vec<T>) -> Rc<[T]> {
        keep(items.into_boxed_slice())
    }
}
impl<T> From<Box<[T]>> for Rc<[T]> {
    fn from(items: Box<[T]>) -> Rc<[T]> {
        keep(items)
    }
}
impl<T: Clone> From<&[T]> for Rc<[T]> {
    fn from(items: &[T]) -> Rc<[T]> {
        keep(items.to_vec().into_boxed_slice())
    }
}
impl<T, const N: usize> From<[T; N]> for Rc<[T]> {
    fn from(items: [T; N]) -> Rc<[T]> {
        keep(Vec::from(items).into_boxed_slice())
    }
}
impl<T> FromIterator<T> for Rc<[T]> {
    fn from_iter<I: IntoIterator<Item = T>>(iter: I) -> Rc<[T]> {
        let items: Vec<T> = FromIterator::from_iter(iter);
        keep(items.into_boxed_slice())
    }
}
impl From<&str> for Rc<str> {
    fn from(text: &str) -> Rc<str> {
        keep(Box::from(text))
    }
}
impl From<String> for Rc<str> {
    fn from(text: String) -> Rc<str> {
        keep(text.into_boxed_str())
    }
}
impl From<Box<str>> for Rc<str> {
    fn from(text: Box<str>) -> Rc<str> {
        keep(text)
    }
}

#[lang = "Weak"]
pub struct Weak<T: ?Sized + Kept> {
    inner: WeakCounted<RcInner<T::Place>>,
}
impl<T: InPlace> Weak<T> {
    pub const fn new() -> Weak<T> {
        Weak { inner: weak_from(crate::intrinsics::ptr_dangling()) }
    }
}
impl<T: ?Sized + Kept> Weak<T> {
    /// What `upgrade` means in specifications, which drop no owners: it counts nothing.
    #[lang = "weak_peek"]
    #[model]
    fn peek(&self) -> Option<Rc<T>> {
        let inner = weak_ptr(&self.inner);
        if is_dangling(inner) || (*inner).strong == 0 { None } else { Some(Rc { inner: counted_from(inner) }) }
    }
    #[lang = "weak_upgrade"]
    pub fn upgrade(&self) -> Option<Rc<T>> {
        let inner = weak_ptr(&self.inner);
        if is_dangling(inner) || (*inner).strong == 0 {
            return None;
        }
        (*inner).strong = wrapping_add((*inner).strong, 1);
        Some(Rc { inner: counted_from(inner) })
    }
    pub fn strong_count(&self) -> usize {
        let inner = weak_ptr(&self.inner);
        if is_dangling(inner) { 0 } else { (*inner).strong }
    }
    pub fn weak_count(&self) -> usize {
        let inner = weak_ptr(&self.inner);
        if is_dangling(inner) || (*inner).strong == 0 { 0 } else { wrapping_sub((*inner).weak, 1) }
    }
    pub fn ptr_eq(&self, other: &Weak<T>) -> bool {
        weak_ptr(&self.inner) == weak_ptr(&other.inner)
    }
}
fn is_dangling<P>(inner: *mut RcInner<P>) -> bool {
    let nowhere: *mut RcInner<P> = crate::intrinsics::ptr_dangling();
    inner == nowhere
}
impl<T: ?Sized + Kept> Clone for Weak<T> {
    fn clone(&self) -> Self {
        let inner = weak_ptr(&self.inner);
        if !is_dangling(inner) {
            (*inner).weak = wrapping_add((*inner).weak, 1);
        }
        Weak { inner: weak_from(inner) }
    }
}
impl<T> Default for Weak<T> {
    fn default() -> Self {
        Weak::new()
    }
}
impl<T: ?Sized + Kept> Drop for Weak<T> {
    fn drop(&mut self) {
        let inner = weak_ptr(&self.inner);
        if !is_dangling(inner) {
            release(inner);
        }
    }
}
