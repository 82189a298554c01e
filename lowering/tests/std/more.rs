//! Heaps, lists, atomics, hashes, what is removed while it is looked at.

use std::borrow::Cow;
use std::cell::{OnceCell, RefCell};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque};
use std::error::Error;
use std::hash::{Hash, Hasher};
use std::num::NonZero;
use std::ops::{AddAssign, BitAnd, BitOrAssign, ControlFlow, Mul, Not, Shl};
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicUsize, Ordering};
use std::sync::{Mutex, RwLock};
use std::time::Duration;

fn digits<'a>(items: impl IntoIterator<Item = &'a i32>) -> i64 {
    items
        .into_iter()
        .fold(0, |sum, item| sum * 11 + *item as i64 + 3)
}

pub fn heaps(a: i32) -> i64 {
    let mut h = BinaryHeap::from([3, 1, a, 4, 1, 5]);
    h.push(a * 2);
    let mut sum = digits(h.iter());
    sum += h.pop().unwrap_or(0) as i64;
    if let Some(mut top) = h.peek_mut() {
        *top -= 3;
    }
    sum = sum * 3 + h.peek().copied().unwrap_or(7) as i64 + digits(h.as_slice());
    h.extend([2, a + 1]);
    h.retain(|x| x % 2 == 0);
    sum += digits(h.iter()) * 2 + h.len() as i64;
    let mut other: BinaryHeap<i32> = (0..a.max(0)).collect();
    h.append(&mut other);
    sum += digits(h.iter()) + other.len() as i64;
    if let Some(top) = h.peek_mut()
        && *top > 3
    {
        sum += std::collections::binary_heap::PeekMut::pop(top) as i64;
    }
    sum + digits(&h.into_sorted_vec())
}

pub fn reversed_heaps(a: i32) -> i64 {
    let mut h = BinaryHeap::new();
    for i in 0..5 {
        h.push(Reverse((i * 7 + a) % 5));
    }
    let mut sum = 0;
    while let Some(Reverse(x)) = h.pop() {
        sum = sum * 6 + x as i64;
    }
    sum
}

pub fn lists(a: i32) -> i64 {
    let mut l = LinkedList::from([1, 2, 3]);
    l.push_front(a);
    l.push_back(4);
    let mut tail = l.split_off(a as usize);
    let mut sum = digits(&l) * 100 + digits(&tail);
    tail.append(&mut l);
    sum += tail.pop_front().unwrap_or(9) as i64 + tail.pop_back().unwrap_or(9) as i64;
    for x in tail.iter_mut() {
        *x += 1;
    }
    sum + digits(&tail) + tail.contains(&3) as i64 + l.len() as i64
}

pub fn atomics(a: i32) -> i64 {
    let n = AtomicUsize::new(3);
    let mut sum = n.fetch_add(a as usize, Ordering::Relaxed) as i64;
    sum += n.fetch_sub(1, Ordering::AcqRel) as i64 % 1000;
    sum += n.swap(7, Ordering::SeqCst) as i64 % 1000;
    sum += n
        .compare_exchange(7, 9, Ordering::SeqCst, Ordering::Relaxed)
        .is_ok() as i64;
    sum += n
        .compare_exchange(7, 9, Ordering::SeqCst, Ordering::Relaxed)
        .unwrap_err() as i64;
    sum += n.fetch_max(20, Ordering::SeqCst) as i64 + n.fetch_and(6, Ordering::SeqCst) as i64;
    sum += n
        .fetch_update(Ordering::SeqCst, Ordering::SeqCst, |x| x.checked_sub(5))
        .is_err() as i64;
    let flag = AtomicBool::new(a > 2);
    sum += flag.fetch_or(true, Ordering::SeqCst) as i64 + flag.load(Ordering::Acquire) as i64 * 2;
    flag.store(false, Ordering::Release);
    let nowhere = AtomicPtr::<u8>::default();
    sum += nowhere.load(Ordering::Relaxed).is_null() as i64;
    sum * 100 + n.into_inner() as i64 + flag.load(Ordering::Relaxed) as i64
}

pub fn no_such_orders(a: i32) -> i64 {
    let n = AtomicUsize::new(3);
    let order = match a {
        0 | 2 => Ordering::Release,
        1 | 5 => Ordering::Acquire,
        _ => Ordering::Relaxed,
    };
    let sum = n.load(order) as i64;
    n.store(1, order);
    sum
}

/// Remembers what it is told.
#[derive(Default)]
struct Adder {
    sum: u64,
}

impl Hasher for Adder {
    fn finish(&self) -> u64 {
        self.sum
    }
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.sum = self.sum.wrapping_mul(31).wrapping_add(*byte as u64);
        }
    }
}

#[derive(Hash, PartialEq, Eq)]
enum Shape {
    Dot,
    Line(i32),
    Box { wide: u8, high: u16 },
}

