//! Counterexamples are confirmed by rustc: each is written as a test, and the test fails.

use std::path::Path;

use crate::fixture::{ROOT, bverify};

/// What a run of the command with `--replay` says.
fn replayed(args: &[&str], folder: &Path) -> (Option<i32>, String) {
    let output = bverify()
        .args(["--scope", "3", "--replay"])
        .args(args)
        .current_dir(folder)
        .env("CARGO_TARGET_DIR", format!("{ROOT}/target"))
        .output()
        .expect("the command runs");
    let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    (output.status.code(), format!("{stdout}{stderr}"))
}

fn confirms(case: &str) {
    let (code, told) = replayed(&[case], &Path::new(ROOT).join("ui-tests/violated"));
    assert_eq!(code, Some(1), "{told}");
    assert!(told.contains("   confirmed "), "{told}");
}

#[test]
fn a_list_that_loses_its_elements_is_confirmed() {
    confirms("list/pop.rs");
}

#[test]
fn a_panic_is_confirmed() {
    confirms("panic/unwrap.rs");
}

#[test]
fn a_claim_in_a_body_is_confirmed() {
    confirms("proof/loop_invariant.rs");
}

#[test]
fn a_generic_function_is_confirmed_with_numbers() {
    confirms("generic/swap.rs");
}

#[test]
fn a_package_is_replayed_in_a_copy_with_its_private_fields() {
    let folder = Path::new(ROOT).join("tests/crates/int-set-remove-loses-tail");
    let before = std::fs::read_to_string(folder.join("src/lib.rs")).expect("the source is there");
    let (code, told) = replayed(&["remove"], &folder);
    assert_eq!(code, Some(1), "{told}");
    assert!(told.contains("   confirmed IntSet::remove"), "{told}");
    let after = std::fs::read_to_string(folder.join("src/lib.rs")).expect("the source is there");
    assert_eq!(before, after);
}

