//! `std::cell`: places that may be written through shared references.

use crate::intrinsics::{panic_borrow, panic_unwrap, ptr_read, ptr_write, wrapping_add, wrapping_sub};
use crate::ops::{Deref, DerefMut};

#[lang = "UnsafeCell"]
#[repr(transparent)]
pub struct UnsafeCell<T> {
    value: T,
}
impl<T> UnsafeCell<T> {
    pub const fn new(value: T) -> UnsafeCell<T> {
        UnsafeCell { value }
    }
    pub const fn get(&self) -> *mut T {
        let place: *const T = &self.value;
        place as *mut T
    }
    pub fn get_mut(&mut self) -> &mut T {
        &mut self.value
    }
    pub fn into_inner(self) -> T {
        self.value
    }
}
impl<T: Default> Default for UnsafeCell<T> {
    fn default() -> Self {
        UnsafeCell::new(T::default())
    }
}

#[repr(transparent)]
pub struct Cell<T> {
    value: UnsafeCell<T>,
}
impl<T> Cell<T> {
    pub const fn new(value: T) -> Cell<T> {
        Cell { value: UnsafeCell::new(value) }
    }
    pub fn set(&self, value: T) {
        *self.value.get() = value;
    }
    pub fn replace(&self, value: T) -> T {
        let old = ptr_read(self.value.get());
        ptr_write(self.value.get(), value);
        old
    }
    pub fn get(&self) -> T
    where
        T: Copy,
    {
        *self.value.get()
    }
    pub fn take(&self) -> T
    where
        T: Default,
    {
        self.replace(T::default())
    }
    pub fn update<F: FnOnce(T) -> T>(&self, f: F)
    where
        T: Copy,
    {
        self.set(f(self.get()))
    }
    pub fn swap(&self, other: &Cell<T>) {
        let value = ptr_read(self.value.get());
        ptr_write(self.value.get(), ptr_read(other.value.get()));
        ptr_write(other.value.get(), value);
    }
    pub fn as_ptr(&self) -> *mut T {
        self.value.get()
    }
    pub fn get_mut(&mut self) -> &mut T {
        self.value.get_mut()
    }
    pub fn into_inner(self) -> T {
        self.value.into_inner()
    }
}
impl<T: Copy> Clone for Cell<T> {
    fn clone(&self) -> Self {
        Cell::new(self.get())
    }
}
impl<T: Default> Default for Cell<T> {
    fn default() -> Self {
        Cell::new(T::default())
    }
}
impl<T: Copy + PartialEq> PartialEq for Cell<T> {
    fn eq(&self, other: &Self) -> bool {
        self.get() == other.get()
    }
}

/// How it is borrowed: readers counted up from zero, writers (of parts of it) down.
#[lang = "RefCell"]
#[invariant(self.borrow.get() == 0)]
pub struct RefCell<T> {
    borrow: Cell<isize>,
    value: UnsafeCell<T>,
}
/// What `reach`, `chain` and `same` see in a cell: whether it is borrowed does not matter to them.
#[lang = "cell_link"]
fn link<T>(cell: &RefCell<T>) -> &T {
    &*cell.value.get()
}
#[derive(Clone, Copy)]
pub struct BorrowError(());
#[derive(Clone, Copy)]
pub struct BorrowMutError(());

