//! The `cargo bverify` command.

use std::process::ExitCode;
use std::sync::Arc;

use cargo_bverify::check::Verifier;

fn main() -> ExitCode {
    cargo_bverify::cli::main(Arc::new(Verifier))
}