/// The counterexamples of the suite that no test under rustc can confirm, and why. Whatever is not
/// here is confirmed.
const NOT_CONFIRMED: [(&str, &str); 69] = [
    (
        "check_full::square",
        "a clause that does not depend on the run",
    ),
    (
        "closures_function_pointer::bounded",
        "a function pointer inside of a value is not made up",
    ),
    (
        "counted_tree::Tree::detach",
        "a bare `Weak` that closes a cycle has no placeholder",
    ),
    (
        "expiry_option::Row::cell",
        "what is written after the call is not chosen by a test",
    ),
    (
        "expiry_pair::Pair::both",
        "what is written after the call is not chosen by a test",
    ),
    (
        "expression_precedence::implications",
        "a clause that does not depend on the run",
    ),
    (
        "generic_partial_equality::same",
        "a type whose operators answer by a table is not made up",
    ),
    (
        "generic_partial_order::is_total",
        "a type whose operators answer by a table is not made up",
    ),
    (
        "ghost_any_value::token",
        "what a ghost field is worth is no part of the program that runs",
    ),
    (
        "leak_argument::read",
        "memory that is lost is not missed by a program that runs",
    ),
    (
        "leak_clear::Stack::clear",
        "memory that is lost is not missed by a program that runs",
    ),
    (
        "<leak_drop::Pair as Drop>::drop",
        "memory that is lost is not missed by a program that runs",
    ),
    (
        "leak_helper::through",
        "memory that is lost is not missed by a program that runs",
    ),
    (
        "leak_hidden::hidden",
        "memory that is lost is not missed by a program that runs",
    ),
    (
        "leak_hidden::inside",
        "memory that is lost is not missed by a program that runs",
    ),
    (
        "leak_hidden::popped",
        "memory that is lost is not missed by a program that runs",
    ),
    (
        "leak_pop::Stack::pop",
        "memory that is lost is not missed by a program that runs",
    ),
    (
        "leak_push::Stack::push",
        "memory that is lost is not missed by a program that runs",
    ),
    (
        "leak_replaced::Slot::set",
        "memory that is lost is not missed by a program that runs",
    ),
    (
        "leak_set_len::lose",
        "memory that is lost is not missed by a program that runs",
    ),
    (
        "leak_vector::first",
        "memory that is lost is not missed by a program that runs",
    ),
    (
        "maps_own_hash::counted",
        "what a hasher gives is not chosen by a test",
    ),
    (
        "maps_own_hash::found",
        "what a hasher gives is not chosen by a test",
    ),
    (
        "measure_function_loop::List::clear",
        "a measure is no part of the program that runs",
    ),
    (
        "measure_lexicographic::down",
        "a measure is no part of the program",
    ),
    (
        "measure_list::Node::len",
        "a measure is no part of the program that runs",
    ),
    (
        "measure_recursion::down",
        "a measure is no part of the program that runs",
    ),
    (
        "measure_round::run_down",
        "a measure is no part of the program that runs",
    ),
    (
        "modular_recursion::double",
        "a measure is no part of the program that runs",
    ),
    (
        "objects_functions::agrees",
        "a closure that answers by a table is not made up for a `dyn Fn`",
    ),
    (
        "objects_inside::evaluate",
        "what is behind a `dyn` is not compared",
    ),
    (
        "raw_block_has_ended::stale",
        "a variable that is gone seems to hold what it held",
    ),
    (
        "raw_ended_before_drop::declared_later",
        "a variable that is gone seems to hold what it held",
    ),
    (
        "raw_ended_before_drop::unwinds",
        "a variable that is gone seems to hold what it held",
    ),
    (
        "raw_leak::lose",
        "memory that is lost is not missed by a program that runs",
    ),
    (
        "raw_overlap::shifted",
        "undefined behaviour that touches no memory has no outcome",
    ),
    (
        "raw_owned_twice::copied",
        "what is left is wrong only for whoever drops it",
    ),
    (
        "raw_owned_twice::foreign",
        "what is left is wrong only for whoever drops it",
    ),
    (
        "raw_owned_twice::kept",
        "what is left is wrong only for whoever drops it",
    ),
    (
        "raw_owned_twice::shared",
        "what is left is wrong only for whoever drops it",
    ),
    (
        "raw_owned_twice::unwinds",
        "what is left is wrong only for whoever drops it",
    ),
    (
        "raw_reference_to_freed::leaked",
        "what is left is wrong only for whoever drops it",
    ),
    (
        "raw_round_has_ended::before_last",
        "a variable that is gone seems to hold what it held",
    ),
    (
        "raw_temporary_has_ended::through_temporary",
        "a variable that is gone seems to hold what it held",
    ),
    (
        "raw_unchecked::beyond",
        "the program goes on with memory that is not its own",
    ),
    (
        "raw_unchecked::longer",
        "undefined behaviour that touches no memory has no outcome",
    ),
    (
        "raw_unchecked::nowhere",
        "undefined behaviour that touches no memory has no outcome",
    ),
    (
        "raw_unchecked::quotient",
        "undefined behaviour that touches no memory has no outcome",
    ),
    (
        "raw_unchecked::sign",
        "undefined behaviour that touches no memory has no outcome",
    ),
    (
        "std_model_atomic_count::next",
        "a replay does not know how atomics are made",
    ),
    (
        "std_model_drain_argument::two",
        "a borrow of a vector that is being drained has no placeholder",
    ),
    (
        "std_model_entry_argument::bump",
        "a replay does not make the entry of a map",
    ),
    (
        "std_model_heap_push_pop::push_pop",
        "a replay does not know how this collection is made",
    ),
    (
        "std_model_heap_replace::lower",
        "a replay does not know how this collection is made",
    ),
    (
        "std_model_linked_list::rotate",
        "a replay does not know how this collection is made",
    ),
    (
        "std_model_weak_exchange::set",
        "a replay does not know how atomics are made",
    ),
    (
        "trait_method_gives_reference::is_named",
        "a type whose methods answer by a table is not made up",
    ),
    (
        "trait_promised::both",
        "a type whose methods answer by a table is not made up",
    ),
    (
        "trait_promised::twice",
        "a type whose methods answer by a table is not made up",
    ),
    (
        "trait_provided::Scale::scale",
        "no type of the case implements the trait",
    ),
    (
        "trusted_far_result::scale",
        "the body of a trusted function need not do what its contract allows",
    ),
    (
        "trusted_frame::Counter::run",
        "the body of a trusted function need not do what its contract allows",
    ),
    (
        "trusted_old::Counter::two_steps",
        "the body of a trusted function need not do what its contract allows",
    ),
    (
        "trusted_panics::call",
        "the body of a trusted function need not do what its contract allows",
    ),
    (
        "trusted_pure::alike",
        "the body of a trusted function need not do what its contract allows",
    ),
    (
        "trusted_result::twice",
        "the body of a trusted function need not do what its contract allows",
    ),
    (
        "types_abstract_field::Port::twice",
        "the body of a trusted function need not do what its contract allows",
    ),
    (
        "vectors_unstable_sort::by_first",
        "an order that std leaves open came out otherwise",
    ),
    (
        "vectors_unstable_sort::greatest",
        "an order that std leaves open came out otherwise",
    ),
];

