//! What stands behind the command line: something that reads a crate and checks its functions. The
//! scheduler sees only this, so it can be tested with engines that hang or crash.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use lowering::diag::Diagnostic;
use lowering::front::{Front, FunctionInfo, Read};
use lowering::ir::{Followed, Lawful};
use lowering::span::SourceMap;

use crate::options::CheckOptions;
use crate::project::Crate;
use crate::report::{
    Bounds, Counterexample, Coverage, Emitted, ObligationReport, Outcome, SolverStats,
};

/// Reads crates and checks functions. Reading is deterministic: two loads of one crate agree on all
/// ids, so a function found in one can be checked in the other.
pub trait Engine: Send + Sync {
    /// Reads a crate.
    fn load(&self, unit: &Crate) -> Result<Box<dyn Front>, Refused>;

    /// Brings a function into the intermediate representation and forgets it again.
    fn lower(&self, front: &dyn Front, function: &FunctionInfo) -> Read<()>;

    /// Checks a function. Returns soon after `stop` becomes true.
    fn check(
        &self,
        front: &dyn Front,
        function: &FunctionInfo,
        options: &CheckOptions,
        stop: &Arc<AtomicBool>,
    ) -> Checked;

    /// The names of the solvers that are compiled in, the default first.
    fn solvers(&self) -> Vec<&'static str>;

    /// Whether `name` is one of these, or the command line of a solver that can be run.
    fn knows_solver(&self, name: &str) -> bool;
}

/// A crate that could not be read, with the sources that its diagnostics speak of.
pub struct Refused {
    /// What is wrong; not empty.
    pub diagnostics: Vec<Diagnostic>,
    /// The files.
    pub sources: SourceMap,
}

/// A finished check, before the scheduler adds what it knows.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The bounds that were used.
    pub bounds: Bounds,
    /// What the solver had to do.
    pub solver: SolverStats,
    /// What was to be shown, in the order of the source.
    pub obligations: Vec<ObligationReport>,
    /// What `--emit` asked for.
    pub emitted: Vec<Emitted>,
    /// What `--witness` asked for.
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
