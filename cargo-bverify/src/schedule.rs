//! Runs the checks of a crate: several at a time, each within its time, whatever the engine does.
//!
//! Each worker reads the crate for itself, since a loaded crate does not cross threads, and takes
//! the next function until there is none. The thread that called is the only one that waits: it
//! hands on finished reports in the order of the functions, and watches the clock. A check that
//! outstays its time is first asked to stop; if it does not, its worker is abandoned and another
//! takes its place. So neither a crash nor a hang of one check touches another, and an interrupt
//! ends the run within a second.

use std::collections::BTreeMap;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use lowering::front::{Front, FunctionInfo};
use lowering::ir::CheckBounds;

use crate::crash::guarded;
use crate::engine::{Checked, Engine};
use crate::options::CheckOptions;
use crate::project::Crate;
use crate::report::{FunctionReport, Outcome, SolverStats, Undecided, Verdict};

/// The stack of a worker. Only what is touched takes memory.
const STACK_BYTES: usize = 512 << 20;
/// How often the clock is looked at.
const TICK: Duration = Duration::from_millis(20);
/// How long past its time a check may go on before it is asked to stop.
const GRACE: Duration = Duration::from_millis(500);
/// How long a check may take to stop once it is asked to.
const LAST_CHANCE: Duration = Duration::from_millis(600);

/// The checks of one crate.
#[derive(Clone)]
pub struct Batch {
    /// Who checks.
    pub engine: Arc<dyn Engine>,
    /// The crate.
    pub unit: Crate,
    /// The functions, in the order of their reports.
    pub functions: Vec<FunctionInfo>,
    /// How they are checked.
    pub options: CheckOptions,
    /// How many at a time.
    pub jobs: usize,
}

/// What a worker has to say.
enum Message {
    /// A check has begun; it ends early once the flag is set.
    Started {
        worker: usize,
        index: usize,
        stop: Arc<AtomicBool>,
    },
    /// It has ended.
    Finished {
        worker: usize,
        index: usize,
        checked: Box<Checked>,
        time: Duration,
    },
}

/// A check under way, as the watching thread knows it.
struct Check {
    index: usize,
    started: Instant,
    stop: Arc<AtomicBool>,
    asked_to_stop: Option<Instant>,
}

struct Run<'a> {
    batch: Arc<Batch>,
    next: Arc<AtomicUsize>,
    sender: Sender<Message>,
    /// What each worker is doing; abandoned ones are not here.
    workers: BTreeMap<usize, Option<Check>>,
    spawned: usize,
    finished: BTreeMap<usize, FunctionReport>,
    reported: usize,
    interrupted: Option<Instant>,
    sink: &'a mut dyn FnMut(FunctionReport) -> io::Result<()>,
}

/// Runs the checks and hands on their reports in order. Once `interrupt` is true, what is not done
/// within a moment is reported as interrupted.
pub fn run(
    batch: Batch,
    interrupt: &AtomicBool,
    sink: &mut dyn FnMut(FunctionReport) -> io::Result<()>,
) -> io::Result<()> {
    let count = batch.functions.len();
    let workers = batch.jobs.clamp(1, count.max(1));
    let (sender, receiver) = mpsc::channel();
    let mut run = Run {
        batch: Arc::new(batch),
        next: Arc::new(AtomicUsize::new(0)),
        sender,
        workers: BTreeMap::new(),
        spawned: 0,
        finished: BTreeMap::new(),
        reported: 0,
        interrupted: None,
        sink,
    };
    for _ in 0..workers {
        run.spawn()?;
    }
    run.watch(&receiver, interrupt, count)
}

