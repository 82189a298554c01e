//! `impl Trait` as a result: what it hides is the type that the body of the instance gives.
//!
//! The whole result of such a function is a projection of the function itself, which is computed by
//! checking its body once its type arguments are known.

use std::rc::Rc;

use super::Package;
use super::generics::Predicate;
use super::infer::Infer;
use super::subst::Subst;
use super::traits::Obligation;
use crate::front::{Front, Read};
use crate::resolve::DefKind;
use crate::source::ast::{GenericArg, GenericArgs, Type, TypeKind};
use crate::span::Span;
use crate::ty::{DefId, FnRef, Ty, TyKind};

/// Whether `impl Trait` is written anywhere in a type.
pub(super) fn has_impl_trait(ty: &Type) -> bool {
    match &ty.kind {
        TypeKind::ImplTrait(_) => true,
        TypeKind::Ref { to, .. }
        | TypeKind::Ptr { to, .. }
        | TypeKind::Slice(to)
        | TypeKind::Array(to, _) => has_impl_trait(to),
        TypeKind::Tuple(parts) => parts.iter().any(has_impl_trait),
        TypeKind::Path(path) => path.segments.iter().any(|segment| match &segment.args {
            Some(GenericArgs::Angle(args)) => args
                .iter()
                .any(|arg| matches!(arg, GenericArg::Type(ty) if has_impl_trait(ty))),
            _ => false,
        }),
        _ => false,
    }
}

/// The type with `_` for each `impl Trait`.
pub(super) fn with_holes(ty: &Type) -> Type {
    let kind = match &ty.kind {
        TypeKind::ImplTrait(_) => TypeKind::Infer,
        TypeKind::Ref { mutable, to } => TypeKind::Ref {
            mutable: *mutable,
            to: Box::new(with_holes(to)),
        },
        TypeKind::Ptr { mutable, to } => TypeKind::Ptr {
            mutable: *mutable,
            to: Box::new(with_holes(to)),
        },
        TypeKind::Slice(of) => TypeKind::Slice(Box::new(with_holes(of))),
        TypeKind::Array(of, length) => {
            TypeKind::Array(Box::new(with_holes(of)), Box::new((**length).clone()))
        }
        TypeKind::Tuple(parts) => TypeKind::Tuple(parts.iter().map(with_holes).collect()),
        TypeKind::Path(path) => {
            let mut path = path.clone();
            for segment in &mut path.segments {
                if let Some(GenericArgs::Angle(args)) = &mut segment.args {
                    for arg in args {
                        if let GenericArg::Type(ty) = arg {
                            *ty = with_holes(ty);
                        }
                    }
                }
            }
            TypeKind::Path(path)
        }
        other => other.clone(),
    };
    Type {
        kind,
        span: ty.span,
    }
}

impl Package {
    /// Whether the result of a function hides types.
    pub(super) fn hides_result(&self, def: DefId) -> bool {
        match &self.defs.def(def).kind {
            DefKind::Fn(function) => {
                (function.body.is_some() || self.is_declared_by_trait(def))
                    && function.ret.as_ref().is_some_and(has_impl_trait)
            }
            _ => false,
        }
    }

    /// Whether a trait declares the function.
    fn is_declared_by_trait(&self, def: DefId) -> bool {
        let container = self.defs.container(def);
        container.is_some_and(|it| matches!(self.defs.def(it).kind, DefKind::Trait { .. }))
    }

    /// The result of an instance of such a function.
    fn hidden_result(&self, function: &FnRef) -> Option<Ty> {
        if self.opening.borrow().contains(function) {
            return None;
        }
        self.opening.borrow_mut().push(function.clone());
        let result = self.opened_result(function);
        self.opening.borrow_mut().pop();
        result
    }

    /// Of a method of a trait, the result is that of the function which the call means: what its body gives,
    /// or the type that an impl writes in its place.
    fn opened_result(&self, function: &FnRef) -> Option<Ty> {
        let function = match self.is_declared_by_trait(function.def) {
            true => self.method_for(function).ok()?,
            false => function.clone(),
        };
        if self.hides_result(function.def) {
            let body = self.body(&function).ok()?;
            return Some(Rc::clone(&body.value.ty));
        }
        let (_, ret) = self.declared_signature(function.def).ok()?;
        let subst = Subst::new(&self.params_of(function.def), &function.args);
        Some(Infer::new(self).normalize(&subst.apply(&ret), None))
    }
}

impl Infer<'_> {
    /// What the projection of a function stands for, if its arguments are known.
    pub(super) fn open_result(&mut self, def: DefId, args: Vec<Ty>, span: Option<Span>) -> Ty {
        let args: Vec<Ty> = args.iter().map(|arg| self.resolve(arg)).collect();
        let stuck = self.pkg.projection(def, args.clone());
        if args.iter().all(|arg| self.can_be_told(arg)) {
            let function = FnRef { def, args };
            return self.pkg.hidden_result(&function).unwrap_or(stuck);
        }
        let Some(span) = span else { return stuck };
        let ty = self.any();
        self.note_hidden(&stuck, &ty);
        self.require(Obligation::Projection {
            projection: stuck,
            ty: Rc::clone(&ty),
            span,
        });
        ty
    }
}

