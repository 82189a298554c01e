//! The concrete interpreter: what a program means, run on one state. It is the judge of every
//! counterexample, and shares nothing with the encoder.
//!
//! A [`Program`] is prepared once: types are laid out in cells, and procedures compiled to flat
//! code. A [`Machine`] then runs it on one state after the other.
//!
//! Memory consists of *objects*: heap allocations, and locals whose address is taken. A snapshot
//! remembers the heap objects. To read `*self` in a snapshot is to read the object as it was then,
//! with `self` itself, like every local of every frame, as it is now.

mod access;
mod answers;
mod apart;
mod arith;
mod cell;
mod check_frame;
mod choose;
mod code;
mod compared;
mod compile;
mod control;
mod convert;
mod enumerate;
mod equal_across;
mod frame_runs;
mod layout;
mod leaks;
mod machine;
mod memory;
mod observe;
mod operands;
mod outcome;
mod parts;
mod pointers;
mod quantify;
mod runs;
mod source_place;
mod spec;
mod trace;
mod written;

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::fmt;

use crate::ids::Table;
use crate::ir::types::{IntTy, ParamId};
use crate::ir::{Int, ProcId, Program};
use crate::span::Span;

pub use cell::Location;
pub use layout::LayoutError;
pub use machine::Machine;
pub use observe::{Access, Choice, Given, Observer, Target, Unobserved};
pub use outcome::{
    Budget, Cause, Change, Fault, FaultKind, LoadError, Outcome, Panicked, PrepareError, Violation,
};

pub use answers::{Answer, Decided};
pub use parts::Part;
pub use trace::{Event, EventKind, Gap, Recorder, Trace};

/// A program that is ready to be run.
#[derive(Debug)]
pub struct Prepared<'p> {
    program: &'p Program,
    layouts: layout::Layouts,
    procs: Table<ProcId, code::ProcCode<'p>>,
}

impl<'p> Prepared<'p> {
    /// Lays out the types and compiles the procedures.
    pub fn new(program: &'p Program) -> Result<Self, PrepareError> {
        let layouts = layout::Layouts::new(&program.types)?;
        let procs = program.procs.ids();
        let procs = procs.map(|id| compile::compile(program, &layouts, id));
        let procs = procs.collect::<Result<Vec<_>, _>>()?;
        Ok(Self {
            program,
            layouts,
            procs: procs.into_iter().collect(),
        })
    }

    /// The program.
    pub fn program(&self) -> &'p Program {
        self.program
    }
}

/// What a run depends on besides program and state.
pub struct Environment<'e> {
    /// What quantifiers range over.
    pub scope: Scope,
    /// How far a run may go.
    pub limits: Limits,
    /// Whether a span lies in user code: panics are blamed on the innermost that does.
    pub is_user: &'e dyn Fn(Span) -> bool,
}

impl fmt::Debug for Environment<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Environment")
            .field("scope", &self.scope)
            .field("limits", &self.limits)
            .finish_non_exhaustive()
    }
}

/// The values that quantifiers over all values of a type range over, each list sorted. A type
/// without a list cannot be quantified over.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scope {
    /// Those of the machine integers.
    pub ints: BTreeMap<IntTy, Vec<Int>>,
    /// Those of `char`.
    pub chars: Vec<char>,
    /// Those of the mathematical integers.
    pub math: Vec<Int>,
    /// How many members a type parameter has.
    pub members: u32,
    /// The same for single type parameters.
    pub members_of: BTreeMap<ParamId, u32>,
}

/// How far a run may go before it is given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Steps.
    pub steps: u64,
    /// Calls within calls.
    pub depth: usize,
    /// Cells of memory, 16 bytes each.
    pub cells: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            steps: 10_000_000,
            depth: 10_000,
            cells: 1 << 22,
        }
    }
}
