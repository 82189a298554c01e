//! Classic relational problems: how large they become, how long they take, and how that compares with
//! the figures published or measured for other tools. `cargo bench -p solver-bridge --bench classics`,
//! with `-- NAME` for those whose name contains NAME, `--solver NAME` for another solver, and
//! `--timeout SECONDS` for another limit than a minute.
#![expect(
    clippy::unwrap_used,
    reason = "a benchmark that cannot be set up has failed"
)]

mod alloy;
mod puzzles;
mod trees;

use solver_bridge::*;
use std::time::Duration;

/// A question is given up after this long.
const TIMEOUT: Duration = Duration::from_secs(60);

/// What a problem should come to.
enum Expected {
    Sat,
    Unsat,
    /// So many models, told apart by these relations.
    Count(u64, Vec<Relation>),
}

struct Problem {
    logic: Logic,
    formulas: Vec<Formula>,
    expected: Expected,
    symmetric: bool,
}

/// Another tool's figures for the same problem; solving includes translation where only the sum is
/// known.
#[derive(Default)]
struct Reference {
    clauses: Option<f64>,
    translate_ms: Option<f64>,
    solve_ms: Option<f64>,
}

/// Kodkod with MiniSat, first run of a JVM.
fn kodkod(translate_ms: f64, solve_ms: f64) -> Reference {
    Reference {
        clauses: None,
        translate_ms: Some(translate_ms),
        solve_ms: Some(solve_ms),
    }
}

/// A figure for the whole run.
fn whole(seconds: f64) -> Reference {
    Reference {
        solve_ms: Some(seconds * 1000.0),
        ..Reference::default()
    }
}

struct Entry {
    name: String,
    build: Box<dyn Fn() -> Problem>,
    reference: Reference,
}

fn entry(
    name: impl Into<String>,
    reference: Reference,
    build: impl Fn() -> Problem + 'static,
) -> Entry {
    Entry {
        name: name.into(),
        build: Box::new(build),
        reference,
    }
}

fn entries() -> Vec<Entry> {
    let none = Reference::default;
    let mut all = vec![entry("pigeonhole 9", none(), || puzzles::pigeonhole(9))];
    for (n, reference) in [
        (8, none()),
        (16, whole(1.2)),
        (28, whole(8.9)),
        (54, whole(89.1)),
    ] {
        all.push(entry(format!("queens {n}"), reference, move || {
            puzzles::queens(n)
        }));
    }
    for (n, reference) in [(20, whole(0.7)), (30, whole(108.0)), (40, whole(300.0))] {
        all.push(entry(format!("hamiltonian {n}"), reference, move || {
            puzzles::hamiltonian(n)
        }));
    }
    all.push(entry("handshake 10", none(), || puzzles::handshake(10)));
    let insert = |clauses, translate_ms, solve_ms| Reference {
        clauses,
        ..kodkod(translate_ms, solve_ms)
    };
    all.push(entry(
        "bst insert 5",
        insert(Some(15_500.0), 138.0, 1_220.0),
        || trees::insert(5),
    ));
    all.push(entry("bst insert 6", insert(None, 150.0, 18_454.0), || {
        trees::insert(6)
    }));
    for (n, count, reference) in [(5, 42, none()), (7, 429, none()), (9, 4862, whole(26.0))] {
        all.push(entry(format!("search trees {n}"), reference, move || {
            trees::search(n, count)
        }));
    }
    for (n, count, reference) in [
        (5, 14, none()),
        (8, 64, none()),
        (10, 260, whole(19.0)),
        (12, 1296, none()),
    ] {
        all.push(entry(
            format!("red-black trees {n}"),
            reference,
            move || trees::red_black(n, count),
        ));
    }
    all.push(entry("ceilings 10 10", kodkod(120.0, 1_948.0), || {
        alloy::ceilings(10, 10)
    }));
    all.push(entry("dijkstra 10 10 10", kodkod(980.0, 260.0), || {
        alloy::dijkstra(10, 10, 10, false)
    }));
    all.push(entry("dijkstra ordered 5", none(), || {
        alloy::dijkstra(5, 5, 5, true)
    }));
    all.push(entry("lists reflexive 14", kodkod(348.0, 6_981.0), || {
        alloy::lists(14, false)
    }));
    all.push(entry("lists symmetric 8", kodkod(134.0, 82_465.0), || {
        alloy::lists(8, true)
    }));
    all.push(entry("file system 20", kodkod(1_148.0, 358.0), || {
        alloy::file_system(20)
    }));
    all.push(entry("ring election 8 8", kodkod(346.0, 8_711.0), || {
        alloy::ring_election(8, 8)
    }));
    all
}

