//! `==` in a clause is that of the code: of a type that is `PartialEq` alone, a value need not equal itself if comparisons
//! may be partial.
use bverify_contracts::*;

#[ensures(result == (a == b))]
#[check(partial)]
pub fn equal<T: PartialEq>(a: T, b: T) -> bool {
    !(a != b) || true
}

#[ensures(result == (a != b))]
#[check(partial)]
pub fn differ<T: PartialEq>(a: &T, b: &T) -> bool {
    !(a == b) && a == a
}

#[ensures(result == (a == b))]
#[check(partial)]
pub fn options<T: PartialEq>(a: Option<T>, b: Option<T>) -> bool {
    a.is_some() == b.is_some()
}

#[ensures(result == (a == b))]
#[check(partial)]
pub fn vectors<T: PartialEq>(a: Vec<T>, b: Vec<T>) -> bool {
    a.len() == b.len()
}

#[ensures(result == (a == b))]
#[check(partial)]
pub fn slices<T: PartialEq>(a: &[T], b: &[T]) -> bool {
    a.len() == b.len()
}

#[ensures(result == (a == b))]
#[check(partial)]
pub fn tuples<T: PartialEq>(a: (T, u8), b: (T, u8)) -> bool {
    a.0 == b.0
}

#[derive(PartialEq)]
pub struct Pair<T> {
    x: T,
    y: u8,
}

#[ensures(result == (a == b))]
#[check(partial)]
pub fn structs<T: PartialEq>(a: Pair<T>, b: Pair<T>) -> bool {
    a.x == b.x
}

#[ensures(match result {
    Some(i) => i < v.len() && v[i] == *x,
    None => (0..v.len()).all(|i| v[i] != *x),
})]
#[ensures(result.is_some() <==> v.contains(x))]
#[check(partial)]
pub fn find<T: PartialEq>(v: &[T], x: &T) -> Option<usize> {
    v.iter().rposition(|y| !(y == x))
}

#[ensures(result <==> !(a >= b))]
#[check(partial)]
pub fn less<T: PartialOrd>(a: T, b: T) -> bool {
    a < b
}

#[ensures(result == a.cmp(&b))]
#[ensures((result == std::cmp::Ordering::Equal) == (a == b))]
pub fn order<T: Ord>(a: T, b: T) -> std::cmp::Ordering {
    b.cmp(&a)
}

#[ensures(*v == old(v.seq()).push(x) && v[v.len() - 1] == x)]
#[check(partial)]
pub fn push<T: PartialEq>(v: &mut Vec<T>, x: T) {
    v.push(x);
}

#[ensures(*v == old(*v))]
#[check(partial)]
pub fn keep<T: PartialEq>(v: &mut Vec<T>) {
    v.reverse();
    v.reverse();
}
