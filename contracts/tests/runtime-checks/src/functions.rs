//! Clauses on functions of every form.

use bverify_contracts::*;

use crate::{check, panic_of};

#[requires(x > 0)]
#[ensures(result > x ==> result == x + 1)]
fn next(x: i32) -> i32 {
    if x == 13 {
        return 15;
    }
    x + 1
}

#[test]
fn clauses_are_named_when_they_fail() {
    assert_eq!(next(1), 2);
    check(|| next(0), "requires(x > 0) failed in next");
    check(
        || next(13),
        "ensures(result > x ==> result == x + 1) failed in next",
    );
}

#[ensures(result.is_some() <==> text.len() == 1)]
fn digit(text: &str) -> Option<u32> {
    let c = text.chars().next()?;
    c.to_digit(10)
}

#[test]
fn a_question_mark_leads_to_the_postcondition() {
    assert_eq!(digit(""), None);
    assert_eq!(digit("7"), Some(7));
    assert!(panic_of(|| digit("77")).is_some());
}

#[ensures(x == 5 && result == 0)]
fn by_value(mut x: u32) -> u32 {
    while x > 0 {
        x -= 1;
    }
    x
}

#[ensures(words.len() == result)]
fn consumed(words: Vec<String>) -> usize {
    words.into_iter().count()
}

#[test]
fn a_parameter_taken_by_value_means_its_value_on_entry() {
    assert_eq!(by_value(5), 0);
    assert!(panic_of(|| by_value(4)).is_some());
    assert_eq!(consumed(vec![String::new()]), 1);
}

#[ensures(x == old(x) + 1)]
#[modifies(*x)]
fn bump(x: &mut i32, by: i32) {
    let target = x;
    *target += by;
}

#[test]
fn a_mutable_parameter_means_what_it_points_to_at_the_exit() {
    let mut x = 1;
    bump(&mut x, 1);
    assert_eq!(x, 2);
    check(
        || bump(&mut 1, 2),
        "ensures(x == old(x) + 1) failed in bump",
    );
}

#[panics(n == 0)]
fn inverse(n: i32) -> i32 {
    1i32.checked_div(n).unwrap_or(0)
}

#[panics(n == 0)]
fn honest(n: i32) -> i32 {
    1 / n
}

#[test]
fn a_function_that_should_have_panicked_is_found() {
    assert_eq!(inverse(1), 1);
    check(
        || inverse(0),
        "panics(n == 0) failed in inverse: it returned",
    );
    check(|| honest(0), "attempt to divide by zero");
}

#[ensures(|r| r == old(self_len(v)) + 1)]
fn push(v: &mut Vec<i32>) -> usize {
    v.push(1);
    v.len()
}

#[pure]
fn self_len(v: &[i32]) -> usize {
    v.len()
}

#[test]
fn the_result_may_have_another_name() {
    assert_eq!(push(&mut vec![1]), 2);
}

struct Stack<T> {
    items: Vec<T>,
}

impl<T> Stack<T> {
    #[ensures(self.items.len() == old(self.items.len()) + 1)]
    #[ensures(self.items.last() == Some(&x))]
    #[ensures(unchanged(self.items) ==> false)]
    fn push(&mut self, x: T) {
        if self.items.len() < 2 {
            self.items.push(x);
        }
    }

    #[requires(!self.items.is_empty())]
    #[ensures(result == self.items.last())]
    fn last(&self) -> Option<&T> {
        self.items.last()
    }

    #[requires(!self.items.is_empty())]
    #[ensures(self.items.len() > 0)]
    fn last_mut(&mut self) -> Option<&mut T> {
        self.items.last_mut()
    }

    #[ensures(result.is_none() ==> unchanged(self.items))]
    #[ensures(match result {
        Some(x) => old(self.items.last()) == Some(x),
        None => old(self.items.is_empty()),
    })]
    fn pop(&mut self) -> Option<T>
    where
        T: Clone + PartialEq,
    {
        self.items.pop()
    }
}

