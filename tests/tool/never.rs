//! What it must never do, whatever it is given: crash, hang, write outside `target`, or run code of
//! the crate under check.

use std::io::BufRead as _;
use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::fixture::{ENDLESS, Fixture, Run, VERIFIED, VIOLATED, bverify};

/// The library is refused with a diagnostic, and nothing worse happens.
#[track_caller]
fn rejected(library: impl AsRef<[u8]>) -> Run {
    let package = Fixture::package("").with("src/lib.rs", library);
    let run = package.run(&[]).expect_code(2);
    assert!(run.stdout.contains("error[BV01"), "{}", run.stdout);
    assert!(run.stdout.contains("src/"), "{}", run.stdout);
    run
}

#[test]
fn truncated_sources_do_not_crash_it() {
    let source = include_str!("../crates/int-set/src/lib.rs");
    for end in (0..source.len()).step_by(97) {
        let Some(part) = source.get(..end) else {
            continue;
        };
        let package = Fixture::package(part);
        let run = package.run(&["--list"]);
        assert!(matches!(run.code, Some(0 | 2)), "{end}: {}", run.stderr);
    }
}

#[test]
fn binary_sources_do_not_crash_it() {
    rejected(b"\x00\xff\xfe pub fn \x80");
    rejected("\u{0}\u{1}\u{2}");
}

#[test]
fn deep_nesting_does_not_crash_it() {
    let depth = 20_000;
    rejected(format!(
        "pub fn f() -> i32 {{ {}1{} }}",
        "(".repeat(depth),
        ")".repeat(depth)
    ));
    rejected(format!(
        "pub fn f() {{ {}{} }}",
        "{".repeat(depth),
        "}".repeat(depth)
    ));
    rejected("[".repeat(depth));
}

#[test]
fn long_chains_do_not_crash_it() {
    let sum = vec!["x"; 20_000].join(" + ");
    let library = format!(
        "use bverify_contracts::*;\n#[requires(x == 0)]\npub fn f(x: u64) -> u64 {{ {sum} }}\n"
    );
    let run = Fixture::package(&library).run(&["--timeout", "20"]);
    assert!(
        matches!(run.code, Some(0 | 2 | 3)),
        "{}{}",
        run.stdout,
        run.stderr
    );
}

#[test]
fn missing_and_cyclic_modules_do_not_crash_it() {
    rejected("mod missing;");
    rejected("#[path = \"lib.rs\"]\nmod myself;");
}

#[test]
fn an_empty_crate_is_no_mistake() {
    Fixture::package("").run(&[]).expect_code(0);
}

#[test]
fn it_writes_nothing_outside_target() {
    let package = Fixture::package(VIOLATED);
    let before = package.files();
    package.run(&[]).expect_code(1);
    package.run(&["--list", "--all"]).expect_code(0);
    assert_eq!(package.files(), before);
}

#[test]
fn it_does_not_run_code_of_the_crate() {
    let package = Fixture::package(VERIFIED)
        .with(
            "build.rs",
            "fn main() { std::fs::write(\"ran\", \"\").unwrap(); }\n",
        )
        .with(
            "Cargo.toml",
            "[package]\nname = \"sample\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\
             build = \"build.rs\"\n\n[dependencies]\nshout = { path = \"shout\" }\n\n[workspace]\n",
        )
        .with(
            "shout/Cargo.toml",
            "[package]\nname = \"shout\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n\
             [lib]\nproc-macro = true\n",
        )
        .with(
            "shout/src/lib.rs",
            "use proc_macro::TokenStream;\n#[proc_macro]\npub fn shout(t: TokenStream) -> \
             TokenStream { std::fs::write(\"ran\", \"\").unwrap(); t }\n",
        )
        .with("src/lib.rs", format!("{VERIFIED}\nshout::shout! {{}}\n"));
    let before = package.files();
    package.run(&[]);
    assert_eq!(package.files(), before);
}

#[test]
fn a_function_that_takes_too_long_is_undecided() {
    let started = Instant::now();
    let package = Fixture::package(&format!("{ENDLESS}\nmod quick {{\n{VERIFIED}}}\n"));
    let run = package.run(&["--timeout", "4"]).expect_code(3);
    assert!(
        run.stdout.contains("1 verified, 1 undecided"),
        "{}",
        run.stdout
    );
    assert!(started.elapsed() < Duration::from_secs(40));
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_it_within_a_second_with_the_results_so_far() {
    let package = Fixture::package(&format!("mod quick {{\n{VERIFIED}}}\n{ENDLESS}\n"));
    let mut child = bverify()
        .args(["-j", "1"])
        .current_dir(package.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let stdout = child.stdout.take().unwrap();
    let mut lines = std::io::BufReader::new(stdout).lines().map(Result::unwrap);
    let first = lines.find(|line| line.contains("quick::same")).unwrap();
    assert!(first.contains("verified"), "{first}");
    let interrupted = Instant::now();
    let id = child.id().to_string();
    let kill = std::process::Command::new("kill")
        .args(["-INT", &id])
        .status();
    assert!(kill.unwrap().success());
    let rest: Vec<String> = lines.collect();
    assert_eq!(child.wait().unwrap().code(), Some(3));
    // A noisy machine gets some slack.
    assert!(interrupted.elapsed() < Duration::from_millis(1500));
    let summary = rest.last().unwrap();
    assert!(summary.contains("1 verified, 1 undecided"), "{summary}");
}
