//! How many cells a value of each type takes, and where its parts lie. Knows types only.
//!
//! A scalar, a pointer and a model value take one cell each, a pointer to a slice two: the location
//! and the length. A struct, tuple or array is its fields in order, a `Maybe` the value that may be
//! there; an enum is a tag and then the payload of the largest variant, in which all variants
//! overlap. Every type takes at least one cell, so that two places of one object have different
//! locations unless one is the first part of the other.

use thiserror::Error;

use crate::ids::Table;
use crate::ir::types::{Adt, IntTy, Ty, TyId, Types, VariantIdx};

/// The largest value that is accepted, in cells.
const MAX_SIZE: u32 = 1 << 16;
/// The deepest nesting of values by value; walks over a value recurse this deep and no deeper.
const MAX_DEPTH: u32 = 200;

/// The layout of a type.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// How many cells it takes; at least one.
    pub size: u32,
    /// What is in them.
    pub shape: Shape,
}

/// What the cells of a value are.
#[derive(Clone, Debug)]
pub(super) enum Shape {
    /// One cell.
    Scalar(Scalar),
    /// The fields of a struct or tuple.
    Product(Vec<Part>),
    /// A tag, and the fields of each variant.
    Sum(Vec<Vec<Part>>),
    /// A pointer to a slice of elements of that type, and their number.
    Wide(TyId),
    /// Room for a value, which may be there or not.
    Room(Part),
}

/// What a single cell holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scalar {
    /// 0 or 1.
    Bool,
    /// A code point.
    Char,
    /// A machine integer.
    Machine(IntTy),
    /// A mathematical integer.
    Math,
    /// A member of a type parameter, by rank.
    Member,
    /// A location, or null.
    Pointer(TyId),
    /// The location of the first of a run of slots for values of that type.
    Buffer(TyId),
    /// A set of elements of that type.
    Set(TyId),
    /// A sequence of elements of that type.
    Seq(TyId),
    /// Nothing ever.
    Never,
}

impl Scalar {
    /// Whether the cell holds a number (truth values, characters and members included).
    pub(super) fn is_number(self) -> bool {
        matches!(
            self,
            Scalar::Bool | Scalar::Char | Scalar::Machine(_) | Scalar::Math | Scalar::Member
        )
    }

    /// Whether the cell holds an integer that can be calculated with.
    pub(super) fn is_integer(self) -> bool {
        matches!(self, Scalar::Machine(_) | Scalar::Math)
    }
}

/// A field inside a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Part {
    /// The distance from the start of the value, in cells; that of an enum includes the tag.
    pub offset: u32,
    /// Its size.
    pub size: u32,
    /// Its type.
    pub ty: TyId,
}

/// Why a type has no layout.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LayoutError {
    /// The type contains itself without a pointer in between.
    #[error("type `{0}` contains itself by value")]
    Infinite(String),
    /// The type is beyond what can be walked or held.
    #[error("values of type `{0}` are too large")]
    TooLarge(String),
}

/// The layouts of all types of a program.
#[derive(Clone, Debug)]
pub(super) struct Layouts {
    rows: Table<TyId, Layout>,
}

impl Layouts {
    /// Lays out every type.
    pub(super) fn new(types: &Types) -> Result<Self, LayoutError> {
        let mut work = Work {
            types,
            rows: types.iter().map(|_| State::Untouched).collect(),
        };
        for (ty, _) in types.iter() {
            work.visit(ty)?;
        }
        let finished = types.iter().map(|(ty, _)| match &work.rows[ty] {
            State::Done(layout, _) => Ok(layout.clone()),
            State::Untouched | State::Open => Err(LayoutError::Infinite(types.name(ty))),
        });
        let rows = finished.collect::<Result<Vec<_>, _>>()?;
        Ok(Self {
            rows: rows.into_iter().collect(),
        })
    }

    /// The layout of a type.
    pub(super) fn of(&self, ty: TyId) -> &Layout {
        &self.rows[ty]
    }

    /// The size of a type in cells.
    pub(super) fn size(&self, ty: TyId) -> u32 {
        self.rows[ty].size
    }

    /// What the single cell of a scalar type holds.
    pub(super) fn scalar(&self, ty: TyId) -> Option<Scalar> {
        match self.rows[ty].shape {
            Shape::Scalar(scalar) => Some(scalar),
            Shape::Product(_) | Shape::Sum(_) | Shape::Wide(_) | Shape::Room(_) => None,
        }
    }

    /// The element type of a pointer to a slice.
    pub(super) fn wide(&self, ty: TyId) -> Option<TyId> {
        match self.rows[ty].shape {
            Shape::Wide(element) => Some(element),
            _ => None,
        }
    }

    /// The fields of a variant; structs, tuples, arrays and `Maybe`s have the one at 0.
    pub(super) fn parts(&self, ty: TyId, variant: VariantIdx) -> Option<&[Part]> {
        use crate::ids::Id;
        match &self.rows[ty].shape {
            Shape::Product(parts) if variant.index() == 0 => Some(parts),
            Shape::Room(part) if variant.index() == 0 => Some(std::slice::from_ref(part)),
            Shape::Sum(variants) => variants.get(variant.index()).map(Vec::as_slice),
            Shape::Product(_) | Shape::Room(_) | Shape::Scalar(_) | Shape::Wide(_) => None,
        }
    }

    /// Whether the type has exactly one value, without any part.
    pub(super) fn is_unit(&self, ty: TyId) -> bool {
        matches!(&self.rows[ty].shape, Shape::Product(parts) if parts.is_empty())
    }
}

