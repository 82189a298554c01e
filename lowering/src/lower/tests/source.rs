//! Contracts in source, checked on states made by hand.

use crate::front::{Front, Stop};
use crate::ids::{Id, Table};
use crate::ir::interp::{Environment, Limits, Machine, Outcome, Prepared, Scope, Unobserved};
use crate::ir::state::{Object, Pointer, State, Value};
use crate::ir::types::TyId;
use crate::ir::{ObligationKind, Program};
use crate::lower::Semantics;
use crate::source::{MemoryFiles, PackageInput};
use crate::typeck::{Package, on_deep_stack};

const NODE: &str = "
use bverify_contracts::*;
pub struct Node { pub value: i32, pub next: Option<Box<Node>> }
#[model]
pub fn values(link: &Option<Box<Node>>) -> Seq<i32> {
    match link {
        None => Seq::new(),
        Some(node) => values(&node.next).push_front(node.value),
    }
}
";

/// How the check of the function `f` ends on a list of nodes: `Ok` if it completes, the kind of
/// obligation that is violated, or what is unsupported.
fn check(source: &str, list: &[i32]) -> Result<(), String> {
    let text = format!("{NODE}{source}");
    on_deep_stack(|| {
        let files = MemoryFiles::default().with("lib.rs", text);
        let input = PackageInput {
            name: "test".into(),
            root: "lib.rs".into(),
            ..PackageInput::default()
        };
        let package = Package::load(&input, &files)
            .map_err(|refused| refused.diagnostics[0].message.clone())?;
        let functions = package.functions();
        let function = functions.iter().find(|function| function.path == "f");
        let def = function.expect("the source has a function `f`").def;
        let (program, harness) =
            match super::super::lower_function(&package, def, Semantics::default()) {
                Ok(lowered) => lowered,
                Err(Stop::Unsupported(list)) => return Err(list[0].construct.clone()),
                Err(Stop::Mistake(list)) => return Err(list[0].message.clone()),
            };
        let prepared = Prepared::new(&program).map_err(|error| error.to_string())?;
        let environment = Environment {
            scope: Scope::default(),
            limits: Limits::default(),
            is_user: &|_| true,
        };
        let mut machine = Machine::new(&prepared, &environment);
        let entry = &program.procs[harness.entry];
        let param = entry.locals[entry.params[0]].ty;
        let state = state(&program, param, list);
        match machine.run(harness.entry, &state, &mut Unobserved) {
            Ok(Outcome::Completed) => Ok(()),
            Ok(Outcome::Violated(violation)) => Err(format!("{:?}", violation.obligation.kind)),
            other => Err(format!("{other:?}")),
        }
    })
}

/// A state whose input is the list: the link itself, or a pointer to it or to its first node.
fn state(program: &Program, param: TyId, list: &[i32]) -> State {
    let find = |name: &str| {
        let mut types = program.types.iter();
        types
            .find(|(id, _)| program.types.name(*id) == name)
            .map(|(id, _)| id)
    };
    let pointer = |object| {
        let path = Vec::new();
        Value::Pointer(Pointer { object, path })
    };
    let none = Value::Adt(Id::from_index(0), Vec::new());
    let mut objects = Table::new();
    let mut link = none;
    let mut first = None;
    for value in list.iter().rev() {
        let fields = vec![Value::Int((*value).into()), link];
        let object = objects.push(Object {
            kind: crate::ir::state::ObjectKind::Single,
            ty: find("Node").expect("the program has nodes"),
            value: Value::Adt(Id::from_index(0), fields),
        });
        first = Some(object);
        link = Value::Adt(Id::from_index(1), vec![pointer(object)]);
    }
    let pointee = program.types.pointee(param);
    let input = match (pointee, first) {
        (None, _) => link,
        (Some(to), Some(first)) if Some(to) == find("Node") => pointer(first),
        (Some(ty), _) => pointer(objects.push(Object {
            kind: crate::ir::state::ObjectKind::Single,
            ty,
            value: link,
        })),
    };
    State {
        choices: Vec::new(),
        objects,
        inputs: vec![input],
    }
}

fn violated(kind: ObligationKind) -> Result<(), String> {
    Err(format!("{kind:?}"))
}

#[test]
fn a_parameter_by_value_means_its_value_on_entry() {
    let body = "pub fn f(mut node: Box<Node>) -> i32 { node.value += 1; node.value }";
    let holds = format!("#[ensures(result == node.value + 1)] {body}");
    assert_eq!(check(&holds, &[4]), Ok(()));
    let fails = format!("#[ensures(result == node.value)] {body}");
    assert_eq!(check(&fails, &[4]), violated(ObligationKind::Postcondition));
}

