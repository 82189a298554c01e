//! `compare_exchange_weak` may fail without a reason, and changes nothing then.
use bverify_contracts::*;
use std::sync::atomic::{AtomicU8, Ordering};

#[ensures(result ==> flag.load(Ordering::SeqCst) == 1)]
#[ensures(!result ==> unchanged(flag))]
pub fn try_set(flag: &AtomicU8) -> bool {
    flag.compare_exchange_weak(0, 1, Ordering::SeqCst, Ordering::SeqCst).is_ok()
}
