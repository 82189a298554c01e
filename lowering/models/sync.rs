//! `std::sync`: what threads share. There is one thread here, so a lock is a `RefCell`: to take one that
//! this thread holds would never end, or panic, and panics here. No lock is ever poisoned; where panics are caught, none is taken.

use crate::cell::{Ref, RefCell, RefMut};

pub use crate::cell::OnceCell as OnceLock;
pub use crate::cell::{Ref as RwLockReadGuard, RefMut as MutexGuard, RefMut as RwLockWriteGuard};
pub use crate::rc::{Rc as Arc, Weak};
pub mod atomic {
    pub use crate::atomic::*;
}

pub struct PoisonError<G> {
    guard: G,
}
impl<G> PoisonError<G> {
    pub fn new(guard: G) -> PoisonError<G> {
        PoisonError { guard }
    }
    pub fn into_inner(self) -> G {
        self.guard
    }
    pub fn get_ref(&self) -> &G {
        &self.guard
    }
    pub fn get_mut(&mut self) -> &mut G {
        &mut self.guard
    }
}
pub enum TryLockError<G> {
    Poisoned(PoisonError<G>),
    WouldBlock,
}
pub type LockResult<G> = Result<G, PoisonError<G>>;
pub type TryLockResult<G> = Result<G, TryLockError<G>>;

pub struct Mutex<T> {
    cell: RefCell<T>,
}
impl<T> Mutex<T> {
    pub const fn new(value: T) -> Mutex<T> {
        Mutex { cell: RefCell::new(value) }
    }
    pub fn lock(&self) -> LockResult<RefMut<'_, T>> {
        crate::intrinsics::meet_lock();
        Ok(self.cell.borrow_mut())
    }
    pub fn try_lock(&self) -> TryLockResult<RefMut<'_, T>> {
        crate::intrinsics::meet_lock();
        match self.cell.try_borrow_mut() {
            Ok(guard) => Ok(guard),
            Err(error) => Err(TryLockError::WouldBlock),
        }
    }
    pub fn is_poisoned(&self) -> bool {
        false
    }
    pub fn clear_poison(&self) {}
    pub fn get_mut(&mut self) -> LockResult<&mut T> {
        Ok(self.cell.get_mut())
    }
    pub fn into_inner(self) -> LockResult<T> {
        Ok(self.cell.into_inner())
    }
}
impl<T: Default> Default for Mutex<T> {
    fn default() -> Self {
        Mutex::new(T::default())
    }
}
impl<T> From<T> for Mutex<T> {
    fn from(value: T) -> Mutex<T> {
        Mutex::new(value)
    }
}

pub struct RwLock<T> {
    cell: RefCell<T>,
}
impl<T> RwLock<T> {
    pub const fn new(value: T) -> RwLock<T> {
        RwLock { cell: RefCell::new(value) }
    }
    pub fn read(&self) -> LockResult<Ref<'_, T>> {
        Ok(self.cell.borrow())
    }
    pub fn write(&self) -> LockResult<RefMut<'_, T>> {
        crate::intrinsics::meet_lock();
        Ok(self.cell.borrow_mut())
    }
    pub fn try_read(&self) -> TryLockResult<Ref<'_, T>> {
        match self.cell.try_borrow() {
            Ok(guard) => Ok(guard),
            Err(error) => Err(TryLockError::WouldBlock),
        }
    }
    pub fn try_write(&self) -> TryLockResult<RefMut<'_, T>> {
        crate::intrinsics::meet_lock();
        match self.cell.try_borrow_mut() {
            Ok(guard) => Ok(guard),
            Err(error) => Err(TryLockError::WouldBlock),
        }
    }
    pub fn is_poisoned(&self) -> bool {
        false
    }
    pub fn clear_poison(&self) {}
    pub fn get_mut(&mut self) -> LockResult<&mut T> {
        Ok(self.cell.get_mut())
    }
    pub fn into_inner(self) -> LockResult<T> {
        Ok(self.cell.into_inner())
    }
}
impl<T: Default> Default for RwLock<T> {
    fn default() -> Self {
        RwLock::new(T::default())
    }
}
impl<T> From<T> for RwLock<T> {
    fn from(value: T) -> RwLock<T> {
        RwLock::new(value)
    }
}
