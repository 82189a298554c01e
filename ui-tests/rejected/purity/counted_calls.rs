//! Whoever counts how often it is called changes something, also by way of another function.
use std::sync::atomic::{AtomicU8, Ordering};

use bverify_contracts::*;

pub struct Meter {
    hits: AtomicU8,
    limit: u8,
}

impl Meter {
    fn hit(&self) {
        self.hits.fetch_add(1, Ordering::Relaxed);
    }

    fn limit(&self) -> u8 {
        self.hit();
        self.limit
    }

    #[ensures(result == self.limit())]
    pub fn read(&self) -> u8 {
        self.limit
    }
}
