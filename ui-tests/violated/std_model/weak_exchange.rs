//! `compare_exchange_weak` may fail without a reason.
use bverify_contracts::*;
use std::sync::atomic::{AtomicU8, Ordering};

#[requires(flag.load(Ordering::SeqCst) == 0)]
#[ensures(flag.load(Ordering::SeqCst) == 1)]
pub fn set(flag: &AtomicU8) {
    let _ = flag.compare_exchange_weak(0, 1, Ordering::SeqCst, Ordering::SeqCst);
}
