//! The count of verdicts, and the exit code that follows from it.

use super::{FunctionReport, Outcome, Verdict};

/// How many checks ended how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Functions that no input in scope violates.
    pub verified: usize,
    /// Functions with a counterexample.
    pub violated: usize,
    /// Functions without an input in scope.
    pub vacuous: usize,
    /// Functions that depend on something not modelled.
    pub unsupported: usize,
    /// Functions without an answer.
    pub undecided: usize,
    /// Functions whose contract is wrong.
    pub rejected: usize,
    /// Crates that could not be read; they are not functions.
    pub refused: usize,
    /// Functions on which we failed.
    pub internal: usize,
}

/// The exit code of the process; the numbers are part of the interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Everything is verified.
    Verified = 0,
    /// A violation or a vacuous contract.
    Violated = 1,
    /// A mistake of the user's: on the command line or in the sources.
    Usage = 2,
    /// Nothing is violated, but something is unsupported or undecided.
    Unknown = 3,
    /// A mistake of ours.
    Internal = 101,
}

impl Exit {
    /// The number.
    pub fn code(self) -> u8 {
        self as u8
    }
}

impl Summary {
    /// Counts one more report.
    pub fn add(&mut self, report: &FunctionReport) {
        let count = match &report.outcome {
            Outcome::Judged(Verdict::Verified(_)) => &mut self.verified,
            Outcome::Judged(Verdict::Violated(_)) => &mut self.violated,
            Outcome::Judged(Verdict::Vacuous(_)) => &mut self.vacuous,
            Outcome::Judged(Verdict::Unsupported(_)) => &mut self.unsupported,
            Outcome::Judged(Verdict::Undecided(_)) => &mut self.undecided,
            Outcome::Mistake(_) => &mut self.rejected,
            Outcome::Internal(_) => &mut self.internal,
        };
        *count += 1;
    }

    /// How many functions there were.
    pub fn total(&self) -> usize {
        self.verified
            + self.violated
            + self.vacuous
            + self.unsupported
            + self.undecided
            + self.rejected
            + self.internal
    }

    /// The exit code: what casts doubt on the rest comes first.
    pub fn exit(&self) -> Exit {
        if self.internal > 0 {
            Exit::Internal
        } else if self.rejected + self.refused > 0 {
            Exit::Usage
        } else if self.violated + self.vacuous > 0 {
            Exit::Violated
        } else if self.unsupported + self.undecided > 0 {
            Exit::Unknown
        } else {
            Exit::Verified
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exit_code_is_that_of_the_worst_outcome() {
        let mut summary = Summary {
            verified: 3,
            ..Summary::default()
        };
        assert_eq!(summary.exit().code(), 0);
        summary.undecided = 1;
        assert_eq!(summary.exit().code(), 3);
        summary.vacuous = 1;
        assert_eq!(summary.exit().code(), 1);
        summary.rejected = 1;
        assert_eq!(summary.exit().code(), 2);
        summary.internal = 1;
        assert_eq!(summary.exit().code(), 101);
    }
}
