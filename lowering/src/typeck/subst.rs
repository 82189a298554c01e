//! Helpers on types: construction, substitution of type parameters, traversal.

use std::rc::Rc;

use crate::ty::{DefId, FnRef, InferId, IntTy, Ty, TyKind, TypeParam};

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

/// Rebuilds a type bottom-up: `leaf` may replace any type before its parts are looked at.
pub fn map(ty: &Ty, leaf: &mut dyn FnMut(&Ty) -> Option<Ty>) -> Ty {
    if let Some(replaced) = leaf(ty) {
        return replaced;
    }
    let mut all = |parts: &[Ty]| parts.iter().map(|part| map(part, leaf)).collect::<Vec<_>>();
    match &**ty {
        TyKind::Tuple(parts) if !parts.is_empty() => Rc::new(TyKind::Tuple(all(parts))),
        TyKind::Adt(def, args) if !args.is_empty() => Rc::new(TyKind::Adt(*def, all(args))),
        TyKind::Ref { mutable, to } => Rc::new(TyKind::Ref {
            mutable: *mutable,
            to: map(to, leaf),
        }),
        TyKind::RawPtr { mutable, to } => Rc::new(TyKind::RawPtr {
            mutable: *mutable,
            to: map(to, leaf),
        }),
        TyKind::Array(element, length) => {
            Rc::new(TyKind::Array(map(element, leaf), map(length, leaf)))
        }
        TyKind::Slice(element) => Rc::new(TyKind::Slice(map(element, leaf))),
        TyKind::FnDef(function) => Rc::new(TyKind::FnDef(FnRef {
            def: function.def,
            args: all(&function.args),
        })),
        TyKind::FnPtr(params, ret) => Rc::new(TyKind::FnPtr(all(params), map(ret, leaf))),
        TyKind::Closure(id, args) => Rc::new(TyKind::Closure(*id, all(args))),
        TyKind::Dyn(def, args) => Rc::new(TyKind::Dyn(*def, all(args))),
        TyKind::Projection(def, args) => Rc::new(TyKind::Projection(*def, all(args))),
        _ => Rc::clone(ty),
    }
}

/// Whether some part of the type satisfies `test`.
pub fn any(ty: &Ty, test: &mut dyn FnMut(&TyKind) -> bool) -> bool {
    let mut found = false;
    map(ty, &mut |part| {
        found |= test(part);
        found.then(|| Rc::clone(part))
    });
    found
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
