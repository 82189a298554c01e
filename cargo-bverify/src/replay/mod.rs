//! Counterexamples as tests that fail: written in Rust from the states of the interpreter, compiled
//! inside a copy of the crate, and run. A test builds the state on entry from the crate's own structs,
//! makes the call, and fails by the panic that was found, or because the call leaves behind exactly
//! what the interpreter says it leaves.

mod broken;
mod compare;
mod place;
mod run;
mod setup;
mod wrapper;
mod write;

pub use run::{Replayed, replay};
pub use wrapper::run_as_wrapper;
pub use write::{Found, test};

use lowering::span::FileId;

/// A counterexample as a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replay {
    /// The name of the test.
    pub name: String,
    /// The test, as it would be pasted into the function's module.
    pub text: String,
    /// The file of the function.
    pub file: FileId,
    /// Where in the file the function's module ends.
    pub offset: usize,
    /// How the test fails.
    pub fails: Fails,
}

/// How a test fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fails {
    /// The function panics.
    Panic {
        /// With this message.
        message: String,
        /// In this line of the file that is shown by this path.
        at: (String, usize),
    },
    /// The test itself finds that what it was told is so.
    Found,
    /// A clause inside the body, made an assertion by `--cfg bverify_runtime`, fails in this line.
    Inside(usize),
}

/// Why a counterexample cannot be replayed: what is in the way.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NotReplayable(pub String);

/// A reason as a result.
fn impossible<T>(why: impl Into<String>) -> Result<T, NotReplayable> {
    Err(NotReplayable(why.into()))
}