/// A variable for a type that a function hides, and how it says that values of it are called.
#[derive(Clone, Debug)]
pub(super) struct HiddenCall {
    ty: Ty,
    bound: Predicate,
}

impl Infer<'_> {
    /// Notes what a function says of its hidden result, if that is that it can be called.
    fn note_hidden(&mut self, stuck: &Ty, ty: &Ty) {
        let TyKind::Projection(def, args) = &**stuck else {
            return;
        };
        let DefKind::Fn(function) = &self.pkg.defs.def(*def).kind else {
            return;
        };
        let Some(TypeKind::ImplTrait(written)) = function.ret.as_ref().map(|ret| &ret.kind) else {
            return;
        };
        let mut bounds = Vec::new();
        if self.pkg.bounds(*def, ty, written, &mut bounds).is_err() {
            return;
        }
        bounds.retain(|bound| self.pkg.is_call(bound.trait_ref.def));
        if let [bound] = bounds.as_slice() {
            let subst = Subst::new(&self.pkg.params_of(*def), args);
            self.hidden_calls.push(HiddenCall {
                ty: Rc::clone(ty),
                bound: bound.subst(&subst),
            });
        }
    }

    /// What values of a hidden type take and give that is not known yet.
    pub(super) fn hidden_call(&mut self, ty: &Ty, span: Span) -> Option<(Vec<Ty>, Ty)> {
        if !matches!(**ty, TyKind::Infer(_)) {
            return None;
        }
        let mut hidden = self.hidden_calls.iter();
        let bound = hidden.find(|it| self.shallow(&it.ty) == *ty)?.bound.clone();
        let given = self.normalize(bound.trait_ref.args.get(1)?, Some(span));
        let TyKind::Tuple(params) = &*given else {
            return None;
        };
        let result = bound.assoc.iter().find(|(name, _)| &**name == "Output");
        let result = match result {
            Some((_, ret)) => self.normalize(ret, Some(span)),
            None => super::subst::unit(),
        };
        Some((params.clone(), result))
    }

    /// Where a hidden type is asked to be callable, it is by what its function says of it: there is nothing else
    /// that it is known by. Returns whether that told anything.
    pub(super) fn use_hidden_calls(&mut self) -> bool {
        let mut told = false;
        for hidden in std::mem::take(&mut self.hidden_calls) {
            let var = self.shallow(&hidden.ty);
            if !matches!(*var, TyKind::Infer(_)) {
                continue;
            }
            let asked = self.pending.iter().find_map(|obligation| match obligation {
                Obligation::Implemented(asked, span)
                    if self.pkg.is_call(asked.trait_ref.def)
                        && self.shallow(&asked.trait_ref.args[0]) == var =>
                {
                    Some((asked.clone(), *span))
                }
                _ => None,
            });
            let Some((asked, span)) = asked else {
                self.hidden_calls.push(hidden);
                continue;
            };
            let pairs = asked
                .trait_ref
                .args
                .iter()
                .zip(&hidden.bound.trait_ref.args);
            for (asked, said) in pairs.skip(1) {
                let said = self.normalize(said, Some(span));
                let asked = self.normalize(asked, Some(span));
                told |= self.unify(&asked, &said);
            }
        }
        told
    }
}

impl Package {
    /// Whether the trait is one of those by which values are called.
    fn is_call(&self, def: DefId) -> bool {
        matches!(
            self.lang_name(def).as_deref(),
            Some("Fn" | "FnMut" | "FnOnce")
        )
    }
}

impl<'p> super::check::FnCtxt<'p> {
    /// The result that the body of a function must have: where types are hidden, any that keep the
    /// bounds.
    pub(super) fn result_of(&mut self, function: &FnRef, declared: Ty, span: Span) -> Read<Ty> {
        let pkg: &'p Package = self.pkg();
        if !pkg.hides_result(function.def) {
            return Ok(declared);
        }
        let DefKind::Fn(ast) = &pkg.defs.def(function.def).kind else {
            return Ok(declared);
        };
        let Some(ret) = &ast.ret else {
            return Ok(declared);
        };
        let ty = self.written_ty(&with_holes(ret))?;
        if let TypeKind::ImplTrait(bounds) = &ret.kind {
            self.require_written(function.def, &ty, bounds, span)?;
        }
        Ok(ty)
    }
}

/// A stuck projection of a function: nothing more will be known of it.
pub(super) fn is_function(pkg: &Package, ty: &TyKind) -> bool {
    matches!(ty, TyKind::Projection(def, _) if matches!(pkg.defs.def(*def).kind, DefKind::Fn(_)))
}
