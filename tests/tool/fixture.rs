//! Packages made for a test, and the command to run on them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

/// The repository.
pub const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// A function that verifies at once.
pub const VERIFIED: &str = "\
use bverify_contracts::*;

#[ensures(result == x)]
pub fn same(x: i32) -> i32 {
    x
}
";

/// A function that does not.
pub const VIOLATED: &str = "\
use bverify_contracts::*;

#[ensures(result >= a && result >= b)]
pub fn max(a: i32, b: i32) -> i32 {
    if a < b { a } else { b }
}
";

/// A function that takes far longer than any test: to verify it is to show that a number of 62 bits
/// is prime, by reduction of a multiplier to SAT.
pub const ENDLESS: &str = "\
use bverify_contracts::*;

#[check(int_bits = 64)]
#[requires(1 < a && a < 4294967296 && 1 < b && b < 4294967296)]
#[ensures(result != 4611686018427387847)]
pub fn product(a: u64, b: u64) -> u64 {
    a * b
}
";

/// The command, without colours and with nothing of the developer's environment that changes it.
pub fn bverify() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-bverify"));
    command
        .arg("bverify")
        .env_remove("RUST_BACKTRACE")
        .env_remove("CLICOLOR_FORCE")
        .env("NO_COLOR", "1");
    command
}

/// What a run printed, and how it ended.
pub struct Run {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl From<Output> for Run {
    fn from(output: Output) -> Self {
        Run {
            code: output.status.code(),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

impl Run {
    /// Asserts the exit code, showing all output if it is another.
    #[track_caller]
    pub fn expect_code(self, code: i32) -> Self {
        let (stdout, stderr) = (&self.stdout, &self.stderr);
        assert_eq!(
            self.code,
            Some(code),
            "stdout:\n{stdout}\nstderr:\n{stderr}"
        );
        self
    }
}

/// A folder with files of our choice.
pub struct Fixture {
    folder: TempDir,
}

impl Fixture {
    pub fn empty() -> Self {
        Fixture {
            folder: tempfile::tempdir().unwrap(),
        }
    }

    /// A package with this library.
    pub fn package(library: &str) -> Self {
        Fixture::empty()
            .with(
                "Cargo.toml",
                "[package]\nname = \"sample\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[workspace]\n",
            )
            .with("src/lib.rs", library)
    }

    pub fn with(self, path: &str, text: impl AsRef<[u8]>) -> Self {
        let path = self.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
        self
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Runs the command in the folder.
    #[track_caller]
    pub fn run(&self, args: &[&str]) -> Run {
        let output = bverify().args(args).current_dir(self.path()).output();
        output.unwrap().into()
    }

    /// All files with their contents, `target` aside.
    pub fn files(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        let mut files = BTreeMap::new();
        let mut work = vec![self.path().to_owned()];
        while let Some(folder) = work.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() && !path.ends_with("target") {
                    work.push(path);
                } else if path.is_file() {
                    let text = std::fs::read(&path).unwrap();
                    files.insert(path, text);
                }
            }
        }
        files
    }
}