#[test]
fn generic_methods_are_checked_as_far_as_their_bounds_allow() {
    let mut stack = Stack { items: vec![1] };
    stack.push(2);
    assert_eq!(stack.last(), Some(&2));
    assert_eq!(stack.last_mut(), Some(&mut 2));
    check(
        || stack.push(3),
        "ensures(self.items.len() == old(self.items.len()) + 1) failed in push",
    );
    assert_eq!(stack.pop(), Some(2));
    assert_eq!(stack.pop(), Some(1));
    assert_eq!(stack.pop(), None);
    check(
        || stack.last_mut(),
        "requires(!self.items.is_empty()) failed in last_mut",
    );
}

trait Shape {
    #[requires(by > 0)]
    fn scaled(&self, by: u32) -> u32 {
        by
    }

    #[ensures(result > 0)]
    fn area(&self) -> u32;
}

struct Square(u32);

impl Shape for Square {
    #[ensures(result == self.0 * self.0)]
    fn area(&self) -> u32 {
        self.0
    }
}

#[test]
fn trait_methods_with_bodies_are_checked() {
    assert_eq!(Square(1).area(), 1);
    assert_eq!(Square(1).scaled(3), 3);
    check(|| Square(1).scaled(0), "requires(by > 0) failed in scaled");
    check(
        || Square(2).area(),
        "ensures(result == self.0 * self.0) failed in area",
    );
}

#[requires(n < 3)]
#[ensures(loop_count == result)]
fn looping(n: u32, loop_count: u32) -> u32 {
    let mut i = 0;
    #[decreases(n - i)]
    while i < n {
        loop_invariant!(i < n);
        i += 1;
    }
    prove!(i == n ==> n != 2);
    i
}

#[test]
fn conditions_in_bodies_are_checked() {
    assert_eq!(looping(1, 1), 1);
    check(|| looping(2, 2), "prove(i == n ==> n != 2) failed");
}

#[derive(Debug, PartialEq)]
struct Opaque(u32);

#[ensures(*result.unwrap() == n && result.is_some_and(|it| *it == n))]
fn boxed(n: u32) -> Option<Box<u32>> {
    Some(Box::new(n.min(3)))
}

// What cannot be copied is not looked at.
#[ensures(result.unwrap().0 == n + 1)]
fn opaque(n: u32) -> Option<Opaque> {
    Some(Opaque(n))
}

struct Slot {
    held: Option<Vec<u32>>,
}

impl Slot {
    #[requires(self.held.is_some())]
    #[ensures(self.held.unwrap().len() == old(self.held.unwrap().len()) + 1)]
    fn add(&mut self, n: u32) {
        if let Some(held) = &mut self.held {
            if n < 3 {
                held.push(n);
            }
        }
    }
}

#[test]
fn clauses_take_copies_of_what_they_only_read() {
    assert_eq!(boxed(3), Some(Box::new(3)));
    check(
        || boxed(4),
        "ensures(*result.unwrap() == n && result.is_some_and(|it| *it == n)) failed in boxed",
    );
    assert_eq!(opaque(4), Some(Opaque(4)));
    let mut slot = Slot { held: Some(vec![]) };
    slot.add(1);
    check(
        || slot.add(4),
        "ensures(self.held.unwrap().len() == old(self.held.unwrap().len()) + 1) failed in add",
    );
}

#[pure]
fn is_short(words: Vec<String>) -> bool {
    words.len() < 2
}

#[ensures(is_short(result) && Some(result).is_some())]
fn split(text: &str) -> Vec<String> {
    text.split(' ').map(String::from).collect()
}

#[test]
fn a_condition_that_passes_the_result_on_does_not_move_it() {
    assert_eq!(split("one").len(), 1);
    assert!(panic_of(|| split("one two")).is_some());
}
