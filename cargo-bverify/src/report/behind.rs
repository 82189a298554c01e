//! What a pointer leads to.

use lowering::ids::{Id as _, Table};
use lowering::ir::state::{Object, ObjectId, Pointer, Value};

/// What a pointer leads to among objects: an object, or a part of one.
pub fn behind<'v>(objects: &'v Table<ObjectId, Object>, pointer: &Pointer) -> Option<&'v Value> {
    let whole = &objects.get(pointer.object)?.value;
    pointer.path.iter().try_fold(whole, |at, step| match at {
        Value::Adt(variant, fields) if *variant == step.variant => fields.get(step.field.index()),
        _ => None,
    })
}
