//! Terms as text, and what the translation of a small problem comes to.
#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot be set up has failed"
)]

use solver_bridge::*;

struct List {
    l: Logic,
    node: Sort,
    next: Expr,
    value: Expr,
}

fn list(n: usize) -> List {
    let l = Logic::new();
    let node = l.sort("Node");
    for index in 0..n {
        l.atom(node, format!("n{index}"));
    }
    let nodes = l.universe(node);
    let numbers = TupleSet::unary(INT, (0..3).map(|k| l.int_atom(Int::from(k))));
    let (pairs, cells) = (
        nodes.product(&nodes).unwrap(),
        nodes.product(&numbers).unwrap(),
    );
    let next = l.partial_function(
        "next",
        &[node, node],
        1,
        TupleSet::empty([node, node]),
        pairs,
    );
    let value = l.function(
        "value",
        &[node, INT],
        1,
        TupleSet::empty([node, INT]),
        cells,
    );
    let (next, value) = (l.rel(next), l.rel(value));
    List {
        l,
        node,
        next,
        value,
    }
}

fn growing(t: &List) -> Formula {
    let l = &t.l;
    let number = |n: Expr| l.value_of(l.join(n, t.value));
    l.all(l.univ(t.node), |n| {
        l.all(l.join(n, l.closure(t.next)), |m| {
            l.int_lt(number(n), number(m))
        })
    })
}

#[test]
fn shared_subterms_are_named_where_their_variables_are_bound() {
    let t = list(2);
    let l = &t.l;
    let key = |n: Expr| l.value_of(l.join(n, t.value));
    let shared = l.all(l.univ(t.node), |n| {
        let twice = l.add(key(n), key(n));
        l.and(&[l.int_lt(twice, l.int(4)), l.int_le(l.int(0), twice)])
    });
    insta::assert_snapshot!(l.print(&[shared, growing(&t)]));
    insta::assert_snapshot!(l.print_bounds());
}

#[test]
fn the_size_of_a_small_problem_does_not_wobble() {
    let t = list(4);
    let l = &t.l;
    let mut session = Session::with_backend(Translator::new(), Backend::Batsat);
    session.assert(l, growing(&t)).unwrap();
    let cyclic = l.exists(l.univ(t.node), |n| {
        l.subset(n, l.join(n, l.closure(t.next)))
    });
    session.assert(l, cyclic).unwrap();
    assert!(matches!(session.solve(l, &[]).unwrap(), Outcome::Unsat(_)));
    let s = session.statistics();
    insta::assert_snapshot!(format!(
        "{} primary variables, {} variables, {} clauses, {} gates",
        s.primary_variables, s.variables, s.clauses, s.gates
    ));
}

#[test]
fn a_function_put_together_from_parts_is_still_one() {
    let t = list(2);
    let l = &t.l;
    let fresh = l.atom(t.node, "fresh");
    let whole = l.union(
        t.value,
        l.product(l.singleton(fresh), l.singleton(l.int_atom(Int::from(7)))),
    );
    let every = l.all(l.univ(t.node), |n| l.one(l.join(n, whole)));
    let gate = Translator::new().formula(l, every).unwrap();
    assert!(gate.is_true(), "{gate:?}");
}
