//! Which types' methods the thread is in: their invariants may be broken meanwhile, calls included.

use core::any::type_name;

#[cfg(not(target_os = "none"))]
mod store {
    use alloc::vec::Vec;
    use core::cell::RefCell;

    std::thread_local! {
        static TYPES: RefCell<Vec<&'static str>> = const { RefCell::new(Vec::new()) };
    }

    pub(super) fn push(name: &'static str) {
        let _ = TYPES.try_with(|types| types.borrow_mut().push(name));
    }

    pub(super) fn pop() {
        let _ = TYPES.try_with(|types| types.borrow_mut().pop());
    }

    pub(super) fn contains(name: &'static str) -> bool {
        let found = TYPES.try_with(|types| types.borrow().contains(&name));
        found.unwrap_or(true)
    }
}

// Without threads' own memory there is one count for all types: fewer checks, none of them wrong.
#[cfg(target_os = "none")]
mod store {
    use core::sync::atomic::{AtomicUsize, Ordering};

    static DEPTH: AtomicUsize = AtomicUsize::new(0);

    pub(super) fn push(_: &'static str) {
        DEPTH.store(DEPTH.load(Ordering::Relaxed) + 1, Ordering::Relaxed);
    }

    pub(super) fn pop() {
        DEPTH.store(DEPTH.load(Ordering::Relaxed) - 1, Ordering::Relaxed);
    }

    pub(super) fn contains(_: &'static str) -> bool {
        DEPTH.load(Ordering::Relaxed) > 0
    }
}

/// A method is running; it ends where this is dropped.
pub struct Inside(());

impl Drop for Inside {
    fn drop(&mut self) {
        store::pop();
    }
}

/// A method of this value's type starts.
pub fn enter<T: ?Sized>(_: &T) -> Inside {
    store::push(type_name::<T>());
    Inside(())
}

/// Whether a method of the type is running.
pub(super) fn is_inside<T: ?Sized>() -> bool {
    store::contains(type_name::<T>())
}
