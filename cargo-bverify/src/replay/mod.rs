//! Counterexamples as tests that fail: written in Rust from the states of the interpreter, compiled
//! inside a copy of the crate, and run. A test builds the state on entry from the crate's own structs,
//! makes the call, and fails by the panic that was found, or because the call leaves behind exactly
//! what the interpreter says it leaves.

mod body;
mod broken;
mod choices;
mod compare;
mod dialects;
mod ending;
mod failed_build;
mod fence;
mod items;
mod made_up;
mod outcome;
mod place;
mod playback;
mod run;
mod setup;
mod source;
mod stand_ins;
mod std_exprs;
mod visibility;
mod wrapper;
mod write;
mod writer;

pub use choices::is_written_later;
pub use run::{Replayed, replay};
pub use stand_ins::{StandIn, StandInEnd};
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
    /// The path of the function's module in the crate.
    pub module: String,
    /// How the test fails.
    pub fails: Fails,
    /// What is added to functions of the copy, so that they do what their contracts let them.
    pub edits: Vec<Edit>,
    /// Whether it may also pass, as it depends on what std leaves open (the order of a hash map).
    pub may_pass: bool,
}

impl Replay {
    /// Whether functions do what they did in the run, as long as this test runs.
    fn stands_in(&self) -> bool {
        self.edits.iter().any(|edit| edit.text.contains(TEST))
    }
}

/// Text that is added to a file of the copy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The file.
    pub file: FileId,
    /// Where in it.
    pub at: usize,
    /// The text; [`TEST`] in it stands for the name of the test.
    pub text: String,
}

/// What stands for the name of a test in its edits.
pub(crate) const TEST: &str = "@test@";

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
    /// A clause, made an assertion by `--cfg bverify_runtime`, fails.
    Inside {
        /// In this line.
        line: usize,
        /// Because it cannot be evaluated, so that what it calls panics.
        undefined: bool,
        /// Because it follows a pointer that leads nowhere, which stops the process.
        stops: bool,
    },
    /// The process is stopped: each allocation has pages of its own, and freed ones cannot be touched.
    Fault,
    /// The test itself finds, by an allocator that keeps count, that memory is lost.
    Leak,
}

/// Why a counterexample cannot be replayed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotReplayable {
    /// A test cannot be written: what is in the way.
    #[error("{0}")]
    Unwritten(String),
    /// A program that runs shows nothing of it.
    #[error("{0}")]
    Unobservable(String),
}

/// A reason as a result.
fn impossible<T>(why: impl Into<String>) -> Result<T, NotReplayable> {
    Err(NotReplayable::Unwritten(why.into()))
}

/// That a running program shows nothing of it, as a result.
fn unobservable<T>(why: impl Into<String>) -> Result<T, NotReplayable> {
    Err(NotReplayable::Unobservable(why.into()))
}