#[derive(Hash)]
struct Named {
    name: &'static str,
    shape: Shape,
    rest: Vec<i16>,
}

pub fn hashes(a: i32) -> i64 {
    let mut h = Adder::default();
    Named {
        name: "ab",
        shape: match a {
            0 => Shape::Dot,
            1 | 2 => Shape::Line(a),
            _ => Shape::Box {
                wide: 3,
                high: a as u16,
            },
        },
        rest: vec![1, a as i16],
    }
    .hash(&mut h);
    (Some(a), 'x', [true, false], ()).hash(&mut h);
    let none: Option<u8> = None;
    (none, "text".to_owned(), a as i128, Box::new(a as u8)).hash(&mut h);
    (h.finish() >> 1) as i64
}

fn total(items: impl Iterator<Item = i32>) -> i64 {
    items.map(|x| x as i64 * x as i64 + 1).sum()
}

pub fn set_algebra(a: i32) -> i64 {
    let s: BTreeSet<i32> = (0..4).collect();
    let t: BTreeSet<i32> = (a..a + 3).collect();
    let mut sum = digits(s.union(&t)) + digits(s.intersection(&t)) * 3;
    sum += digits(s.difference(&t)) * 5 + digits(s.symmetric_difference(&t)) * 7;
    sum += digits(&(&s | &t)) + digits(&(&s & &t)) + digits(&(&s ^ &t)) + digits(&(&s - &t));
    sum += digits(s.range(1..3)) + (s < t) as i64 + s.is_disjoint(&t) as i64;
    let x: HashSet<i32> = s.iter().copied().collect();
    let y: HashSet<i32> = t.iter().copied().collect();
    sum += total(x.union(&y).copied()) + total(x.intersection(&y).copied()) * 2;
    sum += total(x.difference(&y).copied()) * 3;
    sum + total((&x ^ &y).into_iter()) * 4
}

pub fn removed_on_the_way(a: i32) -> i64 {
    let mut v: Vec<i32> = (0..6).collect();
    let mut sum = digits(&v.extract_if(1..5, |x| *x % 2 == a % 2).collect::<Vec<_>>());
    sum += digits(&v) * 3;
    sum += v.drain(1..3).rev().map(|x| x as i64).sum::<i64>();
    sum += digits(&v) * 5;
    v.drain(..1).next();
    v.splice(0..1, [a, 8, 9]).for_each(|x| sum += x as i64);
    sum += digits(&v) * 7;
    let mut m: BTreeMap<i32, i32> = (0..6i32).map(|x| (x, x * a)).collect();
    for (k, v) in m.extract_if(2.., |k, v| *k != *v) {
        sum += (k * 10 + v) as i64;
    }
    sum += m.len() as i64;
    let mut h: HashMap<i32, i32> = (0..6i32).map(|x| (x, x * a)).collect();
    sum += h
        .extract_if(|k, _| *k > a)
        .map(|(k, v)| (k + v) as i64)
        .sum::<i64>();
    let mut s: BTreeSet<i32> = (0..6).collect();
    sum += digits(&s.extract_if(.., |x| *x > a).collect::<Vec<_>>());
    sum + h.len() as i64 + s.len() as i64
}

pub fn forgotten_drains(a: i32) -> i64 {
    let mut v = vec![1, 2, 3, a];
    std::mem::forget(v.drain(1..2));
    digits(&v)
}

pub fn entries(a: i32) -> i64 {
    let mut m: BTreeMap<i32, i32> = (0..3i32).map(|x| (x, x)).collect();
    *m.entry(a).or_insert_with_key(|k| k * 7) += 1;
    let mut sum = *m.entry(9).insert_entry(a).get() as i64;
    m.extend(&BTreeMap::from([(1, 5), (2, a)]));
    sum = sum * 3 + digits(m.keys()) + digits(m.values());
    let mut h: HashMap<i32, i32> = (0..3i32).map(|x| (x, x)).collect();
    *h.entry(a).or_insert_with_key(|k| k * 7) += 1;
    sum += h.values().map(|x| *x as i64).sum::<i64>();
    sum + m
        .into_iter()
        .rev()
        .fold(0, |s, (k, v)| s * 2 + (k - v) as i64)
}

pub fn more_queues(a: i32) -> i64 {
    let mut d: VecDeque<i32> = (0..5).collect();
    d.rotate_left(2);
    let mut sum = d.swap_remove_front(a as usize).unwrap_or(20) as i64;
    sum += digits(&d) + d.swap_remove_back(1).unwrap_or(20) as i64 + digits(&d);
    d.resize(4, a);
    d.retain_mut(|x| {
        *x += 1;
        *x != 3
    });
    sum += digits(d.range(1..)) + (d == [4, 5]) as i64;
    d.make_contiguous().sort();
    sum += d.binary_search(&a).unwrap_or_else(|at| at + 10) as i64;
    sum + d.partition_point(|x| *x < 3) as i64 + digits(&d)
}

