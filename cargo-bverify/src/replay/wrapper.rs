//! This program in the part of the compiler: for a replay, cargo is told to run us instead of rustc
//! for the packages of the workspace. We run rustc with one argument exchanged: the crate root of the
//! tests is the one in the copy. So features, dependencies and build scripts are cargo's as ever, but
//! for libraries that others stand in for.

use std::ffi::OsString;
use std::process::{Command, ExitCode};

/// The crate root that is to be exchanged, absolute.
pub(super) const ROOT: &str = "BVERIFY_REPLAY_ROOT";
/// The crate root in the copy.
pub(super) const COPY: &str = "BVERIFY_REPLAY_COPY";
/// What rustc is told beside what cargo tells it, a line each.
pub(super) const MORE: &str = "BVERIFY_REPLAY_MORE";

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
    let exchanged: Vec<OsString> = exchanged.collect();
    let more = std::env::var(MORE).unwrap_or_default();
    let more: Vec<&str> = more.lines().collect();
    let compiles = exchanged
        .iter()
        .any(|arg| arg.to_string_lossy().starts_with("--emit"));
    let mut command = Command::new(rustc);
    match compiles {
        true => command.args(without_externs(exchanged, &more)).args(&more),
        false => command.args(exchanged),
    };
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

/// The arguments without the libraries that are given anew.
fn without_externs(args: Vec<OsString>, more: &[&str]) -> Vec<OsString> {
    let anew = |arg: &OsString| {
        let arg = arg.to_string_lossy();
        let mut names = more.iter().filter_map(|it| Some(it.split_once('=')?.0));
        arg.split_once('=')
            .is_some_and(|(name, _)| names.any(|anew| anew == name))
    };
    let mut kept: Vec<OsString> = Vec::new();
    for arg in args {
        if kept.last().is_some_and(|last| last == "--extern") && anew(&arg) {
            kept.pop();
        } else {
            kept.push(arg);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_library_that_is_given_anew_is_not_given_twice() {
        let args = ["--extern", "kani=a", "--extern", "other=b", "kani=c"].map(OsString::from);
        let kept = without_externs(args.into(), &["--extern", "kani=d"]);
        assert_eq!(kept, ["--extern", "other=b", "kani=c"]);
    }
}
