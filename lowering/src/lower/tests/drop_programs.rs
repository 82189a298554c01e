//! Programs whose drops can be seen: each writes its number to a log when it goes. See `programs.rs`.

use std::cell::Cell;

struct Log {
    seen: Cell<i32>,
}

impl Log {
    fn new() -> Self {
        Log { seen: Cell::new(1) }
    }

    fn note(&self, id: i32) {
        self.seen
            .set(self.seen.get().wrapping_mul(31).wrapping_add(id));
    }
}

struct Noisy<'a> {
    log: &'a Log,
    id: i32,
}

impl Drop for Noisy<'_> {
    fn drop(&mut self) {
        self.log.note(self.id);
    }
}

fn noisy(log: &Log, id: i32) -> Noisy<'_> {
    Noisy { log, id }
}

pub fn scopes(a: i32, b: i32) -> i32 {
    let log = Log::new();
    {
        let _x = noisy(&log, a);
        let _y = noisy(&log, b);
        let _ = noisy(&log, 5);
        log.note(7);
        {
            let _z = noisy(&log, 11);
        }
        noisy(&log, 13);
        log.note(17);
    }
    log.seen.get()
}

fn id(x: &Noisy<'_>) -> i32 {
    x.log.note(100);
    x.id
}

pub fn temporaries(a: i32, b: i32) -> i32 {
    let log = Log::new();
    let x = id(&noisy(&log, a)).wrapping_add(id(&noisy(&log, b)));
    log.note(3);
    let kept = &noisy(&log, 9);
    log.note(kept.id);
    if id(&noisy(&log, 4)) == 4 && id(&noisy(&log, 6)) == b {
        log.note(21);
    } else {
        log.note(22);
    }
    match id(&noisy(&log, a)) {
        1 => log.note(23),
        _ => log.note(24),
    }
    log.seen.get().wrapping_add(x)
}

pub fn assignments(a: i32, b: i32) -> i32 {
    let log = Log::new();
    {
        let mut x = noisy(&log, a);
        log.note(1);
        x = noisy(&log, b);
        log.note(2);
        let y;
        if a > b {
            y = noisy(&log, 7);
            log.note(y.id);
        } else {
            log.note(8);
        }
        let mut pair = (noisy(&log, 10), noisy(&log, 20));
        pair.1 = noisy(&log, 30);
        log.note(x.id);
        x.id = 40;
    }
    log.seen.get()
}

fn eat(x: Noisy<'_>) {
    x.log.note(50);
}

pub fn moves(a: i32, b: i32) -> i32 {
    let log = Log::new();
    {
        let x = noisy(&log, 1);
        let y = noisy(&log, 2);
        let z = noisy(&log, 3);
        if a > b {
            eat(x);
        }
        if a < b {
            drop(y);
        } else if a == b {
            std::mem::forget(y);
        }
        let w = z;
        log.note(w.id);
    }
    log.seen.get()
}

struct Pair<'a> {
    first: Noisy<'a>,
    number: i32,
    second: Noisy<'a>,
}

pub fn partial_moves(a: i32, b: i32) -> i32 {
    let log = Log::new();
    {
        let mut p = Pair {
            first: noisy(&log, 1),
            number: a,
            second: noisy(&log, 2),
        };
        if a > b {
            eat(p.first);
            log.note(4);
            if b > 0 {
                p.first = noisy(&log, 5);
            }
        } else if a < 0 {
            eat(p.second);
        }
        log.note(p.number);
    }
    {
        let (x, _) = (noisy(&log, 6), noisy(&log, 7));
        log.note(x.id);
    }
    {
        let base = Pair {
            first: noisy(&log, 8),
            number: b,
            second: noisy(&log, 9),
        };
        let other = Pair {
            first: noisy(&log, 12),
            ..base
        };
        log.note(other.number);
    }
    log.seen.get()
}

enum Shape<'a> {
    One(Noisy<'a>),
    Two(Noisy<'a>, Noisy<'a>),
    None,
}

