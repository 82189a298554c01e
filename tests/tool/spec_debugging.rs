//! What helps to find out what a contract says: `--witness` and `--coverage`.

use crate::fixture::{Fixture, VIOLATED};

/// A contract that says nothing of one of two fields.
const WEAK: &str = "\
use bverify_contracts::*;

pub struct Counter {
    n: u8,
    other: u8,
}

impl Counter {
    #[requires(self.n < 9)]
    #[ensures(self.n == old(self.n) + 1)]
    pub fn bump(&mut self) {
        self.n += 1;
        self.other = 0;
    }
}
";

fn strong() -> String {
    WEAK.replace(
        "    pub fn bump",
        "    #[ensures(self.other == 0)]\n    pub fn bump",
    )
}

#[test]
fn a_witness_is_a_run_that_keeps_the_contract() {
    let run = Fixture::package(WEAK).run(&["--scope", "3", "--witness", "bump"]);
    let told = run.expect_code(0);
    let told = format!("{}{}", told.stdout, told.stderr);
    assert!(told.contains("witness: self.bump()"), "{told}");
    assert!(told.contains("self.n: 0 → 1"), "{told}");
}

#[test]
fn a_witness_is_shown_of_the_functions_that_are_asked_for() {
    let library = format!("{WEAK}\n#[ensures(result == x)]\npub fn same(x: u8) -> u8 {{ x }}\n");
    let told = Fixture::package(&library).run(&["--scope", "3", "--witness", "same"]);
    let told = told.expect_code(0);
    let told = format!("{}{}", told.stdout, told.stderr);
    assert!(told.contains("witness: same("), "{told}");
    assert!(!told.contains("witness: self.bump()"), "{told}");
}

#[test]
fn a_violation_stays_one_where_a_witness_is_asked_for() {
    let run = Fixture::package(VIOLATED).run(&["--scope", "3", "--witness", "max"]);
    run.expect_code(1);
}

#[test]
fn coverage_marks_what_the_contract_does_not_constrain() {
    let told = Fixture::package(WEAK).run(&["--scope", "3", "--coverage"]);
    let told = told.expect_code(0);
    let told = format!("{}{}", told.stdout, told.stderr);
    assert!(
        told.contains("does not constrain 1 of 2 statements"),
        "{told}"
    );
    assert!(told.contains("self.other = 0;"), "{told}");
}

#[test]
fn coverage_marks_nothing_where_the_contract_says_it_all() {
    let told = Fixture::package(&strong()).run(&["--scope", "3", "--coverage"]);
    let told = told.expect_code(0);
    let told = format!("{}{}", told.stdout, told.stderr);
    assert!(!told.contains("does not constrain"), "{told}");
}
