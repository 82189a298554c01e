//! Lowered functions, run by the interpreter on lists of nodes.

use super::fake::*;
use crate::front::ClauseKind;
use crate::ids::{Id, Table};
use crate::ir::interp::{Environment, Limits, Machine, Outcome, Prepared, Scope, Unobserved};
use crate::ir::state::{Object, Pointer, State, Value};
use crate::ir::{ObligationKind, Program};
use crate::thir::{Arm, Expr, ExprKind, Pat, PatKind, SpecExpr, Stmt};

fn list() -> crate::ty::Ty {
    option(boxed(node()))
}

/// A state in which the only parameter points to a list of these values.
fn state(program: &Program, values: &[i32]) -> State {
    let name = |text: &str| {
        let found = program
            .types
            .iter()
            .find(|(id, _)| program.types.name(*id) == text);
        found.expect("the type is part of the program").0
    };
    let pointer = |index: usize| {
        Value::Pointer(Pointer {
            object: Id::from_index(index),
            path: Vec::new(),
        })
    };
    let link = |index: usize| {
        if index < values.len() {
            Value::Adt(Id::from_index(1), vec![pointer(index + 1)])
        } else {
            Value::Adt(Id::from_index(0), Vec::new())
        }
    };
    let mut objects = Table::new();
    objects.push(Object {
        kind: crate::ir::state::ObjectKind::Single,
        ty: name("Option<Box<Node>>"),
        value: link(0),
    });
    for (index, value) in values.iter().enumerate() {
        objects.push(Object {
            kind: crate::ir::state::ObjectKind::Single,
            ty: name("Node"),
            value: Value::Adt(
                Id::from_index(0),
                vec![Value::Int((*value).into()), link(index + 1)],
            ),
        });
    }
    State {
        choices: Vec::new(),
        objects,
        inputs: vec![pointer(0)],
    }
}

/// Checks a function of one `&mut Option<Box<Node>>` on one list.
fn run(function: FakeFn, values: &[i32]) -> Outcome {
    let (program, harness) = checked(vec![function]).expect("it is lowered");
    let prepared = Prepared::new(&program).expect("it is well formed");
    let environment = Environment {
        scope: Scope::default(),
        limits: Limits::default(),
        is_user: &|_| true,
    };
    let mut machine = Machine::new(&prepared, &environment);
    let state = state(&program, values);
    let outcome = machine.run(harness.entry, &state, &mut Unobserved);
    outcome.expect("the state fits")
}

fn violated(outcome: &Outcome) -> Option<ObligationKind> {
    match outcome {
        Outcome::Violated(violation) => Some(violation.obligation.kind),
        _ => None,
    }
}

fn parameter() -> Expr {
    var(0, ref_mut(list()))
}

/// `match list { Some(n) => n.val = value, None => () }`, references peeled as the front end does.
fn set_first(value: i32) -> FakeFn {
    let bound = Pat {
        kind: PatKind::Binding {
            var: Id::from_index(1),
            by: crate::thir::BindBy::RefMut,
            sub: None,
        },
        ty: boxed(node()),
        span: span(),
    };
    let some = PatKind::Adt {
        variant: Id::from_index(1),
        fields: vec![(Id::from_index(0), bound)],
    };
    let none = PatKind::Adt {
        variant: Id::from_index(0),
        fields: Vec::new(),
    };
    let behind = |kind| Pat {
        kind: PatKind::Deref(Box::new(Pat {
            kind,
            ty: list(),
            span: span(),
        })),
        ty: ref_mut(list()),
        span: span(),
    };
    let n = deref(deref(var(1, ref_mut(boxed(node()))), boxed(node())), node());
    let arms = vec![
        Arm {
            pat: behind(some),
            guard: None,
            body: set(field(n, 0, int()), lit(value)),
        },
        Arm {
            pat: behind(none),
            guard: None,
            body: tuple(Vec::new()),
        },
    ];
    let kind = ExprKind::Match {
        scrutinee: Box::new(parameter()),
        arms,
    };
    let vars = vec![("list", ref_mut(list())), ("n", ref_mut(boxed(node())))];
    let body = block(vec![Stmt::Expr(expr(kind, unit()))], tuple(Vec::new()));
    FakeFn::new(vars, 1, body)
}

fn spec(spec: SpecExpr) -> Expr {
    expr(ExprKind::Spec(Box::new(spec)), boolean())
}

#[test]
fn invariants_of_owned_nodes_are_assumed_and_asserted() {
    assert_eq!(run(set_first(1), &[5, 6]), Outcome::Completed);
    let broken = run(set_first(1), &[5, -6]);
    assert!(matches!(broken, Outcome::AssumptionFailed(_)), "{broken:?}");
    let breaks = run(set_first(-1), &[5, 6]);
    assert_eq!(violated(&breaks), Some(ObligationKind::Invariant));
    assert_eq!(run(set_first(-1), &[]), Outcome::Completed);
}

#[test]
fn unchanged_looks_through_boxes() {
    let check = |value, values: &[i32]| {
        let mut function = set_first(value);
        let unchanged = spec(SpecExpr::Unchanged(vec![deref(parameter(), list())]));
        function.clauses = vec![(ClauseKind::Ensures, unchanged)];
        violated(&run(function, values))
    };
    assert_eq!(check(7, &[7, 8]), None);
    assert_eq!(check(7, &[6, 8]), Some(ObligationKind::Postcondition));
    assert_eq!(check(7, &[]), None);
}

#[test]
fn a_value_on_entry_equals_the_present_one_by_content() {
    let check = |value, values: &[i32]| {
        let mut function = set_first(value);
        let old = SpecExpr::Old(parameter());
        let old = expr(ExprKind::Spec(Box::new(old)), ref_mut(list()));
        let same = spec(SpecExpr::StructuralEq(old, parameter()));
        function.clauses = vec![(ClauseKind::Ensures, same)];
        violated(&run(function, values))
    };
    assert_eq!(check(7, &[7, 8]), None);
    assert_eq!(check(7, &[6, 8]), Some(ObligationKind::Postcondition));
}

#[test]
fn a_list_equals_itself_by_content() {
    let mut function = set_first(3);
    let same = spec(SpecExpr::StructuralEq(parameter(), parameter()));
    function.clauses = vec![(ClauseKind::Ensures, same)];
    assert_eq!(run(function, &[1, 2, 3]), Outcome::Completed);
}

#[test]
fn a_frame_covers_what_its_places_own() {
    let check = |places: Vec<Expr>| {
        let mut function = set_first(3);
        function.clauses = vec![(ClauseKind::Modifies, tuple(places))];
        violated(&run(function, &[1, 2]))
    };
    assert_eq!(check(vec![parameter()]), None);
    assert_eq!(check(Vec::new()), Some(ObligationKind::Frame));
}
