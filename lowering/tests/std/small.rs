//! The vector of the crate `smallvec`, which is modelled as std is.

use smallvec::SmallVec;

fn total(v: &SmallVec<[i32; 2]>) -> i64 {
    v.iter().fold(7, |sum, x| sum * 31 + *x as i64)
}

pub fn edited(a: i32) -> i64 {
    let mut v: SmallVec<[i32; 2]> = SmallVec::new();
    for x in 0..a {
        v.push(x * x % 5);
    }
    v.insert(v.len() / 2, 9);
    v.extend([a, 1, a]);
    let mut sum = total(&v);
    v.retain(|x| {
        *x += 1;
        *x % 2 == 0
    });
    sum = sum * 3 + total(&v);
    v.dedup();
    sum += v.swap_remove(0) as i64;
    v.resize(3, a);
    v.insert_from_slice(1, &[4, 5]);
    sum * 3 + total(&v) + v.inline_size() as i64
}

pub fn moved(a: i32) -> i64 {
    let mut v: SmallVec<[i32; 2]> = SmallVec::from_slice(&[1, 2, 3, a]);
    let w: SmallVec<[i32; 4]> = v.drain(1..3).rev().collect();
    let mut sum = total(&v) * 100 + w.len() as i64;
    let mut u: SmallVec<[i32; 4]> = SmallVec::from_elem(a, 2);
    u.append(&mut v);
    sum = sum * 10 + (u == w) as i64 + (u > w) as i64 + v.is_empty() as i64;
    u.truncate(3);
    for x in &mut u {
        *x += 1;
    }
    let back = u.clone().into_iter().rev().next().unwrap_or(-1);
    u.clear();
    sum * 100 + back as i64 + u.into_vec().len() as i64
}

pub fn dropped(a: i32) -> i64 {
    use std::cell::Cell;
    struct Noted<'a>(i64, &'a Cell<i64>);
    impl Drop for Noted<'_> {
        fn drop(&mut self) {
            self.1.set(self.1.get() * 10 + self.0);
        }
    }
    let log = Cell::new(0);
    let mut v: SmallVec<[Noted; 2]> = SmallVec::new();
    for x in 1..=4 {
        v.push(Noted(x, &log));
    }
    v.truncate(2);
    v.drain(..1);
    drop(v);
    log.get() * 10 + a as i64
}

pub fn out_of_range(a: i32) -> i64 {
    let mut v: SmallVec<[i32; 2]> = SmallVec::from_buf([1, 2]);
    v.remove(a as usize) as i64 + v[0] as i64
}
