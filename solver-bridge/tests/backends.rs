//! What every solver must do alike: stop when told, use no more than it may, run the same way twice.
//! External ones are played by small shell scripts.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot be set up has failed; which of them occur depends on the features"
)]

use solver_bridge::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// One hole too few, each pigeon in a hole of its own.
fn pigeons(l: &Logic, n: usize) -> (Relation, Formula) {
    let (pigeon, hole) = (l.sort("Pigeon"), l.sort("Hole"));
    for index in 0..n {
        l.atom(pigeon, format!("p{index}"));
    }
    for index in 1..n {
        l.atom(hole, format!("h{index}"));
    }
    let columns = [pigeon, hole];
    let pairs = l.universe(pigeon).product(&l.universe(hole)).unwrap();
    let nest = l.function("nest", &columns, 1, TupleSet::empty(columns), pairs);
    let alone = l.all(l.univ(hole), |h| l.lone(l.join(l.rel(nest), h)));
    (nest, alone)
}

fn shell(script: &str) -> Backend {
    Backend::External(["sh", "-c", script].map(String::from).to_vec())
}

/// Every solver that is compiled in, and one outside that would never end.
fn all() -> Vec<Backend> {
    let mut all = Backend::ALL.to_vec();
    all.push(shell("cat > /dev/null; exec sleep 60"));
    all
}

fn is_interrupted(session: &mut Session, l: &Logic, hard: Formula) -> bool {
    matches!(session.solve(l, &[hard]).unwrap(), Outcome::Interrupted)
}

#[test]
fn every_solver_stops_within_a_second_when_told_from_another_thread() {
    let l = Logic::new();
    let (_, hard) = pigeons(&l, 14);
    for backend in all() {
        let flag = Arc::new(AtomicBool::new(false));
        let mut session = Session::with_backend(Translator::new(), backend.clone());
        session.set_limits(Limits {
            interrupt: Some(flag.clone()),
            ..Limits::default()
        });
        let told = std::thread::scope(|scope| {
            let teller = scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(100));
                flag.store(true, Ordering::Relaxed);
                Instant::now()
            });
            assert!(is_interrupted(&mut session, &l, hard));
            teller.join().unwrap()
        });
        let late = told.elapsed();
        assert!(late < Duration::from_secs(1), "{backend:?}: {late:?}");
    }
}

#[test]
fn every_solver_stops_at_its_limit_of_time() {
    let l = Logic::new();
    let (_, hard) = pigeons(&l, 14);
    for backend in all() {
        let mut session = Session::with_backend(Translator::new(), backend.clone());
        session.set_limits(Limits {
            time: Some(Duration::from_millis(50)),
            ..Limits::default()
        });
        let start = Instant::now();
        assert!(is_interrupted(&mut session, &l, hard));
        let late = start.elapsed();
        assert!(late < Duration::from_secs(1), "{backend:?}: {late:?}");
    }
}

#[test]
fn every_solver_stops_at_its_limit_of_memory() {
    let l = Logic::new();
    let (_, hard) = pigeons(&l, 14);
    for backend in all() {
        let mut session = Session::with_backend(Translator::new(), backend.clone());
        // Less than any process has.
        session.set_limits(Limits {
            memory: Some(1000),
            ..Limits::default()
        });
        let start = Instant::now();
        assert!(is_interrupted(&mut session, &l, hard), "{backend:?}");
        assert!(start.elapsed() < Duration::from_secs(2), "{backend:?}");
        // The session lives on.
        session.set_limits(Limits {
            memory: Some(u64::MAX),
            time: Some(Duration::from_millis(300)),
            ..Limits::default()
        });
        if backend.name() != "sh" {
            assert!(matches!(session.solve(&l, &[]).unwrap(), Outcome::Sat(_)));
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_run_and_no_seed_another_answer() {
    let l = Logic::new();
    let (nest, hard) = pigeons(&l, 7);
    // Some hole has two pigeons: all the others are free to choose.
    let some = l.not(hard);
    for backend in Backend::ALL {
        let run = |seed: u64| {
            let mut session = Session::with_backend(Translator::new(), backend.clone());
            session.set_seed(seed);
            let Outcome::Sat(instance) = session.solve(&l, &[some]).unwrap() else {
                panic!("satisfiable");
            };
            let Outcome::Unsat(core) = session.solve(&l, &[hard]).unwrap() else {
                panic!("unsatisfiable");
            };
            assert_eq!(core, [hard], "{backend:?} {seed}");
            (instance.get(nest).cloned(), session.statistics().conflicts)
        };
        let mut models = Vec::new();
        for seed in 0..8 {
            assert_eq!(run(seed), run(seed), "{backend:?} {seed}");
            models.push(run(seed).0);
        }
        models.dedup();
        assert!(models.len() > 1, "{backend:?} does not heed the seed");
    }
}

#[test]
fn enumeration_is_the_same_under_every_seed() {
    let l = Logic::new();
    let (nest, _) = pigeons(&l, 3);
    for backend in Backend::ALL {
        for seed in 0..4 {
            let mut session = Session::with_backend(Translator::new(), backend.clone());
            session.set_seed(seed);
            let count = session.enumerate(&l, &[nest], |_| true).unwrap();
            assert_eq!(count, Some(8), "{backend:?} {seed}");
        }
    }
}

#[test]
fn solvers_are_found_by_name_or_by_command_line() {
    for backend in Backend::ALL {
        assert_eq!(Backend::parse(backend.name()).as_ref(), Ok(backend));
    }
    let words = |words: &[&str]| Backend::External(words.iter().map(|w| (*w).into()).collect());
    assert_eq!(
        Backend::parse("sh -e -c 'a b'"),
        Ok(words(&["sh", "-e", "-c", "a b"]))
    );
    assert_eq!(Backend::parse("/bin/sh"), Ok(words(&["/bin/sh"])));
    let unknown = |name: &str| Err(NoSolver::Unknown { name: name.into() });
    assert_eq!(
        Backend::parse("no-such-solver -q"),
        unknown("no-such-solver")
    );
    assert_eq!(
        Backend::parse("/nowhere/solver"),
        unknown("/nowhere/solver")
    );
    for text in ["", "  ", "sh 'open"] {
        let malformed = NoSolver::Malformed { text: text.into() };
        assert_eq!(Backend::parse(text), Err(malformed));
    }
}