/// A type on its way to a layout.
enum State {
    Untouched,
    /// Waiting for the types of its fields.
    Open,
    /// With the depth to which it nests.
    Done(Layout, u32),
}

struct Work<'t> {
    types: &'t Types,
    rows: Table<TyId, State>,
}

impl Work<'_> {
    /// Lays out a type after the types of its fields, on a stack of its own: a program's types may
    /// nest deeper than the host's stack.
    fn visit(&mut self, root: TyId) -> Result<(), LayoutError> {
        let mut stack = vec![root];
        while let Some(ty) = stack.last().copied() {
            if let State::Done(..) = self.rows[ty] {
                stack.pop();
                continue;
            }
            let first_visit = matches!(self.rows[ty], State::Untouched);
            self.rows[ty] = State::Open;
            let mut ready = true;
            for field in self.components(ty) {
                match self.rows[field] {
                    State::Done(..) => {}
                    State::Untouched if first_visit => {
                        stack.push(field);
                        ready = false;
                    }
                    State::Untouched | State::Open => {
                        return Err(LayoutError::Infinite(self.types.name(ty)));
                    }
                }
            }
            if ready {
                let done = self.lay_out(ty)?;
                self.rows[ty] = done;
                stack.pop();
            }
        }
        Ok(())
    }

    /// The types that a value of the type holds by value.
    fn components(&self, ty: TyId) -> Vec<TyId> {
        match self.types.get(ty) {
            Ty::Tuple(parts) => parts.clone(),
            Ty::Array(of, _) | Ty::Maybe(of) => vec![*of],
            Ty::Adt(adt) => {
                let variants = self.types.adt(*adt).variants.values();
                variants
                    .flat_map(|variant| variant.fields.values().map(|field| field.ty))
                    .collect()
            }
            _ => Vec::new(),
        }
    }

    fn lay_out(&self, ty: TyId) -> Result<State, LayoutError> {
        let too_large = || LayoutError::TooLarge(self.types.name(ty));
        let mut depth = 0;
        for field in self.components(ty) {
            if let State::Done(_, inner) = self.rows[field] {
                depth = depth.max(inner + 1);
            }
        }
        let shape = match self.types.get(ty) {
            Ty::Bool => Shape::Scalar(Scalar::Bool),
            Ty::Char => Shape::Scalar(Scalar::Char),
            Ty::Int(int) => Shape::Scalar(Scalar::Machine(*int)),
            Ty::MathInt => Shape::Scalar(Scalar::Math),
            Ty::Param(_) => Shape::Scalar(Scalar::Member),
            Ty::Never => Shape::Scalar(Scalar::Never),
            Ty::Set(element) => Shape::Scalar(Scalar::Set(*element)),
            Ty::Seq(element) => Shape::Scalar(Scalar::Seq(*element)),
            // Only ever behind a pointer, so that no place holds one.
            Ty::Slice(_) | Ty::Str(_) => Shape::Scalar(Scalar::Never),
            Ty::Buffer(element) => Shape::Scalar(Scalar::Buffer(*element)),
            Ty::Ref { to, .. } | Ty::RawPtr { to, .. } | Ty::Box(to) | Ty::Counted { to, .. } => {
                match self.types.slice_element(*to) {
                    Some(element) => Shape::Wide(element),
                    None => Shape::Scalar(Scalar::Pointer(*to)),
                }
            }
            Ty::Array(element, count) => {
                if *count > MAX_SIZE {
                    return Err(too_large());
                }
                let elements = std::iter::repeat_n(*element, *count as usize);
                Shape::Product(self.parts(0, elements).ok_or_else(too_large)?)
            }
            Ty::Maybe(value) => {
                let parts = self.parts(0, std::iter::once(*value));
                let part = parts.and_then(|parts| parts.first().copied());
                Shape::Room(part.ok_or_else(too_large)?)
            }
            Ty::Tuple(parts) => {
                Shape::Product(self.parts(0, parts.iter().copied()).ok_or_else(too_large)?)
            }
            Ty::Adt(adt) => self.adt_shape(self.types.adt(*adt)).ok_or_else(too_large)?,
        };
        let end = |parts: &[Part]| parts.last().map_or(0, |part| part.offset + part.size);
        let size = match &shape {
            Shape::Scalar(_) => 1,
            Shape::Wide(_) => 2,
            Shape::Room(part) => part.size,
            Shape::Product(parts) => end(parts).max(1),
            Shape::Sum(variants) => variants.iter().map(|v| end(v)).max().unwrap_or(0).max(1),
        };
        if depth > MAX_DEPTH {
            return Err(too_large());
        }
        Ok(State::Done(Layout { size, shape }, depth))
    }

    fn adt_shape(&self, adt: &Adt) -> Option<Shape> {
        let start = u32::from(adt.is_enum);
        let variants = adt
            .variants
            .values()
            .map(|variant| self.parts(start, variant.fields.values().map(|field| field.ty)));
        let mut variants = variants.collect::<Option<Vec<_>>>()?;
        if adt.is_enum {
            return Some(Shape::Sum(variants));
        }
        Some(Shape::Product(variants.pop().unwrap_or_default()))
    }

    /// Fields one after the other; nothing if they do not fit.
    fn parts(&self, start: u32, fields: impl Iterator<Item = TyId>) -> Option<Vec<Part>> {
        let mut offset = start;
        let mut parts = Vec::new();
        for ty in fields {
            let State::Done(layout, _) = &self.rows[ty] else {
                return None;
            };
            let size = layout.size;
            parts.push(Part { offset, size, ty });
            offset += size;
            if offset > MAX_SIZE {
                return None;
            }
        }
        Some(parts)
    }
}
