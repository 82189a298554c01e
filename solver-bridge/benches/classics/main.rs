//! Classic relational problems: how large they become, how long they take, and how that compares with
//! the figures published or measured for other tools. `cargo bench -p solver-bridge --bench classics`,
//! with `-- NAME` for those whose name contains NAME, `--solver NAME` for another solver, and
//! `--timeout SECONDS` for another limit than a minute.
//!
//! Times are those of the thread, so that other work of the machine does not count. The ratios compare
//! with what targets.md gives; a question that was given up has no finite one.
#![expect(
    clippy::unwrap_used,
    reason = "a benchmark that cannot be set up has failed"
)]

mod entries;
mod kodkod;
mod protocols;
mod puzzles;
mod statements;
mod trees;

use cpu_time::ThreadTime;
use entries::{Entry, Reference};
use solver_bridge::*;
use std::time::Duration;

/// A question is given up after this long.
const TIMEOUT: Duration = Duration::from_secs(60);

/// What a problem should come to.
pub enum Expected {
    Sat,
    Unsat,
    /// So many models, told apart by these relations.
    Count(u64, Vec<Relation>),
}

pub struct Problem {
    pub logic: Logic,
    pub formulas: Vec<Formula>,
    /// Asked one after the other, each with the formulas; all have the same answer.
    pub questions: Vec<Formula>,
    pub expected: Expected,
    pub symmetric: bool,
}

impl Problem {
    /// A problem in which no atoms are interchangeable.
    pub fn new(logic: Logic, formulas: Vec<Formula>, expected: Expected) -> Self {
        Self {
            questions: vec![logic.truth()],
            logic,
            formulas,
            expected,
            symmetric: false,
        }
    }

    /// A problem whose symmetries are broken.
    pub fn symmetric(logic: Logic, formulas: Vec<Formula>, expected: Expected) -> Self {
        Self {
            symmetric: true,
            ..Self::new(logic, formulas, expected)
        }
    }
}

/// How a problem went.
struct Run {
    verdict: String,
    finished: bool,
    translate_ms: f64,
    solve_ms: f64,
    statistics: Statistics,
}

/// The largest ratios so far.
#[derive(Default)]
struct Worst {
    translate: f64,
    clauses: f64,
    solve: f64,
}

/// Asks each question in a session of its own, as Kodkod does.
fn run(problem: &Problem, backend: &Backend, timeout: Duration) -> Run {
    let mut whole = Run {
        verdict: String::new(),
        finished: true,
        translate_ms: 0.0,
        solve_ms: 0.0,
        statistics: Statistics::default(),
    };
    for &question in &problem.questions {
        let mut session = Session::with_backend(Translator::new(), backend.clone());
        session.set_limits(Limits {
            time: Some(timeout),
            ..Limits::default()
        });
        let formulas = [&problem.formulas[..], &[question]].concat();
        let start = ThreadTime::now();
        translate(problem, &formulas, &mut session);
        whole.translate_ms += start.elapsed().as_secs_f64() * 1000.0;
        let size = session.statistics();
        let start = ThreadTime::now();
        let (verdict, finished) = answer(problem, &mut session, timeout);
        whole.solve_ms += start.elapsed().as_secs_f64() * 1000.0;
        whole.verdict = verdict;
        // The largest question tells the size.
        let conflicts = whole.statistics.conflicts + session.statistics().conflicts;
        if size.clauses >= whole.statistics.clauses {
            whole.statistics = size;
        }
        whole.statistics.conflicts = conflicts;
        if !finished {
            whole.finished = false;
            break;
        }
    }
    whole
}

fn translate(problem: &Problem, formulas: &[Formula], session: &mut Session) {
    let logic = &problem.logic;
    session.assert_all(logic, formulas).unwrap();
    if problem.symmetric {
        session.break_symmetries(logic, &[], &[]).unwrap();
    }
}

