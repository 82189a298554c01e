//! Programs that are run twice: compiled by rustc, and lowered and interpreted. Each takes two
//! integers and gives one, or panics.

use std::cmp::Ordering;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    Dot,
    Line(i32),
    Rect { w: i32, h: i32 },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pair {
    pub x: i32,
    pub y: i32,
}

pub struct Node {
    pub value: i32,
    pub next: Option<Box<Node>>,
}

pub struct Counter {
    pub n: i32,
}

impl Counter {
    pub fn bump(&mut self) -> i32 {
        self.n += 1;
        self.n
    }
    pub fn add(&mut self, by: i32) -> i32 {
        self.n += by;
        self.n
    }
    pub fn get(&self) -> i32 {
        self.n
    }
    pub fn slot(&mut self) -> &mut i32 {
        self.n *= 2;
        &mut self.n
    }
}

pub trait Area {
    const SIDES: i32;
    fn area(&self) -> i32;
    fn twice(&self) -> i32 {
        self.area() * 2
    }
}

impl Area for Pair {
    const SIDES: i32 = 4;
    fn area(&self) -> i32 {
        self.x * self.y
    }
}

impl Area for Counter {
    const SIDES: i32 = 1;
    fn area(&self) -> i32 {
        self.n
    }
    fn twice(&self) -> i32 {
        self.n + self.n
    }
}

const LIMIT: i32 = 3 + 4;

fn shape(a: i32, b: i32) -> Shape {
    match (a, b) {
        (0, _) => Shape::Dot,
        (_, 0) => Shape::Line(a),
        (w, h) => Shape::Rect { w, h },
    }
}

fn pick<T: Ord>(a: T, b: T) -> T {
    if a < b { b } else { a }
}

fn total<A: Area>(a: &A) -> i32 {
    a.twice() + A::SIDES
}

fn apply<F: FnMut(i32) -> i32>(mut f: F, x: i32) -> i32 {
    f(x) + f(x)
}

fn once<F: FnOnce() -> i32>(f: F) -> i32 {
    f()
}

fn list(n: i32) -> Option<Box<Node>> {
    let mut head = None;
    let mut i = 0;
    while i < n {
        head = Some(Box::new(Node {
            value: i,
            next: head,
        }));
        i += 1;
    }
    head
}

fn checked(a: i32, b: i32) -> Option<i32> {
    let sum = a.checked_add(b)?;
    let product = sum.checked_mul(2)?;
    Some(product - 1)
}

pub fn sum(a: i32, b: i32) -> i32 {
    a + b
}

pub fn quotient(a: i32, b: i32) -> i32 {
    a / b
}

pub fn remainder(a: i32, b: i32) -> i32 {
    a % b
}

pub fn negation(a: i32, b: i32) -> i32 {
    -a ^ !b
}

pub fn shifts(a: i32, b: i32) -> i32 {
    (a << b) | (b >> 1)
}

pub fn casts(a: i32, b: i32) -> i32 {
    let byte = a as u8;
    let signed = byte as i8;
    let wide = b as i64 * 3;
    let index = b as usize;
    signed as i32 + (wide as i32 & 0xff) + (index as u16 as i32 & 3) + (a > b) as i32
}

pub fn operands_are_read_in_order(a: i32, b: i32) -> i32 {
    let mut x = a;
    let pair = (
        x,
        {
            x = b;
            x
        },
        x,
    );
    pair.0 / 2 - pair.1 / 2 + x / 4
}

pub fn compound_assignment_takes_its_value_first(a: i32, b: i32) -> i32 {
    let mut x = a & 15;
    x += {
        x = b & 7;
        1
    };
    x
}

pub fn places_are_found_after_values(a: i32, b: i32) -> i32 {
    let mut c = Counter { n: a & 7 };
    *c.slot() = {
        c.n = b & 7;
        100
    };
    let first = c.n;
    *c.slot() += c.get() & 1;
    first + c.n
}

