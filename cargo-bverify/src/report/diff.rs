//! What a call changed: the difference of two heaps, place by place.

use super::heap::{Adt, Heap, PointerKind, Value};

/// A place whose value is not what it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The place (`self.len`, `N0.next`).
    pub place: String,
    /// What it held; nothing if the object did not exist.
    pub before: Option<Value>,
    /// What it holds; nothing if the object is gone.
    pub after: Option<Value>,
}

/// All changes, in the order of the objects. What differs deep inside is told there: of two structs
/// of one type, only the fields that differ.
pub fn changes(pre: &Heap, post: &Heap) -> Vec<Change> {
    let mut changes = Vec::new();
    for old in &pre.roots {
        if let (Some(PointerKind::Mutable), Some(new)) = (old.slice, post.root(&old.name)) {
            compare(&old.name, &old.value, new, &mut changes);
        }
    }
    for (id, old) in &pre.nodes {
        match post.nodes.get(id) {
            Some(new) => compare(&old.name, &old.value, &new.value, &mut changes),
            None => changes.push(Change {
                place: old.name.clone(),
                before: Some(old.value.clone()),
                after: None,
            }),
        }
    }
    for (id, new) in &post.nodes {
        if !pre.nodes.contains_key(id) {
            changes.push(Change {
                place: new.name.clone(),
                before: None,
                after: Some(new.value.clone()),
            });
        }
    }
    changes
}

fn compare(place: &str, old: &Value, new: &Value, changes: &mut Vec<Change>) {
    match (old, new) {
        (Value::Adt(old), Value::Adt(new)) if same_shape(old, new) => {
            for ((name, old), (_, new)) in old.fields.iter().zip(&new.fields) {
                compare(&format!("{place}.{name}"), old, new, changes);
            }
        }
        // A cell shows by itself that it is borrowed only while it is.
        (old, Value::Adt(new)) if is_borrowed(new) => {
            let [(inside, value), (borrowed, how)] = new.fields.as_slice() else {
                return;
            };
            compare(&format!("{place}.{inside}"), old, value, changes);
            changes.push(Change {
                place: format!("{place}.{borrowed}"),
                before: Some(Value::Adt(Adt {
                    ty: "no".into(),
                    variant: None,
                    named_fields: true,
                    fields: Vec::new(),
                })),
                after: Some(how.clone()),
            });
        }
        (Value::Tuple(old), Value::Tuple(new)) if old.len() == new.len() => {
            for (index, (old, new)) in old.iter().zip(new).enumerate() {
                compare(&format!("{place}.{index}"), old, new, changes);
            }
        }
        (Value::Seq(old), Value::Seq(new)) if old.len() == new.len() => {
            for (index, (old, new)) in old.iter().zip(new).enumerate() {
                compare(&format!("{place}[{index}]"), old, new, changes);
            }
        }
        (Value::Map(old), Value::Map(new)) if same_keys(old, new) => {
            for ((key, old), (_, new)) in old.iter().zip(new) {
                compare(&format!("{place}[{key}]"), old, new, changes);
            }
        }
        _ if old == new => {}
        _ => changes.push(Change {
            place: place.to_owned(),
            before: Some(old.clone()),
            after: Some(new.clone()),
        }),
    }
}

/// Whether the value is that of a `RefCell` together with how it is borrowed.
fn is_borrowed(value: &Adt) -> bool {
    let names = value.fields.iter().map(|(name, _)| name.as_str());
    value.ty == "RefCell" && names.eq(["value", "borrowed"])
}

fn same_keys(old: &[(Value, Value)], new: &[(Value, Value)]) -> bool {
    old.len() == new.len() && old.iter().zip(new).all(|((old, _), (new, _))| old == new)
}

fn same_shape(old: &Adt, new: &Adt) -> bool {
    old.ty == new.ty && old.variant == new.variant && old.fields.len() == new.fields.len()
}
