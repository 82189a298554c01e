//! The check of one function: lower, encode scope by scope, solve, and have every counterexample
//! judged by the interpreter before anyone sees it.
//!
//! Scopes are tried from small to large, so that what fails fails small; only the last one can say
//! `verified` or `vacuous`.

mod answers;
mod borrows;
mod coverage;
mod emit;
mod entry_values;
mod instances;
mod judge;
mod longer_runs;
mod oracle;
mod panics;
mod rest;
mod solve;
mod stand_ins;
mod steps;
mod tell;
mod witness;

pub(crate) use tell::EQUALS_ITSELF;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use lowering::encode::{self, Abort, Window};
use lowering::front::{Front, FunctionInfo, Read, Stop};
use lowering::ir::state::State;
use lowering::ir::{Followed, Harness, Lawful, ObligationKind, Program};
use lowering::lower::{self, Filled, Semantics};
use lowering::source::{Edition, Library, PackageInput};
use lowering::span::Span;
use lowering::ty::DefId;
use lowering::typeck::Package;
use solver_bridge::{Backend, LogicError, SolveError, Translator};

use crate::engine::{Checked, Engine, Refused};
use crate::options::{CheckOptions, Emit};
use crate::project::Crate;
use crate::report::{
    Bounds, Completeness, Counterexample, Coverage, Emitted, Input, IntBits, InternalError,
    ObligationReport, Outcome, SolverStats, Undecided, Vacuity, Verdict,
};

/// The gates of a check: some gigabytes with the clauses that come of them.
const MOST_GATES: usize = 20_000_000;

/// More clauses than this are not looked through for those that contradict each other.
const MOST_CLAUSES: usize = 24;

/// The engine: our front end, the encoder and a SAT solver.
pub struct Verifier;

impl Engine for Verifier {
    fn load(&self, unit: &Crate) -> Result<Box<dyn Front>, Refused> {
        match Package::load(&input(unit), &unit.files()) {
            Ok(package) => Ok(Box::new(package)),
            Err(refused) => Err(Refused {
                diagnostics: refused.diagnostics,
                sources: refused.sources,
            }),
        }
    }

    fn lower(&self, front: &dyn Front, function: &FunctionInfo) -> Read<()> {
        match function.checked {
            true => lower::lower_function(front, function.def, Semantics::default()).map(|_| ()),
            false => lower::lower_only(front, function.def).map(|_| ()),
        }
    }

