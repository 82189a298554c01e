//! What a finished check looks like, as data. Nothing here knows how it is printed, and nothing
//! borrows from the program that was checked: a report can cross threads and outlive it.
//!
//! Four things that must never be mistaken for one another have four types: a [`Verdict`] about the
//! program, a construct that is not modelled ([`Unsupported`]), a mistake of the user's
//! ([`Diagnostic`]) and an error of ours ([`InternalError`]).

pub mod behind;
pub mod call;
pub mod codes;
pub mod convert;
pub mod counterexample;
pub mod diagnose;
pub mod diff;
pub mod heap;
pub mod list;
pub mod obligation;
pub mod parts;
pub mod show;
pub mod std_values;
pub mod summary;

use std::fmt;
use std::time::Duration;

use lowering::diag::{Diagnostic, Unsupported};
use lowering::ir::{Followed, Lawful};
use lowering::span::Span;

use heap::Heap;

pub use counterexample::Counterexample;
pub use obligation::{ObligationReport, ObligationVerdict};
pub use summary::Summary;

/// The check of one function.
#[derive(Clone, Debug)]
pub struct FunctionReport {
    /// The package that the function belongs to.
    pub package: String,
    /// The path as the user would write it inside the crate (`list::List::push`).
    pub function: String,
    /// The signature in the source.
    pub span: Span,
    /// The bounds that the check was made with.
    pub bounds: Bounds,
    /// How long it took.
    pub time: Duration,
    /// What the solver had to do.
    pub solver: SolverStats,
    /// What was to be shown, in the order of the source.
    pub obligations: Vec<ObligationReport>,
    /// What `--emit` asked for, in the order of the pipeline.
    pub emitted: Vec<Emitted>,
    /// A run that satisfies the contract, if `--witness` asked for one.
    pub witness: Option<Counterexample>,
    /// What `--coverage` asked for.
    pub coverage: Option<Coverage>,
    /// Calls that `--modular` asked to see by their contract alone, and that were looked into.
    pub followed: Vec<Followed>,
    /// Type parameters whose comparisons were taken to be lawful, though their bounds do not say so.
    pub lawful: Vec<Lawful>,
    /// How it ended.
    pub outcome: Outcome,
}

impl FunctionReport {
    /// What a `verified` is about: the scope, how far runs were followed, and what was taken for granted.
    pub fn reach(&self, completeness: &Completeness) -> String {
        let mut text = format!("scope {}, {completeness}", self.bounds.scope);
        for Lawful { param, law } in &self.lawful {
            text += &format!(", {param} taken as {law}");
        }
        text
    }
}

/// Which statements of a verified function its contract constrains.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    /// How many were tried.
    pub tried: usize,
    /// Those that no obligation misses.
    pub unnoticed: Vec<Span>,
    /// Those of which nothing is known.
    pub untried: Vec<Span>,
}

/// How a check ended.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// With an answer about the program, or the admission that there is none.
    Judged(Verdict),
    /// The contract itself is wrong: nothing was checked.
    Mistake(Vec<Diagnostic>),
    /// We are wrong: nothing can be said about the program.
    Internal(InternalError),
}

/// An answer about the program.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// No input in scope violates the contract.
    Verified(Completeness),
    /// These inputs do, the smallest first; there is at least one.
    Violated(Vec<Counterexample>),
    /// No input in scope satisfies the preconditions and invariants, or nothing gets past what is
    /// assumed on the way, so nothing was said.
    Vacuous(Vacuity),
    /// The function depends on something that is not modelled; the list is not empty.
    Unsupported(Vec<Unsupported>),
    /// There is no answer within the limits.
    Undecided(Undecided),
}

/// What cannot hold together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Vacuity {
    /// A smallest set of preconditions and invariants; empty if it is not known.
    Entry(Vec<Span>),
    /// Something that is assumed on the way: by `assume!`, or by the contract of a trusted function.
    Assumed(Span),
    /// All of what is assumed on the way, on every path.
    Everywhere,
}

/// How far a `verified` reaches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Completeness {
    /// Every run of every input in scope was covered.
    Complete,
    /// Runs that repeat one of these loops or calls more than `limit` times were not looked at.
    UpToUnrolling {
        /// How many rounds were covered.
        limit: u32,
        /// The loops and calls that were cut.
        cut: Vec<Span>,
        /// A small input whose run goes on after that, if one was found in time.
        example: Option<Box<Input>>,
    },
}

