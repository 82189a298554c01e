//! Coercions: reborrows, dereferences, unsizing, `!`; and in specifications the freedom between a
//! value and references to it, and between machine and mathematical integers.

use std::rc::Rc;

use super::super::traits::Obligation;
use super::FnCtxt;
use crate::front::Read;
use crate::span::Span;
use crate::thir::{Expr, ExprKind};
use crate::ty::{Ty, TyKind};

impl FnCtxt<'_> {
    /// The expression as one of type `target`.
    pub(super) fn coerce(&mut self, expr: Expr, target: &Ty) -> Read<Expr> {
        let found = self.infer.shallow(&expr.ty);
        let wanted = self.infer.shallow(target);
        if *found == TyKind::Never && *wanted != TyKind::Never {
            let span = expr.span;
            if matches!(*wanted, TyKind::Infer(_)) {
                self.diverging.push(Rc::clone(&wanted));
            }
            return Ok(self.mk(ExprKind::Coerce(expr.into()), wanted, span));
        }
        if self.spec {
            return self.spec_coerce(expr, &wanted);
        }
        match (&*found, &*wanted) {
            (
                TyKind::Ref {
                    mutable: have,
                    to: from,
                },
                TyKind::Ref { mutable: need, to },
            ) if *have || !*need => {
                let (need, from, to) = (*need, Rc::clone(from), Rc::clone(to));
                self.coerce_reference(expr, need, &from, &to, &wanted)
            }
            (
                TyKind::Ref {
                    mutable: have,
                    to: from,
                },
                TyKind::RawPtr { mutable: need, to },
            ) if (*have || !*need)
                && (self.is_unsizing(from, to, expr.span) || self.infer.unify(from, to)) =>
            {
                let span = expr.span;
                Ok(self.mk(ExprKind::Coerce(expr.into()), wanted, span))
            }
            (
                TyKind::RawPtr {
                    mutable: true,
                    to: from,
                },
                TyKind::RawPtr { mutable: false, to },
            ) if self.infer.unify(from, to) => {
                let span = expr.span;
                Ok(self.mk(ExprKind::Coerce(expr.into()), wanted, span))
            }
            (TyKind::FnDef(_) | TyKind::Closure(..), TyKind::FnPtr(params, ret)) => {
                let (params, ret) = (params.clone(), Rc::clone(ret));
                let fits = match self.infer.callable(&found) {
                    Some((have, result)) => {
                        have.len() == params.len()
                            && have
                                .iter()
                                .zip(&params)
                                .all(|(a, b)| self.infer.unify(a, b))
                            && self.infer.unify(&result, &ret)
                    }
                    None => false,
                };
                if !fits {
                    return self.mismatch(expr.span, &wanted, &found);
                }
                let span = expr.span;
                Ok(self.mk(ExprKind::Coerce(expr.into()), wanted, span))
            }
            (TyKind::Adt(a, x), TyKind::Adt(b, y))
                if a == b
                    && ["Box", "Rc"].iter().any(|it| self.pkg.lang_is(*a, it))
                    && self.is_unsizing(&x[0], &y[0], expr.span) =>
            {
                let span = expr.span;
                Ok(self.mk(ExprKind::Coerce(expr.into()), wanted, span))
            }
            _ if self.infer.unify(&found, &wanted) => Ok(expr),
            _ => self.mismatch(expr.span, &wanted, &found),
        }
    }

    /// Whether a pointer to the one becomes a pointer to the other by taking a length or a trait's methods
    /// along.
    pub(super) fn is_unsizing(&mut self, from: &Ty, to: &Ty, span: Span) -> bool {
        let from = self.infer.shallow(from);
        let to = self.infer.shallow(to);
        match (&*from, &*to) {
            (TyKind::Array(x, _), TyKind::Slice(y)) => self.infer.unify(x, y),
            (TyKind::Infer(_), _) => false,
            (TyKind::Dyn(a, _), TyKind::Dyn(b, _)) if a == b => false,
            (TyKind::Slice(_) | TyKind::Str, _) => false,
            (_, TyKind::Dyn(..)) => {
                if let Some(mut promised) = self.pkg.object_predicate(&to) {
                    promised.trait_ref.args[0] = from;
                    let promised = Obligation::Implemented(promised, span);
                    self.infer.require(promised);
                }
                true
            }
            _ => false,
        }
    }

    /// `&'a T` to `&'b U`: the same type, or one that dereferencing leads to, or an unsized one.
    fn coerce_reference(
        &mut self,
        expr: Expr,
        mutable: bool,
        from: &Ty,
        to: &Ty,
        wanted: &Ty,
    ) -> Read<Expr> {
        let span = expr.span;
        let was_mutable = matches!(
            *self.infer.shallow(&expr.ty),
            TyKind::Ref { mutable: true, .. }
        );
        if self.is_unsizing(from, to, span) {
            return Ok(self.mk(ExprKind::Coerce(expr.into()), Rc::clone(wanted), span));
        }
        let snapshot = self.infer.snapshot();
        if self.infer.unify(from, to) {
            if !was_mutable {
                return Ok(expr);
            }
            // A reborrow, so that a `&mut` is not moved.
            let place = self.mk(ExprKind::Deref(expr.into()), Rc::clone(from), span);
            return Ok(self.borrow_of(mutable, place, span));
        }
        self.infer.rollback(&snapshot);
        let steps = self.autoderef(from)?;
        for count in 1..steps.len() {
            let snapshot = self.infer.snapshot();
            if self.infer.unify(&steps[count].ty, to) {
                let place = self.mk(ExprKind::Deref(expr.into()), Rc::clone(from), span);
                let place = self.apply_steps(place, &steps[1..=count])?;
                let place = if mutable {
                    self.make_mut(place)?
                } else {
                    place
                };
                return Ok(self.borrow_of(mutable, place, span));
            }
            self.infer.rollback(&snapshot);
        }
        let found = Rc::clone(&expr.ty);
        self.mismatch(span, wanted, &found)
    }
}

