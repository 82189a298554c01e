//! How the call of a counterexample ends, as far as a test can see it, and what no test can see.

use lowering::ir::{MemoryError, ObligationKind};

use super::stand_ins::StandInEnd;
use super::write::Found;
use super::{NotReplayable, unobservable};

/// How the call of a counterexample ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// It uses memory that is not its own.
    Faults,
    /// What it leaves uses memory that is not its own when it is dropped, or read.
    FaultsLater,
    /// It returns, and memory is left that nothing leads to.
    Loses,
    /// It makes a call that a contract refuses, and the contract stands for the callee.
    Refused,
    /// A claim in its body does not hold.
    FailsInside,
    /// It panics, and must not.
    Panics,
    /// It returns, and should have panicked.
    ReturnsInstead,
    /// It returns, and leaves the wrong state or result.
    Returns,
    /// It panics, which is allowed, and leaves the wrong state.
    PanicsWrongly,
}

/// How the call of a counterexample ends.
pub(super) fn ending(found: &Found<'_>) -> Result<Ending, NotReplayable> {
    if let ObligationKind::Memory(error) = found.violated.kind {
        let ending = match error {
            MemoryError::Uninit => {
                return unobservable("memory that was never written holds something all the same");
            }
            MemoryError::OutOfScope => {
                return unobservable("a variable that is gone seems to hold what it held");
            }
            MemoryError::Owner => Ending::FaultsLater,
            MemoryError::Leak => Ending::Loses,
            // Of promises, std checks some where assertions are on.
            _ => Ending::Faults,
        };
        return match cfg!(unix) {
            true => Ok(ending),
            false => {
                unobservable("a memory error has no defined outcome that a test could look at")
            }
        };
    }
    match (found.violated.kind, found.returned) {
        (ObligationKind::Panic(_), _) => Ok(Ending::Panics),
        (ObligationKind::MissingPanic, _) => Ok(Ending::ReturnsInstead),
        (ObligationKind::OnPanic, _) => Ok(Ending::PanicsWrongly),
        (ObligationKind::Termination, _) => {
            unobservable("a measure is no part of the program that runs")
        }
        (_, Some(_)) => Ok(Ending::Returns),
        (_, None) if found.panics => Ok(Ending::PanicsWrongly),
        (ObligationKind::Precondition, None) if is_refused(found) => Ok(Ending::Refused),
        (
            ObligationKind::Proof
            | ObligationKind::LoopInvariant
            | ObligationKind::Precondition
            | ObligationKind::NotWellDefined,
            None,
        ) => Ok(Ending::FailsInside),
        (_, None) => unobservable("it fails before the call returns, where no test can look"),
    }
}

/// Whether the last call that a contract stood for is the one that it refuses.
fn is_refused(found: &Found<'_>) -> bool {
    let last = found.stand_ins.last();
    last.is_some_and(|call| matches!(call.end, StandInEnd::Refused))
}
