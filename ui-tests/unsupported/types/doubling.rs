// Types that double with each step have no end that anyone would wait for.
use bverify_contracts::*;

pub struct Doubled<T> {
    value: T,
    next: Option<Box<Doubled<(T, T)>>>,
}

#[ensures(true)]
pub fn first<T: Copy>(doubled: &Doubled<T>) -> T {
    doubled.value
}

#[ensures(true)]
pub fn again<T: Copy>(value: T, times: u32) {
    if times > 0 {
        again((value, value), times - 1);
    }
}
