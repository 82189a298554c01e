//! `std::sync::atomic` as one thread sees it: places that may be written through shared references. No
//! exchange fails without a reason.

use crate::cell::UnsafeCell;
use crate::num::PrimInt;

/// How other threads see what was written: there are none.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Ordering {
    Relaxed,
    Release,
    Acquire,
    AcqRel,
    SeqCst,
}

pub fn fence(order: Ordering) {
    if order == Ordering::Relaxed {
        crate::intrinsics::panic_explicit("there is no such thing as a relaxed fence")
    }
}
pub fn compiler_fence(order: Ordering) {
    fence(order)
}

/// The types of atomics are one.
#[repr(transparent)]
pub struct Atomic<T> {
    value: UnsafeCell<T>,
}
pub type AtomicBool = Atomic<bool>;
pub type AtomicUsize = Atomic<usize>;
pub type AtomicIsize = Atomic<isize>;
pub type AtomicU8 = Atomic<u8>;
pub type AtomicU16 = Atomic<u16>;
pub type AtomicU32 = Atomic<u32>;
pub type AtomicU64 = Atomic<u64>;
pub type AtomicI8 = Atomic<i8>;
pub type AtomicI16 = Atomic<i16>;
pub type AtomicI32 = Atomic<i32>;
pub type AtomicI64 = Atomic<i64>;
pub type AtomicPtr<T> = Atomic<*mut T>;

impl<T: Copy> Atomic<T> {
    pub const fn new(value: T) -> Atomic<T> {
        Atomic { value: UnsafeCell::new(value) }
    }
    pub fn load(&self, order: Ordering) -> T {
        if matches!(order, Ordering::Release | Ordering::AcqRel) {
            crate::intrinsics::panic_explicit("there is no such thing as a release load")
        }
        *self.value.get()
    }
    pub fn store(&self, value: T, order: Ordering) {
        if matches!(order, Ordering::Acquire | Ordering::AcqRel) {
            crate::intrinsics::panic_explicit("there is no such thing as an acquire store")
        }
        *self.value.get() = value;
    }
    pub fn swap(&self, value: T, order: Ordering) -> T {
        let old = *self.value.get();
        *self.value.get() = value;
        old
    }
    pub fn compare_exchange(&self, current: T, new: T, success: Ordering, failure: Ordering) -> Result<T, T> {
        if matches!(failure, Ordering::Release | Ordering::AcqRel) {
            crate::intrinsics::panic_explicit("there is no such thing as a release failure ordering")
        }
        let old = *self.value.get();
        if old == current {
            *self.value.get() = new;
            Ok(old)
        } else {
            Err(old)
        }
    }
    pub fn compare_exchange_weak(&self, current: T, new: T, success: Ordering, failure: Ordering) -> Result<T, T> {
        // It may fail without a reason.
        if crate::intrinsics::choose() {
            return self.compare_exchange(current, new, success, failure);
        }
        Err(self.load(failure))
    }
    pub fn fetch_update<F: FnMut(T) -> Option<T>>(&self, set_order: Ordering, fetch_order: Ordering, f: F) -> Result<T, T> {
        let mut f = f;
        let old = self.load(fetch_order);
        match f(old) {
            Some(new) => {
                *self.value.get() = new;
                Ok(old)
            }
            None => Err(old),
        }
    }
    pub fn fetch_and(&self, value: T, order: Ordering) -> T {
        let old = *self.value.get();
        *self.value.get() = old & value;
        old
    }
    pub fn fetch_or(&self, value: T, order: Ordering) -> T {
        let old = *self.value.get();
        *self.value.get() = old | value;
        old
    }
    pub fn fetch_xor(&self, value: T, order: Ordering) -> T {
        let old = *self.value.get();
        *self.value.get() = old ^ value;
        old
    }
    pub fn fetch_nand(&self, value: T, order: Ordering) -> T {
        let old = *self.value.get();
        *self.value.get() = !(old & value);
        old
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
impl<I: PrimInt> Atomic<I> {
    pub fn fetch_add(&self, value: I, order: Ordering) -> I {
        let old = *self.value.get();
        *self.value.get() = crate::intrinsics::wrapping_add(old, value);
        old
    }
    pub fn fetch_sub(&self, value: I, order: Ordering) -> I {
        let old = *self.value.get();
        *self.value.get() = crate::intrinsics::wrapping_sub(old, value);
        old
    }
    pub fn fetch_max(&self, value: I, order: Ordering) -> I {
        let old = *self.value.get();
        *self.value.get() = if old < value { value } else { old };
        old
    }
    pub fn fetch_min(&self, value: I, order: Ordering) -> I {
        let old = *self.value.get();
        *self.value.get() = if value < old { value } else { old };
        old
    }
}
impl<T: Copy + Default> Default for Atomic<T> {
    fn default() -> Self {
        Atomic::new(T::default())
    }
}
impl<T> Default for Atomic<*mut T> {
    fn default() -> Self {
        Atomic::new(crate::ptr::null_mut())
    }
}
impl<T: Copy> From<T> for Atomic<T> {
    fn from(value: T) -> Atomic<T> {
        Atomic::new(value)
    }
}