pub fn arguments_in_order(a: i32, b: i32) -> i32 {
    let mut c = Counter { n: a & 15 };
    let first = c.bump() * 100 + c.bump();
    let by = c.get();
    c.add(by);
    first + c.get() + (b & 1)
}

pub fn short_circuits(a: i32, b: i32) -> i32 {
    let mut n = 0;
    let both = a > 0 && {
        n += 1;
        b > 0
    };
    let either = a > 0 || {
        n += 10;
        b > 0
    };
    let mut flag = a > 1;
    flag = flag || b > 1 && !flag;
    n + both as i32 * 100 + either as i32 * 1000 + flag as i32 * 10_000
}

pub fn matches_with_guards(a: i32, b: i32) -> i32 {
    match shape(a, b) {
        Shape::Dot if b > 0 => 1,
        Shape::Dot => 2,
        Shape::Line(n) if n > 1 => n,
        Shape::Line(n @ (0 | 1)) => n + 10,
        Shape::Line(_) => 20,
        Shape::Rect { w, h } if w == h => 30,
        Shape::Rect { w: 1..=3, h: -2..0 } => 40,
        Shape::Rect { w, .. } => w & 63,
    }
}

pub fn or_patterns(a: i32, b: i32) -> i32 {
    let pair = (shape(a, 0), shape(b, 1));
    match pair {
        (Shape::Line(n), Shape::Dot) | (Shape::Dot, Shape::Rect { w: n, h: _ }) => n & 31,
        (Shape::Dot, Shape::Dot) => -1,
        (Shape::Line(1 | 2), _) | (_, Shape::Rect { w: 1 | 2, .. }) => -2,
        _ => -3,
    }
}

pub fn many_arms(a: i32, b: i32) -> i32 {
    match a & 15 {
        0 => 5,
        1 => 4,
        2 => 3,
        3 => 2,
        4 => 1,
        5 => 0,
        6 => b & 1,
        7 => b & 3,
        8 => 11,
        9 => 12,
        10 => 13,
        11 => 14,
        12 => 15,
        13..=14 => 16,
        _ => 17,
    }
}

pub fn let_chains(a: i32, b: i32) -> i32 {
    let first = if a > 0 { Some(a) } else { None };
    let second = if b > 0 { Some(b) } else { None };
    if let Some(x) = first
        && x < 100
        && let Some(y) = second
        && x != y
    {
        x.wrapping_add(y)
    } else if let (None, Some(y)) = (first, second) {
        y / 2
    } else {
        -7
    }
}

pub fn let_else(a: i32, b: i32) -> i32 {
    let Shape::Rect { w, h } = shape(a, b) else {
        return a.wrapping_sub(b);
    };
    w.wrapping_mul(h)
}

pub fn loops_with_values(a: i32, b: i32) -> i32 {
    let mut i = 0;
    let found = 'outer: loop {
        if i > 9 {
            break -1;
        }
        let mut j = 0;
        while j < 4 {
            if i * j == (a & 7) {
                break 'outer i * 10 + j;
            }
            j += 1;
            if j == (b & 3) {
                i += 1;
                continue 'outer;
            }
        }
        i += 1;
    };
    let block = 'block: {
        if found > 5 {
            break 'block found - 5;
        }
        found + 5
    };
    found * 100 + block
}

pub fn ranges(a: i32, b: i32) -> i32 {
    let mut sum = 0;
    for i in 0..(a & 7) {
        if i == (b & 3) {
            continue;
        }
        sum += i;
    }
    for i in 1..=(b & 3) {
        sum *= i + 1;
    }
    sum
}

pub fn closures(a: i32, b: i32) -> i32 {
    let mut count = a & 7;
    let doubled = apply(
        |x| {
            count += 1;
            x * 2 + count
        },
        b & 15,
    );
    let pair = Pair {
        x: count,
        y: doubled,
    };
    let moved = move || pair.x + pair.y;
    count += 100;
    once(moved) + count
}