    fn check(
        &self,
        front: &dyn Front,
        function: &FunctionInfo,
        options: &CheckOptions,
        stop: &Arc<AtomicBool>,
    ) -> Checked {
        let budget = Budget {
            limit: options.timeout,
            deadline: Instant::now() + options.timeout,
            stop: Arc::clone(stop),
        };
        let contract = front.contract(function.def);
        let attribute = contract.map(|contract| contract.check.clone());
        let attribute = attribute.unwrap_or_default();
        let bounds = options.bounds(&attribute);
        let most = |name: &str| {
            let mut own = attribute.by_type.iter();
            let own = own.find(|(of, _)| of == name && !options.force_bounds);
            own.map_or(bounds.scope, |(_, bound)| *bound)
        };
        let mut findings = Findings::default();
        let one = |filled: &Filled, bounds: &Bounds, findings: &mut Findings| {
            let lowered = lower::lower_instance(front, function.def, filled, options.semantics);
            let (program, harness) = match lowered {
                Ok(lowered) => lowered,
                Err(stop) => return stopped(stop),
            };
            for followed in &harness.followed {
                if !findings.followed.contains(followed) {
                    findings.followed.push(followed.clone());
                }
            }
            for lawful in &harness.lawful {
                if !findings.lawful.contains(lawful) {
                    findings.lawful.push(lawful.clone());
                }
            }
            let check = Check {
                front,
                function: function.def,
                filled,
                program: &program,
                harness: &harness,
                options,
                bounds,
                budget: &budget,
            };
            match check.run_all(findings) {
                Ok(verdict) => Outcome::Judged(verdict),
                Err(Failure::Stop(stop)) => stopped(stop),
                Err(Failure::Undecided(why)) => Outcome::Judged(Verdict::Undecided(why)),
                Err(Failure::Internal(message)) => Outcome::Internal(InternalError {
                    message,
                    location: None,
                }),
            }
        };
        let mut outcome = match lower::const_instances(front, function.def, &most) {
            Err(stop) => stopped(stop),
            Ok(instances) => instances::check_all(&instances, &mut findings, |filled, findings| {
                one(filled, &bounds, findings)
            }),
        };
        if let Outcome::Judged(Verdict::Verified(_)) = outcome
            && let Ok(Some(boxed)) = lower::boxed_instance(front, function.def)
        {
            let bounds = Bounds {
                scope: bounds.scope.min(SCOPE_OF_BOXES),
                ..bounds
            };
            let mut of_boxes = Findings {
                solver: std::mem::take(&mut findings.solver),
                ..Findings::default()
            };
            let found = one(&boxed, &bounds, &mut of_boxes);
            findings.solver = of_boxes.solver;
            // Whether it is understood with boxes is no matter: it is so without.
            let counts = match &found {
                Outcome::Judged(Verdict::Violated(found)) => found
                    .iter()
                    .all(|it| matches!(it.violated.kind, ObligationKind::Memory(_))),
                Outcome::Judged(Verdict::Undecided(_)) => true,
                _ => false,
            };
            if counts {
                findings.obligations = of_boxes.obligations;
                outcome = found;
            }
        }
        Checked {
            bounds,
            solver: findings.solver,
            obligations: findings.obligations,
            emitted: findings.emitted,
            witness: findings.witness,
            coverage: findings.coverage,
            followed: findings.followed,
            lawful: findings.lawful,
            outcome,
        }
    }

    fn solvers(&self) -> Vec<&'static str> {
        Backend::ALL.iter().map(|backend| backend.name()).collect()
    }

    fn knows_solver(&self, name: &str) -> bool {
        Backend::parse(name).is_ok()
    }
}

/// The scope of the instance with boxes for type parameters: it is about who owns what, not about shapes.
const SCOPE_OF_BOXES: u32 = 2;

/// The time that a check may still take, and whether the user has stopped it.
#[derive(Clone)]
struct Budget {
    limit: Duration,
    deadline: Instant,
    stop: Arc<AtomicBool>,
}

impl Budget {
    fn remaining(&self) -> Duration {
        self.deadline.saturating_duration_since(Instant::now())
    }

    fn is_over(&self) -> bool {
        self.remaining().is_zero() || self.stop.load(Ordering::Relaxed)
    }

    /// Why there is no answer. Who takes longer than it may is stopped as well, and not by the user.
    fn reason(&self) -> Undecided {
        match self.stop.load(Ordering::Relaxed) && !self.remaining().is_zero() {
            true => Undecided::Interrupted,
            false => Undecided::Time(self.limit),
        }
    }
}

/// What a check has gathered so far.
#[derive(Default)]
struct Findings {
    solver: SolverStats,
    obligations: Vec<ObligationReport>,
    emitted: Vec<Emitted>,
    witness: Option<Counterexample>,
    coverage: Option<Coverage>,
    followed: Vec<Followed>,
    lawful: Vec<Lawful>,
    /// The input of the smallest scope whose run was not followed to its end.
    longer: Option<Box<Input>>,
}

/// A counterexample, and the shape of its input.
struct Finding {
    counterexample: Counterexample,
    shape: State,
}

/// An answer; that there is none within the limits is no matter where something has been found.
fn unless_found(
    found: &[Finding],
    answer: Result<solve::Answer, Failure>,
) -> Result<solve::Answer, Failure> {
    match answer {
        Err(Failure::Undecided(_)) if !found.is_empty() => Ok(solve::Answer::Holds(Vec::new())),
        answer => answer,
    }
}

/// Why a check ended without a verdict about the program.
enum Failure {
    Stop(Stop),
    Undecided(Undecided),
    Internal(String),
}

