//! Formulas asserted together: what one says of single tuples makes the others smaller, and the models
//! stay the same. Every relation on three atoms is tried.
#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot be set up has failed"
)]

use proptest::prelude::*;
use solver_bridge::*;

struct World {
    l: Logic,
    atoms: Vec<Atom>,
    edge: Relation,
    mark: Relation,
}

fn world() -> World {
    let l = Logic::new();
    let sort = l.sort("A");
    let atoms: Vec<Atom> = (0..3).map(|at| l.atom(sort, format!("a{at}"))).collect();
    let columns = [sort, sort];
    let pairs = l.universe(sort).product(&l.universe(sort)).unwrap();
    let edge = l.relation("edge", &columns, TupleSet::empty(columns), pairs);
    let mark = l.relation("mark", &[sort], TupleSet::empty([sort]), l.universe(sort));
    World {
        l,
        atoms,
        edge,
        mark,
    }
}

/// A statement by number; many of them are about single tuples or rows.
fn statement(w: &World, number: u8) -> Formula {
    let l = &w.l;
    let (edge, mark) = (l.rel(w.edge), l.rel(w.mark));
    let all = l.univ(l.sort_of(w.atoms[0]).unwrap());
    let [a, b, c] = [0, 1, 2].map(|at| l.singleton(w.atoms[at]));
    let identity = l.iden(l.sort_of(w.atoms[0]).unwrap());
    let one_each = l.all(all, |x| l.one(l.join(x, edge)));
    match number % 22 {
        0 => one_each,
        1 => l.all(all, |x| l.lone(l.join(x, edge))),
        2 => l.all(all, |x| l.lone(l.join(edge, x))),
        3 => l.all(all, |x| l.one(l.join(edge, x))),
        4 => l.equal(edge, l.transpose(edge)),
        5 => l.no(l.intersection(edge, identity)),
        6 => l.subset(l.product(a, b), edge),
        7 => l.not(l.subset(l.product(b, c), edge)),
        8 => l.equal(l.join(a, edge), mark),
        9 => l.equal(l.join(edge, b), mark),
        10 => l.one(mark),
        11 => l.lone(mark),
        12 => l.some(mark),
        13 => l.not(l.equal(l.join(mark, edge), mark)),
        14 => l.all(mark, |x| l.subset(l.join(x, edge), mark)),
        15 => l.exists(all, |x| l.subset(l.product(x, x), edge)),
        16 => l.equal(l.join(l.join(a, edge), edge), b),
        17 => l.int_eq(l.cardinality(edge), l.add(l.cardinality(mark), l.int(1))),
        18 => l.all(all, |x| {
            l.implies(l.subset(x, mark), l.some(l.join(x, l.closure(edge))))
        }),
        19 => l.iff(l.subset(a, mark), l.not(l.subset(b, mark))),
        20 => l.all(all, |x| {
            l.all(all, |y| {
                l.equal(l.join(l.join(x, edge), edge), l.join(y, edge))
            })
        }),
        _ => l.not(one_each),
    }
}

fn instances(w: &World) -> impl Iterator<Item = Instance> {
    (0..1_u32 << 12).map(|bits| {
        let mut instance = Instance::new();
        for (relation, first) in [(w.edge, 0), (w.mark, 9)] {
            let upper = w.l.relation_data(relation).unwrap().upper;
            let chosen = upper.tuples().iter().zip(first..);
            let chosen = chosen.filter(|(_, at)| bits >> at & 1 == 1);
            let chosen = chosen.map(|(tuple, _)| *tuple).collect();
            instance.set(
                relation,
                TupleSet::from_tuples(upper.columns().clone(), chosen),
            );
        }
        instance
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn no_model_is_lost_or_won(numbers in prop::collection::vec(any::<u8>(), 1..6), after in any::<u8>()) {
        let w = world();
        let l = &w.l;
        let formulas: Vec<Formula> = numbers.iter().map(|&number| statement(&w, number)).collect();
        let later = statement(&w, after);
        let (mut models, mut with_later) = (0, 0);
        for instance in instances(&w) {
            let truths = evaluate(l, &instance, &formulas).unwrap();
            if truths.iter().all(|truth| *truth == Truth::True) {
                models += 1;
                with_later += u64::from(evaluate(l, &instance, &[later]).unwrap()[0] == Truth::True);
            }
        }
        let relations = [w.edge, w.mark];
        let mut session = Session::new(Translator::new());
        session.assert_all(l, &formulas).unwrap();
        let possible = matches!(session.solve(l, &[later]).unwrap(), Outcome::Sat(_));
        prop_assert_eq!(possible, with_later > 0, "{}", l.print(&formulas));
        let count = session.enumerate(l, &relations, |_| true).unwrap();
        prop_assert_eq!(count, Some(models), "{}", l.print(&formulas));
        let mut session = Session::new(Translator::new());
        session.assert_all(l, &formulas).unwrap();
        session.assert(l, later).unwrap();
        let count = session.enumerate(l, &relations, |_| true).unwrap();
        prop_assert_eq!(count, Some(with_later), "{}", l.print(&formulas));
    }
}

#[test]
fn an_operation_given_by_laws_needs_few_variables() {
    // A commutative operation with x·x = x on four elements: its table is decided by one half.
    let l = Logic::new();
    let sort = l.sort("E");
    for at in 0..4 {
        l.atom(sort, format!("e{at}"));
    }
    let pairs = l.universe(sort).product(&l.universe(sort)).unwrap();
    let columns = [sort; 3];
    let upper = pairs.product(&l.universe(sort)).unwrap();
    let table = l.rel(l.relation("op", &columns, TupleSet::empty(columns), upper));
    let all = l.univ(sort);
    let op = |x: Expr, y: Expr| l.join(y, l.join(x, table));
    let every = |body: &dyn Fn(Expr, Expr) -> Formula| l.all(all, |x| l.all(all, |y| body(x, y)));
    let laws = [
        every(&|x, y| l.one(op(x, y))),
        every(&|x, y| l.equal(op(x, y), op(y, x))),
        l.all(all, |x| l.equal(op(x, x), x)),
    ];
    let law = l.all(all, |z| {
        every(&|x, y| l.equal(op(op(x, y), z), op(x, op(y, z))))
    });
    let size = |together: bool| {
        let mut session = Session::new(Translator::new());
        if together {
            session
                .assert_all(&l, &[&laws[..], &[law]].concat())
                .unwrap();
        } else {
            for formula in laws.into_iter().chain([law]) {
                session.assert(&l, formula).unwrap();
            }
        }
        assert!(matches!(session.solve(&l, &[]).unwrap(), Outcome::Sat(_)));
        session.statistics().clauses
    };
    let (together, apart) = (size(true), size(false));
    assert!(3 * together < apart, "{together} against {apart}");
}
