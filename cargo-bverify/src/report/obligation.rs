//! What was to be shown of a function, and how each part of it ended. Knows the kinds of obligation
//! of the IR and gives them names and sentences.

use lowering::ir::{MemoryError, ObligationKind, PanicKind};
use lowering::span::Span;

use super::codes;

/// One obligation of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObligationReport {
    /// Its kind.
    pub kind: ObligationKind,
    /// The clause or expression that states it.
    pub span: Span,
    /// How it ended.
    pub verdict: ObligationVerdict,
}

/// How an obligation ended, from good to bad.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ObligationVerdict {
    /// It holds for every input in scope.
    Verified,
    /// No answer was reached, or none was sought after another one failed.
    Undecided,
    /// Some input violates it.
    Violated,
}

impl ObligationVerdict {
    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            ObligationVerdict::Verified => "verified",
            ObligationVerdict::Violated => "violated",
            ObligationVerdict::Undecided => "undecided",
        }
    }
}

/// The name of a kind in machine-readable output; stable.
pub fn kind_name(kind: ObligationKind) -> &'static str {
    match kind {
        ObligationKind::Precondition => "precondition",
        ObligationKind::Postcondition => "postcondition",
        ObligationKind::Invariant => "invariant",
        ObligationKind::Frame => "frame",
        ObligationKind::Panic(PanicKind::Explicit) => "panic",
        ObligationKind::Panic(PanicKind::Unwrap) => "unwrap",
        ObligationKind::Panic(PanicKind::Overflow) => "overflow",
        ObligationKind::Panic(PanicKind::DivisionByZero) => "division-by-zero",
        ObligationKind::Panic(PanicKind::OutOfBounds) => "out-of-bounds",
        ObligationKind::Panic(PanicKind::Borrow) => "borrow",
        ObligationKind::MissingPanic => "missing-panic",
        ObligationKind::OnPanic => "on-panic",
        ObligationKind::Proof => "proof",
        ObligationKind::LoopInvariant => "loop-invariant",
        ObligationKind::Termination => "termination",
        ObligationKind::Assumption => "assumption",
        ObligationKind::NotWellDefined => "not-well-defined",
        ObligationKind::Memory(MemoryError::Null) => "null-pointer",
        ObligationKind::Memory(MemoryError::Dangling) => "dangling-pointer",
        ObligationKind::Memory(MemoryError::OutOfScope) => "out-of-scope",
        ObligationKind::Memory(MemoryError::Owner) => "invalid-owner",
        ObligationKind::Memory(MemoryError::Overlap) => "overlapping-copy",
        ObligationKind::Memory(MemoryError::Promise) => "broken-promise",
        ObligationKind::Memory(
            MemoryError::Unknown | MemoryError::OtherField | MemoryError::Character,
        ) => "not-modelled",
        ObligationKind::Memory(MemoryError::Uninit) => "uninitialised",
        ObligationKind::Memory(MemoryError::OutOfBounds) => "out-of-allocation",
        ObligationKind::Memory(MemoryError::InvalidFree) => "invalid-free",
        ObligationKind::Memory(MemoryError::Leak) => "leak",
    }
}

/// The code of the diagnostic that tells of its violation.
pub fn code(kind: ObligationKind) -> &'static str {
    match kind {
        ObligationKind::Postcondition => codes::POSTCONDITION,
        ObligationKind::Invariant => codes::INVARIANT,
        ObligationKind::Frame => codes::FRAME,
        ObligationKind::Panic(_) => codes::PANIC,
        ObligationKind::MissingPanic => codes::MISSING_PANIC,
        ObligationKind::OnPanic => codes::ON_PANIC,
        ObligationKind::Proof => codes::PROOF,
        ObligationKind::LoopInvariant => codes::LOOP_INVARIANT,
        ObligationKind::Termination => codes::TERMINATION,
        ObligationKind::Precondition | ObligationKind::Assumption => codes::PRECONDITION,
        ObligationKind::NotWellDefined => codes::NOT_WELL_DEFINED,
        ObligationKind::Memory(_) => codes::MEMORY,
    }
}

