//! Operators of ordinary code: built in on primitives, calls of trait methods elsewhere.

use std::rc::Rc;

use super::super::generics::{Predicate, TraitRef};
use super::super::infer::VarKind;
use super::super::subst::{bool_ty, unit};
use super::super::traits::Answer;
use super::FnCtxt;
use crate::front::Read;
use crate::ir::{BinOp, UnOp};
use crate::source::ast;
use crate::span::Span;
use crate::thir::{Expr, ExprKind};
use crate::ty::{Ty, TyKind};

/// What kind of primitive a type is, for operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scalar {
    Bool,
    Char,
    Int,
    Float,
    Pointer,
    Unit,
}

impl FnCtxt<'_> {
    fn scalar(&mut self, ty: &Ty) -> Option<Scalar> {
        Some(match &*self.infer.shallow(ty) {
            TyKind::Bool => Scalar::Bool,
            TyKind::Char => Scalar::Char,
            TyKind::Int(_) | TyKind::MathInt => Scalar::Int,
            TyKind::Float(_) => Scalar::Float,
            TyKind::RawPtr { .. } => Scalar::Pointer,
            TyKind::Tuple(parts) if parts.is_empty() => Scalar::Unit,
            TyKind::Infer(_) => match self.infer.var_kind(ty)? {
                VarKind::Int => Scalar::Int,
                VarKind::Float => Scalar::Float,
                VarKind::General => return None,
            },
            _ => return None,
        })
    }

    /// The expression behind all its references.
    fn behind_references(&mut self, expr: Expr) -> Expr {
        let mut expr = expr;
        while let TyKind::Ref { to, .. } = &*self.infer.shallow(&expr.ty) {
            let (to, span) = (Rc::clone(to), expr.span);
            expr = self.mk(ExprKind::Deref(expr.into()), to, span);
        }
        expr
    }

    fn pointee(&mut self, ty: &Ty) -> Ty {
        let mut ty = self.infer.shallow(ty);
        while let TyKind::Ref { to, .. } = &*ty {
            ty = self.infer.shallow(to);
        }
        ty
    }

    pub(super) fn binary(
        &mut self,
        op: BinOp,
        left: &ast::Expr,
        right: &ast::Expr,
        expected: Option<&Ty>,
        span: Span,
    ) -> Read<Expr> {
        if self.spec {
            return self.spec_binary(op, left, right, expected, span);
        }
        let left = self.expr(left, None)?;
        self.known(&left.ty)?;
        // A literal on the right takes the type of the left.
        let hint = self.pointee(&left.ty);
        let hint = (self.scalar(&hint).is_some() && !is_shift(op)).then_some(hint);
        let right = self.expr(right, hint.as_ref())?;
        self.known(&right.ty)?;
        if is_comparison(op) {
            self.compare(op, left, right, span)
        } else {
            self.arithmetic(op, left, right, span)
        }
    }

    /// `left == right` and kin on checked operands.
    pub(super) fn compare(&mut self, op: BinOp, left: Expr, right: Expr, span: Span) -> Read<Expr> {
        let depth = |this: &mut Self, ty: &Ty| {
            let mut depth = 0;
            let mut ty = this.infer.shallow(ty);
            while let TyKind::Ref { to, .. } = &*ty {
                depth += 1;
                ty = this.infer.shallow(to);
            }
            depth
        };
        let inner_left = self.pointee(&left.ty);
        let inner_right = self.pointee(&right.ty);
        let scalars = (self.scalar(&inner_left), self.scalar(&inner_right));
        if let (Some(a), Some(b)) = scalars
            && a == b
            && depth(self, &left.ty) == depth(self, &right.ty)
        {
            if !self.infer.unify(&inner_left, &inner_right) {
                return self.mismatch(right.span, &inner_left, &inner_right);
            }
            let left = self.behind_references(left);
            let right = self.behind_references(right);
            let kind = ExprKind::Binary(op, left.into(), right.into());
            return Ok(self.mk(kind, bool_ty(), span));
        }
        let (lang, method) = match op {
            BinOp::Eq => ("PartialEq", "eq"),
            BinOp::Ne => ("PartialEq", "ne"),
            BinOp::Lt => ("PartialOrd", "lt"),
            BinOp::Le => ("PartialOrd", "le"),
            BinOp::Gt => ("PartialOrd", "gt"),
            _ => ("PartialOrd", "ge"),
        };
        let right = self.coerce_operand(lang, &left.ty, right)?;
        let args = vec![Rc::clone(&left.ty), Rc::clone(&right.ty)];
        self.require_operator(lang, &args, span)?;
        let callee = self.lang_method(lang, method, args, span)?;
        let left_span = left.span;
        let right_span = right.span;
        let left = self.borrow_of(false, left, left_span);
        let right = self.borrow_of(false, right, right_span);
        let kind = ExprKind::Call {
            callee,
            args: vec![left, right],
        };
        Ok(self.mk(kind, bool_ty(), span))
    }

    /// A reference on the right that only its target has the operator for (`text += &string`): where the
    /// left side has it for one type alone, the right side is coerced to that.
    fn coerce_operand(&mut self, lang: &str, left: &Ty, right: Expr) -> Read<Expr> {
        let found = self.infer.shallow(&right.ty);
        let Some(def) = self.pkg.lang_item(lang) else {
            return Ok(right);
        };
        if !matches!(&*found, TyKind::Ref { .. }) || !self.infer.is_known(&found) {
            return Ok(right);
        }
        let goal = |right: Ty| TraitRef {
            def,
            args: vec![Rc::clone(left), right],
        };
        if self.infer.holds(&goal(Rc::clone(&found))) {
            return Ok(right);
        }
        let wanted = self.infer.any();
        let snapshot = self.infer.snapshot();
        let only = matches!(self.infer.select(&goal(Rc::clone(&wanted))), Answer::Yes(_));
        let wanted = self.infer.resolve(&wanted);
        if !only || !matches!(&*wanted, TyKind::Ref { .. }) {
            self.infer.rollback(&snapshot);
            return Ok(right);
        }
        self.coerce(right, &wanted)
    }

    fn require_operator(&mut self, lang: &str, args: &[Ty], span: Span) -> Read<()> {
        let Some(def) = self.pkg.lang_item(lang) else {
            return self.unsupported(span, format!("the trait `{lang}`"));
        };
        let predicate = Predicate {
            trait_ref: TraitRef {
                def,
                args: args.to_vec(),
            },
            assoc: Vec::new(),
        };
        self.require(predicate, span);
        self.select()
    }

    fn arithmetic(&mut self, op: BinOp, left: Expr, right: Expr, span: Span) -> Read<Expr> {
        let inner_left = self.pointee(&left.ty);
        let inner_right = self.pointee(&right.ty);
        let scalars = (self.scalar(&inner_left), self.scalar(&inner_right));
        if let (Some(a), Some(b)) = scalars
            && a == b
            && built_in(op, a)
        {
            if !is_shift(op) && !self.infer.unify(&inner_left, &inner_right) {
                return self.mismatch(right.span, &inner_left, &inner_right);
            }
            let left = self.behind_references(left);
            let right = self.behind_references(right);
            let kind = ExprKind::Binary(op, left.into(), right.into());
            return Ok(self.mk(kind, inner_left, span));
        }
        let (lang, method) = operator_trait(op);
        let right = self.coerce_operand(lang, &left.ty, right)?;
        let args = vec![Rc::clone(&left.ty), Rc::clone(&right.ty)];
        self.require_operator(lang, &args, span)?;
        let callee = self.lang_method(lang, method, args.clone(), span)?;
        let output = self
            .pkg
            .lang_item(lang)
            .and_then(|def| self.pkg.assoc_type(def, "Output"));
        let Some(output) = output else {
            return self.unsupported(span, format!("the trait `{lang}`"));
        };
        let output = self.pkg.projection(output, args);
        let ty = self.infer.normalize(&output, Some(span));
        let kind = ExprKind::Call {
            callee,
            args: vec![left, right],
        };
        Ok(self.mk(kind, ty, span))
    }

    /// `x += e` of a specification, where operators give mathematical integers: `x = x + e`.
    fn spec_assign_op(
        &mut self,
        op: BinOp,
        place: &ast::Expr,
        value: &ast::Expr,
        span: Span,
    ) -> Read<Expr> {
        let to = self.assigned(place, span, None)?;
        let kind = ast::ExprKind::Binary(op, place.clone().into(), value.clone().into());
        let sum = ast::Expr { kind, span };
        let ty = Rc::clone(&to.ty);
        let value = self.expr_as(&sum, &ty)?;
        let kind = ExprKind::Assign {
            place: to.into(),
            value: value.into(),
        };
        Ok(self.mk(kind, unit(), span))
    }

    pub(super) fn assign_op(
        &mut self,
        op: BinOp,
        place: &ast::Expr,
        value: &ast::Expr,
        span: Span,
    ) -> Read<Expr> {
        if self.spec {
            return self.spec_assign_op(op, place, value, span);
        }
        let place = self.expr(place, None)?;
        let place = self.make_mut(place)?;
        let place_ty = self.known(&place.ty)?;
        let kind = self.scalar(&place_ty);
        let hint = (kind.is_some() && !is_shift(op)).then(|| Rc::clone(&place_ty));
        let value = self.expr(value, hint.as_ref())?;
        let inner = self.pointee(&value.ty);
        let value_kind = self.scalar(&inner);
        if let (Some(a), Some(b)) = (kind, value_kind)
            && a == b
            && built_in(op, a)
        {
            if !is_shift(op) && !self.infer.unify(&place_ty, &inner) {
                return self.mismatch(value.span, &place_ty, &inner);
            }
            let value = self.behind_references(value);
            let kind = ExprKind::AssignOp {
                op,
                place: place.into(),
                value: value.into(),
            };
            return Ok(self.mk(kind, unit(), span));
        }
        let (lang, method) = assign_trait(op);
        let value = self.coerce_operand(lang, &place_ty, value)?;
        let args = vec![place_ty, Rc::clone(&value.ty)];
        self.require_operator(lang, &args, span)?;
        let callee = self.lang_method(lang, method, args, span)?;
        let at = place.span;
        let place = self.borrow_of(true, place, at);
        let kind = ExprKind::Call {
            callee,
            args: vec![place, value],
        };
        Ok(self.mk(kind, unit(), span))
    }

    pub(super) fn not(&mut self, of: &ast::Expr, expected: Option<&Ty>, span: Span) -> Read<Expr> {
        if self.spec {
            let hint = expected.map(|ty| self.infer.shallow(ty));
            let hint = hint.filter(|ty| self.is_int(ty)).unwrap_or_else(bool_ty);
            let of = self.expr(of, Some(&hint))?;
            let of = self.behind_all(of);
            if self.is_int(&of.ty) {
                return self.spec_not(of, &hint, span);
            }
            return match &*self.infer.shallow(&of.ty) {
                TyKind::Bool | TyKind::Infer(_) => {
                    let of = self.coerce(of, &bool_ty())?;
                    Ok(self.mk(ExprKind::Unary(UnOp::Not, of.into()), bool_ty(), span))
                }
                _ => self.unary_of(UnOp::Not, of, span),
            };
        }
        self.unary(UnOp::Not, of, expected, span)
    }

    pub(super) fn negate(
        &mut self,
        of: &ast::Expr,
        expected: Option<&Ty>,
        span: Span,
    ) -> Read<Expr> {
        if self.spec {
            return self.spec_negate(of, expected, span);
        }
        // The least value of a type is written with a literal that is out of range by itself.
        if let ast::ExprKind::Lit(ast::Lit::Int(value, suffix)) = &of.kind {
            let lit = ast::Lit::Int(-*value, suffix.clone());
            return self.literal(&lit, expected, span);
        }
        self.unary(UnOp::Neg, of, expected, span)
    }

    fn unary(&mut self, op: UnOp, of: &ast::Expr, expected: Option<&Ty>, span: Span) -> Read<Expr> {
        let of = self.expr(of, expected)?;
        self.unary_of(op, of, span)
    }

    /// The operator, as that of numbers or as its trait has it.
    pub(super) fn unary_of(&mut self, op: UnOp, of: Expr, span: Span) -> Read<Expr> {
        self.known(&of.ty)?;
        let inner = self.pointee(&of.ty);
        let fits = matches!(
            (op, self.scalar(&inner)),
            (UnOp::Not, Some(Scalar::Bool | Scalar::Int))
                | (UnOp::Neg, Some(Scalar::Int | Scalar::Float))
        );
        if fits {
            let of = self.behind_references(of);
            return Ok(self.mk(ExprKind::Unary(op, of.into()), inner, span));
        }
        let (lang, method) = match op {
            UnOp::Not => ("Not", "not"),
            UnOp::Neg => ("Neg", "neg"),
        };
        let args = vec![Rc::clone(&of.ty)];
        self.require_operator(lang, &args, span)?;
        let callee = self.lang_method(lang, method, args.clone(), span)?;
        let output = self
            .pkg
            .lang_item(lang)
            .and_then(|def| self.pkg.assoc_type(def, "Output"));
        let Some(output) = output else {
            return self.unsupported(span, format!("the trait `{lang}`"));
        };
        let ty = self.pkg.projection(output, args);
        let ty = self.infer.normalize(&ty, Some(span));
        let kind = ExprKind::Call {
            callee,
            args: vec![of],
        };
        Ok(self.mk(kind, ty, span))
    }

    pub(super) fn cast(
        &mut self,
        value: &ast::Expr,
        ty: &ast::Type,
        expected: Option<&Ty>,
        span: Span,
    ) -> Read<Expr> {
        let target = self.lower_ty(ty)?;
        // `as _` casts to what is expected, `as *const _` to a pointer to the same or to that.
        if let Some(expected) = expected
            && !self.infer.is_known(&target)
        {
            let snapshot = self.infer.snapshot();
            if !self.infer.unify(&target, expected) {
                self.infer.rollback(&snapshot);
            }
        }
        let is_literal = is_literal(value);
        let mut value = self.expr(value, None)?;
        if self.spec {
            value = self.behind_all(value);
        }
        let mut from = self.known(&value.ty)?;
        let to = self.known(&target)?;
        let is_open = self.infer.var_kind(&from) == Some(VarKind::Int);
        // A literal is of the type that it is cast to, if that can be. What else is of an open type is left
        // so: a cast says nothing of it.
        if is_open && (is_literal || self.spec) {
            match &*to {
                TyKind::Int(_) | TyKind::MathInt => {
                    self.infer.unify(&from, &to);
                }
                TyKind::Char => {
                    self.infer
                        .unify(&from, &super::super::subst::int(crate::ty::IntTy::U8));
                }
                TyKind::RawPtr { .. } => {
                    self.infer
                        .unify(&from, &super::super::subst::int(crate::ty::IntTy::Usize));
                }
                _ => {}
            }
            from = self.infer.shallow(&from);
        }
        let allowed = match (&*from, &*to) {
            (TyKind::Infer(_), TyKind::Int(_)) if is_open => true,
            (
                TyKind::Int(_) | TyKind::MathInt | TyKind::Bool | TyKind::Char,
                TyKind::Int(_) | TyKind::MathInt,
            )
            | (TyKind::Int(_) | TyKind::Float(_) | TyKind::Infer(_), TyKind::Float(_))
            | (TyKind::Float(_), TyKind::Int(_))
            | (TyKind::Int(crate::ty::IntTy::U8) | TyKind::Char, TyKind::Char)
            | (TyKind::RawPtr { .. }, TyKind::RawPtr { .. } | TyKind::Int(_))
            | (TyKind::Int(_), TyKind::RawPtr { .. }) => true,
            (TyKind::Adt(def, _), TyKind::Int(_) | TyKind::MathInt) => self.pkg.is_enum(*def),
            (TyKind::Infer(_), TyKind::Int(_)) => {
                self.infer.var_kind(&from) == Some(VarKind::Float)
            }
            // How the models make characters of numbers that are some.
            (TyKind::Int(_), TyKind::Char) => !self.pkg.map.is_user(span),
            _ => false,
        };
        if allowed {
            return Ok(self.mk(ExprKind::Cast(value.into()), to, span));
        }
        self.coerce(value, &to)
    }
}

