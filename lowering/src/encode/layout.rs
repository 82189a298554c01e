//! How a type flattens into leaves: booleans, integers, tags, pointers and members of a sort.
//!
//! Recursion passes through pointers only, so the layout is finite. An `Option` of a pointer that is
//! never null has no tag of its own: it is that pointer, or none.

use std::rc::Rc;

use crate::ids::Id;
use crate::ir::state::PathStep;
use crate::ir::types::{AdtId, FieldIdx, IntTy, ParamId, Ty, TyId, Types, VariantIdx};

/// A path from a value to a part of it.
pub type Path = Rc<[PathStep]>;

/// A scalar part of a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leaf {
    /// Where it is.
    pub path: Path,
    /// What it holds.
    pub kind: LeafKind,
}

/// What a leaf holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeafKind {
    /// A truth value.
    Bool,
    /// A number.
    Int(IntKind),
    /// Which variant the enum at the path is.
    Tag(AdtId),
    /// A pointer; `owned` if it is a `Box`.
    Pointer { to: TyId, owned: bool },
    /// A member of a type parameter.
    Member(ParamId),
    /// The number of elements behind the pointer to a slice at the path.
    Len,
    /// Whether the `Maybe` at the path holds a value.
    Init,
    /// The owner of a run of slots.
    Buffer { element: TyId },
}

impl LeafKind {
    /// Whether it is the value of a scalar, rather than something that goes with the value at its
    /// path.
    fn is_value(self) -> bool {
        !matches!(self, LeafKind::Len | LeafKind::Init)
    }
}

/// The index of the leaf that holds the scalar at a path.
pub fn value_leaf(leaves: &[Leaf], path: &[PathStep]) -> Option<usize> {
    let mut all = leaves.iter();
    all.position(|leaf| *leaf.path == *path && leaf.kind.is_value())
}

/// The index of the leaf of that kind, which goes with the value at a path.
pub fn side_leaf(leaves: &[Leaf], path: &[PathStep], kind: LeafKind) -> Option<usize> {
    let mut all = leaves.iter();
    all.position(|leaf| *leaf.path == *path && leaf.kind == kind)
}

/// The step to an element of an array, or, with 0, from a `Maybe` to its value.
pub fn element_step(index: usize) -> PathStep {
    PathStep {
        variant: VariantIdx::from_index(0),
        field: FieldIdx::from_index(index),
    }
}

/// More elements than this are not held by value.
const ARRAY_LIMIT: u32 = 64;

/// The numbers of a leaf or value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IntKind {
    /// A machine integer.
    Machine(IntTy),
    /// A `char`.
    Char,
    /// A mathematical integer.
    Math,
}

/// The path with one more step.
pub fn extend(path: &Path, variant: VariantIdx, field: FieldIdx) -> Path {
    path.iter()
        .copied()
        .chain([PathStep { variant, field }])
        .collect()
}

/// The path `inside` below `outside`.
pub fn concat(outside: &Path, inside: &[PathStep]) -> Path {
    outside.iter().chain(inside).copied().collect()
}

/// The variant that holds a pointer in an enum that is a pointer or nothing (`Option<Box<T>>`): the
/// enum has no tag then. The other variant is the one without a field.
pub fn nullable(types: &Types, adt: AdtId) -> Option<VariantIdx> {
    let adt = types.adt(adt);
    if !adt.is_enum || adt.variants.len() != 2 {
        return None;
    }
    let holds = |index: usize| {
        let variant = &adt.variants[VariantIdx::from_index(index)];
        match variant.fields.values().as_slice() {
            [field] => is_never_null(types, field.ty),
            _ => false,
        }
    };
    let empty = |index: usize| {
        adt.variants[VariantIdx::from_index(index)]
            .fields
            .is_empty()
    };
    match (holds(0) && empty(1), holds(1) && empty(0)) {
        (true, _) => Some(VariantIdx::from_index(0)),
        (_, true) => Some(VariantIdx::from_index(1)),
        _ => None,
    }
}

/// Whether values of the type are pointers of which null, and nothing else, is not one.
fn is_never_null(types: &Types, ty: TyId) -> bool {
    match types.get(ty) {
        Ty::Ref { to, .. } | Ty::Box(to) => types.slice_element(*to).is_none(),
        Ty::Counted { weak, .. } => !weak,
        _ => false,
    }
}

/// The leaves of a type, in the order of its fields; `Err` names a part that cannot be in memory.
pub fn leaves(types: &Types, ty: TyId) -> Result<Vec<Leaf>, TyId> {
    let mut found = Vec::new();
    collect(types, ty, &Rc::from([]), &mut found)?;
    Ok(found)
}

fn collect(types: &Types, ty: TyId, path: &Path, found: &mut Vec<Leaf>) -> Result<(), TyId> {
    let mut leaf = |kind| {
        found.push(Leaf {
            path: path.clone(),
            kind,
        });
        Ok(())
    };
    match types.get(ty) {
        Ty::Bool => leaf(LeafKind::Bool),
        Ty::Char => leaf(LeafKind::Int(IntKind::Char)),
        Ty::Int(int) => leaf(LeafKind::Int(IntKind::Machine(*int))),
        Ty::MathInt => leaf(LeafKind::Int(IntKind::Math)),
        Ty::Param(param) => leaf(LeafKind::Member(*param)),
        Ty::Box(to) | Ty::Ref { to, .. } | Ty::RawPtr { to, .. } | Ty::Counted { to, .. } => {
            leaf(LeafKind::Pointer {
                to: *to,
                owned: matches!(types.get(ty), Ty::Box(_)),
            })?;
            match types.slice_element(*to) {
                Some(_) => leaf(LeafKind::Len),
                None => Ok(()),
            }
        }
        Ty::Buffer(element) => leaf(LeafKind::Buffer { element: *element }),
        Ty::Maybe(value) => {
            leaf(LeafKind::Init)?;
            let content = path.iter().copied().chain([element_step(0)]);
            collect(types, *value, &content.collect(), found)
        }
        Ty::Array(element, count) if *count <= ARRAY_LIMIT => {
            for index in 0..*count as usize {
                let inside = path.iter().copied().chain([element_step(index)]);
                collect(types, *element, &inside.collect(), found)?;
            }
            Ok(())
        }
        Ty::Never => Ok(()),
        Ty::Tuple(parts) => {
            for (index, part) in parts.iter().enumerate() {
                let field = FieldIdx::from_index(index);
                collect(
                    types,
                    *part,
                    &extend(path, VariantIdx::from_index(0), field),
                    found,
                )?;
            }
            Ok(())
        }
        Ty::Adt(adt) => {
            if types.adt(*adt).is_enum && nullable(types, *adt).is_none() {
                leaf(LeafKind::Tag(*adt))?;
            }
            for (variant, data) in types.adt(*adt).variants.iter() {
                for (field, data) in data.fields.iter() {
                    collect(types, data.ty, &extend(path, variant, field), found)?;
                }
            }
            Ok(())
        }
        Ty::Set(_) | Ty::Seq(_) | Ty::Array(..) | Ty::Slice(_) | Ty::Str(_) => Err(ty),
    }
}
