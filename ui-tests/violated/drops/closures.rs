//! A closure drops what it owns neither before it goes nor twice.

use bverify_contracts::*;
use std::cell::Cell;

struct Mark<'a>(&'a Cell<u32>, u32);

impl Drop for Mark<'_> {
    fn drop(&mut self) {
        self.0.set(self.0.get() * 10 + self.1);
    }
}

#[ensures(result == 12)]
pub fn lent() -> u32 {
    let log = Cell::new(0);
    {
        let mark = Mark(&log, 1);
        let number = move || {
            let whole = &mark;
            whole.1
        };
        let _other = Mark(&log, 2);
        number();
        number();
    }
    log.get()
}

#[ensures(result == 21)]
pub fn used_up() -> u32 {
    let log = Cell::new(0);
    {
        let mark = Mark(&log, 1);
        let _other = Mark(&log, 2);
        let end = || drop(mark);
        end();
    }
    log.get()
}

#[ensures(result == 12)]
pub fn in_order_of_use() -> u32 {
    let log = Cell::new(0);
    {
        let (one, two) = (Mark(&log, 1), Mark(&log, 2));
        let both = move || {
            let (two, one) = (&two, &one);
            two.1 + one.1
        };
        both();
    }
    log.get()
}

#[panics(true)]
#[requires(log.get() < 5)]
#[on_panic(log.get() == old(log.get()) * 100 + 12)]
pub fn unwinding(log: &Cell<u32>) {
    let (one, two) = (Mark(log, 1), Mark(log, 2));
    let fails = move || {
        let _inner = two;
        let one = &one;
        assert!(one.1 == 3);
    };
    fails()
}

#[ensures(result == 2)]
pub fn given_to_std() -> u32 {
    let log = Cell::new(0);
    let mark = Mark(&log, 1);
    let seen = Some(2).map(|x| {
        log.set(x);
        drop(mark);
    });
    seen.map_or(0, |()| log.get())
}
