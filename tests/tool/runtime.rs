//! A package whose contracts are checked in both ways: for every input, and on those of its own tests.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::fixture::{ROOT, bverify};

fn package() -> PathBuf {
    Path::new(ROOT).join("tests/crates/checked-stack")
}

/// Runs the tests of the package with these flags for rustc.
fn own_tests(flags: &str) {
    let status = Command::new(env!("CARGO"))
        .args(["test", "--quiet", "--offline"])
        .current_dir(package())
        .env("RUSTFLAGS", flags)
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .env("CARGO_TARGET_DIR", env!("CARGO_TARGET_TMPDIR"))
        .status()
        .unwrap();
    assert!(status.success());
}

#[test]
fn contracts_of_a_package_are_verified_and_hold_in_its_own_tests() {
    let output = bverify()
        .args(["--scope", "3"])
        .current_dir(package())
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{told}");
    own_tests("--cfg bverify_runtime");
    own_tests("");
}
