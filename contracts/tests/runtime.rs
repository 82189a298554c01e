//! Run-time checks, by way of a package that is built with the flag that asks for them.

use std::path::Path;
use std::process::Command;

/// Runs the tests of `runtime-checks`, with further arguments for cargo.
fn check(arguments: &[&str]) {
    let package = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/runtime-checks");
    let status = Command::new(env!("CARGO"))
        .args(["test", "--quiet"])
        .args(arguments)
        .current_dir(package)
        .env("RUSTFLAGS", "--cfg bverify_runtime")
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .env("CARGO_TARGET_DIR", env!("CARGO_TARGET_TMPDIR"))
        .status()
        .expect("cargo can be run");
    assert!(status.success());
}

/// The platform the tests run on, as cargo calls it.
fn host() -> String {
    let output = Command::new("rustc")
        .arg("-vV")
        .output()
        .expect("rustc can be run");
    let text = String::from_utf8(output.stdout).expect("rustc writes text");
    let line = text.lines().find_map(|line| line.strip_prefix("host: "));
    line.expect("rustc names its host").to_owned()
}

#[test]
fn clauses_of_the_executable_subset_are_asserted() {
    check(&[]);
}

/// Then cargo keeps the flag from the macros themselves.
#[test]
fn they_are_also_asserted_when_a_target_is_named() {
    check(&["--target", &host()]);
}
