//! SAT solvers behind one object-safe trait. Knows clauses only.
//!
//! Backends differ in what a stopped solver can still do, so here the rule is: a solver that was
//! interrupted is thrown away, and [`Session`](crate::Session) builds another from the clauses.

mod batsat;
mod external;
#[cfg(any(feature = "minisat", feature = "glucose", feature = "cadical"))]
mod native;
mod seeded;
mod walk;

pub use rustsat::types::Lit;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
pub(crate) use walk::Walk;

/// What a solver may spend on one question.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Wall-clock time.
    pub time: Option<Duration>,
    /// Conflicts; external solvers do not count theirs.
    pub conflicts: Option<u64>,
    /// Resident memory in bytes: of this process, whatever else it does, or of an external solver's
    /// (which only Linux tells).
    pub memory: Option<u64>,
    /// Set by someone else to stop it.
    pub interrupt: Option<Arc<AtomicBool>>,
}

/// What a solver found out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// There is a model.
    Sat,
    /// There is none under the assumptions.
    Unsat,
    /// A limit was reached.
    Interrupted,
}

/// A solver's own failure, in its words.
#[derive(Debug)]
pub struct Failure(pub String);

/// An incremental SAT solver.
pub trait SatSolver: Send {
    /// Its name and version.
    fn name(&self) -> String;
    /// Makes variables known up to, not including, `count`.
    fn reserve(&mut self, count: u32) -> Result<(), Failure>;
    /// Adds a clause.
    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), Failure>;
    /// Looks for a model in which all assumptions hold.
    fn solve(&mut self, assumptions: &[Lit], limits: &Limits) -> Result<Answer, Failure>;
    /// The value of a literal in the model; what the solver left open is false.
    fn value(&self, literal: Lit) -> Result<bool, Failure>;
    /// Assumptions that cannot hold together.
    fn core(&mut self) -> Result<Vec<Lit>, Failure>;
    /// Conflicts so far.
    fn conflicts(&self) -> u64;
}

/// Which solver to use. All give the same answers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Backend {
    /// The embedded solver.
    Batsat,
    /// MiniSat.
    #[cfg(feature = "minisat")]
    Minisat,
    /// Glucose.
    #[cfg(feature = "glucose")]
    Glucose,
    /// CaDiCaL.
    #[cfg(feature = "cadical")]
    Cadical,
    /// A program and its arguments. It reads DIMACS from its standard input (one that wants a file can
    /// be given `/dev/stdin`) and answers as in the SAT competitions.
    External(Vec<String>),
}

/// A text that names no solver.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoSolver {
    /// Neither compiled in nor a program that can be found.
    #[error("`{name}` is neither compiled in nor a program")]
    Unknown {
        /// The first word.
        name: String,
    },
    /// A quotation that does not end, or nothing at all.
    #[error("`{text}` is no command line")]
    Malformed {
        /// The text.
        text: String,
    },
}

impl Default for Backend {
    /// The best one compiled in.
    fn default() -> Self {
        #[cfg(feature = "minisat")]
        return Self::Minisat;
        #[cfg(not(feature = "minisat"))]
        Self::Batsat
    }
}

impl Backend {
    /// Every backend compiled in, the preferred one first.
    pub const ALL: &[Self] = &[
        #[cfg(feature = "minisat")]
        Self::Minisat,
        Self::Batsat,
        #[cfg(feature = "glucose")]
        Self::Glucose,
        #[cfg(feature = "cadical")]
        Self::Cadical,
    ];

    /// The backend of that name, if it is compiled in.
    #[must_use]
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL
            .iter()
            .find(|backend| backend.name() == name)
            .cloned()
    }

    /// The backend of that name, or the external solver of that command line (`kissat -q`), quoted as
    /// in a shell. Its program must exist.
    pub fn parse(text: &str) -> Result<Self, NoSolver> {
        if let Some(known) = Self::by_name(text.trim()) {
            return Ok(known);
        }
        let words = shlex::split(text).filter(|words| !words.is_empty());
        let words = words.ok_or_else(|| NoSolver::Malformed { text: text.into() })?;
        if external::is_program(&words[0]) {
            Ok(Self::External(words))
        } else {
            let name = words[0].clone();
            Err(NoSolver::Unknown { name })
        }
    }

    /// The name on a command line.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Batsat => "batsat",
            #[cfg(feature = "minisat")]
            Self::Minisat => "minisat",
            #[cfg(feature = "glucose")]
            Self::Glucose => "glucose",
            #[cfg(feature = "cadical")]
            Self::Cadical => "cadical",
            Self::External(command) => command.first().map_or("external", String::as_str),
        }
    }

    /// A fresh solver.
    #[must_use]
    pub fn build(&self) -> Box<dyn SatSolver> {
        match self {
            Self::Batsat => Box::new(batsat::Batsat::default()),
            #[cfg(feature = "minisat")]
            Self::Minisat => Box::new(native::Native::<rustsat_minisat::core::Minisat>::default()),
            #[cfg(feature = "glucose")]
            Self::Glucose => Box::new(native::Native::<rustsat_glucose::core::Glucose>::default()),
            #[cfg(feature = "cadical")]
            Self::Cadical => {
                Box::new(native::Native::<rustsat_cadical::CaDiCaL<'static, 'static>>::default())
            }
            Self::External(command) => Box::new(external::External::new(command)),
        }
    }

    /// A fresh solver that tries other values first, depending on `seed`; 0 is as [`Backend::build`].
    #[must_use]
    pub fn build_seeded(&self, seed: u64) -> Box<dyn SatSolver> {
        match seed {
            0 => self.build(),
            _ => Box::new(seeded::Seeded::new(self.build(), seed)),
        }
    }
}

/// When to stop, decided once at the start of a question.
#[derive(Clone, Debug, Default)]
pub(crate) struct Watch {
    deadline: Option<Instant>,
    interrupt: Option<Arc<AtomicBool>>,
    memory: Option<u64>,
}

impl Watch {
    pub fn new(limits: &Limits) -> Self {
        let deadline = limits
            .time
            .and_then(|time| Instant::now().checked_add(time));
        Self {
            deadline,
            interrupt: limits.interrupt.clone(),
            memory: limits.memory,
        }
    }

    /// Whether this process has to stop.
    pub fn is_over(&self) -> bool {
        let used = || memory_stats::memory_stats().map(|used| used.physical_mem as u64);
        self.is_late() || self.is_too_much(used)
    }

    /// Whether `used` bytes are more than allowed.
    pub fn is_too_much(&self, used: impl FnOnce() -> Option<u64>) -> bool {
        match self.memory {
            None => false,
            Some(limit) => used().is_some_and(|used| used > limit),
        }
    }

    /// Whether the time is over, or someone has said so.
    pub fn is_late(&self) -> bool {
        let interrupted = self
            .interrupt
            .as_ref()
            .is_some_and(|flag| flag.load(Ordering::Relaxed));
        interrupted
            || self
                .deadline
                .is_some_and(|deadline| Instant::now() >= deadline)
    }
}

/// A backend's error in its words.
fn failed(error: impl std::fmt::Display) -> Failure {
    Failure(format!("{error:#}"))
}