/// Whether an expression is a literal, whatever its sign.
fn is_literal(expr: &ast::Expr) -> bool {
    match &expr.kind {
        ast::ExprKind::Lit(_) => true,
        ast::ExprKind::Neg(inner) | ast::ExprKind::Not(inner) => is_literal(inner),
        _ => false,
    }
}

fn is_comparison(op: BinOp) -> bool {
    matches!(
        op,
        BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge
    )
}

fn is_shift(op: BinOp) -> bool {
    matches!(op, BinOp::Shl | BinOp::Shr)
}

/// Whether an arithmetic or bit operator is built in on a kind of primitive.
fn built_in(op: BinOp, scalar: Scalar) -> bool {
    match scalar {
        Scalar::Int => true,
        Scalar::Bool => matches!(op, BinOp::BitAnd | BinOp::BitOr | BinOp::BitXor),
        Scalar::Float => matches!(
            op,
            BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Div | BinOp::Rem
        ),
        Scalar::Char | Scalar::Pointer | Scalar::Unit => false,
    }
}

pub(super) fn operator_trait(op: BinOp) -> (&'static str, &'static str) {
    match op {
        BinOp::Add => ("Add", "add"),
        BinOp::Sub => ("Sub", "sub"),
        BinOp::Mul => ("Mul", "mul"),
        BinOp::Div => ("Div", "div"),
        BinOp::Rem => ("Rem", "rem"),
        BinOp::BitAnd => ("BitAnd", "bitand"),
        BinOp::BitOr => ("BitOr", "bitor"),
        BinOp::BitXor => ("BitXor", "bitxor"),
        BinOp::Shl => ("Shl", "shl"),
        _ => ("Shr", "shr"),
    }
}

fn assign_trait(op: BinOp) -> (&'static str, &'static str) {
    match op {
        BinOp::Add => ("AddAssign", "add_assign"),
        BinOp::Sub => ("SubAssign", "sub_assign"),
        BinOp::Mul => ("MulAssign", "mul_assign"),
        BinOp::Div => ("DivAssign", "div_assign"),
        BinOp::Rem => ("RemAssign", "rem_assign"),
        BinOp::BitAnd => ("BitAndAssign", "bitand_assign"),
        BinOp::BitOr => ("BitOrAssign", "bitor_assign"),
        BinOp::BitXor => ("BitXorAssign", "bitxor_assign"),
        BinOp::Shl => ("ShlAssign", "shl_assign"),
        _ => ("ShrAssign", "shr_assign"),
    }
}