#[test]
fn a_mutable_reference_means_what_it_points_to_at_the_exit() {
    let body = "pub fn f(node: &mut Node) -> i32 { node.value += 1; node.value }";
    let holds =
        format!("#[ensures(result == node.value && node.value == old(node.value) + 1)] {body}");
    assert_eq!(check(&holds, &[4]), Ok(()));
    let fails = format!("#[ensures(result == old(node.value))] {body}");
    assert_eq!(check(&fails, &[4]), violated(ObligationKind::Postcondition));
}

#[test]
fn a_pure_function_of_an_entry_value_reads_the_state_on_entry() {
    let body = "pub fn f(link: Option<Box<Node>>) -> Option<Box<Node>> {
        let mut link = link;
        if let Some(node) = &mut link { node.value = 9; }
        link
    }";
    let holds = format!("#[ensures(values(&result).skip(1) == values(&link).skip(1))] {body}");
    assert_eq!(check(&holds, &[1, 2, 3]), Ok(()));
    let fails = format!("#[ensures(values(&result) == values(&link))] {body}");
    assert_eq!(
        check(&fails, &[1, 2, 3]),
        violated(ObligationKind::Postcondition)
    );
    let fails = format!("#[ensures(result == link)] {body}");
    assert_eq!(
        check(&fails, &[1, 2]),
        violated(ObligationKind::Postcondition)
    );
    assert_eq!(check(&fails, &[9, 2]), Ok(()));
}

#[test]
fn panics_are_judged_by_their_clauses() {
    let body =
        "pub fn f(node: &mut Node) -> i32 { if node.value > 3 { panic!(\"large\") } node.value }";
    assert_eq!(
        check(&format!("#[pure] #[ensures(true)] {body}"), &[1]),
        Ok(())
    );
    let kind = crate::ir::PanicKind::Explicit;
    let fails = check(&format!("#[ensures(true)] {body}"), &[4]);
    assert_eq!(fails, violated(ObligationKind::Panic(kind)));
    let exact = format!("#[panics(node.value > 3)] {body}");
    assert_eq!((check(&exact, &[4]), check(&exact, &[3])), (Ok(()), Ok(())));
    let wide = format!("#[panics(node.value > 2)] {body}");
    assert_eq!(check(&wide, &[3]), violated(ObligationKind::MissingPanic));
    assert_eq!(
        check(&format!("#[may_panic(node.value > 2)] {body}"), &[3]),
        Ok(())
    );
}

#[test]
fn a_clause_that_panics_is_not_well_defined() {
    let source = "#[ensures(node.next.as_ref().unwrap().value == 2)]
        pub fn f(node: &Node) -> i32 { node.value }";
    assert_eq!(check(source, &[1, 2]), Ok(()));
    assert_eq!(
        check(source, &[1]),
        violated(ObligationKind::NotWellDefined)
    );
}

#[test]
fn reachable_nodes_and_quantifiers_are_seen() {
    let body = "pub fn f(node: &mut Node) { node.value = 0; }";
    let clause = "node.reach(next).all(|n| n.value >= 0)";
    let source = format!("#[ensures({clause})] {body}");
    assert_eq!(check(&source, &[-5, 2, 3]), Ok(()));
    assert_eq!(
        check(&source, &[-5, -2]),
        violated(ObligationKind::Postcondition)
    );
    let old = format!("#[ensures(node.reach(next) == old(node.reach(next)))] {body}");
    assert_eq!(check(&old, &[1, 2]), Ok(()));
}

#[test]
fn frames_are_checked() {
    let body = "pub fn f(node: &mut Node) { node.value = 0; }";
    assert_eq!(
        check(&format!("#[modifies(node.value)] {body}"), &[1, 2]),
        Ok(())
    );
    let narrow = check(&format!("#[modifies(node.next)] {body}"), &[1, 2]);
    assert_eq!(narrow, violated(ObligationKind::Frame));
}

#[test]
fn claims_in_bodies_know_values_on_entry() {
    let body = |claim: &str| {
        format!(
            "#[ensures(true)] pub fn f(node: &mut Node) {{ node.value += 1; prove!({claim}); }}"
        )
    };
    assert_eq!(
        check(&body("node.value == old(node.value) + 1"), &[1]),
        Ok(())
    );
    assert_eq!(
        check(&body("node.value == old(node.value)"), &[1]),
        violated(ObligationKind::Proof)
    );
}
