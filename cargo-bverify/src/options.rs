//! What the user asked for, as the checker sees it: no strings of the command line are left.

use std::time::Duration;

use lowering::ir::CheckBits;
use lowering::lower::Semantics;

use crate::report::{Bounds, IntBits};

/// How functions are to be checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckOptions {
    /// `--scope`.
    pub scope: u32,
    /// `--int-bits`; without it, what the scope suggests.
    pub int_bits: Option<IntBits>,
    /// `--unroll`; without it, as far as the scope needs.
    pub unroll: Option<u32>,
    /// `--timeout`: the time for one function.
    pub timeout: Duration,
    /// `--force-bounds`: the command line overrides `#[check(…)]`.
    pub force_bounds: bool,
    /// `--solver`; without it, the best that is compiled in.
    pub solver: Option<String>,
    /// `--seed`: which values the solver tries first.
    pub seed: u64,
    /// `--emit`, in the order of the pipeline, without duplicates.
    pub emit: Vec<Emit>,
    /// `--counterexamples`: how many are looked for.
    pub counterexamples: usize,
    /// `--all-obligations`: one is looked for of each obligation.
    pub all_obligations: bool,
    /// `--witness`: a run that satisfies the contract is shown.
    pub witness: bool,
    /// `--coverage`: statements that the contract does not constrain are marked.
    pub coverage: bool,
    /// The states of a run are wanted step by step.
    pub states: bool,
    /// `--replay`: counterexamples are written as tests.
    pub replay: bool,
    /// `--overflow`, `--modular`: what the program means.
    pub semantics: Semantics,
    /// `--all`: functions without a contract are checked for panics and memory errors.
    pub all: bool,
}

/// An intermediate form that can be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, clap::ValueEnum)]
pub enum Emit {
    /// The intermediate representation as lowered.
    Ir,
    /// The same without loops and calls.
    Unrolled,
    /// The relational problem.
    Relational,
    /// The problem as it is given to the solver.
    Dimacs,
}

impl Emit {
    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Emit::Ir => "ir",
            Emit::Unrolled => "unrolled",
            Emit::Relational => "relational",
            Emit::Dimacs => "dimacs",
        }
    }
}

impl CheckOptions {
    /// The bounds for a function with these bounds in its `check` attribute.
    pub fn bounds(&self, attribute: &lowering::ir::CheckBounds) -> Bounds {
        let (scope, int_bits, unroll) = if self.force_bounds {
            (None, None, None)
        } else {
            (attribute.scope, attribute.int_bits, attribute.unroll)
        };
        let scope = scope.unwrap_or(self.scope);
        Bounds {
            scope,
            int_bits: int_bits
                .map(|bits| match bits {
                    CheckBits::Window(bits) => IntBits::Window(bits),
                    CheckBits::Full => IntBits::Full,
                })
                .or(self.int_bits)
                .unwrap_or_else(|| IntBits::for_scope(scope)),
            unroll: unroll.or(self.unroll),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lowering::ir::CheckBounds;

    fn options() -> CheckOptions {
        CheckOptions {
            scope: 4,
            int_bits: None,
            unroll: None,
            timeout: Duration::from_secs(60),
            force_bounds: false,
            solver: None,
            seed: 0,
            emit: Vec::new(),
            counterexamples: 1,
            all_obligations: false,
            witness: false,
            coverage: false,
            states: false,
            replay: false,
            semantics: Semantics::default(),
            all: false,
        }
    }

    #[test]
    fn the_attribute_overrides_the_command_line_unless_forced() {
        let attribute = CheckBounds {
            scope: Some(6),
            unroll: Some(3),
            ..CheckBounds::default()
        };
        let bounds = options().bounds(&attribute);
        assert_eq!((bounds.scope, bounds.unroll), (6, Some(3)));
        assert_eq!(bounds.int_bits, IntBits::Window(5));
        let forced = CheckOptions {
            force_bounds: true,
            ..options()
        };
        let bounds = forced.bounds(&attribute);
        assert_eq!((bounds.scope, bounds.unroll), (4, None));
    }
}
