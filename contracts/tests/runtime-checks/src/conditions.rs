//! What conditions mean when they are executed.

use bverify_contracts::*;

use crate::{check, panic_of};

#[requires(x + y <= i32::MAX)]
#[ensures(result - 1 <= x + y)]
fn add(x: i32, y: i32) -> i32 {
    x.wrapping_add(y)
}

#[test]
fn what_needs_a_larger_number_is_not_decided() {
    assert_eq!(add(i32::MAX, 1), i32::MIN);
    assert_eq!(add(1, 1), 2);
}

#[ensures(i < old(v.len()) ==> result == old(v[i]))]
fn guarded(v: &mut [i32], i: usize) -> i32 {
    v.get(i).copied().unwrap_or(0)
}

#[ensures(i < old(v.len()) ==> result == old(at(v, i)))]
fn guarded_call(v: &mut [i32], i: usize) -> i32 {
    v.get(i).copied().unwrap_or(0)
}

#[pure]
fn at(v: &[i32], i: usize) -> i32 {
    v[i]
}

#[test]
fn an_old_value_that_might_not_exist_is_not_asked_for() {
    assert_eq!(guarded_call(&mut [], 3), 0);
    assert_eq!(guarded(&mut [], 3), 0);
}

#[ensures(result == old(v[0]))]
fn unguarded(v: &mut [i32]) -> i32 {
    std::mem::take(&mut v[0])
}

#[test]
fn an_old_value_outlives_what_it_was_read_from() {
    assert_eq!(unguarded(&mut [4]), 4);
}

#[ensures(v.iter().all(|x| x <= result))]
#[ensures((0..v.len()).any(|i| v[i] + 0 == result))]
fn max(v: &[i32]) -> i32 {
    v.iter().copied().max().unwrap_or(0)
}

#[test]
fn values_and_references_compare_alike() {
    assert_eq!(max(&[1, 3, 2]), 3);
    check(
        || max(&[]),
        "ensures((0..v.len()).any(|i| v[i] + 0 == result)) failed in max",
    );
}

#[requires(a ==> b <==> !a || b)]
#[requires(if a { b } else { true })]
fn arrows(a: bool, b: bool) {}

#[test]
fn arrows_mean_what_they_say() {
    arrows(false, true);
    arrows(false, false);
    arrows(true, true);
    assert!(panic_of(|| arrows(true, false)).is_some());
}

#[requires(v.len() > 0 && v[0] > 0)]
#[requires(implies(v.len() > 1, v[1] > 0))]
fn in_order(v: &[i32]) {}

#[test]
fn conditions_short_circuit() {
    in_order(&[1]);
    check(
        || in_order(&[]),
        "requires(v.len() > 0 && v[0] > 0) failed in in_order",
    );
    check(
        || in_order(&[1, 0]),
        "requires(implies(v.len() > 1, v[1] > 0)) failed in in_order",
    );
}

#[ensures(match result { Ok(text) => text.len() == 1, Err(code) => code + 1 == 5 })]
#[ensures(if let Ok(text) = result { text == "a" } else { true })]
fn owned(good: bool) -> Result<String, u8> {
    if good { Ok("a".to_owned()) } else { Err(4) }
}

#[test]
fn a_match_does_not_move_the_result() {
    assert_eq!(owned(true), Ok("a".to_owned()));
    assert_eq!(owned(false), Err(4));
}

#[pure]
#[ensures(result == even(n))]
fn even(n: u32) -> bool {
    n % 2 == 0
}

#[test]
fn a_contract_may_call_its_own_function() {
    assert!(even(2));
}
