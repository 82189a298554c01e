//! A clause that writes an atomic itself.
use std::sync::atomic::{AtomicU8, Ordering};

use bverify_contracts::*;

#[ensures(count.fetch_add(1, Ordering::SeqCst) == old(count.load(Ordering::SeqCst)))]
pub fn peek(count: &AtomicU8) {}