/// Runs a problem; the verdict, as a word.
fn run(problem: &Problem, session: &mut Session, timeout: Duration) -> String {
    let logic = &problem.logic;
    session.set_limits(Limits {
        time: Some(timeout),
        ..Limits::default()
    });
    if problem.symmetric {
        session
            .break_symmetries(logic, &problem.formulas, &[])
            .unwrap();
    }
    for &formula in &problem.formulas {
        session.assert(logic, formula).unwrap();
    }
    if let Expected::Count(expected, relations) = &problem.expected {
        return match session.enumerate(logic, relations, |_| true).unwrap() {
            Some(count) => {
                assert_eq!(count, *expected, "number of models");
                format!("{count} models")
            }
            None => "timeout".into(),
        };
    }
    match (session.solve(logic, &[]).unwrap(), &problem.expected) {
        (Outcome::Sat(_), Expected::Sat) => "sat".into(),
        (Outcome::Unsat(_), Expected::Unsat) => "unsat".into(),
        (Outcome::Interrupted, _) => "timeout".into(),
        (outcome, _) => unreachable!("wrong answer: {outcome:?}"),
    }
}

fn worse(worst: &mut f64, ratio: Option<f64>) -> String {
    match ratio {
        None => "-".into(),
        Some(ratio) => {
            *worst = worst.max(ratio);
            format!("{ratio:.2}")
        }
    }
}

fn main() {
    let mut arguments = std::env::args()
        .skip(1)
        .filter(|argument| argument != "--bench");
    let (mut filter, mut backend, mut timeout) = (String::new(), Backend::default(), TIMEOUT);
    while let Some(argument) = arguments.next() {
        if argument == "--solver" {
            backend = arguments
                .next()
                .and_then(|name| Backend::by_name(&name))
                .unwrap();
        } else if argument == "--timeout" {
            let seconds = arguments
                .next()
                .and_then(|number| number.parse().ok())
                .unwrap();
            timeout = Duration::from_secs(seconds);
        } else {
            filter = argument;
        }
    }
    println!("solver: {}", backend.build().name());
    println!(
        "{:<20} {:>12} {:>9} {:>9} {:>9} {:>9} {:>9} {:>12} {:>9} {:>8} {:>8} {:>8}",
        "problem",
        "verdict",
        "primary",
        "vars",
        "clauses",
        "conflicts",
        "build ms",
        "translate ms",
        "solve ms",
        "clauses/",
        "transl./",
        "solve/",
    );
    let (mut count, mut translate, mut clauses, mut solve) = (0, 0.0, 0.0, 0.0);
    for entry in entries() {
        if !entry.name.contains(&filter) {
            continue;
        }
        let start = std::time::Instant::now();
        let problem = (entry.build)();
        let build_ms = start.elapsed().as_secs_f64() * 1000.0;
        let mut session = Session::with_backend(Translator::new(), backend.clone());
        let verdict = run(&problem, &mut session, timeout);
        let statistics = session.statistics();
        let milliseconds = |time: Duration| time.as_secs_f64() * 1000.0;
        let (translate_ms, solve_ms) = (
            milliseconds(statistics.translate_time),
            milliseconds(statistics.solve_time),
        );
        let reference = &entry.reference;
        let size = f64::from(u32::try_from(statistics.clauses).unwrap());
        let ratios = [
            worse(&mut clauses, reference.clauses.map(|other| size / other)),
            worse(
                &mut translate,
                reference.translate_ms.map(|other| translate_ms / other),
            ),
            worse(&mut solve, reference.solve_ms.map(|other| solve_ms / other)),
        ];
        println!(
            "{:<20} {verdict:>12} {:>9} {:>9} {:>9} {:>9} {build_ms:>9.1} {translate_ms:>12.1} {solve_ms:>9.1} {:>8} {:>8} {:>8}",
            entry.name,
            statistics.primary_variables,
            statistics.variables,
            statistics.clauses,
            statistics.conflicts,
            ratios[0],
            ratios[1],
            ratios[2],
        );
        count += 1;
    }
    println!(
        "classics: {count} problems, worst translate ratio {translate:.2}, worst clause ratio \
         {clauses:.2}, worst solve ratio {solve:.2}"
    );
}
