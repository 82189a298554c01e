//! The command line: exit codes, selection of packages and functions, and what is said of mistakes.

use crate::fixture::{Fixture, ROOT, VERIFIED, VIOLATED, bverify};

#[test]
fn everything_verified_is_exit_code_0() {
    let run = Fixture::package(VERIFIED).run(&[]).expect_code(0);
    assert!(run.stdout.contains("1 verified"), "{}", run.stdout);
    assert_eq!(run.stderr, "");
}

#[test]
fn a_violation_is_exit_code_1() {
    let run = Fixture::package(VIOLATED).run(&[]).expect_code(1);
    assert!(run.stdout.contains("error[BV0201]"), "{}", run.stdout);
    assert!(
        run.stdout.contains("counterexample: max("),
        "{}",
        run.stdout
    );
}

#[test]
fn something_unsupported_is_exit_code_3() {
    let float =
        "use bverify_contracts::*;\n#[ensures(result >= 0.0)]\npub fn f(x: f64) -> f64 { x * x }\n";
    let run = Fixture::package(float).run(&[]).expect_code(3);
    assert!(run.stdout.contains("1 unsupported"), "{}", run.stdout);
}

#[test]
fn a_mistake_on_the_command_line_is_exit_code_2() {
    let package = Fixture::package(VERIFIED);
    for args in [
        &["--scope", "0"][..],
        &["--nonsense"],
        &["--int-bits", "0"],
        &["--solver", "abacus"],
        &["--solver", "abacus -q"],
        &["--solver", "sh 'open"],
        &["-p", "other"],
        &["--features", "turbo"],
        &["--manifest-path", "nowhere/Cargo.toml"],
        &["nowhere.rs"],
        &["--explain", "BV9999"],
    ] {
        let run = package.run(args).expect_code(2);
        assert!(
            run.stderr.starts_with("error: "),
            "{args:?}: {}",
            run.stderr
        );
        assert_eq!(run.stdout, "", "{args:?}");
    }
}

#[test]
fn a_solver_can_be_any_program_and_one_that_gives_up_verifies_nothing() {
    let gives_up = "sh -c 'cat > /dev/null; echo s UNKNOWN'";
    let run = Fixture::package(VERIFIED).run(&["--solver", gives_up]);
    let run = run.expect_code(3);
    assert!(!run.stdout.contains("1 verified"), "{}", run.stdout);
}

#[test]
fn an_unknown_function_is_a_mistake_that_suggests_near_names() {
    let run = Fixture::package(VERIFIED).run(&["saem"]).expect_code(2);
    assert!(
        run.stderr.contains("did you mean `same`?"),
        "{}",
        run.stderr
    );
}

#[test]
fn a_filter_picks_functions() {
    let both = format!("{VERIFIED}\n#[ensures(result == 0)]\npub fn zero() -> i32 {{ 0 }}\n");
    let run = Fixture::package(&both).run(&["zero"]).expect_code(0);
    assert!(run.stdout.contains("zero"), "{}", run.stdout);
    assert!(!run.stdout.contains("same"), "{}", run.stdout);
}

#[test]
fn outside_a_package_there_is_nothing_to_check() {
    let run = Fixture::empty().run(&[]).expect_code(2);
    assert!(
        run.stderr.contains("could not find `Cargo.toml`"),
        "{}",
        run.stderr
    );
}

#[test]
fn a_manifest_that_cargo_refuses_is_a_mistake() {
    let broken = Fixture::empty().with("Cargo.toml", "[package\n");
    let run = broken.run(&[]).expect_code(2);
    assert!(
        run.stderr.contains("cargo could not read"),
        "{}",
        run.stderr
    );
}

#[test]
fn a_single_file_needs_no_package() {
    let folder = Fixture::empty().with("one.rs", VERIFIED);
    let run = folder.run(&["one.rs"]).expect_code(0);
    assert!(run.stdout.contains("1 verified"), "{}", run.stdout);
}

#[test]
fn a_workspace_checks_what_cargo_would_build() {
    let manifest = |name: &str| {
        format!("[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n")
    };
    let workspace = Fixture::empty()
        .with(
            "Cargo.toml",
            "[workspace]\nresolver = \"3\"\nmembers = [\"a\", \"b\"]\ndefault-members = [\"a\"]\n",
        )
        .with("a/Cargo.toml", manifest("a"))
        .with("a/src/lib.rs", VERIFIED)
        .with("b/Cargo.toml", manifest("b"))
        .with("b/src/lib.rs", VIOLATED);
    workspace.run(&[]).expect_code(0);
    workspace.run(&["-p", "b"]).expect_code(1);
    workspace.run(&["--workspace"]).expect_code(1);
    let inside = workspace.run(&["--manifest-path", "b/Cargo.toml"]);
    inside.expect_code(1);
    let unknown = workspace.run(&["-p", "c"]).expect_code(2);
    assert!(
        unknown.stderr.contains("no package `c`"),
        "{}",
        unknown.stderr
    );
}

#[test]
fn features_choose_what_is_checked() {
    let library = format!("{VERIFIED}\n#[cfg(feature = \"bad\")]\nmod bad {{\n{VIOLATED}}}\n");
    let package = Fixture::package(&library).with(
        "Cargo.toml",
        "[package]\nname = \"sample\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n\
         [features]\nbad = []\n\n[workspace]\n",
    );
    package.run(&[]).expect_code(0);
    package.run(&["--features", "bad"]).expect_code(1);
    package.run(&["--all-features"]).expect_code(1);
}

#[test]
fn this_repository_points_to_its_examples() {
    let output = bverify().args(["--scope", "4"]).current_dir(ROOT).output();
    let run = crate::fixture::Run::from(output.unwrap()).expect_code(0);
    assert!(
        run.stderr.contains("nothing here carries a contract"),
        "{}",
        run.stderr
    );
    assert!(
        run.stderr.contains("--manifest-path tests/crates/"),
        "{}",
        run.stderr
    );
}

#[test]
fn every_code_can_be_explained() {
    for (code, page) in cargo_bverify::explain::PAGES {
        let run = Fixture::empty().run(&["--explain", code]).expect_code(0);
        assert_eq!(run.stdout, *page);
    }
}

#[test]
fn help_and_version_are_no_mistakes() {
    for flag in ["--help", "-h", "--version"] {
        let run = Fixture::empty().run(&[flag]).expect_code(0);
        assert!(run.stdout.contains("bverify"), "{}", run.stdout);
    }
}

#[test]
fn colours_come_when_asked_for() {
    let package = Fixture::package(VERIFIED);
    let run = package.run(&["--color", "always"]).expect_code(0);
    assert!(run.stdout.contains("\u{1b}["), "{}", run.stdout);
    let run = package.run(&[]).expect_code(0);
    assert!(!run.stdout.contains("\u{1b}["), "{}", run.stdout);
}

#[test]
fn a_list_checks_nothing() {
    let library = format!("{VIOLATED}\nfn helper() {{}}\n");
    let package = Fixture::package(&library);
    let run = package.run(&["--list"]).expect_code(0);
    assert!(run.stdout.contains("max"), "{}", run.stdout);
    assert!(!run.stdout.contains("helper"), "{}", run.stdout);
    let run = package.run(&["--list", "--all"]).expect_code(0);
    assert!(run.stdout.contains("helper"), "{}", run.stdout);
}