/// The topics whose cases need crates that are not ours to build.
const FOREIGN: [&str; 3] = ["dialect", "kani", "others"];

/// The topics with claims inside of bodies: they are built with clauses as assertions, which not all
/// cases of the others can be.
const CLAIMS: [&str; 4] = ["clause", "clauses", "proof", "trusted"];

/// All violated cases of what users see, as the modules of two crates: so a few builds do.
#[test]
fn every_counterexample_of_the_suite_is_confirmed_by_rustc() {
    let mut replayed = replays(|it| !CLAIMS.contains(&it) && !FOREIGN.contains(&it));
    replayed.extend(replays(|it| CLAIMS.contains(&it)));
    let mut wrong = String::new();
    for (function, outcome, why) in &replayed {
        let listed = NOT_CONFIRMED.iter().any(|(name, _)| name == function);
        if outcome == "refuted" || (outcome == "confirmed") == listed {
            wrong.push_str(&format!("{function}: {outcome}: {why}\n"));
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    let confirmed = replayed
        .iter()
        .filter(|(_, outcome, _)| outcome == "confirmed");
    let confirmed = confirmed.count();
    assert!(confirmed > 90, "only {confirmed} were confirmed");
    assert_eq!(replayed.len() - confirmed, NOT_CONFIRMED.len());
}

/// What replay says of the cases of some topics: function, outcome, and why.
fn replays(wanted: impl Fn(&str) -> bool) -> Vec<(String, String, String)> {
    let package = Package::new();
    let mut root = String::new();
    for (topic, case, text) in violated_cases() {
        if wanted(&topic) {
            let module = format!("{topic}_{case}");
            root.push_str(&format!("pub mod {module};\n"));
            package.write(&format!("src/{module}.rs"), &text);
        }
    }
    package.write("src/lib.rs", &root);
    let output = bverify()
        .args(["--scope", "3", "--replay", "--message-format", "json"])
        .current_dir(package.folder())
        .env("CARGO_TARGET_DIR", format!("{ROOT}/target"))
        .output()
        .expect("the command runs");
    let stdout = String::from_utf8_lossy(&output.stdout);
    let objects = stdout.lines().filter_map(|line| {
        let object: serde_json::Value = serde_json::from_str(line).ok()?;
        (object["reason"] == "bverify-replay").then_some(object)
    });
    let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    let told = objects.map(|it| {
        (
            text(&it["function"]),
            text(&it["outcome"]),
            text(&it["why"]),
        )
    });
    told.collect()
}

/// Topic, name and text of every violated case.
fn violated_cases() -> Vec<(String, String, String)> {
    let root = Path::new(ROOT).join("ui-tests/violated");
    let mut cases = Vec::new();
    for topic in root.read_dir().expect("the cases are there").flatten() {
        let files = topic.path().read_dir().expect("a topic is a folder");
        for path in files.flatten().map(|file| file.path()) {
            if path.extension().is_some_and(|extension| extension == "rs") {
                let name = path
                    .file_stem()
                    .map(|stem| stem.to_string_lossy().into_owned());
                cases.push((
                    topic.file_name().to_string_lossy().into_owned(),
                    name.expect("a case has a name"),
                    std::fs::read_to_string(&path).expect("a case is text"),
                ));
            }
        }
    }
    cases.sort();
    cases
}

/// A package that depends on the contracts.
struct Package {
    folder: tempfile::TempDir,
}

impl Package {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("there is room");
        let package = Self { folder };
        package.write(
            "Cargo.toml",
            &format!(
                "[package]\nname = \"violated-cases\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
                 [dependencies]\nbverify-contracts = {{ path = {:?} }}\n\n[workspace]\n",
                format!("{ROOT}/contracts")
            ),
        );
        package
    }

    fn folder(&self) -> &Path {
        self.folder.path()
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.folder().join(path);
        let folder = path.parent().expect("a file is in a folder");
        std::fs::create_dir_all(folder).expect("the folder can be made");
        std::fs::write(path, text).expect("the file can be written");
    }
}
