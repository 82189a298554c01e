//! Values of types of std, seen through their models: a `Vec` by its elements, a `String` by its
//! text. Knows how the models under `lowering/models` are laid out, and nothing else does.

use lowering::ids::{Id as _, Table};
use lowering::ir::state::{Object, ObjectId, ObjectKind, Value};
use lowering::ir::types::{Ty, TyId, Types, VariantIdx};

/// A value as its user knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StdValue<'v> {
    /// Elements in order, and how many there is room for.
    Elements {
        /// The type of an element.
        element: TyId,
        /// The elements.
        values: Vec<&'v Value>,
        /// The room.
        capacity: usize,
    },
    /// Text.
    Text(String),
}

/// The value as its user knows it, if it is of such a type.
pub fn std_value<'v>(
    types: &Types,
    objects: &'v Table<ObjectId, Object>,
    ty: TyId,
    value: &'v Value,
) -> Option<StdValue<'v>> {
    if let Value::Slice(first, len) = value {
        let element = types.slice_element(types.pointee(ty)?)?;
        let len = usize::try_from(*len).ok()?;
        let values = slice(objects, first, len)?;
        return Some(StdValue::Elements {
            element,
            values,
            capacity: len,
        });
    }
    let (Ty::Adt(adt), Value::Adt(_, fields)) = (types.get(ty), value) else {
        return None;
    };
    let adt = types.adt(*adt);
    let shape = adt.variants.values().next()?;
    let names: Vec<&str> = shape
        .fields
        .values()
        .map(|field| field.name.as_str())
        .collect();
    let field_types = types.field_types(ty, VariantIdx::from_index(0));
    match (adt.base_name.as_str(), names.as_slice(), fields.as_slice()) {
        ("Vec", ["buf", "len"], [buffer, Value::Int(len)]) => {
            let Ty::Buffer(element) = types.get(field_types[0]) else {
                return None;
            };
            let len = usize::try_from(*len).ok()?;
            let slots = match buffer {
                Value::Pointer(pointer) => match objects.get(pointer.object) {
                    Some(Object {
                        kind: ObjectKind::Buffer,
                        value: Value::Adt(_, slots),
                        ..
                    }) => slots.as_slice(),
                    _ => return None,
                },
                _ => &[],
            };
            Some(StdValue::Elements {
                element: *element,
                values: slots.get(..len)?.iter().collect(),
                capacity: slots.len(),
            })
        }
        ("String", ["bytes"], [bytes]) => {
            let StdValue::Elements { values, .. } =
                std_value(types, objects, field_types[0], bytes)?
            else {
                return None;
            };
            text(&values).map(StdValue::Text)
        }
        _ => None,
    }
}

/// Bytes as text, if they are.
pub fn text(bytes: &[&Value]) -> Option<String> {
    let byte = |value: &&Value| match value {
        Value::Int(number) => u8::try_from(*number).ok(),
        _ => None,
    };
    let bytes: Option<Vec<u8>> = bytes.iter().map(byte).collect();
    String::from_utf8(bytes?).ok()
}

/// The elements that a slice leads to.
fn slice<'v>(
    objects: &'v Table<ObjectId, Object>,
    first: &Value,
    len: usize,
) -> Option<Vec<&'v Value>> {
    let Value::Pointer(pointer) = first else {
        return (len == 0).then(Vec::new);
    };
    let object = objects.get(pointer.object)?;
    let Some((last, path)) = pointer.path.split_last() else {
        return (len == 1).then(|| vec![&object.value]);
    };
    let mut whole = &object.value;
    for step in path {
        whole = match whole {
            Value::Adt(variant, fields) if *variant == step.variant => {
                fields.get(step.field.index())?
            }
            _ => return None,
        };
    }
    let Value::Adt(_, elements) = whole else {
        return None;
    };
    let start = last.field.index();
    Some(elements.get(start..start + len)?.iter().collect())
}
