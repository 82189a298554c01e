//! The table of the crate `hashbrown`, which is modelled as std is.

use hashbrown::hash_table::{Entry, HashTable};

fn hash(x: i32) -> u64 {
    (x as u64) % 3
}

fn total(t: &HashTable<(i32, i32)>) -> i64 {
    t.iter().map(|(k, v)| (*k as i64) * 100 + *v as i64).sum()
}

pub fn found(a: i32) -> i64 {
    let mut t: HashTable<(i32, i32)> = HashTable::with_capacity(4);
    for x in 0..4 {
        t.insert_unique(hash(x), (x, x * x), |it| hash(it.0));
    }
    let mut sum = t.find(hash(a), |it| it.0 == a).map_or(-1, |it| it.1 as i64);
    sum = sum * 10 + t.find(hash(a), |it| it.0 == a && a > 2).is_some() as i64;
    if let Some(it) = t.find_mut(hash(a), |it| it.0 == a) {
        it.1 += 7;
    }
    let at = t.find_bucket_index(hash(2), |it| it.0 == 2);
    sum += at
        .and_then(|at| t.get_bucket(at))
        .map_or(0, |it| it.1 as i64);
    sum * 1000 + total(&t) + t.len() as i64
}

pub fn entered(a: i32) -> i64 {
    let mut t: HashTable<(i32, i32)> = HashTable::new();
    let mut sum = t.is_empty() as i64;
    for x in [1, a, 2, 1] {
        match t.entry(hash(x), |it| it.0 == x, |it| hash(it.0)) {
            Entry::Occupied(mut entry) => entry.get_mut().1 += 10,
            Entry::Vacant(entry) => sum += entry.insert((x, 1)).get().1 as i64,
        }
    }
    t.entry(hash(a), |it| it.0 == a, |it| hash(it.0))
        .and_modify(|it| it.1 *= 2)
        .or_insert((a, 5));
    sum * 10_000 + total(&t)
}

pub fn removed(a: i32) -> i64 {
    let mut t: HashTable<(i32, i32)> = HashTable::new();
    for x in 0..5 {
        t.insert_unique(hash(x), (x, 1), |it| hash(it.0));
    }
    let mut sum = 0;
    match t.find_entry(hash(a), |it| it.0 == a) {
        Ok(entry) => {
            let (gone, room) = entry.remove();
            sum += gone.0 as i64;
            room.insert((gone.0 + 3, 2));
        }
        Err(absent) => sum += absent.into_table().len() as i64 * 50,
    }
    t.retain(|it| {
        it.1 += 1;
        it.0 != 2
    });
    for it in &mut t {
        it.1 += a;
    }
    let copy = t.clone();
    let all: i64 = t.into_iter().map(|it| it.0 as i64 * it.1 as i64).sum();
    sum * 10_000 + total(&copy) + all
}
