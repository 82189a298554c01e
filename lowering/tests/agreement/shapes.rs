//! Pre-states of types that own themselves: every shape within scope comes in, and each state once.

use std::collections::BTreeSet;

use lowering::encode::{self, Bounds, Oracle, Window};
use lowering::front::Front;
use lowering::ir::state::{State, Value};
use lowering::lower;
use solver_bridge::{Instance, Session, Translator};

use crate::{NoOracle, Solving, load};

/// The shapes of the argument of the only function that is checked, at a scope of two; and whether each
/// state came in once.
fn shapes(source: &str, oracle: &mut dyn Oracle) -> (BTreeSet<String>, bool) {
    let package = load(&format!("use bverify_contracts::*;\n{source}"));
    let mut functions = package.functions().into_iter();
    let function = functions.find(|function| function.checked);
    let function = function.expect("a function is checked");
    let lowered = lower::lower_function(&package, function.def, lower::Semantics::default());
    let (program, harness) = lowered.expect("it is lowered");
    let bounds = Bounds {
        window: Window::Bits(2),
        unroll_limit: 8,
        ..Bounds::of_scope(2)
    };
    let translator = Translator::new();
    let encoded = encode::encode(&program, &harness, &bounds, translator, oracle, false);
    let (encoding, translator) = encoded.expect("it encodes");
    let logic = &encoding.logic;
    let mut session = Session::new(translator);
    for fact in encoding.facts.iter().chain(&encoding.entry) {
        session.assert(logic, *fact).expect("a fact translates");
    }
    let (mut found, mut states) = (BTreeSet::new(), BTreeSet::new());
    let mut once = true;
    let mut visit = |instance: &Instance| {
        let state = encoding.decode(instance).expect("it decodes");
        once &= states.insert(format!("{state:?}"));
        found.insert(shape(&state, &state.inputs[0]));
        true
    };
    let relations = logic.relations();
    let enumerated = session.enumerate(logic, &relations, &mut visit);
    enumerated.expect("it solves");
    (found, once)
}

/// What a value looks like: variants and what is owned, without numbers and empty slots.
fn shape(state: &State, value: &Value) -> String {
    let all = |values: &[Value]| -> String {
        let parts = values.iter().map(|value| shape(state, value));
        parts.collect()
    };
    match value {
        Value::Adt(variant, fields) => format!("{variant}({})", all(fields)),
        Value::Pointer(pointer) => match &state.objects[pointer.object].value {
            Value::Adt(_, slots) if pointer.path.is_empty() => format!("[{}]", all(slots)),
            other => shape(state, other),
        },
        Value::Null => "null".into(),
        Value::Dangling => "[]".into(),
        _ => String::new(),
    }
}

/// The trees of `count` nodes below the root, children in order, at most two each.
fn trees(count: usize) -> usize {
    match count {
        0 => 1,
        _ => {
            let one = trees(count - 1);
            let two = (0..count - 1).map(|left| trees(left) * trees(count - 2 - left));
            one + two.sum::<usize>()
        }
    }
}

/// The expressions with that many boxes and elements of vectors below the root.
fn expressions(boxes: usize, elements: usize) -> usize {
    let unit = usize::from(boxes == 0 && elements == 0);
    let not = boxes
        .checked_sub(1)
        .map_or(0, |rest| expressions(rest, elements));
    let empty = unit;
    let one = elements
        .checked_sub(1)
        .map_or(0, |rest| expressions(boxes, rest));
    let two = elements.checked_sub(2).map_or(0, |rest| {
        let splits = (0..=boxes).flat_map(|b| (0..=rest).map(move |e| (b, e)));
        let each = splits.map(|(b, e)| expressions(b, e) * expressions(boxes - b, rest - e));
        each.sum()
    });
    unit + not + empty + one + two
}

#[test]
fn all_trees_of_vectors_come_in_once() {
    let expected: usize = (0..=2).map(trees).sum();
    let (found, once) = shapes(
        "pub struct Rose { kids: Vec<Rose> }
         #[ensures(true)]
         pub fn look(rose: &Rose) {}",
        &mut NoOracle,
    );
    assert_eq!(found.len(), expected, "{found:#?}");
    assert!(once, "a state comes in twice");
    let (found, once) = shapes(
        "pub struct Node { kids: Vec<Box<Node>> }
         #[ensures(true)]
         pub fn look(node: &Node) {}",
        &mut NoOracle,
    );
    assert_eq!(found.len(), expected, "{found:#?}");
    assert!(once, "a state comes in twice");
}

#[test]
fn all_trees_of_boxes_and_vectors_come_in() {
    let pairs = (0..=2).flat_map(|boxes| (0..=2).map(move |elements| (boxes, elements)));
    let expected: usize = pairs.map(|(b, e)| expressions(b, e)).sum();
    let (found, _) = shapes(
        "pub enum Expr { Unit, Not(Box<Expr>), Call(Vec<Expr>) }
         #[ensures(true)]
         pub fn look(expr: &Expr) {}",
        &mut Solving::default(),
    );
    assert_eq!(found.len(), expected, "{found:#?}");
}
