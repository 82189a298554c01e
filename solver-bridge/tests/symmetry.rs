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

/// All permutations of `0..n`.
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

/// The values of `relations` after each permutation of `moved`, the least of them.
fn least_image(instance: &Instance, relations: &[Relation], moved: &[Atom]) -> Vec<Vec<Vec<Atom>>> {
    let images = permutations(moved.len()).into_iter().map(|p| {
        let image = |atom: Atom| match moved.iter().position(|&other| other == atom) {
            Some(at) => moved[p[at]],
            None => atom,
        };
        let value = |&relation: &Relation| {
            let rows = instance.get(relation).unwrap().rows();
            let mut rows: Vec<Vec<Atom>> = rows
                .map(|row| row.into_iter().map(image).collect())
                .collect();
            rows.sort();
            rows
        };
        relations.iter().map(value).collect()
    });
    images.min().unwrap()
}

#[test]
fn a_total_order_is_one() {
    for n in 1..5 {
        let l = Logic::new();
        let sort = l.sort("A");
        let atoms: Vec<Atom> = (0..n).map(|at| l.atom(sort, format!("a{at}"))).collect();
        let order = l.total_order("order", &atoms);
        let mut session = Session::new(Translator::new());
        session.assert(&l, order.formula).unwrap();
        let mut seen = BTreeSet::new();
        let count = session.enumerate(&l, &[order.relation], |instance| {
            let pairs: Vec<Vec<Atom>> = instance.expr(&l, order.before).unwrap().rows().collect();
            let rank = |atom: Atom| pairs.iter().filter(|pair| pair[1] == atom).count();
            let ranks: Vec<usize> = atoms.iter().map(|&atom| rank(atom)).collect();
            let at = |rank: usize| {
                let place = ranks.iter().position(|&other| other == rank).unwrap();
                TupleSet::unary(sort, [atoms[place]])
            };
            assert_eq!(instance.expr(&l, order.first).unwrap(), at(0));
            assert_eq!(instance.expr(&l, order.last).unwrap(), at(n - 1));
            assert_eq!(pairs.len(), n * (n - 1) / 2);
            seen.insert(ranks);
            true
        });
        let all: BTreeSet<Vec<usize>> = permutations(n).into_iter().collect();
        assert_eq!((count.unwrap(), seen), (Some(all.len() as u64), all));
    }
}

#[test]
fn symmetry_is_broken_along_a_given_order() {
    // A graph on ordered nodes; in the second round one node is told apart from the others.
    for special in [false, true] {
        let g = graphs(3);
        let atoms = g.l.atoms(g.node);
        let given = [atoms[2], atoms[0], atoms[1]];
        let order = g.l.total_order("order", &given);
        let edge = g.l.rel(g.edge);
        let forward = g.l.subset(edge, order.before);
        let mut stated = vec![order.formula, g.l.or(&[forward, g.l.lone(edge)])];
        let moved = match special {
            false => atoms.clone(),
            true => {
                stated.push(g.l.some(g.l.join(g.l.singleton(atoms[1]), edge)));
                vec![atoms[0], atoms[2]]
            }
        };
        let relations = [order.relation, g.edge];
        let mut kinds = Vec::new();
        for broken in [false, true] {
            let mut session = Session::new(Translator::new());
            session.assert_all(&g.l, &stated).unwrap();
            if broken {
                let classes = session.break_symmetries(&g.l, &[], &[]).unwrap();
                assert_eq!(classes, std::slice::from_ref(&moved));
            }
            let mut orbits: BTreeSet<_> = BTreeSet::new();
            let count = session.enumerate(&g.l, &relations, |instance| {
                orbits.insert(least_image(instance, &relations, &moved));
                if broken {
                    // In the order given, as far as the atoms are interchangeable.
                    let before = instance.expr(&g.l, order.before).unwrap();
                    let kept = given.iter().filter(|atom| moved.contains(atom));
                    let kept: Vec<Atom> = kept.copied().collect();
                    assert!(kept.windows(2).all(|pair| before.contains(Tuple::of(pair))));
                }
                true
            });
            kinds.push((count.unwrap().unwrap(), orbits));
        }
        let orbits = kinds[0].1.len() as u64;
        let factorial = if special { 2 } else { 6 };
        // Exchanges move every order, so that all orbits are equally large, and one of each is left.
        assert_eq!(kinds[0].0, orbits * factorial);
        assert_eq!(kinds[1], (orbits, kinds[0].1.clone()));
    }
}

#[test]
fn an_order_that_is_not_asserted_is_not_relied_on() {
    let g = graphs(3);
    let order = g.l.total_order("order", &g.l.atoms(g.node));
    // No order at all: the function goes round.
    let round =
        g.l.all(g.l.univ(g.node), |x| g.l.one(g.l.join(x, order.next)));
    let mut session = Session::new(Translator::new());
    session.assert(&g.l, round).unwrap();
    session
        .break_symmetries(&g.l, &[order.formula], &[])
        .unwrap();
    assert!(matches!(session.solve(&g.l, &[]).unwrap(), Outcome::Sat(_)));
    let ordered = session.solve(&g.l, &[order.formula]).unwrap();
    assert!(matches!(ordered, Outcome::Unsat(_)));
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
