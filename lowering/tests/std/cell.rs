//! Cells, counted pointers, boxes, text.

use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};

pub fn cells(a: i32) -> i64 {
    let c = Cell::new(a);
    c.set(c.get() + 1);
    let old = c.replace(9);
    let r = RefCell::new(old);
    *r.borrow_mut() += 2;
    let first = r.borrow();
    let twice = if a > 3 {
        r.try_borrow_mut().is_err() as i32
    } else {
        *r.borrow()
    };
    (*first + twice + c.take()) as i64
}

pub fn borrowed_twice(a: i32) -> i64 {
    let r = RefCell::new(a);
    let guard = r.borrow();
    if a > 2 {
        *r.borrow_mut() = 3;
    }
    *guard as i64
}

pub fn counts(a: i32) -> i64 {
    let r = Rc::new(Cell::new(a));
    let s = r.clone();
    s.set(s.get() * 2);
    let w = Rc::downgrade(&r);
    let mut sum = Rc::strong_count(&r) as i64 * 10 + Rc::weak_count(&r) as i64;
    sum = sum * 100 + w.upgrade().map_or(-1, |x| x.get() as i64);
    drop(r);
    let unique = Rc::try_unwrap(s).map_or(50, |c| c.get());
    sum += unique as i64 + w.upgrade().is_none() as i64;
    let nothing: Weak<i32> = Weak::new();
    let mut owned = Rc::new(a);
    let other = owned.clone();
    *Rc::make_mut(&mut owned) += 1;
    sum * 10
        + nothing.upgrade().is_some() as i64
        + (*owned - *other) as i64
        + Rc::ptr_eq(&owned, &other) as i64
}

pub fn boxes(a: i32) -> i64 {
    let back = Box::new(a + 1);
    let all: Box<[i32]> = vec![a, 2, *back].into_boxed_slice();
    let sum: i32 = all.iter().sum();
    let mut v = all.into_vec();
    v.push(3);
    sum as i64 * 10 + v.len() as i64
}

pub fn texts(a: i32) -> i64 {
    let mut s = String::from("hé ");
    s.push_str("llo,x");
    s.push('ß');
    let at = a as usize;
    let mut sum = s.len() as i64 * 10 + s.is_char_boundary(at) as i64;
    for c in s.chars() {
        sum = (sum * 31 + c as i64) % 1_000_003;
    }
    for (i, c) in s.char_indices().rev() {
        sum = (sum * 7 + i as i64 * c as i64) % 1_000_003;
    }
    sum += s.find("llo").map_or(77, |i| i as i64)
        + s.find('x').unwrap() as i64
        + s.contains("é") as i64;
    sum += s
        .split(',')
        .map(|p| p.len() as i64)
        .fold(0, |x, y| x * 20 + y);
    sum += "  a b ".trim().len() as i64;
    sum += s.get(at..).map_or(-3, |t| t.len() as i64);
    sum += s.pop().map_or(0, |c| c as i64) + s.starts_with("hé") as i64 + (s == "hé llo,x") as i64;
    sum + std::str::from_utf8(&[0xC3, 0xA9, a as u8]).map_or(-5, |t| t.len() as i64)
        + s.to_uppercase_ascii_len(at)
}

trait Upper {
    fn to_uppercase_ascii_len(&self, at: usize) -> i64;
}
impl Upper for String {
    fn to_uppercase_ascii_len(&self, at: usize) -> i64 {
        self.to_ascii_uppercase().as_bytes()[at] as i64
    }
}
