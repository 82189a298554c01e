//! How a run ends, as data.

use thiserror::Error;

use super::layout::LayoutError;
use crate::ir::state::{ObjectId, Pointer, Value};
use crate::ir::types::TyId;
use crate::ir::{MemoryError, Obligation, Panic, ProcId};
use crate::span::Span;

/// How a run ended. The memory is still there to be looked at, whatever the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The entry procedure returned; no obligation was violated.
    Completed,
    /// The state is of no interest: an assumption is false of it.
    AssumptionFailed(Obligation),
    /// A proof obligation does not hold.
    Violated(Box<Violation>),
    /// A panic left the entry procedure.
    Panicked(Box<Panicked>),
    /// The program did what has no meaning.
    Fault(Fault),
    /// The run met more `Choose` statements than the state has choices.
    OutOfChoices,
    /// A limit was reached; nothing is known of what would have followed.
    OutOfFuel(Budget),
}

/// A proof obligation that does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// What does not hold. For a panic the span is the innermost one of the calls under way that
    /// lies in user code.
    pub obligation: Obligation,
    /// What made it so.
    pub cause: Cause,
    /// The statements under way, innermost first: that of the violation, then the calls to it.
    pub stack: Vec<Span>,
}

/// What made an obligation not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// Its condition is false.
    Condition,
    /// A panic that nothing allows.
    Panic(Panic),
    /// A location changed that had to keep its value.
    Changed(Change),
    /// Memory was used that is not there.
    Memory(MemoryError),
    /// An allocation is alive that nothing leads to any more.
    Lost(ObjectId),
}

/// A location that changed since a snapshot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The smallest place that covers the change.
    pub at: Pointer,
    /// The type of what it holds.
    pub ty: TyId,
    /// What it held at the snapshot.
    pub before: Value,
    /// What it holds; [`Value::Uninit`] if the object is no more.
    pub after: Value,
}

/// A panic that nothing caught.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Panicked {
    /// The panic.
    pub panic: Panic,
    /// The innermost statement under way that lies in user code.
    pub span: Span,
    /// All statements under way, innermost first.
    pub stack: Vec<Span>,
}

/// An error in the program that Rust's own checks, or the lowering, should have excluded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What happened.
    pub kind: FaultKind,
    /// The statement.
    pub span: Span,
    /// The procedure that it is in.
    pub proc: ProcId,
}

/// The kinds of fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum FaultKind {
    /// Memory is used that is not there. A run that meets it ends in a violation, or in a panic of
    /// specification code, rather than in a fault.
    #[error("memory error: {0:?}")]
    Memory(MemoryError),
    /// A variable is read that was never written.
    #[error("read of a variable that was never written")]
    Unwritten,
    /// An enum is taken for a variant that it is not.
    #[error("an enum is not of the variant that it is read as")]
    WrongVariant,
    /// A sequence is indexed beyond its end.
    #[error("index outside a model sequence")]
    SeqIndex,
    /// A mathematical integer is shifted by a negative amount.
    #[error("shift by a negative amount")]
    NegativeShift,
    /// A mathematical integer grows beyond what is computed with.
    #[error("mathematical integer beyond 250 bits")]
    MathOverflow,
    /// A quantifier ranges over a type whose values cannot be listed.
    #[error("the values of the quantified type cannot be enumerated")]
    CannotEnumerate(TyId),
    /// A snapshot is used before it is taken.
    #[error("a snapshot is used before it is taken")]
    NoSnapshot,
    /// The program does not make sense in itself.
    #[error("malformed program: {0}")]
    IllFormed(&'static str),
}

impl From<MemoryError> for FaultKind {
    fn from(error: MemoryError) -> Self {
        FaultKind::Memory(error)
    }
}

/// What a run may run out of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// Steps.
    Steps,
    /// Calls within calls.
    Depth,
    /// Memory.
    Cells,
}

/// Why a program cannot be run at all.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PrepareError {
    /// A type has no layout.
    #[error(transparent)]
    Layout(#[from] LayoutError),
    /// A statement does not fit the types of what it names.
    #[error("malformed program: {what} in {proc}")]
    IllFormed {
        /// What is wrong with it.
        what: &'static str,
        /// The procedure.
        proc: ProcId,
        /// The statement.
        span: Span,
    },
}

/// Why a state cannot be the start of a run.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LoadError {
    /// There are not as many values as parameters.
    #[error("{given} inputs for {wanted} parameters")]
    InputCount {
        /// The values.
        given: usize,
        /// The parameters.
        wanted: usize,
    },
    /// A value does not fit its type.
    #[error("a value does not fit type {0}")]
    Mismatch(TyId),
    /// A pointer leads nowhere.
    #[error("a pointer leads to no place of type {0}")]
    BadPointer(TyId),
    /// The state is larger than the memory that the run may use.
    #[error("the state does not fit the memory budget")]
    TooLarge,
}
