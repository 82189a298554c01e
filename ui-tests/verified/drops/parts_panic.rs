//! A part whose drop panics: the others are dropped all the same, and a second panic would end the process.
use bverify_contracts::*;
use std::cell::Cell;

struct Part<'a>(&'a Cell<u8>, bool);

impl Drop for Part<'_> {
    fn drop(&mut self) {
        self.0.set(self.0.get() + 1);
        if self.1 {
            panic!()
        }
    }
}

struct Pair<'a> {
    _first: Part<'a>,
    _second: Part<'a>,
}

enum Either<'a> {
    Both(Part<'a>, Part<'a>),
    One(Part<'a>),
}

#[requires(n.get() == 0)]
#[panics(fails)]
#[ensures(n.get() == 2)]
#[on_panic(n.get() == 2)]
pub fn tuple(n: &Cell<u8>, fails: bool) {
    let _pair = (Part(n, fails), Part(n, false));
}

#[requires(n.get() == 0 && !(first && second))]
#[panics(first || second)]
#[on_panic(n.get() == 2)]
pub fn fields(n: &Cell<u8>, first: bool, second: bool) {
    let _pair = Pair { _first: Part(n, first), _second: Part(n, second) };
}

#[requires(n.get() == 0)]
#[panics(fails)]
#[on_panic(n.get() == if both { 2 } else { 1 })]
pub fn payload(n: &Cell<u8>, both: bool, fails: bool) {
    let _either = if both {
        Either::Both(Part(n, fails), Part(n, false))
    } else {
        Either::One(Part(n, fails))
    };
}

#[requires(n.get() == 0 && at < 3)]
#[panics(true)]
#[on_panic(n.get() == 3)]
pub fn array(n: &Cell<u8>, at: u8) {
    let _array = [Part(n, at == 0), Part(n, at == 1), Part(n, at == 2)];
}

#[requires(n.get() == 0)]
#[panics(fails)]
#[on_panic(n.get() == 2)]
pub fn boxes(n: &Cell<u8>, fails: bool) {
    let _boxes = (Box::new(Part(n, fails)), Some(Box::new(Part(n, false))));
}

#[requires(n.get() == 0)]
#[panics(fails)]
#[on_panic(n.get() == 2)]
pub fn vector(n: &Cell<u8>, fails: bool) {
    let _vector = vec![Part(n, fails), Part(n, false)];
}

#[requires(n.get() == 0 && to <= 2)]
#[panics(true)]
#[on_panic(n.get() == 3)]
pub fn cut(n: &Cell<u8>, to: usize) {
    let mut vector = vec![Part(n, false), Part(n, false), Part(n, true)];
    vector.truncate(to);
}

#[requires(n.get() == 0)]
#[panics(true)]
#[on_panic(n.get() == 2)]
pub fn captured(n: &Cell<u8>) {
    let one = Part(n, true);
    let other = Part(n, false);
    let _closure = move || {
        let (one, other) = (&one, &other);
        one.1 == other.1
    };
}
