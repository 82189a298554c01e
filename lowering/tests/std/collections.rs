//! Maps, sets, queues.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};

pub fn sorted_maps(a: i32) -> i64 {
    let mut m = BTreeMap::new();
    for i in 0..5 {
        m.insert((i * 3) % 5, i + a);
    }
    let mut sum = m.remove(&a).unwrap_or(40) as i64;
    *m.entry(7).or_insert(1) += 5;
    *m.entry(2).or_insert(1) += a;
    for (k, v) in &m {
        sum = sum * 3 + *k as i64 * *v as i64;
    }
    for (k, v) in m.range(1..4) {
        sum = sum * 2 + (*k - *v) as i64;
    }
    sum += m.first_key_value().map_or(1, |(k, _)| *k as i64)
        + m.last_key_value().map_or(1, |(_, v)| *v as i64);
    sum += m.get(&3).copied().unwrap_or(9) as i64 + m.contains_key(&1) as i64;
    let high = m.split_off(&3);
    sum * 100
        + m.len() as i64 * 10
        + high.keys().copied().sum::<i32>() as i64
        + high.values().rev().next().map_or(0, |v| *v as i64)
}

pub fn hashed_maps(a: i32) -> i64 {
    let mut m: HashMap<i32, i32> = HashMap::new();
    for i in 0..4 {
        m.insert(i * i, i + a);
    }
    let mut sum = m.insert(4, 8).unwrap_or(3) as i64;
    sum = sum * 10 + m.remove(&a).unwrap_or(5) as i64;
    sum = sum * 10 + m.len() as i64;
    *m.entry(a).or_default() += 2;
    sum = sum * 10 + m.values().map(|v| *v as i64).sum::<i64>();
    if let Some(v) = m.get_mut(&9) {
        *v += 100;
    }
    m.retain(|k, _| *k != 1);
    sum * 1000 + m.iter().map(|(k, v)| (*k * *v) as i64).sum::<i64>() + m.contains_key(&1) as i64
}

pub fn sets(a: i32) -> i64 {
    let s: HashSet<i32> = (0..a).collect();
    let t: BTreeSet<i32> = [5, 1, a, 3, 1].into_iter().collect();
    let mut sum = s.len() as i64 * 10 + t.len() as i64 + s.contains(&2) as i64;
    for x in &t {
        sum = sum * 7 + *x as i64;
    }
    sum + t.first().copied().unwrap() as i64 + s.is_subset(&(0..3).collect()) as i64
}

pub fn queues(a: i32) -> i64 {
    let mut q = VecDeque::new();
    for i in 0..a {
        if i % 2 == 0 {
            q.push_back(i)
        } else {
            q.push_front(i)
        }
    }
    let mut sum = q.pop_front().unwrap_or(7) as i64 * 10 + q.back().copied().unwrap_or(3) as i64;
    for x in &q {
        sum = sum * 5 + *x as i64;
    }
    sum + q.iter().rev().next().copied().unwrap_or(2) as i64 + q[0] as i64
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Wrapped {
    key: i32,
}

impl std::borrow::Borrow<i32> for Wrapped {
    fn borrow(&self) -> &i32 {
        &self.key
    }
}

/// Keys that can be borrowed as two types, and bounds in pairs.
pub fn ranges_of_borrowed_keys(a: i32) -> i64 {
    use std::ops::Bound;
    let mut m: BTreeMap<Wrapped, i32> = BTreeMap::new();
    for i in 0..5 {
        m.insert(Wrapped { key: i * 2 }, i + a);
    }
    let from = Wrapped { key: a };
    let mut sum = 0;
    for (k, v) in m.range::<Wrapped, (Bound<&Wrapped>, Bound<&Wrapped>)>((
        Bound::Excluded(&from),
        Bound::Unbounded,
    )) {
        sum = sum * 3 + (k.key + *v) as i64;
    }
    for (k, v) in m.range_mut::<i32, _>((Bound::Unbounded, Bound::Included(a))) {
        *v += k.key;
        sum = sum * 3 + *v as i64;
    }
    sum
}

pub fn inclusive_ranges(a: i32) -> i64 {
    let r = std::ops::RangeInclusive::new(a, 3);
    let ends = (*r.start() as i64) * 10 + *r.end() as i64;
    let (start, end) = r.clone().into_inner();
    ends * 100 + (end - start) as i64 + r.contains(&2) as i64 * 5 + r.is_empty() as i64
}

pub fn text_grows(a: i32) -> i64 {
    let parts = [String::from("ab"), String::from("c")];
    let mut text = String::new();
    for part in &parts {
        text += part;
        text += &parts[(a & 1) as usize];
    }
    let whole = text + &parts[0];
    whole.bytes().fold(0, |sum, b| sum * 7 + b as i64)
}

pub fn keys_by_reference(a: i32) -> i64 {
    let words = ["b", "a", "cc", "a"];
    let mut map: BTreeMap<&str, BTreeMap<&str, i32>> = BTreeMap::new();
    for word in words {
        *map.entry(word).or_default().entry("n").or_insert(a) += 1;
    }
    let numbers = vec![3, a, 1];
    let mut set = BTreeSet::new();
    let fresh = numbers.iter().filter(|x| set.insert(*x)).count();
    let copies = vec![&a; 2];
    let repeated: Vec<&i32> = std::iter::repeat(&a).take(2).collect();
    let most = numbers.iter().max().copied().unwrap_or(0);
    let mut sorted: Vec<&i32> = numbers.iter().collect();
    sorted.sort();
    let order = (&numbers, &a) < (&numbers, &2);
    map["a"]["n"] as i64 * 100
        + fresh as i64 * 10
        + copies.clone().len() as i64
        + **sorted.first().unwrap() as i64
        + *repeated[1] as i64
        + most as i64
        + i64::from(order)
}
