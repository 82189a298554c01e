//! The new value is stored also where the drop of the old one panics, and is dropped with its owner.
use bverify_contracts::*;
use std::cell::Cell;

pub struct Level(u8);

impl Drop for Level {
    fn drop(&mut self) {
        if self.0 > 3 {
            panic!()
        }
    }
}

#[requires(level.0 == 7)]
#[may_panic(true)]
#[on_panic(level.0 == 0)]
pub fn reset(level: &mut Level) {
    *level = Level(0);
}

struct Part<'a>(&'a Cell<u8>, bool);

impl Drop for Part<'_> {
    fn drop(&mut self) {
        self.0.set(self.0.get() + 1);
        if self.1 {
            panic!()
        }
    }
}

#[requires(n.get() == 0)]
#[panics(fails)]
#[ensures(n.get() == 2)]
#[on_panic(n.get() == 2)]
pub fn variable(n: &Cell<u8>, fails: bool) {
    let mut part = Part(n, fails);
    let _ = part.1;
    part = Part(n, false);
    let _ = part.1;
}

#[requires(n.get() == 0)]
#[panics(fails)]
#[on_panic(n.get() == 3)]
pub fn field(n: &Cell<u8>, fails: bool) {
    let mut pair = (Part(n, fails), Part(n, false));
    pair.0 = Part(n, false);
    let _ = pair.0.1;
}
