//! The table of problems, with what other tools needed for them (targets: Kodkod with MiniSat on a cold
//! JVM, Squander, Korat).

use super::{Problem, kodkod, protocols, puzzles, trees};

/// Another tool's figures for the same problem.
#[derive(Clone, Copy, Default)]
pub struct Reference {
    pub clauses: Option<f64>,
    pub translate_ms: Option<f64>,
    pub solve_ms: Option<f64>,
    /// Where only the whole run is known.
    pub whole_ms: Option<f64>,
}

pub struct Entry {
    pub name: String,
    pub build: Box<dyn Fn() -> Problem>,
    pub reference: Reference,
}

/// Kodkod's figures for the two halves.
fn halves(translate_ms: f64, solve_ms: f64) -> Reference {
    Reference {
        translate_ms: Some(translate_ms),
        solve_ms: Some(solve_ms),
        ..Reference::default()
    }
}

/// A figure for the whole run.
fn whole(seconds: f64) -> Reference {
    Reference {
        whole_ms: Some(seconds * 1000.0),
        ..Reference::default()
    }
}

impl Reference {
    fn clauses(self, count: f64) -> Self {
        Self {
            clauses: Some(count),
            ..self
        }
    }
}

pub fn entries() -> Vec<Entry> {
    let none = Reference::default;
    let mut all: Vec<Entry> = Vec::new();
    let mut add = |name: String, reference: Reference, build: Box<dyn Fn() -> Problem>| {
        all.push(Entry {
            name,
            build,
            reference,
        });
    };
    for n in [8, 9, 30] {
        add(
            format!("pigeonhole {n}"),
            none(),
            Box::new(move || kodkod::pigeonhole(n)),
        );
    }
    for (n, reference) in [
        (8, none()),
        (16, whole(1.2)),
        (28, whole(8.9)),
        (54, whole(89.1)),
    ] {
        add(
            format!("queens {n}"),
            reference,
            Box::new(move || puzzles::queens(n)),
        );
    }
    for (n, seconds) in [(20, 0.7), (30, 108.0), (40, 300.0)] {
        add(
            format!("hamiltonian path {n}"),
            whole(seconds),
            Box::new(move || puzzles::hamiltonian(n)),
        );
    }
    for (n, reference) in [
        (5, halves(138.0, 1_220.0).clauses(15_500.0)),
        (6, halves(150.0, 18_454.0)),
        (7, halves(172.0, 60_000.0)),
    ] {
        add(
            format!("bst insert {n}"),
            reference,
            Box::new(move || trees::insert(n)),
        );
    }
    for (n, count, reference) in [
        (5, 42, none()),
        (6, 132, none()),
        (7, 429, none()),
        (8, 1430, none()),
        (9, 4862, whole(26.0)),
        (10, 16_796, whole(239.0)),
        (11, 58_786, none()),
        (12, 208_012, none()),
    ] {
        add(
            format!("search trees {n}"),
            reference,
            Box::new(move || trees::search(n, count)),
        );
    }
    for (n, count, reference) in [
        (5, 14, none()),
        (6, 20, none()),
        (7, 35, none()),
        (8, 64, none()),
        (9, 122, none()),
        (10, 260, whole(19.0)),
        (11, 586, none()),
        (12, 1296, none()),
    ] {
        add(
            format!("red-black trees {n}"),
            reference,
            Box::new(move || trees::red_black(n, count)),
        );
    }
    add(
        "handshake 10".into(),
        none(),
        Box::new(|| kodkod::handshake(10)),
    );
    add(
        "ceilings 10 10".into(),
        halves(120.0, 1_948.0),
        Box::new(|| kodkod::ceilings(10, 10)),
    );
    add(
        "dijkstra 10 10 10".into(),
        halves(980.0, 260.0),
        Box::new(|| protocols::dijkstra(10, 10, 10)),
    );
    add(
        "lists reflexive 14".into(),
        halves(348.0, 6_981.0),
        Box::new(|| kodkod::lists(14, false)),
    );
    add(
        "lists symmetric 8".into(),
        halves(134.0, 82_465.0),
        Box::new(|| kodkod::lists(8, true)),
    );
    add(
        "file system 20".into(),
        halves(1_148.0, 358.0),
        Box::new(|| kodkod::file_system(20)),
    );
    add(
        "ring election 8 8".into(),
        halves(346.0, 8_711.0),
        Box::new(|| protocols::ring_election(8, 8)),
    );
    add(
        "hotel 5".into(),
        halves(230.0, 326.0),
        Box::new(|| protocols::hotel(5)),
    );
    add(
        "list reversal 20".into(),
        halves(807.0, 355.0).clauses(409_000.0),
        Box::new(|| kodkod::list_reversal(20)),
    );
    add(
        "tree definitions 7".into(),
        halves(3_779.0, 413.0),
        Box::new(|| kodkod::tree_definitions(7)),
    );
    add(
        "alg212 7".into(),
        halves(2_554.0, 32_162.0),
        Box::new(|| kodkod::median_algebra(7)),
    );
    all
}
