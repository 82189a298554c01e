//! Iterators that need no memory.

pub fn sums(a: i32) -> i64 {
    (0..a)
        .map(|x| x as i64 * 3)
        .filter(|x| x % 2 == 0)
        .sum::<i64>()
}

pub fn adaptors(a: i32) -> i64 {
    let mut sum = 0;
    for (i, x) in (0..a).chain(5..7).rev().enumerate().skip(1).step_by(2) {
        sum = sum * 5 + i as i64 * x as i64;
    }
    for (x, y) in (0..a).zip((0..9).rev()).take_while(|(x, y)| x < y) {
        sum = sum * 3 + (x * y) as i64;
    }
    sum += (0..10)
        .skip_while(|x| *x < a)
        .map_while(|x| if x < 8 { Some(x) } else { None })
        .count() as i64;
    sum += (0..a).filter_map(|x| x.checked_sub(2)).last().unwrap_or(-5) as i64;
    sum = sum * 2 + (0..a).flat_map(|x| 0..x).sum::<i32>() as i64;
    sum += (0..3)
        .cycle()
        .skip((a + 1) as usize)
        .take(5)
        .fold(0, |a, x| a * 2 + x) as i64;
    sum += (0..a)
        .scan(1, |s, x| {
            *s += x;
            Some(*s)
        })
        .sum::<i32>() as i64;
    let mut seen = 0;
    sum += (0..a).inspect(|x| seen += x).nth(2).unwrap_or(7) as i64;
    sum + seen as i64
}

pub fn consumers(a: i32) -> i64 {
    let mut sum = (0..a).max().unwrap_or(-1) as i64 + (1..a).min().unwrap_or(-2) as i64;
    sum = sum * 10 + (0..a).any(|x| x == 3) as i64 + (0..a).all(|x| x < 3) as i64 * 2;
    sum = sum * 10 + (0..a).find(|x| x * x > 5).unwrap_or(9) as i64;
    sum = sum * 10 + (0..a).find_map(|x| (x > 1).then_some(x * 3)).unwrap_or(2) as i64;
    sum = sum * 10 + (0..a).position(|x| x == 2).map_or(5, |x| x as i64);
    sum = sum * 10 + (0..a).max_by_key(|x| (x - 2) * (x - 2)).unwrap_or(6) as i64;
    sum = sum * 10 + (0..a).min_by_key(|x| (x - 2) * (x - 2)).unwrap_or(6) as i64;
    sum = sum * 10 + (0..a).max_by(|x, y| (x % 3).cmp(&(y % 3))).unwrap_or(8) as i64;
    sum = sum * 10 + (0..a).product::<i32>() as i64;
    sum =
        sum * 10 + (0..a).eq(0..3) as i64 + (0..a).lt(1..3) as i64 * 2 + (0..a).ne(0..4) as i64 * 4;
    sum = sum * 4 + (0..a).cmp(0..3) as i64;
    sum += (0..a)
        .try_fold(0i8, |s, x| s.checked_add(x as i8 * 30))
        .map_or(-9, |x| x as i64);
    sum += (0..a).reduce(|x, y| x * 3 + y).unwrap_or(4) as i64;
    sum += (0..a).rev().is_sorted() as i64;
    sum + (0..a).len() as i64 + (2..=a).size_hint().0 as i64
}

pub fn peeking(a: i32) -> i64 {
    let mut it = (0..a).peekable();
    let mut sum = 0;
    while let Some(x) = it.next() {
        if let Some(next) = it.peek() {
            sum += x * next;
        }
        if it.next_if(|n| n % 3 == 0).is_some() {
            sum += 100;
        }
    }
    sum as i64 + it.next_if_eq(&2).is_some() as i64
}

pub fn sources(a: i32) -> i64 {
    use std::iter::{empty, from_fn, once, repeat, repeat_n, successors};
    let mut sum = once(a)
        .chain(empty())
        .chain(repeat(2).take(2))
        .chain(repeat_n(3, 2))
        .fold(0, |s, x| s * 5 + x) as i64;
    sum += successors(Some(1), |x| (*x < a * 10).then_some(x * 2)).count() as i64;
    let mut left = a;
    sum += from_fn(|| {
        left -= 1;
        (left > 0).then_some(left)
    })
    .sum::<i32>() as i64;
    sum + std::iter::zip(0..a, 1..3).count() as i64
}

pub fn both_ends(a: i32) -> i64 {
    let mut it = 0..a;
    let mut sum = 0;
    loop {
        let Some(x) = it.next() else { break };
        let Some(y) = it.next_back() else { break };
        sum = sum * 7 + x as i64 * 2 + y as i64;
    }
    let mut it = (0..a).chain(10..12).map(|x| x + 1);
    sum += it.next_back().unwrap_or(3) as i64 + it.rfold(0, |s, x| s * 2 + x) as i64;
    sum += (0..a)
        .enumerate()
        .rev()
        .map(|(i, x)| i as i64 - x as i64)
        .sum::<i64>();
    sum += (0..a)
        .zip(0..4)
        .rev()
        .map(|(x, y)| (x * 10 + y) as i64)
        .sum::<i64>();
    sum += (0..a).rposition(|x| x == 1).map_or(9, |x| x as i64);
    sum + (0..a).skip(1).take(3).rev().fold(0, |s, x| s * 4 + x) as i64
}

pub fn inclusive(a: i32) -> i64 {
    let mut sum = (1..=a).sum::<i32>() as i64 + (1..=a).rev().fold(0, |s, x| s * 3 + x) as i64;
    sum += (250u8..=255).count() as i64 + (a as i8..).take(3).map(|x| x as i64).sum::<i64>();
    let r = 1..=a;
    sum + r.contains(&3) as i64 + r.is_empty() as i64 * 2 + *r.start() as i64
}

pub fn by_reference(a: i32) -> i64 {
    let mut it = 0..10;
    let first: i32 = it.by_ref().take(a as usize % 4).sum();
    let rest: i32 = it.sum();
    first as i64 * 100 + rest as i64
}

fn cells(rows: i32, columns: i32) -> impl DoubleEndedIterator<Item = (i32, i32)> + Clone {
    (0..rows).flat_map(move |row| (0..columns).map(move |column| (row, column)))
}

pub fn cloned_closures(a: i32) -> i64 {
    let all = cells(a, 2);
    let mut rest = all.clone();
    let first = rest.next();
    let mut sum = all
        .rev()
        .fold(0i64, |sum, (x, y)| sum * 5 + (x * 2 + y) as i64);
    sum += rest.count() as i64 * 100 + first.map_or(7, |(x, y)| (x + y) as i64);
    let add = move |x: i32| x + a;
    let again = add;
    let third = again.clone();
    let twice: fn(i32) -> i32 = |x| x * 2;
    let mut calls = 0;
    let mut counting = || {
        calls += 1;
        calls
    };
    counting();
    sum + (add(1) * 2 + third(twice.clone()(again(3)))) as i64 * 1000 + counting() as i64
}
