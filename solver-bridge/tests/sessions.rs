//! Sessions: incremental questions, cores, smallest models, enumeration, limits, clauses as text.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot be set up has failed"
)]

use solver_bridge::*;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// A set over `n` atoms of a new sort.
fn free_set(l: &Logic, n: usize) -> (Vec<Atom>, Relation) {
    let sort = l.sort("A");
    let atoms: Vec<Atom> = (0..n)
        .map(|index| l.atom(sort, format!("a{index}")))
        .collect();
    let set = l.relation("set", &[sort], TupleSet::empty([sort]), l.universe(sort));
    (atoms, set)
}

/// Each of `n` pigeons in one of `n - 1` holes, no two in the same.
fn pigeons(l: &Logic, n: usize) -> Formula {
    let (pigeon, hole) = (l.sort("Pigeon"), l.sort("Hole"));
    for index in 0..n {
        l.atom(pigeon, format!("p{index}"));
    }
    for index in 1..n {
        l.atom(hole, format!("h{index}"));
    }
    let columns = [pigeon, hole];
    let all = l.universe(pigeon).product(&l.universe(hole)).unwrap();
    let nest = l.rel(l.function("nest", &columns, 1, TupleSet::empty(columns), all));
    l.all(l.univ(hole), |h| l.lone(l.join(nest, h)))
}

fn sat(outcome: Outcome) -> Instance {
    match outcome {
        Outcome::Sat(instance) => instance,
        other => panic!("{other:?}"),
    }
}

#[test]
fn cores_blame_the_assumptions_that_clash() {
    let l = Logic::new();
    let (atoms, set) = free_set(&l, 4);
    let set = l.rel(set);
    let has = |index: usize| l.subset(l.singleton(atoms[index]), set);
    for backend in Backend::ALL {
        let mut session = Session::with_backend(Translator::new(), backend.clone());
        session
            .assert(&l, l.or(&[l.not(has(0)), l.not(has(2))]))
            .unwrap();
        let assumptions = [has(0), has(1), has(2), has(3)];
        let Outcome::Unsat(core) = session.solve(&l, &assumptions).unwrap() else {
            panic!()
        };
        assert_eq!(session.minimise_core(&l, core).unwrap(), [has(0), has(2)]);
        // What is assumed twice is needed once.
        let twice = vec![has(0), has(2), has(0), has(2)];
        assert_eq!(session.minimise_core(&l, twice).unwrap(), [has(0), has(2)]);
        // A formula that is false by itself, and one asserted.
        let never = l.falsehood();
        assert!(
            matches!(session.solve(&l, &[has(1), never]).unwrap(), Outcome::Unsat(core) if core == [never])
        );
        session.assert(&l, l.no(set)).unwrap();
        session.assert(&l, has(1)).unwrap();
        assert!(
            matches!(session.solve(&l, &[has(3)]).unwrap(), Outcome::Unsat(core) if core.is_empty())
        );
    }
}

#[test]
fn more_may_be_asserted_and_built_after_solving() {
    let l = Logic::new();
    let (_, set) = free_set(&l, 3);
    let mut session = Session::new(Translator::new());
    session.assert(&l, l.some(l.rel(set))).unwrap();
    sat(session.solve(&l, &[]).unwrap());
    let (_, other) = free_set(&l, 5);
    session
        .assert(&l, l.int_eq(l.cardinality(l.rel(other)), l.int(4)))
        .unwrap();
    let instance = sat(session.solve(&l, &[]).unwrap());
    assert_eq!(instance.get(other).unwrap().len(), 4);
    session
        .assert(&l, l.int_lt(l.cardinality(l.rel(other)), l.int(4)))
        .unwrap();
    assert!(matches!(session.solve(&l, &[]).unwrap(), Outcome::Unsat(_)));
}