/// What the front end needs to know of a crate.
fn input(unit: &Crate) -> PackageInput {
    PackageInput {
        name: unit.identity.name.clone(),
        root: unit.root().into(),
        edition: Edition::named(&unit.identity.edition),
        cfgs: unit.cfgs.clone(),
        features: unit.features.clone(),
        dependencies: unit.dependencies.clone(),
        libraries: unit
            .libraries
            .iter()
            .map(|library| Library {
                name: library.name.clone(),
                root: library.root.clone().into(),
                edition: Edition::named(&library.edition),
                features: library.features.clone(),
                linked: library.linked.clone(),
            })
            .collect(),
        linked: unit.linked.clone(),
    }
}

fn stopped(stop: Stop) -> Outcome {
    match stop {
        Stop::Unsupported(constructs) => Outcome::Judged(Verdict::Unsupported(constructs)),
        Stop::Mistake(diagnostics) => Outcome::Mistake(diagnostics),
    }
}

/// What came of a scope.
enum Tried {
    /// An answer.
    Verdict(Verdict),
    /// Nothing yet: a larger one is to say.
    GoOn,
    /// Something is violated, and the numbers that came in were too few to tell the smallest input.
    FailsWithRanks,
}

/// From this scope on, numbers of which only the order matters come in as ranks first.
const RANKED_FROM: u32 = 3;

/// A lowered function and the means to check it.
struct Check<'a> {
    front: &'a dyn Front,
    function: DefId,
    /// What the function's generic parameters are.
    filled: &'a Filled,
    program: &'a Program,
    harness: &'a Harness,
    options: &'a CheckOptions,
    bounds: &'a Bounds,
    budget: &'a Budget,
}