fn shape(log: &Log, kind: i32) -> Shape<'_> {
    match kind & 3 {
        0 => Shape::None,
        1 => Shape::One(noisy(log, 1)),
        _ => Shape::Two(noisy(log, 2), noisy(log, 3)),
    }
}

pub fn enums(a: i32, b: i32) -> i32 {
    let log = Log::new();
    {
        let s = shape(&log, a);
        match s {
            Shape::One(x) => eat(x),
            Shape::Two(x, _) => log.note(x.id),
            Shape::None => log.note(60),
        }
        log.note(61);
    }
    match shape(&log, b) {
        Shape::Two(_, y) => eat(y),
        _ => log.note(62),
    }
    if let Shape::One(ref x) = shape(&log, b) {
        log.note(x.id);
    }
    log.seen.get()
}

pub fn boxes(a: i32, b: i32) -> i32 {
    let log = Log::new();
    {
        let mut link = Some(Box::new(noisy(&log, a)));
        if b > a {
            let taken = link.take();
            log.note(70);
        }
        log.note(71);
        link = Some(Box::new(noisy(&log, 72)));
        if b == a {
            let inner = *link.unwrap();
            log.note(inner.id);
        }
    }
    log.seen.get()
}

struct Node<'a> {
    item: Noisy<'a>,
    next: Option<Box<Node<'a>>>,
}

pub fn lists(a: i32, b: i32) -> i32 {
    let log = Log::new();
    {
        let mut head = None;
        let mut n = 0;
        while n < (a & 3) {
            head = Some(Box::new(Node {
                item: noisy(&log, n),
                next: head,
            }));
            n += 1;
        }
        if b > 0 {
            if let Some(node) = head {
                head = node.next;
                log.note(80);
            }
        }
        log.note(81);
        while let Some(node) = head.take() {
            let Node { item, next } = *node;
            log.note(item.id);
            if b < 0 {
                break;
            }
            head = next;
        }
    }
    log.seen.get()
}

fn leaves(log: &Log, a: i32, b: i32) -> i32 {
    let _whole = noisy(log, 90);
    let mut i = 0;
    loop {
        let x = noisy(log, i);
        i += 1;
        if i == (a & 3) {
            continue;
        }
        if i > 4 {
            break;
        }
        let y = noisy(log, 91);
        if i == (b & 3) {
            return x.id + y.id;
        }
        if i == 3 {
            eat(x);
        }
    }
    log.note(92);
    'out: {
        let _z = noisy(log, 93);
        if a > b {
            break 'out;
        }
        log.note(94);
    }
    -1
}

pub fn jumps(a: i32, b: i32) -> i32 {
    let log = Log::new();
    let result = leaves(&log, a, b);
    log.seen.get().wrapping_add(result)
}

fn early(log: &Log, a: i32) -> Option<i32> {
    let _x = noisy(log, 30);
    let n = if a > 0 { Some(a) } else { None }?;
    let _y = noisy(log, 31);
    Some(n)
}

fn both(x: Noisy<'_>, n: Option<i32>, y: Noisy<'_>) -> Option<i32> {
    x.log.note(32);
    n
}

fn arguments(log: &Log, a: i32) -> Option<i32> {
    both(noisy(log, 33), Some(early(log, a)?), noisy(log, 34))
}

pub fn questions(a: i32, b: i32) -> i32 {
    let log = Log::new();
    let x = early(&log, a).unwrap_or(1);
    let y = arguments(&log, b).unwrap_or(2);
    log.seen.get().wrapping_add(x).wrapping_add(y)
}

struct Outer<'a> {
    inner: Noisy<'a>,
    log: &'a Log,
}

impl Drop for Outer<'_> {
    fn drop(&mut self) {
        self.log.note(40);
    }
}

pub fn nested(a: i32, b: i32) -> i32 {
    let log = Log::new();
    {
        let array = [noisy(&log, a), noisy(&log, b)];
        let outer = Outer {
            inner: noisy(&log, 41),
            log: &log,
        };
        let mut other = Outer {
            inner: noisy(&log, 42),
            log: &log,
        };
        let old = std::mem::replace(&mut other, outer);
        log.note(array[0].id);
        log.note(old.inner.id);
    }
    log.seen.get()
}