#[test]
fn the_smallest_model_is_found_and_is_the_same_for_every_solver() {
    let l = Logic::new();
    let (atoms, set) = free_set(&l, 20);
    let numbers = TupleSet::unary(INT, (0..100).map(|n| l.int_atom(Int::from(n))));
    let number = l.function("number", &[INT], 0, TupleSet::empty([INT]), numbers);
    let (size, value) = (l.cardinality(l.rel(set)), l.value_of(l.rel(number)));
    // At least 30 together, and not the first atom.
    let together = l.int_le(l.int(30), l.add(l.mul(size, l.int(3)), value));
    let without = l.no(l.intersection(l.rel(set), l.singleton(atoms[0])));
    let (by_size, by_value) = (Measure::Size(l.rel(set)), Measure::Number(value));
    for backend in Backend::ALL {
        for (measures, expected) in [
            ([by_size, by_value], (0, 30)),
            ([by_value, by_size], (10, 0)),
        ] {
            let mut session = Session::with_backend(Translator::new(), backend.clone());
            session.assert(&l, together).unwrap();
            let minimum = session
                .minimise(&l, &[without], &measures, &[set, number])
                .unwrap();
            assert!(minimum.exact);
            let instance = sat(minimum.outcome);
            let found = instance.get(set).unwrap();
            assert_eq!(
                (found.len(), instance.int(&l, value).unwrap()),
                (expected.0, expected.1.into())
            );
            // Tuples are rather absent, so the last ones are there.
            assert_eq!(found.atoms().collect::<Vec<_>>(), atoms[20 - expected.0..]);
            // Nothing is left behind: the session still has other models.
            assert!(matches!(
                session.solve(&l, &[l.some(l.rel(set))]).unwrap(),
                Outcome::Sat(_)
            ));
        }
    }
}

#[test]
fn enumeration_counts_combinations_of_the_projection() {
    let l = Logic::new();
    let (_, set) = free_set(&l, 5);
    let (_, other) = free_set(&l, 3);
    let mut session = Session::new(Translator::new());
    session
        .assert(&l, l.int_eq(l.cardinality(l.rel(set)), l.int(2)))
        .unwrap();
    session
        .assert(&l, l.or(&[l.some(l.rel(other)), l.one(l.rel(set))]))
        .unwrap();
    let mut seen = Vec::new();
    let count = session.enumerate(&l, &[set], |instance| {
        seen.push(instance.get(set).unwrap().tuples().to_vec());
        true
    });
    assert_eq!(count.unwrap(), Some(10));
    seen.sort();
    seen.dedup();
    assert_eq!(seen.len(), 10);
}

#[test]
fn relations_that_nothing_mentions_are_enumerated_as_well() {
    let l = Logic::new();
    let (atoms, set) = free_set(&l, 2);
    let sort = l.sort_of(atoms[0]).unwrap();
    let columns = [sort, sort];
    let all = l.universe(sort).product(&l.universe(sort)).unwrap();
    let map = l.partial_function("map", &columns, 1, TupleSet::empty(columns), all);
    let mut session = Session::new(Translator::new());
    assert_eq!(
        session.enumerate(&l, &[set, map], |_| true).unwrap(),
        Some(4 * 9)
    );
}

#[test]
fn limits_end_a_hard_question_within_a_second_and_the_session_lives_on() {
    let l = Logic::new();
    let hard = pigeons(&l, 14);
    for backend in Backend::ALL {
        let mut session = Session::with_backend(Translator::new(), backend.clone());
        let time = Some(Duration::from_millis(100));
        session.set_limits(Limits {
            time,
            ..Limits::default()
        });
        let start = Instant::now();
        assert!(matches!(
            session.solve(&l, &[hard]).unwrap(),
            Outcome::Interrupted
        ));
        assert!(
            start.elapsed() < Duration::from_secs(2),
            "{:?}",
            start.elapsed()
        );
        session.set_limits(Limits {
            conflicts: Some(100),
            ..Limits::default()
        });
        assert!(matches!(
            session.solve(&l, &[hard]).unwrap(),
            Outcome::Interrupted
        ));
        let flag = Arc::new(AtomicBool::new(true));
        session.set_limits(Limits {
            interrupt: Some(flag),
            ..Limits::default()
        });
        assert!(matches!(
            session.solve(&l, &[hard]).unwrap(),
            Outcome::Interrupted
        ));
        session.set_limits(Limits::default());
        sat(session.solve(&l, &[]).unwrap());
    }
}

#[test]
fn translation_keeps_to_its_budget_and_can_go_on_afterwards() {
    let l = Logic::new();
    let hard = pigeons(&l, 30);
    let mut translator = Translator::new();
    translator.set_budget(Budget {
        gates: Some(100),
        ..Budget::default()
    });
    let error = translator.formula(&l, hard).unwrap_err();
    assert!(
        matches!(error, LogicError::TooLarge { gates: 100, .. }),
        "{error}"
    );
    translator.set_budget(Budget {
        deadline: Some(Instant::now()),
        ..Budget::default()
    });
    assert_eq!(
        translator.formula(&l, hard).unwrap_err(),
        LogicError::Interrupted
    );
    let interrupt = Some(Arc::new(AtomicBool::new(true)));
    translator.set_budget(Budget {
        interrupt,
        ..Budget::default()
    });
    assert_eq!(
        translator.formula(&l, hard).unwrap_err(),
        LogicError::Interrupted
    );
    translator.set_budget(Budget::default());
    assert!(translator.formula(&l, hard).is_ok());
}

