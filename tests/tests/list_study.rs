//! A short form of the list study that every change has to pass: the lists that are supported, at a
//! small scope; the errors of specifications; one mutant of each rule.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeSet;
use std::time::Duration;

use bverify_tests::measure::{Answer, Limits, check};
use bverify_tests::mutants::{self, Known};
use bverify_tests::scratch;
use bverify_tests::study::METHODS;
use camino::Utf8PathBuf;

const SMALL: Limits = Limits {
    scope: 3,
    timeout: Duration::from_secs(60),
};

fn folder(name: &str) -> Utf8PathBuf {
    Utf8PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("short-{name}"))
}

fn is_verified(module: &str) {
    let source = scratch::source(module).unwrap();
    let root = scratch::package(&folder(module), module, &source).unwrap();
    let measured = check(&root, SMALL, |path| path.contains("as List>")).unwrap();
    let methods: BTreeSet<&str> = measured.iter().map(|it| it.method()).collect();
    assert_eq!(methods, METHODS.iter().map(|it| it.name).collect());
    for it in measured {
        assert_eq!(it.answer, Answer::Complete, "{}", it.function);
    }
}

#[test]
fn the_list_of_boxes_keeps_its_contract() {
    is_verified("boxed");
}

#[test]
fn one_mutant_of_each_rule_is_found_at_its_smallest_scope() {
    let mut rules = BTreeSet::new();
    for recorded in mutants::recorded().unwrap() {
        let Known::Refuted { scope, method } = &recorded.known else {
            continue;
        };
        let (mutant, source) = mutants::find(&recorded).unwrap().unwrap();
        if !rules.insert((mutant.rule, *scope)) {
            continue;
        }
        let text = mutant.apply(&source);
        let root = scratch::package(&folder("mutant"), &recorded.module, &text).unwrap();
        let found = mutants::refute(&root, *scope).unwrap();
        assert_eq!(found, Some((*scope, method.clone())), "{recorded}");
    }
    assert!(rules.len() >= 3, "{rules:?}");
}

#[test]
fn errors_of_specifications_are_told_from_errors_of_code() {
    let root = scratch::study().join("specs/src/lib.rs");
    let measured = check(&root, SMALL, |_| true).unwrap();
    let answers: Vec<(&str, Answer)> = measured
        .iter()
        .map(|it| (it.method(), it.answer.clone()))
        .collect();
    let violated = |kind: &str| Answer::Violated(kind.to_owned());
    assert_eq!(
        answers,
        [
            ("insert_as_first_specified", violated("MissingPanic")),
            ("insert", Answer::Complete),
            ("index_of_as_first_specified", Answer::Complete),
            ("index_of", violated("Postcondition")),
        ]
    );
}
