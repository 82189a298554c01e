//! A lock that is held while a panic leaves is poisoned, of which the model of locks knows nothing.

use bverify_contracts::*;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;

#[ensures(result)]
pub fn poisoned(lock: &Mutex<u8>) -> bool {
    let _ = catch_unwind(AssertUnwindSafe(|| {
        let _held = lock.lock();
        panic!()
    }));
    lock.lock().is_ok()
}