/// What the violation of an obligation by `function` is called, as a headline.
pub fn headline(kind: ObligationKind, function: &str) -> String {
    match kind {
        ObligationKind::Precondition => {
            format!("`{function}` makes a call that violates a precondition")
        }
        ObligationKind::Postcondition => format!("`{function}` violates its postcondition"),
        ObligationKind::Invariant => format!("`{function}` breaks an invariant"),
        ObligationKind::Frame => format!("`{function}` changes what its frame does not cover"),
        ObligationKind::Panic(PanicKind::Explicit) => format!("`{function}` may panic"),
        ObligationKind::Panic(kind) => format!("`{function}` may panic: {}", panic_text(kind)),
        ObligationKind::MissingPanic => {
            format!("`{function}` returns where its contract says it panics")
        }
        ObligationKind::OnPanic => {
            format!("`{function}` panics in a state that its `on_panic` clause excludes")
        }
        ObligationKind::Proof => format!("a `prove!` in `{function}` does not hold"),
        ObligationKind::LoopInvariant => format!("a loop invariant of `{function}` does not hold"),
        ObligationKind::Termination => {
            format!("the measure of `{function}` does not shrink, or is negative")
        }
        ObligationKind::Assumption => format!("an `assume!` in `{function}` does not hold"),
        ObligationKind::NotWellDefined => {
            format!("a clause of `{function}` is not well defined")
        }
        ObligationKind::Memory(error) => format!("`{function}` {}", memory_text(error)),
    }
}

/// What is said under the clause or expression that states the obligation.
pub fn label(kind: ObligationKind) -> &'static str {
    match kind {
        ObligationKind::Frame => "something outside of this changes",
        ObligationKind::Panic(kind) => panic_text(kind),
        ObligationKind::Memory(error) => memory_label(error),
        ObligationKind::MissingPanic => "this holds on entry",
        ObligationKind::Termination => "this does not shrink, or is negative",
        ObligationKind::NotWellDefined => "this cannot be evaluated",
        _ => "this does not hold",
    }
}

/// What is said at the place where the run was when the obligation failed.
pub fn reached_label(kind: ObligationKind) -> &'static str {
    match kind {
        ObligationKind::Postcondition
        | ObligationKind::Invariant
        | ObligationKind::Frame
        | ObligationKind::NotWellDefined
        | ObligationKind::MissingPanic => "when the function returns here",
        ObligationKind::OnPanic => "when this panics",
        ObligationKind::Precondition => "when this call is made",
        _ => "when this is reached",
    }
}

/// What is said of the step that fails, if the run ends there.
pub fn step_label(kind: ObligationKind) -> Option<&'static str> {
    match kind {
        ObligationKind::Precondition => Some("the precondition does not hold"),
        ObligationKind::Proof | ObligationKind::LoopInvariant | ObligationKind::Assumption => {
            Some("this does not hold")
        }
        ObligationKind::Termination => Some("the measure does not shrink, or is negative"),
        // What is wrong with what is left turns out when all is over.
        ObligationKind::Memory(MemoryError::Leak | MemoryError::Owner) => None,
        ObligationKind::Memory(error) => Some(memory_label(error)),
        ObligationKind::Postcondition
        | ObligationKind::Invariant
        | ObligationKind::Frame
        | ObligationKind::Panic(_)
        | ObligationKind::MissingPanic
        | ObligationKind::OnPanic
        | ObligationKind::NotWellDefined => None,
    }
}

fn memory_text(error: MemoryError) -> &'static str {
    match error {
        MemoryError::Null => "goes through a null pointer",
        MemoryError::Dangling => "goes through a dangling pointer",
        MemoryError::OutOfScope => "goes through a pointer to a variable that is gone",
        MemoryError::Owner => "leaves what cannot be dropped",
        MemoryError::Overlap => "copies between places that overlap",
        MemoryError::Promise => "breaks what it promises to an unchecked function",
        MemoryError::Unknown | MemoryError::OtherField | MemoryError::Character => {
            "asks for what is not modelled"
        }
        MemoryError::Uninit => "reads memory that was never written",
        MemoryError::OutOfBounds => "leaves the memory that it was given",
        MemoryError::InvalidFree => "frees memory that is not its to free",
        MemoryError::Leak => "loses memory",
    }
}

fn memory_label(error: MemoryError) -> &'static str {
    match error {
        MemoryError::Null => "the pointer is null",
        MemoryError::Dangling => "what this points to is gone",
        MemoryError::OutOfScope => "the variable that this points to is gone",
        MemoryError::Owner => {
            "what is left when this returns leads to memory that is gone, was never written, or is another's"
        }
        MemoryError::Overlap => "the two places overlap",
        MemoryError::Promise => "this is undefined behaviour",
        MemoryError::Unknown | MemoryError::OtherField | MemoryError::Character => {
            "this is not modelled"
        }
        MemoryError::Uninit => "this has not been written",
        MemoryError::OutOfBounds => "this is outside the allocation",
        MemoryError::InvalidFree => "this cannot be freed",
        MemoryError::Leak => "an allocation is lost when this returns",
    }
}

fn panic_text(kind: PanicKind) -> &'static str {
    match kind {
        PanicKind::Explicit => "this panics",
        PanicKind::Unwrap => "there is nothing to unwrap",
        PanicKind::Overflow => "the arithmetic overflows",
        PanicKind::DivisionByZero => "the divisor is zero",
        PanicKind::OutOfBounds => "the index is out of bounds",
        PanicKind::Borrow => "the cell is already borrowed",
    }
}