impl<T> RefCell<T> {
    pub const fn new(value: T) -> RefCell<T> {
        RefCell { borrow: Cell::new(0), value: UnsafeCell::new(value) }
    }
    pub fn into_inner(self) -> T {
        self.value.into_inner()
    }
    pub fn get_mut(&mut self) -> &mut T {
        self.value.get_mut()
    }
    pub fn as_ptr(&self) -> *mut T {
        self.value.get()
    }
    pub fn try_borrow(&self) -> Result<Ref<'_, T>, BorrowError> {
        let borrow = self.borrow.get();
        if borrow < 0 {
            return Err(BorrowError(()));
        }
        self.borrow.set(wrapping_add(borrow, 1));
        Ok(Ref { value: &*self.value.get(), borrow: &self.borrow })
    }
    pub fn try_borrow_mut(&self) -> Result<RefMut<'_, T>, BorrowMutError> {
        if self.borrow.get() != 0 {
            return Err(BorrowMutError(()));
        }
        self.borrow.set(-1);
        Ok(RefMut { value: &mut *self.value.get(), borrow: &self.borrow })
    }
    #[lang = "refcell_borrow"]
    pub fn borrow(&self) -> Ref<'_, T> {
        match self.try_borrow() {
            Ok(guard) => guard,
            Err(_) => panic_borrow("already mutably borrowed"),
        }
    }
    /// What `borrow` means in specifications, which drop no guards: it counts nothing.
    #[lang = "refcell_peek"]
    fn peek(&self) -> Ref<'_, T> {
        if self.borrow.get() < 0 {
            panic_borrow("already mutably borrowed")
        }
        Ref { value: &*self.value.get(), borrow: &self.borrow }
    }
    pub fn borrow_mut(&self) -> RefMut<'_, T> {
        match self.try_borrow_mut() {
            Ok(guard) => guard,
            Err(_) => panic_borrow("already borrowed"),
        }
    }
    pub fn replace(&self, value: T) -> T {
        crate::mem::replace(&mut *self.borrow_mut(), value)
    }
    pub fn take(&self) -> T
    where
        T: Default,
    {
        self.replace(T::default())
    }
    pub fn replace_with<F: FnOnce(&mut T) -> T>(&self, f: F) -> T {
        let mut place = self.borrow_mut();
        let value = f(&mut *place);
        crate::mem::replace(&mut *place, value)
    }
    pub fn swap(&self, other: &RefCell<T>) {
        crate::mem::swap(&mut *self.borrow_mut(), &mut *other.borrow_mut())
    }
}
impl<T: Clone> Clone for RefCell<T> {
    fn clone(&self) -> Self {
        RefCell::new(Clone::clone(&*self.borrow()))
    }
    fn clone_from(&mut self, source: &Self) {
        self.get_mut().clone_from(&*source.borrow())
    }
}
impl<T: Default> Default for RefCell<T> {
    fn default() -> Self {
        RefCell::new(T::default())
    }
}
impl<T: PartialEq> PartialEq for RefCell<T> {
    fn eq(&self, other: &Self) -> bool {
        *self.borrow() == *other.borrow()
    }
}
impl<T: Eq> Eq for RefCell<T> {}

