//! How a place is written in the source. Knows types and names only.

use crate::ids::Id;
use crate::ir::state::Value;
use crate::ir::types::{Ty, TyId, Types, VariantIdx};
use crate::ir::{LocalId, Place, Proc, Projection};

/// The place as the user would write it; nothing if it starts at a temporary.
///
/// Dereferences before a field are left out, as Rust lets one. A variant, which Rust has no way to
/// write, is put as `(place as Variant)`.
///
/// Of an index that has no name, `number` says what it is worth.
pub(super) fn source_place(
    types: &Types,
    proc: &Proc,
    place: &Place,
    number: impl Fn(LocalId) -> Value,
) -> Option<String> {
    let local = proc.locals.get(place.local)?;
    let mut ty = local.ty;
    let mut text = match &local.name {
        Some(name) => name.clone(),
        // What a closure has captured is called as it is around it.
        None if is_closure(types, ty) => String::new(),
        None => return None,
    };
    let (mut stars, mut captured) = (0, false);
    let mut variant = VariantIdx::from_index(0);
    for step in &place.projection {
        match step {
            Projection::Deref => {
                stars += 1;
                ty = types.pointee(ty)?;
            }
            Projection::Index(at) => {
                let index = proc.locals.get(*at)?.name.clone();
                let index = index.unwrap_or_else(|| match number(*at) {
                    Value::Int(number) => number.to_string(),
                    _ => "_".into(),
                });
                text = format!("{text}[{index}]");
                stars = 0;
                ty = types.element(ty)?;
            }
            Projection::Variant(chosen) => {
                let name = variant_name(types, ty, *chosen)?;
                text = format!("({}{text} as {name})", "*".repeat(stars));
                stars = 0;
                variant = *chosen;
            }
            Projection::Field(field) => {
                let (name, part) = match types.get(ty) {
                    Ty::Tuple(parts) => (field.index().to_string(), *parts.get(field.index())?),
                    Ty::Adt(adt) => {
                        captured = text.is_empty();
                        let fields = &types.adt(*adt).variants.get(variant)?.fields;
                        let field = fields.get(*field)?;
                        (field.name.clone(), field.ty)
                    }
                    _ => return None,
                };
                text = match std::mem::take(&mut captured) {
                    true => name,
                    false => format!("{text}.{name}"),
                };
                stars = 0;
                ty = part;
                variant = VariantIdx::from_index(0);
            }
        }
    }
    // A capture by reference is looked through wherever it is named.
    (!text.is_empty()).then(|| format!("{}{text}", "*".repeat(stars)))
}

fn is_closure(types: &Types, ty: TyId) -> bool {
    let ty = types.pointee(ty).unwrap_or(ty);
    matches!(types.get(ty), Ty::Adt(adt) if types.adt(*adt).base_name == "{closure}")
}

fn variant_name(types: &Types, ty: TyId, variant: VariantIdx) -> Option<&str> {
    match types.get(ty) {
        Ty::Adt(adt) => Some(&types.adt(*adt).variants.get(variant)?.name),
        _ => None,
    }
}