pub fn options(a: i32, b: i32) -> i32 {
    let x = if a > 0 { Some(a & 63) } else { None };
    let mapped = x.map(|x| x + (b & 7)).unwrap_or(-1);
    let chained = x.and_then(|x| if x > 5 { Some(x - 5) } else { None });
    let mut slot = chained;
    let taken = slot.take();
    let none = slot.is_none() as i32;
    mapped + taken.unwrap_or_else(|| b & 1) * 100 + none * 10_000 + checked(a, b).map_or(0, |_| 1)
}

pub fn unwrapping(a: i32, b: i32) -> i32 {
    let x = if a != 1 { Some(b) } else { None };
    x.unwrap()
}

pub fn assertions(a: i32, b: i32) -> i32 {
    assert!(a <= b || a > 3, "too large");
    assert_eq!(a & 1, b & 1);
    a
}

pub fn structs(a: i32, b: i32) -> i32 {
    let mut p = Pair { x: a, y: b };
    p = Pair { x: p.y, y: p.x };
    let q = Pair { x: 3, ..p };
    let (first, second) = (p.y, p.x);
    p.x = first;
    p.y = second;
    let Pair { x, y: ref z } = q;
    std::mem::swap(&mut p.x, &mut p.y);
    let old = std::mem::replace(&mut p.x, 9);
    (p.x ^ p.y ^ x ^ *z) / 3 + (old & 1)
}

pub fn references(a: i32, b: i32) -> i32 {
    let mut x = a & 255;
    let mut y = b & 255;
    let mut p = &mut x;
    if a > b {
        p = &mut y;
    }
    *p += 1;
    let r = &p;
    let copy = **r;
    *p = copy * 2;
    x * 1000 + y
}

pub fn lists(a: i32, b: i32) -> i32 {
    let mut head = list(a & 3);
    let mut cur = &mut head;
    loop {
        match cur {
            None => break,
            Some(node) if node.value == (b & 3) => {
                *cur = node.next.take();
                break;
            }
            Some(node) => cur = &mut node.next,
        }
    }
    let mut sum = 0;
    let mut cur = &head;
    while let Some(node) = cur {
        sum = sum * 10 + node.value + 1;
        cur = &node.next;
    }
    if let Some(node) = &mut head {
        node.value += 5;
    }
    let first = match head {
        Some(node) => {
            let Node { value, next } = *node;
            value + next.is_some() as i32
        }
        None => 0,
    };
    sum * 100 + first
}

pub fn orders(a: i32, b: i32) -> i32 {
    let order = match a.cmp(&b) {
        Ordering::Less => -1,
        Ordering::Equal => 0,
        Ordering::Greater => 1,
    };
    let p = Pair { x: a & 1, y: b };
    let q = Pair { x: b & 1, y: a };
    let less = (p < q) as i32 + 2 * (p <= q) as i32 + 4 * (p == q) as i32;
    order * 100 + less * 10 + (pick(p, q) == p) as i32 + (a.max(b) == pick(a, b)) as i32
}

pub fn traits(a: i32, b: i32) -> i32 {
    let p = Pair { x: a & 7, y: b & 7 };
    total(&p) + total(&Counter { n: b & 7 }) + LIMIT
}

pub fn integers(a: i32, b: i32) -> i32 {
    let x = a.wrapping_mul(b).wrapping_add(7);
    let y = a.saturating_add(b).saturating_sub(3);
    let z = a.checked_sub(b).unwrap_or(i32::MAX);
    let (low, over) = a.overflowing_add(b);
    (x ^ y ^ z ^ low) & 0xffff | (over as i32) << 20
}

pub fn shadows(a: i32, b: i32) -> i32 {
    let x = a / 2;
    let x = {
        let x = x + 1;
        x / 2 + b / 4
    };
    let y = if let Some(x) = Some(x) { x } else { 0 };
    x - y / 2
}

pub fn early_returns(a: i32, b: i32) -> i32 {
    let value = if a > 2 {
        return 1;
    } else if b > 2 {
        panic!("no")
    } else {
        a / 2 + b / 2
    };
    value
}
