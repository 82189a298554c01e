//! A short form of the list study that every change has to pass: all lists, at a small scope; the
//! errors of specifications; one mutant of each rule.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeSet;
use std::time::Duration;

use bverify_tests::measure::{Answer, Limits, check};
use bverify_tests::mutants::{self, Known};
use bverify_tests::scratch;
use bverify_tests::study::METHODS;
use camino::Utf8PathBuf;

const SMALL: Limits = limits(2);

const fn limits(scope: u32) -> Limits {
    Limits {
        scope,
        timeout: Duration::from_secs(60),
    }
}

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
fn lists_of_raw_pointers_keep_their_contract() {
    for module in ["linked", "layered", "caching", "intrusive"] {
        is_verified(module);
    }
}

#[test]
fn the_list_of_shared_cells_keeps_its_contract() {
    is_verified("shared");
}

#[test]
fn lists_in_buffers_and_arrays_keep_their_contract() {
    for module in ["arena", "vec", "unrolled"] {
        is_verified(module);
    }
}

/// The methods of a faulty list that are violated.
fn violated(module: &str, limits: Limits, wanted: &[&str]) -> Vec<String> {
    let root = scratch::study().join("faulty/src/lib.rs");
    let measured = check(&root, limits, |path| {
        path.contains(module)
            && wanted
                .iter()
                .any(|name| path.ends_with(&format!("::{name}")))
    });
    let measured = measured.unwrap();
    let violated = measured
        .iter()
        .filter(|it| matches!(it.answer, Answer::Violated(_)));
    violated.map(|it| it.method().to_owned()).collect()
}

#[test]
fn the_faults_of_the_study_are_found() {
    let removed = violated("absent::", SMALL, &["remove", "remove_item"]);
    assert_eq!(removed, ["remove_item"]);
    let early = [
        "insert",
        "push",
        "clear",
        "get",
        "remove",
        "remove_item",
        "set",
    ];
    assert_eq!(
        violated("early::", SMALL, &early),
        ["insert", "clear", "remove", "remove_item", "set"]
    );
    // Three elements and a new one.
    assert_eq!(violated("middle::", limits(3), &["insert"]), [""; 0]);
    assert_eq!(violated("middle::", limits(4), &["insert"]), ["insert"]);
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
        let found = mutants::refute(&root, 1, *scope).unwrap();
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
