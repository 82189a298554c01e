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

/// The counterexamples of the suite that no program which runs can show, and why. Whatever is not here
/// is confirmed.
const NOT_OBSERVABLE: [(&str, &str); 36] = [
    (
        "dialect_in_body::inner",
        "it is inside of another function, where no test can call it",
    ),
    (
        "dialect_prusti_loop::count",
        "a measure is no part of the program that runs",
    ),
    (
        "kani_stub::stubbed",
        "functions are exchanged for others, which rustc does not do",
    ),
    (
        "kani_stub::several",
        "functions are exchanged for others, which rustc does not do",
    ),
    (
        "ghost_any_value::token",
        "what a ghost field starts with is no part of the program that runs",
    ),
    (
        "measure_function_loop::List::clear",
        "a measure is no part of the program that runs",
    ),
    (
        "measure_lexicographic::down",
        "a measure is no part of the program that runs",
    ),
    (
        "measure_list::Node::len",
        "a measure is no part of the program that runs",
    ),
    (
        "measure_mutual::even",
        "a measure is no part of the program that runs",
    ),
    (
        "measure_mutual::odd",
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
        "quantifier_computed::bytes",
        "the call leaves nothing behind that a test could look at",
    ),
    (
        "quantifier_computed::first_is_least",
        "the call leaves nothing behind that a test could look at",
    ),
    (
        "quantifier_ends::ascending",
        "the call leaves nothing behind that a test could look at",
    ),
    (
        "quantifier_ends::even",
        "the call leaves nothing behind that a test could look at",
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
        "raw_room_as_slice::not_written",
        "memory that was never written holds something all the same",
    ),
    (
        "raw_room_as_slice::past_the_end",
        "the program goes on as if its memory were in order",
    ),
    (
        "raw_rooms_of_rooms::element",
        "memory that was never written holds something all the same",
    ),
    (
        "raw_rooms_of_rooms::first",
        "memory that was never written holds something all the same",
    ),
    (
        "raw_rooms_of_rooms::of_some_length",
        "the program goes on as if its memory were in order",
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
        "the program goes on as if its memory were in order",
    ),
    (
        "raw_unwritten_elements::never_written",
        "the program goes on as if its memory were in order",
    ),
    (
        "raw_unwritten_elements::one_too_many",
        "the program goes on as if its memory were in order",
    ),
    (
        "raw_written_rooms::filled",
        "memory that was never written holds something all the same",
    ),
    (
        "raw_wrong_size::length_as_capacity",
        "the program goes on as if its memory were in order",
    ),
    (
        "raw_wrong_size::slice_of_a_part",
        "the program goes on as if its memory were in order",
    ),
    (
        "std_model_weak_exchange::set",
        "it depends on what std leaves open, and came out otherwise",
    ),
    (
        "vectors_unstable_sort::by_first",
        "it depends on what std leaves open, and came out otherwise",
    ),
    (
        "vectors_unstable_sort::greatest",
        "it depends on what std leaves open, and came out otherwise",
    ),
];

/// The topics whose cases need crates that are not ours to build.
const FOREIGN: [&str; 1] = ["others"];

/// The topics of other dialects, whose crates others stand in for.
const DIALECTS: [&str; 2] = ["dialect", "kani"];

/// The topics with claims inside of bodies: they are built with clauses as assertions, which not all
/// cases of the others can be.
const CLAIMS: [&str; 5] = ["clause", "clauses", "modular", "proof", "trusted"];

/// All violated cases of what users see, as the modules of two crates: so a few builds do.
#[test]
fn every_counterexample_of_the_suite_is_confirmed_by_rustc() {
    let special = [&FOREIGN[..], &DIALECTS, &CLAIMS].concat();
    let mut replayed = replays(|it| !special.contains(&it));
    replayed.extend(replays(|it| CLAIMS.contains(&it)));
    replayed.extend(replays(|it| DIALECTS.contains(&it)));
    let mut wrong = String::new();
    for (function, outcome, why) in &replayed {
        let listed = NOT_OBSERVABLE.iter().find(|(name, _)| name == function);
        let as_told = match listed {
            Some((_, because)) => outcome == "not-observable" && why == because,
            None => outcome == "confirmed",
        };
        if !as_told {
            wrong.push_str(&format!("{function}: {outcome}: {why}\n"));
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    let confirmed = replayed
        .iter()
        .filter(|(_, outcome, _)| outcome == "confirmed");
    let confirmed = confirmed.count();
    assert!(confirmed > 240, "only {confirmed} were confirmed");
    assert_eq!(replayed.len() - confirmed, NOT_OBSERVABLE.len());
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