/// The verdict as a word, and whether it is one.
fn answer(problem: &Problem, session: &mut Session, timeout: Duration) -> (String, bool) {
    let logic = &problem.logic;
    if let Expected::Count(expected, relations) = &problem.expected {
        let (start, mut seen) = (ThreadTime::now(), 0_u64);
        let all = session.enumerate(logic, relations, |_| {
            seen += 1;
            start.elapsed() < timeout
        });
        let all = all.unwrap();
        return if start.elapsed() < timeout && all.is_some() {
            assert_eq!(all, Some(*expected), "number of models");
            (format!("{seen} models"), true)
        } else {
            (format!(">{seen} models"), false)
        };
    }
    match (session.solve(logic, &[]).unwrap(), &problem.expected) {
        (Outcome::Sat(_), Expected::Sat) => ("sat".into(), true),
        (Outcome::Unsat(_), Expected::Unsat) => ("unsat".into(), true),
        (Outcome::Interrupted, _) => ("timeout".into(), false),
        (outcome, _) => unreachable!("wrong answer: {outcome:?}"),
    }
}

impl Worst {
    /// The ratios of a run, as text.
    fn add(&mut self, run: &Run, reference: &Reference) -> [String; 3] {
        let clauses = f64::from(u32::try_from(run.statistics.clauses).unwrap());
        let limit = |ms: f64| if run.finished { ms } else { f64::INFINITY };
        let solving = reference.solve_ms.map(|other| limit(run.solve_ms) / other);
        let whole = limit(run.translate_ms + run.solve_ms);
        let solving = solving.or(reference.whole_ms.map(|other| whole / other));
        [
            worse(
                &mut self.clauses,
                reference.clauses.map(|other| clauses / other),
            ),
            worse(
                &mut self.translate,
                reference.translate_ms.map(|other| run.translate_ms / other),
            ),
            worse(&mut self.solve, solving),
        ]
    }
}

fn worse(worst: &mut f64, ratio: Option<f64>) -> String {
    match ratio {
        None => "-".into(),
        Some(ratio) => {
            *worst = worst.max(ratio);
            format!("{ratio:.3}")
        }
    }
}

fn main() {
    let (mut filter, mut backend, mut timeout) = (String::new(), Backend::default(), TIMEOUT);
    // Cargo adds `--bench`.
    let mut arguments = std::env::args().skip(1).filter(|word| word != "--bench");
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--solver" => {
                backend = arguments
                    .next()
                    .and_then(|name| Backend::by_name(&name))
                    .unwrap();
            }
            "--timeout" => {
                let seconds = arguments.next().and_then(|number| number.parse().ok());
                timeout = Duration::from_secs(seconds.unwrap());
            }
            _ => filter = argument,
        }
    }
    println!("solver: {}", backend.build().name());
    println!(
        "{:<20} {:>13} {:>8} {:>8} {:>8} {:>9} {:>12} {:>10} {:>9} {:>9} {:>9}",
        "problem",
        "verdict",
        "primary",
        "vars",
        "clauses",
        "conflicts",
        "translate ms",
        "solve ms",
        "clauses/",
        "transl./",
        "solve/",
    );
    let (mut count, mut worst) = (0, Worst::default());
    let chosen = entries::entries().into_iter();
    for Entry {
        name,
        build,
        reference,
    } in chosen.filter(|entry| entry.name.contains(&filter))
    {
        let problem = build();
        let run = run(&problem, &backend, timeout);
        let ratios = worst.add(&run, &reference);
        println!(
            "{name:<20} {:>13} {:>8} {:>8} {:>8} {:>9} {:>12.1} {:>10.1} {:>9} {:>9} {:>9}",
            run.verdict,
            run.statistics.primary_variables,
            run.statistics.variables,
            run.statistics.clauses,
            run.statistics.conflicts,
            run.translate_ms,
            run.solve_ms,
            ratios[0],
            ratios[1],
            ratios[2],
        );
        count += 1;
    }
    println!(
        "classics: {count} problems, worst translate ratio {:.3}, worst clause ratio {:.2}, worst \
         solve ratio {:.2}",
        worst.translate, worst.clauses, worst.solve
    );
}