/// An input of the function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// The call, as a programmer would write it.
    pub call: String,
    /// The arguments and the heap behind them.
    pub heap: Heap,
}

impl fmt::Display for Completeness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Completeness::Complete => f.write_str("complete"),
            Completeness::UpToUnrolling { limit: 1, .. } => f.write_str("up to 1 round"),
            Completeness::UpToUnrolling { limit, .. } => write!(f, "up to {limit} rounds"),
        }
    }
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Undecided {
    /// The time of the function is used up.
    #[error("no answer within {}", Seconds(*.0))]
    Time(Duration),
    /// The memory of the function is used up.
    #[error("no answer within the memory limit")]
    Memory,
    /// The user stopped the run.
    #[error("interrupted")]
    Interrupted,
    /// No run was followed to its end.
    #[error("every run takes more rounds of a loop or recursion than were looked at")]
    Rounds,
    /// A limit of the engine that has a name of its own.
    #[error("{0}")]
    Limit(String),
}

/// An error of ours. It is told to the user as such, and never as a verdict.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct InternalError {
    /// What went wrong.
    pub message: String,
    /// Where in our own source, if it was a panic.
    pub location: Option<String>,
}

/// The bounds of one check, after `#[check(…)]` and the command line have been weighed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Objects of each type, members of each type parameter, elements of each buffer.
    pub scope: u32,
    /// The window of integers on entry.
    pub int_bits: IntBits,
    /// Rounds of each loop and recursion; without it, as many as the scope needs.
    pub unroll: Option<u32>,
}

/// The window in which integers on entry lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IntBits {
    /// A window of so many bits, the extremes of the type beside it.
    Window(u32),
    /// The whole machine type.
    Full,
}

impl IntBits {
    /// The default for a scope: its own bits and two more.
    pub fn for_scope(scope: u32) -> Self {
        // A scope of 4 has elements 0…3, which take two bits; hence 4 bits at scope 4.
        let last = scope.saturating_sub(1);
        IntBits::Window(u32::BITS - last.leading_zeros() + 2)
    }
}

impl fmt::Display for IntBits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            IntBits::Window(bits) => write!(f, "{bits}-bit integers"),
            IntBits::Full => f.write_str("full-width integers"),
        }
    }
}

/// What the solver had to do, over all queries of a function.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SolverStats {
    /// Variables of the largest query.
    pub vars: u64,
    /// Clauses of the largest query.
    pub clauses: u64,
    /// Conflicts in all.
    pub conflicts: u64,
}

/// An intermediate form that the user asked to see.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Emitted {
    /// Which one.
    pub form: crate::options::Emit,
    /// Its text.
    pub text: String,
}

/// A duration as seconds, the way a person would write the limit.
pub struct Seconds(pub Duration);

impl fmt::Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} s", self.0.as_secs_f64())
    }
}

impl FunctionReport {
    /// The verdict, unless a mistake or an internal error stood in its way.
    pub fn verdict(&self) -> Option<&Verdict> {
        match &self.outcome {
            Outcome::Judged(verdict) => Some(verdict),
            Outcome::Mistake(_) | Outcome::Internal(_) => None,
        }
    }
}

impl Verdict {
    /// The word for it, on the command line and in JSON alike.
    pub fn name(&self) -> &'static str {
        match self {
            Verdict::Verified(_) => "verified",
            Verdict::Violated(_) => "violated",
            Verdict::Vacuous(_) => "vacuous",
            Verdict::Unsupported(_) => "unsupported",
            Verdict::Undecided(_) => "undecided",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_window_is_the_bits_of_the_scope_and_two_more() {
        assert_eq!(IntBits::for_scope(1), IntBits::Window(2));
        assert_eq!(IntBits::for_scope(4), IntBits::Window(4));
        assert_eq!(IntBits::for_scope(5), IntBits::Window(5));
        assert_eq!(IntBits::for_scope(12), IntBits::Window(6));
    }

    #[test]
    fn a_report_can_cross_threads() {
        fn sendable<T: Send + Sync + 'static>() {}
        sendable::<FunctionReport>();
    }
}
