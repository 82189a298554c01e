//! Vectors.

pub fn push_and_pop(a: i32) -> i64 {
    let mut v = Vec::new();
    v.push(a as i64);
    v.push(2);
    let last = v.pop().unwrap();
    last * 10 + v[0]
}

pub fn edits(a: i32) -> i64 {
    let mut v: Vec<i64> = Vec::with_capacity(2);
    for i in 0..4 {
        v.push(i);
    }
    let at = a as usize;
    v.insert(at, 9);
    let gone = v.remove(at / 2);
    let swapped = v.swap_remove(0);
    v.truncate(3);
    let mut other = v.split_off(1);
    other.append(&mut v);
    other.reserve(10);
    other.shrink_to_fit();
    other.extend_from_slice(&[7, 8]);
    other.resize(7, 5);
    other.retain(|x| *x != 8);
    other.dedup();
    other.swap(0, 1);
    other.reverse();
    other.sort();
    let mut sum = gone * 100 + swapped * 1000;
    for (i, x) in other.iter().enumerate() {
        sum = sum * 7 + (i as i64) * x;
    }
    for x in other.iter_mut() {
        *x += 1;
    }
    for x in &other {
        sum += *x;
    }
    for x in &mut other {
        *x += 1;
    }
    for x in other.drain(1..2) {
        sum += x;
    }
    for x in other {
        sum = sum * 3 + x;
    }
    sum
}

pub fn slices(a: i32) -> i64 {
    let v = vec![3, 1, 4, 1, 5, 9, 2, 6];
    let s = &v[1..5];
    let at = a as usize;
    let mut sum = s[at % 4];
    sum += s.first().unwrap() * 2 + s.last().unwrap() * 3;
    sum += s.get(at).copied().unwrap_or(50);
    sum += s.get(1..at).map_or(77, |s| s.len() as i64);
    for w in s.windows(2) {
        sum = sum * 2 + w[0] - w[1];
    }
    for c in v.chunks(3) {
        sum += c.len() as i64 * c[0];
    }
    let (x, y) = v.split_at(at);
    sum += x.iter().sum::<i64>() - y.iter().max().unwrap();
    sum += s.iter().position(|x| *x == 4).unwrap() as i64;
    sum += s.contains(&5) as i64;
    let mut t = v.clone();
    t.sort_by(|a, b| b.cmp(a));
    t.rotate_left(at);
    sum = sum * 5 + t[0];
    t.sort_unstable();
    sum += match t.binary_search(&(a as i64)) {
        Ok(i) => i as i64,
        Err(i) => 100 + i as i64,
    };
    let joined: Vec<i64> = [&v[..2], &t[6..]].concat();
    sum * 10 + joined.len() as i64 + (v == t) as i64
}

pub fn arrays(a: i32) -> i64 {
    let mut x = [1, 2, 3, a as i64];
    x.swap(0, 3);
    x[1] += 5;
    let y = x.map(|e| e * 2);
    let mut sum = 0;
    for e in y {
        sum = sum * 3 + e;
    }
    for e in &x {
        sum += e;
    }
    let z: [i64; 2] = [7; 2];
    sum + z.len() as i64 + x.iter().copied().min().unwrap() + z[0] + (x == y) as i64
}

pub fn collected(a: i32) -> i64 {
    let v: Vec<i64> = (0..a as i64).map(|x| x * x).collect();
    let w: Option<Vec<i64>> = v
        .iter()
        .map(|x| if *x < 9 { Some(*x) } else { None })
        .collect();
    let r: Result<Vec<i64>, i64> = v
        .iter()
        .map(|x| if *x < 9 { Ok(*x) } else { Err(*x) })
        .collect();
    let (even, odd): (Vec<i64>, Vec<i64>) = v.iter().partition(|x| **x % 2 == 0);
    let (p, q): (Vec<usize>, Vec<i64>) = v.iter().cloned().enumerate().unzip();
    let mut sum = v.len() as i64
        + even.len() as i64 * 10
        + odd.len() as i64 * 100
        + p.len() as i64
        + q.len() as i64;
    if let Some(w) = w {
        sum += w.iter().rev().fold(0, |a, x| a * 2 + x);
    }
    match r {
        Ok(r) => sum += r.len() as i64,
        Err(e) => sum -= e,
    }
    let flat: Vec<i64> = vec![v.clone(), v].into_iter().flatten().collect();
    sum * 10 + flat.iter().flat_map(|x| vec![*x; 2]).count() as i64
}

pub fn shorter_slices(a: i32) -> i64 {
    let items = [1, 2, 3, a as i64, 5, 6];
    let mut rest = &items[..];
    let mut sum = *rest.split_off_first().unwrap() + *rest.split_off_last().unwrap();
    let n = a.max(0) as usize;
    if let Some(front) = rest.split_off(..n) {
        sum = sum * 7 + front.iter().sum::<i64>() + front.len() as i64;
    }
    if let Some(back) = rest.split_off(n..) {
        sum = sum * 7 + back.len() as i64;
    }
    if let Some(front) = rest.split_off(..=n) {
        sum = sum * 7 + front.len() as i64;
    }
    sum = sum * 7 + rest.len() as i64;
    let mut items = [4, a as i64, 6];
    let mut rest = &mut items[..];
    *rest.split_off_first_mut().unwrap() += 1;
    if let Some(back) = rest.split_off_mut(n..) {
        back.iter_mut().for_each(|item| *item *= 2);
    }
    if let Some(last) = rest.split_off_last_mut() {
        *last += 5;
    }
    sum * 11 + items.iter().fold(0, |sum, item| sum * 3 + item)
}

pub fn compared_by_reference(a: i32) -> i64 {
    let mut left = vec![1, a];
    let mut right = vec![1, 2];
    let one = &left[..] == &mut right[..];
    let other = &mut left[..] == &right[..];
    one as i64 * 2 + other as i64
}
