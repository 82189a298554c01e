//! This program in the part of the compiler: for a replay, cargo is told to run us instead of rustc
//! for the packages of the workspace. We run rustc with one argument exchanged: the crate root of the
//! tests is the one in the copy. So features, dependencies and build scripts are cargo's as ever.

use std::ffi::OsString;
use std::process::{Command, ExitCode};

/// The crate root that is to be exchanged, absolute.
pub(super) const ROOT: &str = "BVERIFY_REPLAY_ROOT";
/// The crate root in the copy.
pub(super) const COPY: &str = "BVERIFY_REPLAY_COPY";

/// Runs rustc if cargo asks for that; otherwise does nothing.
pub fn run_as_wrapper() -> Option<ExitCode> {
    let (root, copy) = (std::env::var_os(ROOT)?, std::env::var_os(COPY)?);
    let mut args = std::env::args_os().skip(1);
    let rustc = args.next()?;
    let args: Vec<OsString> = args.collect();
    let for_tests = args.iter().any(|arg| arg == "--test");
    let exchanged = args.into_iter().map(|arg| {
        let is_root = for_tests && std::path::absolute(&arg).is_ok_and(|path| *path == *root);
        if is_root { copy.clone() } else { arg }
    });
    let mut command = Command::new(rustc);
    command.args(exchanged);
    if for_tests {
        // The code of a counterexample owes no lint anything.
        command.args(["--cap-lints", "allow"]);
    }
    let code = match command.status() {
        Ok(status) => status.code().unwrap_or(1),
        Err(_) => 1,
    };
    Some(ExitCode::from(u8::try_from(code).unwrap_or(1)))
}
