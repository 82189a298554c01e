//! Values on entry. In a postcondition, `old(e)` and by-value parameters stand for what they were when
//! the function was entered. A value without pointers is simply computed on the remembered state; one
//! with pointers still has to be *looked into* there, wherever that happens.
//!
//! So an expression that depends on entry values and on nothing that lives in the present is computed
//! on the remembered state as a whole, as large as it gets, provided that its result needs no looking
//! into. What mixes the two through pointers has no one state to run on and is refused.

use crate::front::Read;
use crate::ir::{Operand, Place, Rvalue, StmtKind};
use crate::span::Span;
use crate::thir::{Expr, ExprKind, SpecExpr};
use crate::ty::TyKind;

use super::function::FnCx;
use super::walk;

/// Which states an expression looks into through pointers.
#[derive(Clone, Copy, Debug, Default)]
struct Looks {
    entry: bool,
    present: bool,
}

impl FnCx<'_, '_> {
    /// Whether the whole expression is to be computed on the state on entry.
    pub(super) fn belongs_to_entry(&mut self, expr: &Expr) -> Read<bool> {
        if !self.distinguishes_entry() || matches!(expr.kind, ExprKind::Literal(_)) {
            return Ok(false);
        }
        if is_old(expr).is_some() {
            return Ok(false);
        }
        let looks = self.looks(expr)?;
        if !looks.entry || looks.present {
            return Ok(false);
        }
        let ty = self.ty(&expr.ty, expr.span)?;
        // What has no size of its own is no value to bring along.
        let sized = !matches!(*expr.ty, TyKind::Slice(_) | TyKind::Str);
        Ok(sized && !self.session.holds_pointers(ty))
    }

    /// Whether code now runs in the present, and could also look into the past.
    fn distinguishes_entry(&self) -> bool {
        self.frame.is_spec && self.entry.is_some() && !self.in_entry
    }

    fn looks(&mut self, expr: &Expr) -> Read<Looks> {
        let mut looks = Looks::default();
        let mut queue = vec![expr];
        while let Some(next) = queue.pop() {
            match &next.kind {
                ExprKind::Var(var) if self.frame.entry_vars.contains(var) => looks.entry = true,
                // What is bound inside the expression depends on what it was bound to.
                ExprKind::Var(var) if self.frame.vars.contains_key(var) => {
                    let ty = self.ty(&next.ty, next.span)?;
                    looks.present |= self.session.holds_pointers(ty);
                }
                ExprKind::Spec(spec) => match &**spec {
                    SpecExpr::Old(of) => {
                        let ty = self.ty(&of.ty, of.span)?;
                        looks.entry |= self.session.holds_pointers(ty);
                    }
                    SpecExpr::Fresh(_) | SpecExpr::Unchanged(_) => looks.present = true,
                    _ => walk::each_child(next, &mut |child| queue.push(child)),
                },
                _ => walk::each_child(next, &mut |child| queue.push(child)),
            }
        }
        Ok(looks)
    }

    /// `dst := expr`, computed on the state on entry. Where it is computed for the present, it is put
    /// there from the `whole` expression, so that a report can tell what that is worth.
    pub(super) fn at_entry(&mut self, dst: &Place, expr: &Expr, whole: Span) -> Read<()> {
        let Some(at) = self.entry else {
            return self.unsupported(expr.span, "old where there is no state on entry");
        };
        if self.in_entry {
            return self.into(dst, expr);
        }
        // Only locals keep what is written there.
        let ty = self.ty(&expr.ty, expr.span)?;
        let held: Place = self.b.temp(ty, expr.span).into();
        self.in_entry = true;
        self.b.open();
        let lowered = self.into(&held, expr);
        let body = self.b.close().block;
        self.in_entry = false;
        lowered?;
        self.b.emit(StmtKind::InSnapshot { at, body }, expr.span);
        self.put(dst, held.into(), whole);
        Ok(())
    }

    /// `old(of)`, met in the present.
    pub(super) fn old(&mut self, dst: &Place, of: &Expr, whole: Span) -> Read<()> {
        if self.old_value(dst, of, whole) {
            return Ok(());
        }
        let ty = self.ty(&of.ty, of.span)?;
        if !self.in_entry && self.session.holds_pointers(ty) {
            return self.refuse_mix(of.span);
        }
        self.at_entry(dst, of, whole)
    }

    /// The location that a pointer leads to, which is the same in both states.
    pub(super) fn as_location(&mut self, expr: &Expr) -> Read<Operand> {
        if self.distinguishes_entry() {
            let looks = self.looks(expr)?;
            if looks.entry && !looks.present {
                let expr = is_old(expr).unwrap_or(expr);
                let ty = self.ty(&expr.ty, expr.span)?;
                let held = self.b.temp(ty, expr.span);
                self.at_entry(&held.into(), expr, expr.span)?;
                return Ok(held.into());
            }
        }
        self.as_operand(expr)
    }

    /// Stops at a variable that stands for its value on entry and is looked into in the present.
    pub(super) fn refuse_entry_var(&self, var: crate::thir::VarId, span: Span) -> Read<()> {
        if self.distinguishes_entry() && self.frame.entry_vars.contains(&var) {
            return self.refuse_mix(span);
        }
        Ok(())
    }

    fn refuse_mix<T>(&self, span: Span) -> Read<T> {
        self.unsupported(
            span,
            "a value on entry that is compared with the state at the exit through pointers",
        )
    }

    /// Equality of a value on entry with one of the present, if that is what the two sides are and
    /// both have to be looked into.
    pub(super) fn equal_across(&mut self, left: &Expr, right: &Expr) -> Read<Option<Rvalue>> {
        let Some(at) = self.entry.filter(|_| self.distinguishes_entry()) else {
            return Ok(None);
        };
        let ty = self.ty(&left.ty, left.span)?;
        if ty != self.ty(&right.ty, right.span)? || !self.session.holds_pointers(ty) {
            return Ok(None);
        }
        let (on_left, on_right) = (self.looks(left)?, self.looks(right)?);
        let (then, now) = match (on_left.entry, on_right.entry) {
            (true, false) if !on_left.present => (left, right),
            (false, true) if !on_right.present => (right, left),
            _ => return Ok(None),
        };
        let then = self.as_location(then)?;
        let now = self.as_operand(now)?;
        Ok(Some(Rvalue::EqualAcross { at, then, now }))
    }
}

fn is_old(expr: &Expr) -> Option<&Expr> {
    match &expr.kind {
        ExprKind::Spec(spec) => match &**spec {
            SpecExpr::Old(of) => Some(of),
            _ => None,
        },
        _ => None,
    }
}