pub fn borrowed_or_owned(a: i32) -> i64 {
    let mut c: Cow<'_, [i32]> = Cow::Borrowed(&[1, 2]);
    if a > 2 {
        c.to_mut().push(a);
    }
    let text: Cow<'_, str> = if a > 0 {
        "x".into()
    } else {
        String::from("yz").into()
    };
    let plain = matches!(c, Cow::Borrowed(_)) as i64 + (text == "x") as i64 * 2;
    digits(c.iter()) * 10 + plain + text.len() as i64
}

pub fn compared_iterators(a: i32) -> i64 {
    let v = [1, 2, 3];
    let w = [1, a, 3];
    let mut sum = v.iter().eq(w.iter()) as i64 + v.iter().ne(w.iter()) as i64 * 2;
    sum += v.iter().lt(w.iter()) as i64 * 4 + v.iter().ge(w.iter()) as i64 * 8;
    sum = sum * 3 + v.iter().partial_cmp(w.iter()).map_or(0, |it| it as i64);
    let mut r = 0..=a;
    r.next_back();
    r.by_ref().take(2).for_each(drop);
    sum * 10 + r.contains(&a) as i64 + (..a).contains(&2) as i64 + (..=a).contains(&2) as i64
}

pub fn once(a: i32) -> i64 {
    let c = OnceCell::new();
    let mut sum = *c.get_or_init(|| a) as i64 + c.set(3).is_err() as i64 * 10;
    let r = RefCell::new(a);
    sum += r.replace_with(|x| *x * 2) as i64 * 3 + *r.borrow() as i64;
    sum + c.into_inner().map_or(0, |x| x as i64)
}

pub fn locks(a: i32) -> i64 {
    let m = Mutex::new(a);
    *m.lock().unwrap() += 2;
    let held = m.lock().unwrap();
    let mut sum = m.try_lock().is_err() as i64 + *held as i64 * 3;
    drop(held);
    sum += m.try_lock().map_or(0, |it| *it as i64);
    let l = RwLock::new(vec![a, 2]);
    l.write().unwrap().push(5);
    let (one, other) = (l.read().unwrap(), l.read().unwrap());
    sum = sum * 10 + (one.len() + other.len()) as i64 + l.try_write().is_err() as i64;
    drop((one, other));
    sum * 10 + digits(l.into_inner().unwrap_or_else(|it| it.into_inner()).iter())
}

fn folded<
    T: Copy + BitAnd<Output = T> + BitOrAssign + for<'a> AddAssign<&'a T> + Not<Output = T>,
>(
    x: T,
    y: T,
) -> T {
    let mut z = !(x & y);
    z |= x;
    z += &y;
    z
}

pub fn operators_by_their_traits(a: i32) -> i64 {
    let mut sum = a as i64;
    sum += &(a as i64);
    sum -= &1;
    sum = sum * 100 + folded(a, 6) as i64 + folded(a as u8 & 7, 2) as i64;
    let ops: [fn(i64, i64) -> i64; 3] = [Mul::mul, |x, y| x ^ y, i64::wrapping_sub];
    let mut flag = a > 2;
    flag ^= sum > 100;
    sum + ops.iter().map(|op| op(sum, 3)).sum::<i64>() + Shl::shl(1i64, a & 3) + flag as i64
}

fn all<T: Clone + Into<i64>>(v: &[T]) -> i64 {
    let copies: Vec<T> = v.iter().map(T::clone).collect();
    copies.into_iter().map(Into::into).sum()
}

pub fn methods_as_values(a: i32) -> i64 {
    all(&[a, 2, 3]) * 10 + all(&[7u8]) + Some(a).map(i64::from).map_or_else(i64::default, i64::abs)
}

trait Shelf {
    type Of<T>: Default;
    fn put<T>(shelf: &mut Self::Of<T>, value: T);
    fn held<T>(shelf: &Self::Of<T>) -> usize;
}
struct Many;
struct One;
impl Shelf for Many {
    type Of<T> = Vec<T>;
    fn put<T>(shelf: &mut Vec<T>, value: T) {
        shelf.push(value)
    }
    fn held<T>(shelf: &Vec<T>) -> usize {
        shelf.len()
    }
}
impl Shelf for One {
    type Of<T> = Option<T>;
    fn put<T>(shelf: &mut Option<T>, value: T) {
        *shelf = Some(value)
    }
    fn held<T>(shelf: &Option<T>) -> usize {
        shelf.iter().count()
    }
}
fn filled<S: Shelf>(n: i32) -> usize {
    let mut numbers = <S as Shelf>::Of::<i32>::default();
    let mut flags: S::Of<bool> = Default::default();
    for x in 0..n {
        S::put(&mut numbers, x);
        S::put(&mut flags, x > 1);
    }
    S::held(&numbers) * 10 + S::held(&flags)
}