impl Run<'_> {
    fn spawn(&mut self) -> io::Result<()> {
        let worker = self.spawned;
        self.spawned += 1;
        let (batch, next) = (Arc::clone(&self.batch), Arc::clone(&self.next));
        let sender = self.sender.clone();
        thread::Builder::new()
            .name(format!("check-{worker}"))
            .stack_size(STACK_BYTES)
            .spawn(move || work(&batch, &next, worker, &sender))?;
        self.workers.insert(worker, None);
        Ok(())
    }

    fn watch(
        &mut self,
        receiver: &Receiver<Message>,
        interrupt: &AtomicBool,
        count: usize,
    ) -> io::Result<()> {
        while self.reported < count {
            match receiver.recv_timeout(TICK) {
                Ok(message) => self.receive(message)?,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if self.interrupted.is_none() && interrupt.load(Ordering::Relaxed) {
                self.interrupt(count);
            }
            if let Some(at) = self.interrupted
                && (at.elapsed() > LAST_CHANCE || self.idle())
            {
                self.give_up(count)?;
            }
            self.enforce_time()?;
        }
        Ok(())
    }

    fn receive(&mut self, message: Message) -> io::Result<()> {
        match message {
            Message::Started {
                worker,
                index,
                stop,
            } => {
                if self.interrupted.is_some() {
                    stop.store(true, Ordering::Relaxed);
                }
                if let Some(check) = self.workers.get_mut(&worker) {
                    *check = Some(Check {
                        index,
                        started: Instant::now(),
                        stop,
                        asked_to_stop: None,
                    });
                }
                Ok(())
            }
            Message::Finished {
                worker,
                index,
                checked,
                time,
            } => {
                // An abandoned worker is not listened to: its function has been reported.
                let Some(check) = self.workers.get_mut(&worker) else {
                    return Ok(());
                };
                *check = None;
                let report = self.report(index, *checked, time);
                self.finish(index, report)
            }
        }
    }

    fn report(&self, index: usize, checked: Checked, time: Duration) -> FunctionReport {
        let function = &self.batch.functions[index];
        FunctionReport {
            package: self.batch.unit.identity.name.clone(),
            function: function.path.clone(),
            span: function.span,
            bounds: checked.bounds,
            time,
            solver: checked.solver,
            obligations: checked.obligations,
            emitted: checked.emitted,
            witness: checked.witness,
            coverage: checked.coverage,
            followed: checked.followed,
            lawful: checked.lawful,
            outcome: checked.outcome,
        }
    }

    /// Hands on all reports whose turn has come.
    fn finish(&mut self, index: usize, report: FunctionReport) -> io::Result<()> {
        self.finished.insert(index, report);
        while let Some(report) = self.finished.remove(&self.reported) {
            self.reported += 1;
            (self.sink)(report)?;
        }
        Ok(())
    }

    fn undecided(&mut self, index: usize, why: Undecided, time: Duration) -> io::Result<()> {
        let outcome = Outcome::Judged(Verdict::Undecided(why));
        let checked = nothing(&self.batch.options, outcome);
        let report = self.report(index, checked, time);
        self.finish(index, report)
    }

    fn interrupt(&mut self, count: usize) {
        self.interrupted = Some(Instant::now());
        self.next.store(count, Ordering::Relaxed);
        for check in self.workers.values().flatten() {
            check.stop.store(true, Ordering::Relaxed);
        }
    }

    fn idle(&self) -> bool {
        self.workers.values().all(Option::is_none)
    }

    fn give_up(&mut self, count: usize) -> io::Result<()> {
        let running: BTreeMap<usize, Instant> = self
            .workers
            .values()
            .flatten()
            .map(|check| (check.index, check.started))
            .collect();
        self.workers.clear();
        for index in self.reported..count {
            if index >= self.reported && !self.finished.contains_key(&index) {
                let time = running.get(&index).map_or(Duration::ZERO, Instant::elapsed);
                self.undecided(index, Undecided::Interrupted, time)?;
            }
        }
        Ok(())
    }

    fn enforce_time(&mut self) -> io::Result<()> {
        let limit = self.batch.options.timeout;
        let mut abandoned = Vec::new();
        for (worker, check) in &mut self.workers {
            let Some(check) = check else {
                continue;
            };
            let elapsed = check.started.elapsed();
            match check.asked_to_stop {
                None if elapsed > limit.saturating_add(GRACE) => {
                    check.stop.store(true, Ordering::Relaxed);
                    check.asked_to_stop = Some(Instant::now());
                }
                Some(asked) if asked.elapsed() > LAST_CHANCE => {
                    abandoned.push((*worker, check.index, elapsed));
                }
                _ => {}
            }
        }
        for (worker, index, time) in abandoned {
            self.workers.remove(&worker);
            self.undecided(index, Undecided::Time(limit), time)?;
            if self.next.load(Ordering::Relaxed) < self.batch.functions.len() {
                self.spawn()?;
            }
        }
        Ok(())
    }
}

/// The life of a worker.
fn work(batch: &Batch, next: &AtomicUsize, worker: usize, sender: &Sender<Message>) {
    let mut reading: Option<Reading> = None;
    loop {
        // Not part of any check's time.
        if reading.is_none() {
            reading = Reading::of(batch);
        }
        let index = next.fetch_add(1, Ordering::Relaxed);
        let Some(function) = batch.functions.get(index) else {
            return;
        };
        let started = Instant::now();
        // If no one listens any more, the run has ended.
        let stop = Arc::new(AtomicBool::new(false));
        let message = Message::Started {
            worker,
            index,
            stop: Arc::clone(&stop),
        };
        if sender.send(message).is_err() {
            return;
        }
        let outcome = guarded(|| check(batch, reading.as_ref(), function, &stop));
        let checked = outcome.unwrap_or_else(|error| {
            // A crash may have left the loaded crate in any state.
            reading = None;
            nothing(&batch.options, Outcome::Internal(error))
        });
        let finished = Message::Finished {
            worker,
            index,
            checked: Box::new(checked),
            time: started.elapsed(),
        };
        if sender.send(finished).is_err() {
            return;
        }
    }
}

