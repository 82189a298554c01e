//! A panic that is caught, and the state after it.

use bverify_contracts::*;
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};

#[ensures(result == n.checked_div(d))]
pub fn divided(n: u8, d: u8) -> Option<u8> {
    catch_unwind(|| n / d).ok()
}

/// What was counted up to the panic stays.
#[ensures(match result { Ok(()) => true, Err(at) => counters[at] == 255 })]
#[ensures((0..counters.len()).all(|i| counters[i] == old(counters[i]) || counters[i] == old(counters[i]) + 1))]
pub fn count(counters: &mut [u8]) -> Result<(), usize> {
    let mut at = 0;
    let counted = catch_unwind(AssertUnwindSafe(|| {
        while at < counters.len() {
            counters[at] += 1;
            at += 1;
        }
    }));
    counted.map_err(|_| at)
}

/// Borrows are given back on the way.
#[requires(x < 255)]
#[ensures(result && *cell.borrow() == x + 1)]
pub fn given_back(cell: &RefCell<u8>, x: u8) -> bool {
    let caught = catch_unwind(AssertUnwindSafe(|| {
        let mut held = cell.borrow_mut();
        *held = x + 1;
        assert!(*held == x);
    }));
    caught.is_err() && cell.try_borrow_mut().is_ok()
}

pub struct Pool {
    free: usize,
    lost: usize,
}

struct Lease<'a>(&'a mut Pool);

impl Drop for Lease<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.lost += 1;
        } else {
            self.0.free += 1;
        }
    }
}

#[requires(pool.free > 0 && pool.free < 100 && pool.lost < 100)]
#[ensures(result <==> pool.lost == old(pool.lost))]
#[ensures(pool.free + pool.lost == old(pool.free + pool.lost))]
pub fn with_lease(pool: &mut Pool, work: u8) -> bool {
    pool.free -= 1;
    let lease = Lease(pool);
    let done = catch_unwind(AssertUnwindSafe(move || {
        let _lease = lease;
        assert!(work > 3);
    }));
    done.is_ok()
}