pub struct Ref<'b, T> {
    value: &'b T,
    borrow: &'b Cell<isize>,
}
impl<'b, T> Ref<'b, T> {
    pub fn clone(orig: &Ref<'b, T>) -> Ref<'b, T> {
        orig.borrow.set(wrapping_add(orig.borrow.get(), 1));
        Ref { value: orig.value, borrow: orig.borrow }
    }
    pub fn map<U, F: FnOnce(&T) -> &U>(orig: Ref<'b, T>, f: F) -> Ref<'b, U> {
        let mapped = Ref { value: f(orig.value), borrow: orig.borrow };
        crate::intrinsics::forget(orig);
        mapped
    }
}
impl<'b, T> Ref<'b, T> {
    pub fn map_split<U, V, F: FnOnce(&T) -> (&U, &V)>(orig: Ref<'b, T>, f: F) -> (Ref<'b, U>, Ref<'b, V>) {
        let (one, other) = f(orig.value);
        orig.borrow.set(wrapping_add(orig.borrow.get(), 1));
        let split = (Ref { value: one, borrow: orig.borrow }, Ref { value: other, borrow: orig.borrow });
        crate::intrinsics::forget(orig);
        split
    }
    pub fn filter_map<U, F: FnOnce(&T) -> Option<&U>>(orig: Ref<'b, T>, f: F) -> Result<Ref<'b, U>, Ref<'b, T>> {
        match f(orig.value) {
            Some(value) => {
                let mapped = Ref { value, borrow: orig.borrow };
                crate::intrinsics::forget(orig);
                Ok(mapped)
            }
            None => Err(orig),
        }
    }
}
impl<'b, T> Deref for Ref<'b, T> {
    type Target = T;
    fn deref(&self) -> &T {
        self.value
    }
}
impl<'b, T> Drop for Ref<'b, T> {
    fn drop(&mut self) {
        self.borrow.set(wrapping_sub(self.borrow.get(), 1))
    }
}
pub struct RefMut<'b, T> {
    value: &'b mut T,
    borrow: &'b Cell<isize>,
}
impl<'b, T> RefMut<'b, T> {
    pub fn map<U, F: FnOnce(&mut T) -> &mut U>(orig: RefMut<'b, T>, f: F) -> RefMut<'b, U> {
        let value: *mut T = &mut *orig.value;
        let mapped = RefMut { value: f(&mut *value), borrow: orig.borrow };
        crate::intrinsics::forget(orig);
        mapped
    }
    pub fn map_split<U, V, F: FnOnce(&mut T) -> (&mut U, &mut V)>(
        orig: RefMut<'b, T>,
        f: F,
    ) -> (RefMut<'b, U>, RefMut<'b, V>) {
        let value: *mut T = &mut *orig.value;
        let (one, other) = f(&mut *value);
        orig.borrow.set(wrapping_sub(orig.borrow.get(), 1));
        let split = (RefMut { value: one, borrow: orig.borrow }, RefMut { value: other, borrow: orig.borrow });
        crate::intrinsics::forget(orig);
        split
    }
    pub fn filter_map<U, F: FnOnce(&mut T) -> Option<&mut U>>(
        orig: RefMut<'b, T>,
        f: F,
    ) -> Result<RefMut<'b, U>, RefMut<'b, T>> {
        let value: *mut T = &mut *orig.value;
        match f(&mut *value) {
            Some(value) => {
                let mapped = RefMut { value, borrow: orig.borrow };
                crate::intrinsics::forget(orig);
                Ok(mapped)
            }
            None => Err(orig),
        }
    }
}
impl<'b, T> Deref for RefMut<'b, T> {
    type Target = T;
    fn deref(&self) -> &T {
        &*self.value
    }
}
impl<'b, T> DerefMut for RefMut<'b, T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut *self.value
    }
}
impl<'b, T> Drop for RefMut<'b, T> {
    fn drop(&mut self) {
        self.borrow.set(wrapping_add(self.borrow.get(), 1))
    }
}

pub struct OnceCell<T> {
    inner: UnsafeCell<Option<T>>,
}
impl<T> OnceCell<T> {
    pub const fn new() -> OnceCell<T> {
        OnceCell { inner: UnsafeCell::new(None) }
    }
    pub fn get(&self) -> Option<&T> {
        (*self.inner.get()).as_ref()
    }
    pub fn get_mut(&mut self) -> Option<&mut T> {
        self.inner.get_mut().as_mut()
    }
    pub fn set(&self, value: T) -> Result<(), T> {
        if self.get().is_some() {
            return Err(value);
        }
        *self.inner.get() = Some(value);
        Ok(())
    }
    pub fn get_or_init<F: FnOnce() -> T>(&self, f: F) -> &T {
        if self.get().is_none() {
            let value = f();
            if self.set(value).is_err() {
                crate::intrinsics::panic_explicit("reentrant init")
            }
        }
        match self.get() {
            Some(value) => value,
            None => loop {},
        }
    }
    pub fn into_inner(self) -> Option<T> {
        self.inner.into_inner()
    }
    pub fn take(&mut self) -> Option<T> {
        self.inner.get_mut().take()
    }
}
impl<T> Default for OnceCell<T> {
    fn default() -> Self {
        OnceCell::new()
    }
}
impl<T> From<T> for OnceCell<T> {
    fn from(value: T) -> OnceCell<T> {
        OnceCell { inner: UnsafeCell::new(Some(value)) }
    }
}
impl<T: Clone> Clone for OnceCell<T> {
    fn clone(&self) -> Self {
        OnceCell { inner: UnsafeCell::new(self.get().cloned()) }
    }
}
impl<T: PartialEq> PartialEq for OnceCell<T> {
    fn eq(&self, other: &Self) -> bool {
        self.get() == other.get()
    }
}
impl<T> From<T> for Cell<T> {
    fn from(value: T) -> Cell<T> {
        Cell::new(value)
    }
}
impl<T> From<T> for RefCell<T> {
    fn from(value: T) -> RefCell<T> {
        RefCell::new(value)
    }
}
