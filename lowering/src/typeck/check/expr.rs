//! Expressions: which rule checks which form.

use std::rc::Rc;

use super::super::subst::{bool_ty, never, reference, unit};
use super::{FnCtxt, MAX_DEPTH};
use crate::front::Read;
use crate::ids::Id;
use crate::source::ast::{self, ExprKind as Ast};
use crate::source::codes;
use crate::span::Span;
use crate::thir::{Expr, ExprKind};
use crate::ty::{Ty, TyKind};

/// How many steps (expressions, questions about traits) the body of one function may take.
const MAX_WORK: usize = 400_000;

impl FnCtxt<'_> {
    /// Checks an expression. `expected` is the type that it will be coerced to, if that is known.
    pub(super) fn expr(&mut self, expr: &ast::Expr, expected: Option<&Ty>) -> Read<Expr> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            self.depth = 0;
            return self.unsupported(expr.span, "an expression nested this deeply");
        }
        self.infer.work += 1;
        if self.infer.work > MAX_WORK {
            return self.unsupported(expr.span, "a function that takes this long to understand");
        }
        let checked = self.expr_kind(expr, expected);
        self.depth = self.depth.saturating_sub(1);
        checked
    }

    /// Checks an expression and coerces it to a type.
    pub(super) fn expr_as(&mut self, expr: &ast::Expr, ty: &Ty) -> Read<Expr> {
        let checked = self.expr(expr, Some(ty))?;
        self.coerce(checked, ty)
    }

    fn expr_kind(&mut self, expr: &ast::Expr, expected: Option<&Ty>) -> Read<Expr> {
        let span = expr.span;
        match &expr.kind {
            Ast::Lit(lit) => self.literal(lit, expected, span),
            Ast::Path(path) => self.path(path, expected),
            Ast::Array(elements) => self.array(elements, expected, span),
            Ast::Repeat(value, count) => self.repeat(value, count, expected, span),
            Ast::Tuple(parts) => self.tuple(parts, expected, span),
            Ast::Struct { path, fields, base } => {
                self.struct_literal(path, fields, base.as_deref(), expected, span)
            }
            Ast::Call(callee, args) => self.call(callee, args, expected, span),
            Ast::MethodCall {
                receiver,
                method,
                turbofish,
                args,
            } => self.method_call(receiver, method, turbofish.as_deref(), args, expected, span),
            Ast::Field(base, name) => self.field(base, name, span),
            Ast::Index(base, index) => self.index(base, index, span),
            Ast::Not(of) => self.not(of, expected, span),
            Ast::Neg(of) => self.negate(of, expected, span),
            Ast::Deref(of) => self.deref(of, span),
            Ast::Binary(op, left, right) => self.binary(*op, left, right, expected, span),
            Ast::And(left, right) => {
                let left = self.expr_as(left, &bool_ty())?;
                let right = self.expr_as(right, &bool_ty())?;
                Ok(self.mk(ExprKind::And(left.into(), right.into()), bool_ty(), span))
            }
            Ast::Or(left, right) => {
                let left = self.scoped(|this| this.expr_as(left, &bool_ty()))?;
                let right = self.scoped(|this| this.expr_as(right, &bool_ty()))?;
                Ok(self.mk(ExprKind::Or(left.into(), right.into()), bool_ty(), span))
            }
            Ast::Implies(left, right) => self.implies(left, right, span),
            Ast::Iff(left, right) => self.iff(left, right, span),
            Ast::Same(left, right) => self.same_value(left, right, span),
            Ast::Assign(place, value) => self.assign(place, value, span),
            Ast::AssignOp(op, place, value) => self.assign_op(*op, place, value, span),
            Ast::Cast(value, ty) => self.cast(value, ty, expected, span),
            Ast::Ref { mutable, of } => self.borrow(*mutable, of, expected, span),
            Ast::RawAddr { mutable, of } => self.raw_address(*mutable, of, span),
            Ast::Block { label, block } => {
                self.labelled_block(label.as_ref(), block, expected, span)
            }
            Ast::If {
                cond,
                then,
                otherwise,
            } => self.if_expr(cond, then, otherwise.as_deref(), expected, span),
            Ast::Let { pat, value } => self.let_condition(pat, value, span),
            Ast::Match { scrutinee, arms } => self.match_expr(scrutinee, arms, expected, span),
            Ast::Loop { label, body } => self.loop_expr(label.as_ref(), body, expected, span),
            Ast::While { label, cond, body } => self.while_expr(label.as_ref(), cond, body, span),
            Ast::For {
                label,
                pat,
                iter,
                body,
            } => self.for_expr(label.as_ref(), pat, iter, body, span),
            Ast::Break { label, value } => self.break_expr(label.as_ref(), value.as_deref(), span),
            Ast::Continue { label } => self.continue_expr(label.as_ref(), span),
            Ast::Return(value) => self.return_expr(value.as_deref(), span),
            Ast::Closure(closure) => self.closure(closure, expected, span),
            Ast::Range {
                low,
                high,
                inclusive,
            } => self.range(low.as_deref(), high.as_deref(), *inclusive, expected, span),
            Ast::Try(value) => self.try_expr(value, span),
            Ast::Macro(call) => self.macro_call(call, expected, span),
            Ast::Unsupported(what) => self.unsupported(span, what.clone()),
        }
    }

    /// `&raw const place`, `addr_of!(place)`.
    pub(super) fn raw_address(&mut self, mutable: bool, of: &ast::Expr, span: Span) -> Read<Expr> {
        let place = self.expr(of, None)?;
        let place = match mutable {
            true => self.make_mut(place)?,
            false => place,
        };
        let ty = Rc::new(TyKind::RawPtr {
            mutable,
            to: Rc::clone(&place.ty),
        });
        let kind = ExprKind::AddressOf {
            mutable,
            of: place.into(),
        };
        Ok(self.mk(kind, ty, span))
    }

    fn tuple(
        &mut self,
        parts: &[ast::Expr],
        expected: Option<&Ty>,
        span: crate::span::Span,
    ) -> Read<Expr> {
        let expected = expected.map(|ty| self.infer.shallow(ty));
        let wanted: Vec<Option<Ty>> = match expected.as_deref() {
            Some(TyKind::Tuple(types)) if types.len() == parts.len() => {
                types.iter().map(|ty| Some(Rc::clone(ty))).collect()
            }
            _ => vec![None; parts.len()],
        };
        let mut checked = Vec::new();
        for (part, wanted) in parts.iter().zip(wanted) {
            checked.push(match wanted {
                Some(ty) if self.coercible(&ty) => self.expr_as(part, &ty)?,
                wanted => self.expr(part, wanted.as_ref())?,
            });
        }
        let types = checked.iter().map(|part| Rc::clone(&part.ty)).collect();
        Ok(self.mk(
            ExprKind::Tuple(checked),
            Rc::new(TyKind::Tuple(types)),
            span,
        ))
    }

    /// Whether a type is known well enough to coerce to it before looking at the whole.
    fn coercible(&mut self, ty: &Ty) -> bool {
        !matches!(*self.infer.shallow(ty), TyKind::Infer(_))
    }

    fn assign(
        &mut self,
        place: &ast::Expr,
        value: &ast::Expr,
        span: crate::span::Span,
    ) -> Read<Expr> {
        let place = self.assigned(place, span, Some("did you mean `==`?"))?;
        let ty = Rc::clone(&place.ty);
        let value = self.expr_as(value, &ty)?;
        let (place, value) = self.assigned_union(place, value)?;
        let kind = ExprKind::Assign {
            place: place.into(),
            value: value.into(),
        };
        Ok(self.mk(kind, unit(), span))
    }

    /// A place that is assigned to. A specification has only the variables that it declares to itself.
    pub(super) fn assigned(
        &mut self,
        place: &ast::Expr,
        span: crate::span::Span,
        help: Option<&'static str>,
    ) -> Read<Expr> {
        let place = self.expr(place, None)?;
        if self.spec && !self.is_own_variable(&place) {
            let message = "a specification assigns nothing but variables that it declares";
            let wrong = self.wrong(codes::BAD_SPEC_FORM, span, message);
            return match help {
                Some(help) => wrong.map_err(|stop| stop.with_help(help)),
                None => wrong,
            };
        }
        self.make_mut(place)
    }

    /// Whether it is a variable of the specification code at hand, or a part of one that it holds by value.
    fn is_own_variable(&self, place: &Expr) -> bool {
        match &place.kind {
            ExprKind::Var(var) => var.index() >= self.own_vars,
            ExprKind::Field { base, .. } => self.is_own_variable(base),
            _ => false,
        }
    }

    fn borrow(
        &mut self,
        mutable: bool,
        of: &ast::Expr,
        expected: Option<&Ty>,
        span: crate::span::Span,
    ) -> Read<Expr> {
        let inner = expected
            .map(|ty| self.infer.shallow(ty))
            .and_then(|ty| match &*ty {
                // An array that is borrowed may become a slice: its own type is not the expected one.
                TyKind::Ref { to, .. } => match &*self.infer.shallow(to) {
                    TyKind::Slice(_) | TyKind::Str | TyKind::Dyn(..) => None,
                    _ => Some(Rc::clone(to)),
                },
                _ => None,
            });
        let place = self.expr(of, inner.as_ref())?;
        if mutable && self.spec && self.pkg.map.is_user(span) {
            return self.wrong(
                codes::BAD_SPEC_FORM,
                span,
                "a specification changes nothing",
            );
        }
        let place = if mutable {
            self.make_mut(place)?
        } else {
            place
        };
        Ok(self.borrow_of(mutable, place, span))
    }

    /// `&place` or `&mut place`.
    pub(super) fn borrow_of(&self, mutable: bool, place: Expr, span: crate::span::Span) -> Expr {
        let ty = reference(mutable, Rc::clone(&place.ty));
        let kind = ExprKind::Borrow {
            mutable,
            of: place.into(),
        };
        self.mk(kind, ty, span)
    }

    fn return_expr(&mut self, value: Option<&ast::Expr>, span: crate::span::Span) -> Read<Expr> {
        let Some(ret) = self.ret.clone() else {
            return self.wrong(
                codes::BAD_SPEC_FORM,
                span,
                "there is nothing to return from",
            );
        };
        let value = match value {
            Some(value) => Some(Box::new(self.expr_as(value, &ret)?)),
            None => {
                if !self.infer.unify(&ret, &unit()) {
                    return self.mismatch(span, &ret, &unit());
                }
                None
            }
        };
        Ok(self.mk(ExprKind::Return(value), never(), span))
    }
}
