//! Counterexamples are confirmed by rustc: each is written as a test, and the test fails.

use std::path::{Path, PathBuf};

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

/// All cases of what users see: long, hence only where `BVERIFY_REPLAY_ALL` is set.
#[test]
fn every_counterexample_of_the_suite_is_confirmed_or_says_why_not() {
    if std::env::var_os("BVERIFY_REPLAY_ALL").is_none() {
        return;
    }
    let root = Path::new(ROOT).join("ui-tests/violated");
    let mut cases: Vec<PathBuf> = Vec::new();
    for topic in root.read_dir().expect("the cases are there").flatten() {
        let files = topic.path().read_dir().expect("a topic is a folder");
        cases.extend(files.flatten().map(|file| file.path()));
    }
    cases.retain(|path| path.extension().is_some_and(|extension| extension == "rs"));
    cases.sort();
    let mut wrong = String::new();
    for case in cases {
        let path = case.to_str().expect("paths are text");
        let (code, told) = replayed(&[path], &root);
        let violated = told.matches("    violated [").count();
        let confirmed = told.matches("   confirmed ").count();
        let unable = told.matches("not replayed ").count();
        if code != Some(1) || confirmed + unable != violated {
            wrong.push_str(&format!("{path}\n{told}\n"));
        }
        if unable > 0 {
            let why = told.split("not replayed ").nth(1).unwrap_or_default();
            println!(
                "not replayed: {path}: {}",
                why.lines().take(2).collect::<String>()
            );
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
