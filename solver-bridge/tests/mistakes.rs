//! Mistakes are typed errors that name the expression; nothing panics, and nothing is solved after one.
#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot be set up has failed"
)]

use solver_bridge::*;

struct World {
    l: Logic,
    a: Sort,
    b: Sort,
    set: Expr,
    edge: Expr,
    other: Expr,
}

fn world() -> World {
    let l = Logic::new();
    let (a, b) = (l.sort("A"), l.sort("B"));
    l.atom(a, "a0");
    l.atom(a, "a1");
    l.atom(b, "b0");
    let free = |name: &str, columns: &[Sort]| {
        let upper = columns[1..]
            .iter()
            .fold(l.universe(columns[0]), |set, &sort| {
                set.product(&l.universe(sort)).unwrap()
            });
        l.rel(l.relation(name, columns, TupleSet::empty(columns), upper))
    };
    let (set, edge, other) = (
        free("set", &[a]),
        free("edge", &[a, a]),
        free("other", &[b]),
    );
    World {
        a,
        b,
        set,
        edge,
        other,
        l,
    }
}

/// The mistake is reported with `expected` in its message, by the logic and by a session.
fn check(w: &World, formula: Formula, expected: &str) {
    let message = w.l.check().unwrap_err().to_string();
    assert!(message.contains(expected), "{message}");
    let mut session = Session::new(Translator::new());
    let error = session.assert(&w.l, formula).unwrap_err();
    assert_eq!(error.to_string(), message);
}

#[test]
fn operands_of_different_columns_are_refused() {
    let w = world();
    let formula = w.l.some(w.l.union(w.set, w.edge));
    check(
        &w,
        formula,
        "`+` expects columns (A), found columns (A, A) in `edge`",
    );
}

#[test]
fn a_join_over_different_sorts_is_refused() {
    let w = world();
    let formula = w.l.some(w.l.join(w.edge, w.l.product(w.other, w.set)));
    check(
        &w,
        formula,
        "`.` expects a first column (A), found columns (B, A) in `other -> set`",
    );
}

#[test]
fn a_join_that_leaves_no_column_is_refused() {
    let w = world();
    check(
        &w,
        w.l.some(w.l.join(w.set, w.set)),
        "operands that leave a column",
    );
}

#[test]
fn a_store_of_the_wrong_kind_is_refused() {
    let w = world();
    let formula = w.l.some(w.l.update(w.edge, w.set, w.other));
    check(
        &w,
        formula,
        "`update` expects a value (A), found columns (B) in `other`",
    );
}

#[test]
fn the_closure_of_a_set_is_refused() {
    let w = world();
    check(
        &w,
        w.l.some(w.l.closure(w.set)),
        "`^` expects two columns of one sort",
    );
}

#[test]
fn more_columns_than_a_tuple_holds_are_refused() {
    let w = world();
    let wide = (0..8).fold(w.set, |wide, _| w.l.product(wide, wide));
    check(
        &w,
        w.l.some(wide),
        "has 256 columns, at most 255 are supported",
    );
}

#[test]
fn a_number_read_from_another_sort_is_refused() {
    let w = world();
    let formula = w.l.int_eq(w.l.value_of(w.set), w.l.int(0));
    check(
        &w,
        formula,
        "`value_of` expects a set over Int, found columns (A) in `set`",
    );
}

#[test]
fn a_bit_width_out_of_range_is_refused() {
    let w = world();
    let formula = w.l.int_eq(w.l.wrap(w.l.int(1), 0, true), w.l.int(0));
    check(&w, formula, "bit width or position 0 out of range in `1`");
}

#[test]
fn a_lower_bound_outside_the_upper_is_refused() {
    let w = world();
    let relation =
        w.l.relation("r", &[w.a], w.l.universe(w.a), TupleSet::empty([w.a]));
    check(
        &w,
        w.l.some(w.l.rel(relation)),
        "the lower bound of `r` contains (a0)",
    );
}

#[test]
fn bounds_over_other_columns_are_refused() {
    let w = world();
    let relation =
        w.l.relation("r", &[w.a], TupleSet::empty([w.a]), w.l.universe(w.b));
    check(
        &w,
        w.l.some(w.l.rel(relation)),
        "`r` has columns (A), its bound has (B)",
    );
}

#[test]
fn atoms_of_another_sort_in_a_bound_are_refused() {
    let w = world();
    let wrong = TupleSet::unary(w.a, w.l.atoms(w.b));
    let relation = w.l.relation("r", &[w.a], TupleSet::empty([w.a]), wrong);
    check(
        &w,
        w.l.some(w.l.rel(relation)),
        "`r` has atom b0 in column 0, which is not of sort `A`",
    );
}