pub fn types_with_arguments_of_their_own(a: i32) -> i64 {
    filled::<Many>(a) as i64 * 1000 + filled::<One>(a) as i64
}

pub fn times_of_the_system(a: i32) -> i64 {
    use std::time::{SystemTime, UNIX_EPOCH};
    let early = SystemTime::UNIX_EPOCH + Duration::from_millis(700);
    let mut late = UNIX_EPOCH + Duration::from_millis(1900 * a as u64);
    late -= Duration::from_millis(1);
    let apart = match late.duration_since(early) {
        Ok(apart) => apart.as_millis() as i64,
        Err(error) => -(error.duration().as_millis() as i64),
    };
    apart * 10
        + (late > early) as i64
        + early.checked_sub(Duration::from_secs(1)).is_some() as i64 * 2
}

pub fn durations(a: i32) -> i64 {
    let whole = Duration::new(a as u64, 999_999_999);
    let mut part = Duration::from_millis(1500) * (a + 2) as u32;
    part += Duration::from_micros(7);
    let mut sum = part.as_millis() as i64 * 3 + part.subsec_nanos() as i64;
    sum += whole
        .checked_add(part)
        .map_or(5, |it| it.as_secs() as i64 % 1000);
    sum += part
        .saturating_sub(Duration::from_nanos(1_000_000_001))
        .subsec_micros() as i64;
    sum += part
        .checked_div((a - 1).max(0) as u32)
        .map_or(3, |it| it.as_nanos() as i64);
    sum += (part > Duration::from_secs(4)) as i64 + Duration::ZERO.is_zero() as i64;
    sum += part.abs_diff(Duration::from_secs(3)).subsec_millis() as i64;
    let left = part - Duration::from_secs(3);
    let all: Duration = [left, part / 2].into_iter().sum();
    sum + all.as_micros() as i64
}

pub fn empty_by_default(a: i32) -> i64 {
    let mut array = [a, 2, 3];
    let mut rest: &mut [i32] = &mut array;
    let mut sum = 0;
    while !rest.is_empty() {
        let (first, others) = std::mem::take(&mut rest).split_at_mut(1);
        first[0] += 1;
        sum = sum * 5 + first[0] as i64;
        rest = others;
    }
    let none: &[u8] = Default::default();
    sum + none.len() as i64
}

fn doubled(x: i32) -> i32 {
    x * 2
}
fn less_one(x: i32) -> i32 {
    x - 1
}

pub fn functions_in_branches(a: i32) -> i64 {
    let chosen = match a {
        0 => doubled,
        1..=3 => less_one,
        _ => doubled,
    };
    let other = if a > 2 { less_one } else { doubled };
    (chosen(a) * 10 + other(a)) as i64
}

fn until(limit: i32, items: &[i32]) -> ControlFlow<i32, u8> {
    for item in items {
        if *item == limit {
            ControlFlow::<i32, ()>::Break(*item * 3)?;
        }
    }
    let step: ControlFlow<i32, usize> = ControlFlow::Continue(items.len());
    ControlFlow::Continue(step? as u8)
}

pub fn flow(a: i32) -> i64 {
    match until(a, &[1, 3, 5]) {
        ControlFlow::Break(x) => x as i64,
        ControlFlow::Continue(n) => -(n as i64),
    }
}

pub fn slices_become_arrays(a: i32) -> i64 {
    let bytes: Vec<u8> = (0..8).map(|it| it * 3 + a as u8).collect();
    let first = u32::from_le_bytes(bytes[1..][0..4].try_into().unwrap());
    let short: Result<[u8; 2], _> = bytes[..a as usize].try_into();
    first as i64 + short.map_or(-1, |it| it[1] as i64)
}

pub fn nested_clones(a: i32) -> i64 {
    let nested = vec![vec![1, a], vec![], vec![3]];
    let mut flat = nested.iter().flatten();
    flat.next();
    let again = flat.clone();
    flat.next();
    flat.chain(again).fold(0, |sum, x| sum * 7 + *x as i64)
}

pub fn divided_by_never_zero(a: i32) -> i64 {
    let by = NonZero::new(a as u64 % 7).unwrap();
    (1000u64 / by) as i64 * 100 + (1000u64 % by) as i64
}

fn failing(a: i32) -> Result<i64, Box<dyn Error>> {
    if a < 0 {
        return Err("below zero".into());
    }
    if a == 1 {
        return Err(String::from("one").into());
    }
    let parsed: i32 = if a == 2 { "x".parse()? } else { "17".parse()? };
    Ok(parsed as i64)
}

pub fn boxed_errors(a: i32) -> i64 {
    failing(a).unwrap_or(-5)
}
