//! Walks over random clauses, against all assignments.

use super::*;
use proptest::prelude::*;
use std::collections::BTreeSet;

const VARIABLES: u32 = 8;

fn literal(code: u8) -> Lit {
    Lit::new(u32::from(code >> 1) % VARIABLES, code & 1 == 1)
}

/// The values of the projection in models, by brute force.
fn expected(clauses: &[Vec<Lit>], projection: &[Lit]) -> BTreeSet<Vec<bool>> {
    let holds = |bits: u32, literal: &Lit| (bits >> literal.vidx32() & 1 == 1) != literal.is_neg();
    let models = (0..1_u32 << VARIABLES).filter(|&bits| {
        clauses
            .iter()
            .all(|clause| clause.iter().any(|literal| holds(bits, literal)))
    });
    models
        .map(|bits| {
            projection
                .iter()
                .map(|literal| holds(bits, literal))
                .collect()
        })
        .collect()
}

/// Walks until `most` models are found; says whether there are no more.
fn walk(
    clauses: &[Vec<Lit>],
    projection: &[Lit],
    most: usize,
    found: &mut BTreeSet<Vec<bool>>,
) -> (bool, Vec<Vec<Lit>>) {
    let mut walk = Walk::new(VARIABLES, clauses.iter().map(Vec::as_slice), projection);
    for _ in 0..most {
        match walk.next_model(&Limits::default(), u64::MAX) {
            Answer::Sat => {}
            answer => {
                assert_eq!(answer, Answer::Unsat);
                assert_eq!(walk.excluded(), [[]]);
                return (true, walk.excluded());
            }
        }
        for clause in clauses {
            assert!(clause.iter().any(|&literal| walk.value(literal)));
        }
        let values = projection
            .iter()
            .map(|&literal| walk.value(literal))
            .collect();
        assert!(found.insert(values), "found twice");
    }
    (false, walk.excluded())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, ..ProptestConfig::default() })]

    #[test]
    fn each_combination_is_found_once(
        clauses in prop::collection::vec(prop::collection::vec(any::<u8>(), 1..5), 0..30),
        projection in prop::collection::vec(any::<u8>(), 0..6),
        pause in 0..20_usize,
    ) {
        let clauses: Vec<Vec<Lit>> = clauses
            .iter()
            .map(|clause| clause.iter().map(|&code| literal(code)).collect())
            .collect();
        let mut projection: Vec<Lit> = projection.into_iter().map(literal).collect();
        projection.sort_by_key(|literal| literal.vidx32());
        projection.dedup_by_key(|literal| literal.vidx32());
        let all = expected(&clauses, &projection);
        let mut found = BTreeSet::new();
        prop_assert!(walk(&clauses, &projection, usize::MAX, &mut found).0);
        prop_assert_eq!(&found, &all);
        // Another walk can go on where one has paused.
        let mut found = BTreeSet::new();
        let (_, excluded) = walk(&clauses, &projection, pause, &mut found);
        let rest = [&clauses[..], &excluded].concat();
        prop_assert!(walk(&rest, &projection, usize::MAX, &mut found).0);
        prop_assert_eq!(&found, &all);
    }
}

#[test]
fn a_hard_search_is_given_up() {
    // Nine pigeons in eight holes.
    let at = |pigeon: u32, hole: u32| Lit::positive(pigeon * 8 + hole);
    let mut clauses: Vec<Vec<Lit>> = (0..9).map(|p| (0..8).map(|h| at(p, h)).collect()).collect();
    for hole in 0..8 {
        for p in 0..9 {
            clauses.extend((0..p).map(|q| vec![!at(p, hole), !at(q, hole)]));
        }
    }
    let projection: Vec<Lit> = (0..8).map(|hole| at(0, hole)).collect();
    let mut walk = Walk::new(72, clauses.iter().map(Vec::as_slice), &projection);
    assert_eq!(
        walk.next_model(&Limits::default(), 100),
        Answer::Interrupted
    );
    assert_eq!(walk.conflicts(), 100);
    // Clauses are forgotten on the way, and the answer is found all the same.
    walk.learnt_limit = 50;
    assert_eq!(walk.next_model(&Limits::default(), u64::MAX), Answer::Unsat);
}
