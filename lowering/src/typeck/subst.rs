//! Helpers on types: construction, substitution of type parameters, traversal.

use std::rc::Rc;

use crate::ty::{DefId, FnRef, InferId, IntTy, Ty, TyKind, TypeParam};

/// How many parts the arguments of a type or function may have.
const MAX_PARTS: usize = 4_096;

/// `()`.
pub fn unit() -> Ty {
    Rc::new(TyKind::Tuple(Vec::new()))
}

/// `bool`.
pub fn bool_ty() -> Ty {
    Rc::new(TyKind::Bool)
}

/// `!`.
pub fn never() -> Ty {
    Rc::new(TyKind::Never)
}

/// The integers of specifications.
pub fn math_int() -> Ty {
    Rc::new(TyKind::MathInt)
}

/// A machine integer.
pub fn int(ty: IntTy) -> Ty {
    Rc::new(TyKind::Int(ty))
}

/// `&T` or `&mut T`.
pub fn reference(mutable: bool, to: Ty) -> Ty {
    Rc::new(TyKind::Ref { mutable, to })
}

/// A struct or enum.
pub fn adt(def: DefId, args: Vec<Ty>) -> Ty {
    Rc::new(TyKind::Adt(def, args))
}

/// A type parameter.
pub fn param(param: TypeParam) -> Ty {
    Rc::new(TyKind::Param(param))
}

/// An inference variable.
pub fn infer(id: InferId) -> Ty {
    Rc::new(TyKind::Infer(id))
}

/// Rebuilds a type bottom-up: `leaf` may replace any type before its parts are looked at. What stays as it is
/// is not built again.
pub fn map(ty: &Ty, leaf: &mut dyn FnMut(&Ty) -> Option<Ty>) -> Ty {
    if let Some(replaced) = leaf(ty) {
        return replaced;
    }
    let changed = match &**ty {
        TyKind::Tuple(parts) => map_all(parts, leaf).map(TyKind::Tuple),
        TyKind::Adt(def, args) => map_all(args, leaf).map(|args| TyKind::Adt(*def, args)),
        TyKind::Ref { mutable, to } => map_one(to, leaf).map(|to| TyKind::Ref {
            mutable: *mutable,
            to,
        }),
        TyKind::RawPtr { mutable, to } => map_one(to, leaf).map(|to| TyKind::RawPtr {
            mutable: *mutable,
            to,
        }),
        TyKind::Array(element, length) => match (map_one(element, leaf), map_one(length, leaf)) {
            (None, None) => None,
            (new, other) => Some(TyKind::Array(
                new.unwrap_or_else(|| Rc::clone(element)),
                other.unwrap_or_else(|| Rc::clone(length)),
            )),
        },
        TyKind::Slice(element) => map_one(element, leaf).map(TyKind::Slice),
        TyKind::FnDef(function) => map_all(&function.args, leaf).map(|args| {
            TyKind::FnDef(FnRef {
                def: function.def,
                args,
            })
        }),
        TyKind::FnPtr(params, ret) => match (map_all(params, leaf), map_one(ret, leaf)) {
            (None, None) => None,
            (new, other) => Some(TyKind::FnPtr(
                new.unwrap_or_else(|| params.clone()),
                other.unwrap_or_else(|| Rc::clone(ret)),
            )),
        },
        TyKind::Closure(id, args) => map_all(args, leaf).map(|args| TyKind::Closure(*id, args)),
        TyKind::Dyn(def, args) => map_all(args, leaf).map(|args| TyKind::Dyn(*def, args)),
        TyKind::Projection(def, args) => {
            map_all(args, leaf).map(|args| TyKind::Projection(*def, args))
        }
        _ => None,
    };
    changed.map_or_else(|| Rc::clone(ty), Rc::new)
}

/// The type, if it changes.
fn map_one(ty: &Ty, leaf: &mut dyn FnMut(&Ty) -> Option<Ty>) -> Option<Ty> {
    let new = map(ty, leaf);
    (!Rc::ptr_eq(&new, ty)).then_some(new)
}

/// The types, if any of them changes.
fn map_all(parts: &[Ty], leaf: &mut dyn FnMut(&Ty) -> Option<Ty>) -> Option<Vec<Ty>> {
    let mut changed: Option<Vec<Ty>> = None;
    for (at, part) in parts.iter().enumerate() {
        let new = map_one(part, leaf);
        if changed.is_none() && new.is_some() {
            changed = Some(parts[..at].to_vec());
        }
        if let Some(all) = &mut changed {
            all.push(new.unwrap_or_else(|| Rc::clone(part)));
        }
    }
    changed
}

/// Whether some part of the type satisfies `test`.
pub fn any(ty: &Ty, test: &mut dyn FnMut(&TyKind) -> bool) -> bool {
    if test(ty) {
        return true;
    }
    let mut all = |parts: &[Ty]| parts.iter().any(|part| any(part, test));
    match &**ty {
        TyKind::Tuple(parts)
        | TyKind::Adt(_, parts)
        | TyKind::Closure(_, parts)
        | TyKind::Dyn(_, parts)
        | TyKind::Projection(_, parts) => all(parts),
        TyKind::FnDef(function) => all(&function.args),
        TyKind::FnPtr(params, ret) => all(params) || any(ret, test),
        TyKind::Ref { to, .. } | TyKind::RawPtr { to, .. } | TyKind::Slice(to) => any(to, test),
        TyKind::Array(element, length) => any(element, test) || any(length, test),
        _ => false,
    }
}

/// Whether types together have more parts than anyone would write: what doubles with each step has no end.
pub fn are_endless(types: &[Ty]) -> bool {
    let mut parts = 0;
    let mut too_many = |_: &TyKind| {
        parts += 1;
        parts > MAX_PARTS
    };
    types.iter().any(|ty| any(ty, &mut too_many))
}

/// What type parameters are replaced by.
#[derive(Clone, Debug, Default)]
pub struct Subst {
    pairs: Rc<Vec<(TypeParam, Ty)>>,
}

impl Subst {
    /// Each parameter by the argument at its position.
    pub fn new(params: &[TypeParam], args: &[Ty]) -> Self {
        Self {
            pairs: Rc::new(params.iter().cloned().zip(args.iter().cloned()).collect()),
        }
    }

    /// The type with the parameters replaced; those that are not known stay.
    pub fn apply(&self, ty: &Ty) -> Ty {
        if self.pairs.is_empty() {
            return Rc::clone(ty);
        }
        map(ty, &mut |part| match &**part {
            TyKind::Param(param) => self
                .pairs
                .iter()
                .find(|(from, _)| from.owner == param.owner && from.index == param.index)
                .map(|(_, to)| Rc::clone(to)),
            _ => None,
        })
    }
}