/// Brings the values of several branches to one type.
pub(super) struct Merge {
    target: Option<Ty>,
}

impl Merge {
    /// `expected` is what the whole will be coerced to.
    pub(super) fn new(fx: &mut FnCtxt<'_>, expected: Option<&Ty>) -> Self {
        let target = expected
            .map(|ty| fx.infer.shallow(ty))
            .filter(|ty| !matches!(**ty, TyKind::Infer(_) | TyKind::Never));
        Self { target }
    }

    /// What a branch is expected to be.
    pub(super) fn expected(&self) -> Option<&Ty> {
        self.target.as_ref()
    }

    /// A branch.
    pub(super) fn add(&mut self, fx: &mut FnCtxt<'_>, value: Expr) -> Read<Expr> {
        if *fx.infer.shallow(&value.ty) == TyKind::Never {
            return Ok(value);
        }
        match &self.target {
            Some(target) => {
                let (one, other) = (fx.infer.shallow(target), fx.infer.shallow(&value.ty));
                // Functions of different names have a pointer in common; earlier branches become it in the end.
                if let (TyKind::FnDef(_), TyKind::FnDef(_)) = (&*one, &*other)
                    && one != other
                    && let Some((params, ret)) = fx.infer.callable(&one)
                {
                    self.target = Some(Rc::new(TyKind::FnPtr(params, ret)));
                }
                let target = self.target.clone().unwrap_or(one);
                fx.coerce(value, &target)
            }
            None => {
                self.target = Some(Rc::clone(&value.ty));
                Ok(value)
            }
        }
    }

    /// The type of the whole: `!` if no branch ends.
    pub(super) fn ty(&self, some_branch_ends: bool) -> Ty {
        match &self.target {
            Some(ty) if some_branch_ends => Rc::clone(ty),
            _ => super::super::subst::never(),
        }
    }

    /// A branch that does not end, or a function by name, as one of the type of the whole.
    pub(super) fn finish(fx: &FnCtxt<'_>, value: Expr, ty: &Ty) -> Expr {
        let have = fx.infer.shallow(&value.ty);
        let is_named = matches!(*have, TyKind::FnDef(_)) && matches!(**ty, TyKind::FnPtr(..));
        if is_named || *have == TyKind::Never && **ty != TyKind::Never {
            let span = value.span;
            return fx.mk(ExprKind::Coerce(value.into()), Rc::clone(ty), span);
        }
        value
    }
}
