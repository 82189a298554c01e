//! When temporaries end: those of a last expression before the variables of the block, those of an `if let` or
//! `let … else` before the `else` (edition 2024).
use bverify_contracts::*;
use std::cell::{Cell, RefCell};

struct Noted<'a>(&'a Cell<u64>, u64);

impl Noted<'_> {
    fn id(&self) -> u64 {
        self.1
    }

    fn even(&self) -> Option<u64> {
        if self.1 % 2 == 0 { Some(self.1) } else { None }
    }
}

impl Drop for Noted<'_> {
    fn drop(&mut self) {
        note(self.0, self.1);
    }
}

fn note(log: &Cell<u64>, id: u64) {
    log.set(log.get() * 10 + id);
}

#[requires(log.get() == 0)]
#[ensures(log.get() == 21)]
pub fn last(log: &Cell<u64>) -> u64 {
    let _variable = Noted(log, 1);
    Noted(log, 2).id()
}

#[requires(log.get() == 0)]
#[ensures(log.get() == 36)]
pub fn otherwise(log: &Cell<u64>) {
    if let Some(_even) = Noted(log, 3).even() {
        note(log, 5);
    } else {
        note(log, 6);
    }
}

#[requires(log.get() == 0)]
#[ensures(log.get() == 54)]
pub fn then(log: &Cell<u64>) {
    if let Some(_even) = Noted(log, 4).even() {
        note(log, 5);
    }
}

#[requires(log.get() == 0)]
#[ensures(log.get() == 36)]
pub fn or_else(log: &Cell<u64>) {
    let Some(_even) = Noted(log, 3).even() else {
        note(log, 6);
        return;
    };
}

pub fn borrowed(cell: &RefCell<Vec<u8>>) {
    if let Some(_first) = cell.borrow().first() {
    } else {
        cell.borrow_mut().push(0);
    }
}

#[check(scope = 2)]
pub fn checked(cell: &RefCell<Vec<u8>>) {
    borrowed(cell);
}