#[test]
fn a_function_that_must_have_two_values_is_refused() {
    let w = world();
    let all = w.l.universe(w.a).product(&w.l.universe(w.a)).unwrap();
    let relation = w.l.function("f", &[w.a, w.a], 1, all.clone(), all);
    check(
        &w,
        w.l.some(w.l.rel(relation)),
        "the bounds of the function `f` require two values at (a0)",
    );
}

#[test]
fn an_unbound_variable_is_refused() {
    let w = world();
    let mut escaped = None;
    w.l.all(w.set, |x| {
        escaped = Some(x);
        w.l.some(x)
    });
    let formula = w.l.subset(escaped.unwrap(), w.set);
    let error = Translator::new().formula(&w.l, formula).unwrap_err();
    assert_eq!(
        error.to_string(),
        "variable `x0` is not bound in `x0 in set`"
    );
}

#[test]
fn relations_and_handles_of_another_logic_are_refused() {
    let w = world();
    let elsewhere = Logic::new();
    assert!(elsewhere.check().is_ok());
    let formula = elsewhere.some(w.edge);
    assert!(elsewhere.check().is_err());
    assert!(Translator::new().formula(&elsewhere, formula).is_err());
    let mut translator = Translator::new();
    translator.formula(&w.l, w.l.some(w.set)).unwrap();
    assert!(translator.formula(&Logic::new(), w.l.truth()).is_err());
}

#[test]
fn tuples_of_the_wrong_length_are_refused() {
    let w = world();
    let atom = w.l.atoms(w.a)[0];
    assert_eq!(
        TupleSet::new(&[w.a, w.a], [[atom]]).unwrap_err(),
        LogicError::TupleLength {
            expected: 2,
            found: 1
        }
    );
}

#[test]
fn too_many_values_for_atoms_are_refused() {
    let w = world();
    let bits =
        w.l.relation("bits", &[BIT], TupleSet::empty([BIT]), w.l.universe(BIT));
    let wide = w.l.to_atoms(w.l.from_bits(w.l.rel(bits), 32, false));
    let error = Translator::new().formula(&w.l, w.l.some(wide)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "`number[bits, u32]` has 4294967296 possible values, too many for one atom each"
    );
}

#[test]
fn an_empty_universe_is_a_mistake_that_names_what_ranges_over_it() {
    let l = Logic::new();
    let sort = l.sort("Empty");
    let set = l.relation("set", &[sort], TupleSet::empty([sort]), l.universe(sort));
    let formula = l.all(l.univ(sort), |x| l.subset(x, l.rel(set)));
    let told = "the universe is empty, there is nothing for `none` to range over";
    let mut session = Session::new(Translator::new());
    let error = session.assert(&l, formula).unwrap_err();
    assert_eq!(error.to_string(), told);
    assert_eq!(session.solve(&l, &[]).unwrap_err().to_string(), told);
    assert!(session.assert_all(&l, &[formula]).is_err());
    assert!(session.prepare(&l, &[formula]).is_err());
    assert!(session.enumerate(&l, &[set], |_| true).is_err());
    assert!(session.minimise(&l, &[], &[], &[set]).is_err());
    assert!(session.break_symmetries(&l, &[formula], &[]).is_err());
    let error = evaluate(&l, &Instance::new(), &[formula]).unwrap_err();
    assert!(matches!(error, LogicError::EmptyUniverse { .. }));
    // With an atom, even of another sort, there is a universe; the mistake was not to have one yet.
    l.atom(l.sort("Other"), "other");
    session.assert(&l, formula).unwrap();
    assert!(matches!(session.solve(&l, &[]).unwrap(), Outcome::Sat(_)));
}

#[test]
fn numbers_need_no_universe() {
    let l = Logic::new();
    l.sort("Unused");
    let places = TupleSet::unary(BIT, (0..4).map(|at| l.bit_atom(at)));
    let bits = l.rel(l.relation("bits", &[BIT], TupleSet::empty([BIT]), places));
    let mut session = Session::new(Translator::new());
    let number = l.from_bits(bits, 4, false);
    session.assert(&l, l.int_lt(l.int(13), number)).unwrap();
    assert!(matches!(session.solve(&l, &[]).unwrap(), Outcome::Sat(_)));
}