#[test]
fn an_interruption_from_another_thread_is_heard() {
    let l = Logic::new();
    let hard = pigeons(&l, 14);
    let flag = Arc::new(AtomicBool::new(false));
    let mut session = Session::new(Translator::new());
    session.set_limits(Limits {
        interrupt: Some(flag.clone()),
        ..Limits::default()
    });
    let start = Instant::now();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(100));
            flag.store(true, std::sync::atomic::Ordering::Relaxed);
        });
        assert!(matches!(
            session.solve(&l, &[hard]).unwrap(),
            Outcome::Interrupted
        ));
    });
    assert!(
        start.elapsed() < Duration::from_secs(2),
        "{:?}",
        start.elapsed()
    );
}

#[test]
fn clauses_are_written_as_dimacs() {
    let l = Logic::new();
    let (atoms, set) = free_set(&l, 2);
    let has = |index: usize| l.subset(l.singleton(atoms[index]), l.rel(set));
    let mut session = Session::new(Translator::new());
    session.assert(&l, l.or(&[has(0), has(1)])).unwrap();
    let mut text = Vec::new();
    session
        .write_dimacs(&l, &[l.not(has(0))], &mut text)
        .unwrap();
    insta::assert_snapshot!(String::from_utf8(text).unwrap(), @r"
    p cnf 2 2
    1 2 0
    -1 0
    ");
}

/// A program that answers as an external solver would, whatever the question.
fn pretend(answer: &str) -> Backend {
    let script = format!("cat > /dev/null; {answer}");
    Backend::External(["sh", "-c", &script].map(String::from).to_vec())
}

#[test]
fn external_solvers_are_asked_and_not_believed() {
    let l = Logic::new();
    let (_, set) = free_set(&l, 2);
    let within = |time: Option<Duration>, answer: &str| {
        let mut session = Session::with_backend(Translator::new(), pretend(answer));
        session.set_limits(Limits {
            time,
            ..Limits::default()
        });
        session.assert(&l, l.one(l.rel(set))).unwrap();
        session.solve(&l, &[])
    };
    let ask = |answer: &str| within(None, answer);
    let right = ask("echo c hello; echo s SATISFIABLE; echo v -1 2; echo v 0");
    assert_eq!(sat(right.unwrap()).get(set).unwrap().len(), 1);
    let wrong = ask("echo s SATISFIABLE; echo v 1 2 0").unwrap_err();
    assert!(matches!(wrong, SolveError::WrongModel { .. }), "{wrong}");
    assert!(
        matches!(ask("echo s UNSATISFIABLE").unwrap(), Outcome::Unsat(core) if core.is_empty())
    );
    assert!(matches!(
        within(Some(Duration::from_millis(200)), "exec sleep 30").unwrap(),
        Outcome::Interrupted
    ));
    assert!(matches!(
        ask("echo s UNKNOWN").unwrap(),
        Outcome::Interrupted
    ));
    let silent = ask("exit 1").unwrap_err();
    assert!(silent.to_string().contains("no answer"), "{silent}");
    let mut session = Session::with_backend(
        Translator::new(),
        Backend::External(vec!["/nowhere".into()]),
    );
    let missing = session.solve(&l, &[]).unwrap_err();
    assert!(
        missing.to_string().contains("cannot run `/nowhere`"),
        "{missing}"
    );
}

#[test]
fn deep_terms_do_not_exhaust_the_stack() {
    let l = Logic::new();
    let sort = l.sort("A");
    let atoms: Vec<Atom> = (0..3)
        .map(|index| l.atom(sort, format!("a{index}")))
        .collect();
    let columns = [sort, sort];
    let all = l.universe(sort).product(&l.universe(sort)).unwrap();
    let start = l.rel(l.function("start", &columns, 1, TupleSet::empty(columns), all));
    let mut heap = start;
    let mut holds = l.subset(l.singleton(atoms[1]), l.join(l.singleton(atoms[0]), start));
    for step in 0..20_000 {
        let key = l.join(l.singleton(atoms[step % 3]), heap);
        heap = l.update(heap, key, l.singleton(atoms[(step / 3) % 3]));
        holds = l.not(l.and(&[l.not(holds), l.some(heap)]));
    }
    let mut session = Session::new(Translator::new());
    session.assert(&l, holds).unwrap();
    session.assert(&l, l.not(l.equal(heap, start))).unwrap();
    sat(session.solve(&l, &[]).unwrap());
    assert!(l.print(&[holds]).lines().count() > 1000);
}
