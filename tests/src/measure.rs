//! Has functions of a crate checked, one after the other, and says what each took.
//!
//! The scheduler of the tool runs the checks, so that neither a crash nor a hang of one ends the
//! study; an engine around the real one takes the time of the thread that does the work.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use camino::Utf8Path;
use cargo_bverify::args::Args;
use cargo_bverify::check::Verifier;
use cargo_bverify::engine::{Checked, Engine, Refused};
use cargo_bverify::options::CheckOptions;
use cargo_bverify::project::{self, Crate};
use cargo_bverify::report::{Completeness, Outcome, SolverStats, Verdict};
use cargo_bverify::schedule::{self, Batch};
use lowering::front::{Front, FunctionInfo, Read};

/// How a check ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Verified, every run of every input in scope.
    Complete,
    /// Verified up to some unrolling.
    UpToUnrolling,
    /// Violated, by the obligation of this kind.
    Violated(String),
    /// Anything else, as a word and a reason.
    Other(&'static str, String),
}

/// A finished check.
#[derive(Clone, Debug)]
pub struct Measured {
    /// The path of the function.
    pub function: String,
    /// How it ended.
    pub answer: Answer,
    /// The processor time that it took.
    pub cpu: Duration,
    /// What the solver had to do.
    pub solver: SolverStats,
}

impl Measured {
    /// The last part of the path.
    pub fn method(&self) -> &str {
        self.function.rsplit("::").next().unwrap_or(&self.function)
    }
}

/// The bounds and the time for one function.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// `--scope`.
    pub scope: u32,
    /// `--timeout`.
    pub timeout: Duration,
}

/// Checks the functions of the crate at `root` whose paths `wanted` accepts.
pub fn check(
    root: &Utf8Path,
    limits: Limits,
    wanted: impl Fn(&str) -> bool + Sync,
) -> io::Result<Vec<Measured>> {
    check_until(root, limits, wanted, |_| false)
}

/// Checks them until one is `enough`, which is the last.
pub fn check_until(
    root: &Utf8Path,
    limits: Limits,
    wanted: impl Fn(&str) -> bool + Sync,
    enough: impl Fn(&Measured) -> bool,
) -> io::Result<Vec<Measured>> {
    let unit = project::single_file(root).map_err(io::Error::other)?;
    let timed = Arc::new(Timed::default());
    let functions: Vec<FunctionInfo> = lowering::source::on_deep_stack(|| {
        let front = timed.load(&unit).map_err(refused)?;
        let functions = front.functions().into_iter();
        io::Result::Ok(
            functions
                .filter(|it| it.checked && wanted(&it.path))
                .collect(),
        )
    })?;
    let engine: Arc<dyn Engine> = Arc::clone(&timed) as Arc<dyn Engine>;
    let batch = Batch {
        engine,
        unit,
        functions,
        options: options(limits).map_err(io::Error::other)?,
        jobs: 1,
    };
    let mut measured: Vec<Measured> = Vec::new();
    let stop = AtomicBool::new(false);
    schedule::run(batch, &stop, &mut |report| {
        if stop.load(Ordering::Relaxed) {
            return Ok(());
        }
        let times = timed.times.lock().unwrap_or_else(PoisonError::into_inner);
        // A check that was given up has taken all of its time.
        let cpu = times.get(&report.function).copied().unwrap_or(report.time);
        measured.push(Measured {
            answer: answer(&report.outcome),
            function: report.function,
            cpu,
            solver: report.solver,
        });
        stop.store(measured.last().is_some_and(&enough), Ordering::Relaxed);
        io::Result::Ok(())
    })?;
    Ok(measured)
}

fn options(limits: Limits) -> Result<CheckOptions, clap::Error> {
    let line = format!(
        "cargo-bverify --force-bounds --scope {} --timeout {}",
        limits.scope,
        limits.timeout.as_secs_f64()
    );
    let args = Args::from_command_line(line.split(' ').map(OsString::from))?;
    Ok(args.check_options())
}

fn refused(refused: Refused) -> io::Error {
    let first = refused.diagnostics.first();
    io::Error::other(first.map_or_else(|| "refused".to_owned(), |it| it.message.clone()))
}

fn answer(outcome: &Outcome) -> Answer {
    let verdict = match outcome {
        Outcome::Judged(verdict) => verdict,
        Outcome::Mistake(mistakes) => {
            let first = mistakes.first().map(|it| it.message.clone());
            return Answer::Other("rejected", first.unwrap_or_default());
        }
        Outcome::Internal(error) => return Answer::Other("internal error", error.to_string()),
    };
    match verdict {
        Verdict::Verified(Completeness::Complete) => Answer::Complete,
        Verdict::Verified(Completeness::UpToUnrolling { .. }) => Answer::UpToUnrolling,
        Verdict::Violated(counterexample) => {
            let kinds: Vec<String> = counterexample
                .iter()
                .map(|found| format!("{:?}", found.violated.kind))
                .collect();
            Answer::Violated(kinds.join(", "))
        }
        Verdict::Vacuous(_) => Answer::Other("vacuous", String::new()),
        Verdict::Unsupported(constructs) => {
            let first = constructs.first().map(|it| it.construct.clone());
            Answer::Other("unsupported", first.unwrap_or_default())
        }
        Verdict::Undecided(why) => Answer::Other("undecided", why.to_string()),
    }
}

/// The engine, with a clock.
#[derive(Default)]
struct Timed {
    times: Mutex<BTreeMap<String, Duration>>,
}

impl Engine for Timed {
    fn load(&self, unit: &Crate) -> Result<Box<dyn Front>, Refused> {
        Verifier.load(unit)
    }

    fn lower(&self, front: &dyn Front, function: &FunctionInfo) -> Read<()> {
        Verifier.lower(front, function)
    }

    fn check(
        &self,
        front: &dyn Front,
        function: &FunctionInfo,
        options: &CheckOptions,
        stop: &Arc<AtomicBool>,
    ) -> Checked {
        let clock = Clock::start();
        let checked = Verifier.check(front, function, options, stop);
        let mut times = self.times.lock().unwrap_or_else(PoisonError::into_inner);
        times.insert(function.path.clone(), clock.elapsed());
        checked
    }

    fn solvers(&self) -> Vec<&'static str> {
        Verifier.solvers()
    }

    fn knows_solver(&self, name: &str) -> bool {
        Verifier.knows_solver(name)
    }
}

/// The processor time of this thread where the system tells it, else the time of day.
struct Clock {
    wall: Instant,
    cpu: Option<Duration>,
}

impl Clock {
    fn start() -> Self {
        Self {
            wall: Instant::now(),
            cpu: thread_time(),
        }
    }

    fn elapsed(&self) -> Duration {
        match (self.cpu, thread_time()) {
            (Some(start), Some(now)) => now.saturating_sub(start),
            _ => self.wall.elapsed(),
        }
    }
}

/// What Linux has counted for this thread: its first number is nanoseconds on a processor.
fn thread_time() -> Option<Duration> {
    let counters = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds = counters.split_whitespace().next()?.parse().ok()?;
    Some(Duration::from_nanos(nanoseconds))
}