impl Check<'_> {
    fn run(&self, findings: &mut Findings) -> Result<Verdict, Failure> {
        self.emit_ir(findings);
        let mut found: Vec<Finding> = Vec::new();
        for scope in scopes(self.bounds.scope) {
            let mut bounds = self.encoder_bounds(scope);
            loop {
                match self.try_scope(&bounds, &mut found, findings)? {
                    Tried::Verdict(verdict) => return Ok(verdict),
                    Tried::GoOn => break,
                    Tried::FailsWithRanks => bounds.ranked = false,
                }
            }
        }
        Err(Failure::Internal("no scope was tried".into()))
    }

    /// Encodes and solves at one scope.
    fn try_scope(
        &self,
        bounds: &encode::Bounds,
        found: &mut Vec<Finding>,
        findings: &mut Findings,
    ) -> Result<Tried, Failure> {
        let last = bounds.scope == self.bounds.scope;
        let mut oracle = oracle::SolverOracle::new(self.budget.clone(), self.backend());
        let parts = encode::encode_in_parts(
            self.program,
            self.harness,
            bounds,
            &|| self.translator(),
            &mut oracle,
            self.wants(Emit::Unrolled),
        )
        .map_err(|abort| self.aborted(abort))?;
        let mut cuts = Vec::new();
        let mut obligations = Vec::new();
        let mut parts = parts.into_iter().peekable();
        while let Some((encoding, translator)) = parts.next() {
            let whole = parts.peek().is_none();
            let mut solving = solve::Solving::new(self, &encoding, translator)?;
            let mut answer = unless_found(found, solving.run(found, last))?;
            let mut emitted = false;
            while let solve::Answer::Violated(instance) = &answer {
                if bounds.ranked {
                    solving.record(findings);
                    return Ok(Tried::FailsWithRanks);
                }
                let counterexample = self.judge(bounds, &encoding, instance)?;
                let violated = counterexample.violated.clone();
                let shape = encoding
                    .decode(instance)
                    .map_err(|error| self.not_solved(error.into()))?;
                let shape = encode::shape_of(&shape);
                // A larger scope has the same shape once more.
                let again = found.iter().any(|known: &Finding| {
                    known.counterexample.violated == violated && known.shape == shape
                });
                if !again {
                    found.push(Finding {
                        shape,
                        counterexample,
                    });
                }
                if !std::mem::replace(&mut emitted, true) {
                    self.emit_problem(&encoding, &mut solving, findings)?;
                }
                if found.len() >= self.wanted() {
                    break;
                }
                solving.found(&violated, instance)?;
                answer = unless_found(found, solving.again(found, last))?;
            }
            if last && whole && !emitted {
                self.emit_problem(&encoding, &mut solving, findings)?;
            }
            solving.record(findings);
            obligations.extend(encoding.obligations.iter().cloned());
            let exhausted = found.is_empty() || (last && self.options.all_obligations);
            findings.obligations = self.obligation_reports(&obligations, found, exhausted);
            let ends = whole || !matches!(answer, solve::Answer::Holds(_));
            if !found.is_empty() && ((last && ends) || found.len() >= self.wanted()) {
                let found = std::mem::take(found).into_iter();
                let found = found.map(|finding| finding.counterexample);
                return Ok(Tried::Verdict(Verdict::Violated(found.collect())));
            }
            let holds = matches!(answer, solve::Answer::Holds(_)) && found.is_empty();
            if self.options.witness
                && (holds && whole)
                && findings.witness.is_none()
                && let Some(instance) = solving.satisfying()?
            {
                findings.witness = Some(self.witness(bounds, &encoding, &instance)?);
            }
            if self.options.coverage && holds && last && whole {
                findings.coverage = Some(self.coverage()?);
            }
            // Scopes grow: the first that has one has a small one.
            if matches!(&answer, solve::Answer::Holds(cut) if !cut.is_empty())
                && findings.longer.is_none()
            {
                findings.longer = self.longer_run(&encoding, &mut solving)?;
            }
            match answer {
                solve::Answer::Violated(_) => {}
                solve::Answer::Vacuous if last => {
                    let clauses = self.contradicting(&encoding)?;
                    return Ok(Tried::Verdict(Verdict::Vacuous(Vacuity::Entry(clauses))));
                }
                solve::Answer::Contradiction(vacuity) => {
                    return Ok(Tried::Verdict(Verdict::Vacuous(vacuity)));
                }
                solve::Answer::Holds(cut) if last && whole => {
                    cuts.extend(cut);
                    return Ok(Tried::Verdict(Verdict::Verified(match cuts.is_empty() {
                        true => Completeness::Complete,
                        false => Completeness::UpToUnrolling {
                            limit: bounds.max_rounds(),
                            cut: cuts,
                            example: findings.longer.take(),
                        },
                    })));
                }
                solve::Answer::Holds(cut) => cuts.extend(cut),
                solve::Answer::Vacuous => break,
            }
        }
        Ok(Tried::GoOn)
    }

    /// How many counterexamples are looked for.
    fn wanted(&self) -> usize {
        match self.options.all_obligations {
            true => usize::MAX,
            false => self.options.counterexamples,
        }
    }

    /// A smallest set of preconditions and invariants that no input satisfies: each is left out in
    /// turn, and stays out if there is no input without it either.
    fn contradicting(&self, encoding: &encode::Encoding) -> Result<Vec<Span>, Failure> {
        let assumed = encoding.assumptions.iter().filter(|it| !it.entered);
        let mut clauses: Vec<Span> = assumed.map(|it| it.why.span).collect();
        clauses.sort_unstable();
        clauses.dedup();
        clauses.retain(|span| self.front.sources().is_user(*span));
        if clauses.len() > MOST_CLAUSES {
            return Ok(Vec::new());
        }
        let mut dropped: Vec<Span> = Vec::new();
        for clause in &clauses {
            dropped.push(*clause);
            if !self.is_vacuous_without(&dropped)? {
                dropped.pop();
            }
        }
        clauses.retain(|clause| !dropped.contains(clause));
        Ok(clauses)
    }

    fn is_vacuous_without(&self, dropped: &[Span]) -> Result<bool, Failure> {
        let (program, harness) = lower::lower_without(
            self.front,
            self.function,
            self.filled,
            self.options.semantics,
            dropped,
        )
        .map_err(Failure::Stop)?;
        let check = Check {
            program: &program,
            harness: &harness,
            ..*self
        };
        let bounds = check.encoder_bounds(check.bounds.scope);
        let mut oracle = oracle::SolverOracle::new(self.budget.clone(), self.backend());
        let encoded = encode::encode(
            &program,
            &harness,
            &bounds,
            self.translator(),
            &mut oracle,
            false,
        );
        let (encoding, translator) = encoded.map_err(|abort| self.aborted(abort))?;
        let mut solving = solve::Solving::new(&check, &encoding, translator)?;
        solving.has_no_input()
    }

    /// The bounds of the encoder at a scope that is at most the one asked for.
    fn encoder_bounds(&self, scope: u32) -> encode::Bounds {
        let last = scope == self.bounds.scope;
        let cap = |bound: u32| if last { bound } else { bound.min(scope) };
        let attribute = &self.harness.bounds.by_type;
        encode::Bounds {
            by_type: match self.options.force_bounds {
                true => Vec::new(),
                false => attribute
                    .iter()
                    .map(|(name, bound)| (name.clone(), cap(*bound)))
                    .collect(),
            },
            window: match self.bounds.int_bits {
                IntBits::Window(bits) => Window::Bits(bits),
                IntBits::Full => Window::Full,
            },
            unroll: self.bounds.unroll,
            ranked: scope >= RANKED_FROM && !self.options.witness,
            ..encode::Bounds::of_scope(scope)
        }
    }

    fn aborted(&self, abort: Abort) -> Failure {
        match abort {
            Abort::Unsupported(construct) => Failure::Stop(Stop::Unsupported(vec![construct])),
            Abort::Cancelled => Failure::Undecided(self.budget.reason()),
            Abort::Internal(message) => Failure::Internal(message),
            Abort::Logic(error) => self.not_solved(SolveError::Logic(error)),
        }
    }

    /// A question that was not answered: a limit if it is one, else a mistake of ours.
    fn not_solved(&self, error: SolveError) -> Failure {
        match error {
            SolveError::Logic(LogicError::Interrupted) => Failure::Undecided(self.budget.reason()),
            SolveError::Logic(error @ LogicError::IntRange { .. }) => {
                Failure::Undecided(Undecided::Limit(error.to_string()))
            }
            SolveError::Logic(LogicError::TooLarge { .. }) => Failure::Undecided(Undecided::Memory),
            other => internal(other),
        }
    }

    /// A translator that stops when the time or the memory of the check is used up.
    fn translator(&self) -> Translator {
        let mut translator = Translator::new();
        translator.set_budget(solver_bridge::Budget {
            deadline: Some(self.budget.deadline),
            interrupt: Some(Arc::clone(&self.budget.stop)),
            gates: Some(MOST_GATES),
        });
        translator
    }

    /// The solver asked for; the session has made sure that there is one.
    fn backend(&self) -> Backend {
        let asked = self.options.solver.as_deref();
        asked
            .and_then(|name| Backend::parse(name).ok())
            .unwrap_or_default()
    }

    /// The innermost place of user code: what is in a model of std is never blamed.
    fn user_span(&self, trace: &[Span], otherwise: Span) -> Span {
        let user = |span: &&Span| self.front.sources().is_user(**span);
        trace.iter().find(user).copied().unwrap_or(otherwise)
    }
}

fn internal(error: impl std::fmt::Display) -> Failure {
    Failure::Internal(error.to_string())
}

/// The scopes to try: doubling, so that all but the last cost little.
fn scopes(last: u32) -> Vec<u32> {
    let mut scopes: Vec<u32> = std::iter::successors(Some(1), |scope: &u32| scope.checked_mul(2))
        // One that is nearly as large as the last is nearly as much work.
        .take_while(|scope| scope.saturating_mul(3) <= last.saturating_mul(2))
        .collect();
    scopes.push(last);
    scopes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scopes_double_up_to_the_one_asked_for() {
        assert_eq!(scopes(1), [1]);
        assert_eq!(scopes(4), [1, 2, 4]);
        assert_eq!(scopes(7), [1, 2, 4, 7]);
        assert_eq!(scopes(20), [1, 2, 4, 8, 20]);
    }
}