/// A worker's own reading of the crate.
struct Reading {
    front: Box<dyn Front>,
    functions: Vec<FunctionInfo>,
}

impl Reading {
    /// Reads the crate; nothing if it can no longer be read.
    fn of(batch: &Batch) -> Option<Self> {
        let front = guarded(|| batch.engine.load(&batch.unit)).ok()?.ok()?;
        let functions = guarded(|| front.functions()).ok()?;
        Some(Self { front, functions })
    }
}

fn check(
    batch: &Batch,
    reading: Option<&Reading>,
    function: &FunctionInfo,
    stop: &Arc<AtomicBool>,
) -> Checked {
    let options = &batch.options;
    match reading {
        Some(reading) if reading.functions.contains(function) => {
            let front = reading.front.as_ref();
            batch.engine.check(front, function, options, stop)
        }
        // Reading is deterministic, and has succeeded once.
        _ => {
            let why = "the source changed while it was being checked";
            let verdict = Verdict::Undecided(Undecided::Limit(why.into()));
            nothing(options, Outcome::Judged(verdict))
        }
    }
}

/// A check that came to nothing.
fn nothing(options: &CheckOptions, outcome: Outcome) -> Checked {
    Checked {
        bounds: options.bounds(&CheckBounds::default()),
        solver: SolverStats::default(),
        obligations: Vec::new(),
        emitted: Vec::new(),
        witness: None,
        coverage: None,
        followed: Vec::new(),
        lawful: Vec::new(),
        outcome,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{ByName, options, unit};

    /// Runs functions by their names; the interrupt comes after the given time, if any.
    fn outcomes(
        functions: &[&'static str],
        jobs: usize,
        timeout: Duration,
        interrupt_after: Option<Duration>,
    ) -> Vec<String> {
        crate::crash::install_hook();
        let engine: Arc<dyn Engine> = Arc::new(ByName::of(functions));
        let functions = engine.load(&unit()).ok().unwrap().functions();
        let batch = Batch {
            engine,
            unit: unit(),
            functions,
            options: options(timeout),
            jobs,
        };
        let interrupt = Arc::new(AtomicBool::new(false));
        if let Some(after) = interrupt_after {
            let interrupt = Arc::clone(&interrupt);
            thread::spawn(move || {
                thread::sleep(after);
                interrupt.store(true, Ordering::Relaxed);
            });
        }
        let mut told = Vec::new();
        run(batch, &interrupt, &mut |report| {
            let outcome = match &report.outcome {
                Outcome::Judged(Verdict::Undecided(why)) => why.to_string(),
                Outcome::Judged(verdict) => verdict.name().to_owned(),
                Outcome::Internal(error) => format!("internal: {error}"),
                Outcome::Mistake(_) => "mistake".to_owned(),
            };
            told.push(format!("{}: {outcome}", report.function));
            Ok(())
        })
        .unwrap();
        told
    }

    const LONG: Duration = Duration::from_secs(60);

    #[test]
    fn reports_come_in_the_order_of_the_functions() {
        let told = outcomes(&["a", "b", "c", "d", "e"], 3, LONG, None);
        let expected = ["a", "b", "c", "d", "e"].map(|name| format!("{name}: verified"));
        assert_eq!(told, expected);
    }

    #[test]
    fn a_crash_is_told_as_ours_and_touches_no_other_check() {
        let told = outcomes(&["a", "crash", "b"], 1, LONG, None);
        assert_eq!(
            told,
            [
                "a: verified",
                "crash: internal: as the name says",
                "b: verified"
            ]
        );
    }

    #[test]
    fn a_check_that_outstays_its_time_is_stopped() {
        let told = outcomes(&["slow", "b"], 1, Duration::from_millis(30), None);
        assert_eq!(told, ["slow: stopped", "b: verified"]);
    }

    #[test]
    fn a_check_that_does_not_stop_is_abandoned() {
        let told = outcomes(&["stubborn", "b"], 1, Duration::from_millis(30), None);
        assert_eq!(told, ["stubborn: no answer within 0.03 s", "b: verified"]);
    }

    #[test]
    fn an_interrupt_ends_the_run_soon() {
        let started = Instant::now();
        let after = Duration::from_millis(100);
        let told = outcomes(&["a", "stubborn", "b", "c"], 1, LONG, Some(after));
        // A noisy machine gets some slack.
        assert!(started.elapsed() < Duration::from_secs(3));
        assert_eq!(
            told,
            [
                "a: verified",
                "stubborn: interrupted",
                "b: interrupted",
                "c: interrupted"
            ]
        );
    }
}
