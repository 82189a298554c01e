//! Violations that no replay can be written for: no type is made up that calls closures, or that has associated types.

use crate::fixture::Fixture;

/// Deep associated types have the bounds that they are declared with; the order is not turned around.
const DEEP: &str = r#"use bverify_contracts::*;

pub trait Number: Copy {
    type Ordered: Ord + Copy;
    fn ordered(self) -> Self::Ordered;
}
pub trait Point {
    type Scalar: Number;
}
pub trait Envelope {
    type Point: Point;
}
pub trait Object {
    type Envelope: Envelope;
    fn distance(&self) -> Distance<Self>;
}
pub type Distance<T> = <<<T as Object>::Envelope as Envelope>::Point as Point>::Scalar;

#[ensures(result ==> a.distance().ordered() < b.distance().ordered())]
pub fn is_nearer<T: Object>(a: &T, b: &T) -> bool {
    a.distance().ordered() <= b.distance().ordered()
}

#[ensures(true)]
pub fn order<T: Object>(a: &T, b: &T) {
    let (a, b) = (a.distance().ordered(), b.distance().ordered());
    assert!(a.max(b) <= a);
}
"#;

/// Closures that an unknown function is given are called, with any arguments and more than once.
const CLOSURES: &str = r#"use bverify_contracts::*;

pub trait Point {
    fn generate(f: impl FnMut(usize) -> u8) -> Self;
}

#[ensures(true)]
pub fn from_corner<P: Point>(corner: &[u8]) -> P {
    P::generate(|at| corner[at])
}

#[ensures(true)]
pub fn counted<P: Point>() -> (P, u8) {
    let mut calls = 0u8;
    let point = P::generate(|at| {
        calls = calls.saturating_add(1);
        at as u8
    });
    assert!(calls < 2);
    (point, calls)
}
"#;

fn violated(text: &str, functions: &[&str]) {
    let run = Fixture::package(text).run(&["--scope", "3"]).expect_code(1);
    let told = run.stdout;
    for function in functions {
        let is_it = |line: &str| line.contains("violated [") && line.contains(function);
        assert!(told.lines().any(is_it), "{function}: {told}");
    }
}

#[test]
fn bounds_of_deep_associated_types_are_used_as_they_are() {
    violated(DEEP, &["is_nearer", "order"]);
}

#[test]
fn closures_that_unknown_functions_are_given_are_called() {
    violated(CLOSURES, &["from_corner", "counted"]);
}
