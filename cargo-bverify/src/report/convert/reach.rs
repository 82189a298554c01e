//! What leads where among the objects of a state.

use std::collections::{BTreeMap, BTreeSet};

use lowering::ids::Table;
use lowering::ir::state::{self, Object, ObjectId};

use super::Named;

/// The objects that the roots lead to, in depth-first order.
pub(super) fn reachable(roots: &[Named<'_>], objects: &Table<ObjectId, Object>) -> Vec<ObjectId> {
    let mut seen = BTreeSet::new();
    let mut order = Vec::new();
    let mut work: Vec<ObjectId> = Vec::new();
    for root in roots {
        push_targets(root.value, &mut work);
        while let Some(id) = work.pop() {
            let Some(object) = objects.get(id) else {
                continue;
            };
            if seen.insert(id) {
                order.push(id);
                push_targets(&object.value, &mut work);
            }
        }
    }
    order
}

/// Puts what the value points to on a stack, so that the first is popped first.
fn push_targets(value: &state::Value, work: &mut Vec<ObjectId>) {
    let from = work.len();
    for_each_pointer(value, &mut |pointer| work.push(pointer.object));
    work[from..].reverse();
}

/// How many of the pointers that can be reached lead to each object, whole or in part.
pub(super) fn in_degrees(
    roots: &[Named<'_>],
    objects: &Table<ObjectId, Object>,
) -> BTreeMap<ObjectId, usize> {
    let mut degrees = BTreeMap::new();
    let inner = reachable(roots, objects);
    let inner = inner.iter().map(|id| &objects[*id].value);
    for value in roots.iter().map(|root| root.value).chain(inner) {
        for_each_pointer(value, &mut |pointer| {
            *degrees.entry(pointer.object).or_default() += 1;
        });
    }
    degrees
}

/// Whether a value leads to others.
pub fn has_pointers(value: &state::Value) -> bool {
    let mut leads_on = false;
    for_each_pointer(value, &mut |_| leads_on = true);
    leads_on
}

fn for_each_pointer(value: &state::Value, visit: &mut impl FnMut(&state::Pointer)) {
    match value {
        state::Value::Pointer(pointer) => visit(pointer),
        state::Value::Slice(first, _) => for_each_pointer(first, visit),
        state::Value::Adt(_, parts) => parts.iter().for_each(|part| for_each_pointer(part, visit)),
        state::Value::Set(parts) | state::Value::Seq(parts) => {
            parts.iter().for_each(|part| for_each_pointer(part, visit));
        }
        state::Value::Uninit
        | state::Value::Bool(_)
        | state::Value::Int(_)
        | state::Value::Null
        | state::Value::Dangling
        | state::Value::Member(_) => {}
    }
}
