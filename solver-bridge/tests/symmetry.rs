//! Symmetry breaking: fewer models, none lost but for exchange of atoms, and no later surprise.
#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot be set up has failed"
)]

mod support;

use proptest::prelude::*;
use solver_bridge::*;
use std::collections::BTreeSet;
use support::{Choices, World};

struct Graphs {
    l: Logic,
    node: Sort,
    edge: Relation,
}

fn graphs(n: usize) -> Graphs {
    let l = Logic::new();
    let node = l.sort("Node");
    for index in 0..n {
        l.atom(node, format!("n{index}"));
    }
    let columns = [node, node];
    let all = l.universe(node).product(&l.universe(node)).unwrap();
    let edge = l.relation("edge", &columns, TupleSet::empty(columns), all);
    Graphs { l, node, edge }
}

/// The smallest image of a relation under all permutations of its atoms.
fn canonical(value: &TupleSet, atoms: &[Atom]) -> Vec<Vec<usize>> {
    fn permutations(n: usize) -> Vec<Vec<usize>> {
        if n == 0 {
            return vec![Vec::new()];
        }
        let shorter = permutations(n - 1);
        let insert = |p: &Vec<usize>, at: usize| [&p[..at], &[n - 1], &p[at..]].concat();
        shorter
            .iter()
            .flat_map(|p| (0..n).map(move |at| insert(p, at)))
            .collect()
    }
    let place = |atom: Atom| atoms.iter().position(|&other| other == atom).unwrap();
    let images = permutations(atoms.len()).into_iter().map(|p| {
        let mut rows: Vec<Vec<usize>> = value
            .rows()
            .map(|row| row.into_iter().map(|atom| p[place(atom)]).collect())
            .collect();
        rows.sort();
        rows
    });
    images.min().unwrap()
}

#[test]
fn one_instance_of_each_kind_is_left() {
    let g = graphs(4);
    let symmetric = g.l.equal(g.l.rel(g.edge), g.l.transpose(g.l.rel(g.edge)));
    let loopless = g.l.no(g.l.intersection(g.l.rel(g.edge), g.l.iden(g.node)));
    let mut kinds = Vec::new();
    for broken in [false, true] {
        let mut session = Session::new(Translator::new());
        session.assert(&g.l, symmetric).unwrap();
        session.assert(&g.l, loopless).unwrap();
        if broken {
            assert_eq!(
                session.break_symmetries(&g.l, &[], &[]).unwrap(),
                [g.l.atoms(g.node)]
            );
        }
        let mut found = BTreeSet::new();
        let count = session.enumerate(&g.l, &[g.edge], |instance| {
            found.insert(canonical(instance.get(g.edge).unwrap(), &g.l.atoms(g.node)));
            true
        });
        kinds.push((count.unwrap().unwrap(), found));
    }
    // There are 64 graphs on four nodes, of 11 kinds.
    assert_eq!((kinds[0].0, kinds[0].1.len()), (64, 11));
    assert_eq!(kinds[1].1, kinds[0].1);
    assert!(kinds[1].0 < 20, "{}", kinds[1].0);
}

#[test]
fn what_tells_atoms_apart_splits_their_class() {
    let g = graphs(4);
    let atoms = g.l.atoms(g.node);
    let first = g.l.singleton(atoms[0]);
    let mut session = Session::new(Translator::new());
    session
        .assert(&g.l, g.l.some(g.l.join(first, g.l.rel(g.edge))))
        .unwrap();
    assert_eq!(
        session.break_symmetries(&g.l, &[], &[]).unwrap(),
        [atoms[1..].to_vec()]
    );
    // The first atom may be named later, another one may not.
    session
        .assert(&g.l, g.l.some(g.l.join(g.l.rel(g.edge), first)))
        .unwrap();
    let late = g.l.some(g.l.join(g.l.singleton(atoms[2]), g.l.rel(g.edge)));
    for _ in 0..2 {
        let error = session.assert(&g.l, late).unwrap_err();
        assert_eq!(
            error.to_string(),
            "`{n2}` distinguishes atoms whose symmetry was broken before"
        );
    }
    assert!(session.solve(&g.l, &[late]).is_err());
    let measure = Measure::Size(g.l.join(g.l.singleton(atoms[3]), g.l.rel(g.edge)));
    assert!(session.minimise(&g.l, &[], &[measure], &[]).is_err());
}

#[test]
fn a_sort_can_be_left_alone() {
    let g = graphs(3);
    let mut session = Session::new(Translator::new());
    session.assert(&g.l, g.l.some(g.l.rel(g.edge))).unwrap();
    assert!(
        session
            .break_symmetries(&g.l, &[], &[g.node])
            .unwrap()
            .is_empty()
    );
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn satisfiability_is_kept(bytes in prop::collection::vec(any::<u8>(), 60..160)) {
        let mut choices = Choices::new(&bytes);
        let world = World::new(&mut choices);
        let formula = world.terms(&mut choices).formula(3);
        let l = &world.logic;
        let mut plain = Session::new(Translator::new());
        if plain.assert(l, formula).is_err() {
            return Ok(());
        }
        let expected = matches!(plain.solve(l, &[]).unwrap(), Outcome::Sat(_));
        let mut broken = Session::new(Translator::new());
        broken.break_symmetries(l, &[formula], &[]).unwrap();
        let found = matches!(broken.solve(l, &[formula]).unwrap(), Outcome::Sat(_));
        prop_assert_eq!(found, expected);
        broken.assert(l, formula).unwrap();
        let found = matches!(broken.solve(l, &[]).unwrap(), Outcome::Sat(_));
        prop_assert_eq!(found, expected);
    }
}
