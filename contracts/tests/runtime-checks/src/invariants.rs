//! Invariants on types and on impl blocks.

use bverify_contracts::*;

use crate::check;

#[invariant(self.value <= self.limit())]
#[derive(Clone)]
pub struct Counter {
    value: u32,
    #[ghost]
    history: Seq<u32>,
}

impl Counter {
    #[ensures(result.value == value)]
    pub fn new(value: u32) -> Self {
        Counter { value }
    }

    #[pure]
    pub fn limit(&self) -> u32 {
        3
    }

    #[modifies(self.value)]
    pub fn increment(&mut self) {
        self.value += 1;
    }

    #[ensures(self.value == 1)]
    pub fn restart(&mut self) {
        self.value = 9;
        self.set(1);
    }

    #[ensures(self.value == value)]
    pub fn set(&mut self, value: u32) {
        self.value = value;
    }

    #[modifies(self.value)]
    fn overshoot(&mut self) {
        self.value = 9;
    }
}

#[test]
fn an_invariant_is_checked_on_entry_and_return() {
    let mut counter = Counter::new(3);
    check(
        || counter.increment(),
        "invariant(self.value <= self.limit()) failed on return from increment",
    );
    check(
        || counter.increment(),
        "invariant(self.value <= self.limit()) failed on entry to increment",
    );
    check(
        || Counter::new(4),
        "invariant(self.value <= self.limit()) failed on return from new",
    );
    counter.overshoot();
}

#[test]
fn a_method_may_break_the_invariant_and_call_others() {
    let mut counter = Counter::new(3);
    counter.restart();
    check(
        || counter.set(7),
        "invariant(self.value <= self.limit()) failed on return from set",
    );
    check(
        || counter.restart(),
        "invariant(self.value <= self.limit()) failed on entry to restart",
    );
}

#[invariant(self.items.len() < 4)]
pub struct Sorted<T> {
    items: Vec<T>,
}

#[invariant(self.in_order())]
impl<T: Ord> Sorted<T> {
    #[pure]
    fn in_order(&self) -> bool {
        self.items.is_sorted()
    }

    #[modifies(self.items)]
    pub fn push(&mut self, x: T) {
        self.items.push(x);
    }
}

#[test]
fn an_invariant_on_an_impl_block_has_its_bounds() {
    let mut sorted = Sorted { items: vec![1] };
    sorted.push(2);
    check(
        || sorted.push(0),
        "invariant(self.in_order()) failed on return from push",
    );
}

#[invariant(self.0 > 0)]
pub struct Both(i32);

#[invariant(self.0 < 9)]
impl Both {
    #[ensures(true)]
    pub fn get(&self) -> i32 {
        self.0
    }
}

#[test]
fn both_places_count() {
    assert_eq!(Both(1).get(), 1);
    check(
        || Both(0).get(),
        "invariant(self.0 > 0) failed on entry to get",
    );
    check(
        || Both(9).get(),
        "invariant(self.0 < 9) failed on entry to get",
    );
}
