//! A closure captures the fields that it names, each in its own way.

use bverify_contracts::*;
use std::cell::Cell;

pub struct Batch {
    items: Vec<u8>,
    flushed: usize,
}

#[requires(batch.flushed < 10)]
#[ensures(result == old(batch.flushed) + 1)]
pub fn flush(mut batch: Batch) -> usize {
    let close = || {
        let items = batch.items;
        batch.flushed += 1;
        items.len()
    };
    close();
    batch.flushed
}

/// What a reference leads to is captured, not the reference.
#[ensures(result == a)]
pub fn turned(a: u8, b: u8) -> u8 {
    let mut at = &a;
    let first = || *at;
    at = &b;
    let _second = *at;
    first()
}

/// The closure inside copies what it holds, and the one around it goes on with the variable itself.
#[requires(n < 10)]
#[ensures(result == n + 2)]
pub fn inside(n: u8) -> u8 {
    let mut count = n;
    let mut step = || {
        count += 1;
        let seen = move || count;
        seen()
    };
    step();
    step();
    count
}

struct Mark<'a>(&'a Cell<u32>, u32);

impl Drop for Mark<'_> {
    fn drop(&mut self) {
        self.0.set(self.0.get() * 10 + self.1);
    }
}

/// A number is copied out of what is dropped, which stays where it is.
#[ensures(result == 321)]
pub fn copied() -> u32 {
    let log = Cell::new(0);
    {
        let one = Mark(&log, 1);
        let two = Mark(&log, 2);
        let sum = move || one.1 + two.1;
        let _three = Mark(&log, sum());
    }
    log.get()
}

/// The field that is used up goes with the closure, the others with the whole.
#[ensures(result == 213)]
pub fn taken() -> u32 {
    let log = Cell::new(0);
    {
        let all = (Mark(&log, 1), Mark(&log, 2), Mark(&log, 3));
        let end = || drop(all.1);
        end();
    }
    log.get()
}