#[test]
fn an_assertion_beyond_the_budget_leaves_the_session_as_it_was() {
    let w = world();
    let bits =
        w.l.relation("bits", &[BIT], TupleSet::empty([BIT]), w.l.universe(BIT));
    let number = |width| w.l.from_bits(w.l.rel(bits), width, false);
    let large = w.l.mul(w.l.mul(number(256), number(255)), number(254));
    let formula = w.l.and(&[w.l.some(w.set), w.l.int_eq(large, w.l.int(77))]);
    let mut session = Session::new(Translator::new());
    let budget = |gates| Budget {
        gates: Some(gates),
        ..Budget::default()
    };
    session.translator().set_budget(budget(5_000));
    let error = session.assert(&w.l, formula).unwrap_err().to_string();
    assert!(error.starts_with("more than 5000 gates at `"), "{error}");
    // It stopped where it was told to, not after the whole product.
    assert!(session.statistics().gates < 20_000);
    session.translator().set_budget(Budget::default());
    session.assert(&w.l, w.l.no(w.set)).unwrap();
    assert!(matches!(session.solve(&w.l, &[]).unwrap(), Outcome::Sat(_)));
    // Asserted together they depend on each other: that session is of no more use.
    let mut session = Session::new(Translator::new());
    session.translator().set_budget(budget(5_000));
    let together = session
        .assert_all(&w.l, &[w.l.some(w.set), formula])
        .unwrap_err();
    let later = session.solve(&w.l, &[]).unwrap_err();
    assert_eq!(later.to_string(), together.to_string());
}

#[test]
fn one_operator_is_stopped_in_the_middle() {
    // A product of a million bits would take days.
    let l = Logic::new();
    let places = TupleSet::unary(BIT, [0, 1, 900_000].map(|at| l.bit_atom(at)));
    let bits = l.rel(l.relation("bits", &[BIT], TupleSet::empty([BIT]), places));
    let a = l.from_bits(bits, 500_000, true);
    let some = l.rel(l.relation("some", &[BIT], TupleSet::empty([BIT]), l.universe(BIT)));
    let b = l.from_bits(some, 500_000, true);
    let start = std::time::Instant::now();
    let mut translator = Translator::new();
    translator.set_budget(Budget {
        deadline: Some(start + std::time::Duration::from_millis(300)),
        ..Budget::default()
    });
    let question = l.int_lt(l.mul(b, b), a);
    assert_eq!(
        translator.formula(&l, question).unwrap_err(),
        LogicError::Interrupted
    );
    assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
}

#[test]
fn orders_of_nothing_and_of_one_atom_twice_are_refused() {
    let w = world();
    let atom = w.l.atoms(w.a)[0];
    let order = w.l.total_order("order", &[atom, atom]);
    check(
        &w,
        order.formula,
        "atom a0 occurs twice in the order `order`",
    );
    let w = world();
    let order = w.l.total_order("order", &[]);
    check(
        &w,
        order.formula,
        "the universe is empty, there is nothing for `order` to range over",
    );
    let w = world();
    let number = w.l.int_atom(3);
    let order = w.l.total_order("order", &[atom, number]);
    check(
        &w,
        order.formula,
        "`order` has atom 3 in column 1, which is not of sort `A`",
    );
}

#[test]
fn an_empty_sort_is_no_mistake() {
    let l = Logic::new();
    l.atom(l.sort("Other"), "other");
    let sort = l.sort("Empty");
    let set = l.rel(l.relation("set", &[sort], TupleSet::empty([sort]), l.universe(sort)));
    let mut session = Session::new(Translator::new());
    session.assert(&l, l.no(set)).unwrap();
    session
        .assert(&l, l.all(l.univ(sort), |_| l.falsehood()))
        .unwrap();
    assert!(matches!(session.solve(&l, &[]).unwrap(), Outcome::Sat(_)));
    session.assert(&l, l.some(l.closure(l.iden(sort)))).unwrap();
    assert!(matches!(session.solve(&l, &[]).unwrap(), Outcome::Unsat(_)));
}

#[test]
fn a_total_function_without_possible_values_is_undefined_everywhere() {
    let l = Logic::new();
    let sort = l.sort("A");
    l.atom(sort, "a0");
    let columns = [sort, sort];
    let nothing = TupleSet::empty(columns);
    let map = l.rel(l.function("map", &columns, 1, nothing.clone(), nothing));
    let mut session = Session::new(Translator::new());
    session.assert(&l, l.no(map)).unwrap();
    assert!(matches!(session.solve(&l, &[]).unwrap(), Outcome::Sat(_)));
}

#[test]
fn deep_nesting_of_quantifiers_is_refused() {
    let w = world();
    fn nest(w: &World, depth: usize) -> Formula {
        match depth {
            0 => w.l.some(w.set),
            _ => w.l.all(w.set, |x| {
                w.l.or(&[w.l.subset(x, w.set), nest(w, depth - 1)])
            }),
        }
    }
    let formula = nest(&w, 200);
    check(&w, formula, "quantifiers nested 101 deep");
}
