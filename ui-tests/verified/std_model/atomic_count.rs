//! An atomic as one thread sees it: sums wrap.

use std::sync::atomic::{AtomicU8, Ordering};

#[bverify_contracts::ensures(true)]
pub fn next(count: &AtomicU8) -> u8 {
    let before = count.fetch_add(1, Ordering::Relaxed);
    assert!(count.load(Ordering::Relaxed) == before.wrapping_add(1));
    before
}
