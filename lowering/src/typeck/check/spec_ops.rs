//! Operators and coercions of specifications: integers are mathematical, and a value, a reference to
//! it and a box of it are alike.

use std::rc::Rc;

use super::super::generics::TraitRef;
use super::super::infer::VarKind;
use super::super::subst::{bool_ty, math_int, reference};
use super::FnCtxt;
use super::ops::operator_trait;
use super::place::Step;
use crate::front::Read;
use crate::ir::{BinOp, UnOp};
use crate::source::ast;
use crate::source::codes;
use crate::span::Span;
use crate::thir::{Expr, ExprKind, Literal, SpecExpr};
use crate::ty::{FnRef, Ty, TyKind};

impl FnCtxt<'_> {
    /// What a reference or box leads to.
    pub(super) fn behind(&self, ty: &Ty) -> Option<Ty> {
        match &**ty {
            TyKind::Ref { to, .. } => Some(Rc::clone(to)),
            TyKind::Adt(def, args) if self.pkg.lang_is(*def, "Box") => args.first().cloned(),
            _ => None,
        }
    }

    /// The expression behind all its references and boxes.
    pub(super) fn behind_all(&mut self, expr: Expr) -> Expr {
        let mut expr = expr;
        while let Some(to) = self.behind(&self.infer.shallow(&expr.ty)) {
            let span = expr.span;
            expr = self.mk(ExprKind::Deref(expr.into()), to, span);
        }
        expr
    }

    fn core(&mut self, ty: &Ty) -> Read<Ty> {
        let mut ty = self.known(ty)?;
        while let Some(to) = self.behind(&ty) {
            ty = self.known(&to)?;
        }
        Ok(ty)
    }

    pub(super) fn is_int(&self, ty: &Ty) -> bool {
        match &*self.infer.shallow(ty) {
            TyKind::Int(_) | TyKind::MathInt => true,
            TyKind::Infer(_) => self.infer.var_kind(ty) == Some(VarKind::Int),
            _ => false,
        }
    }

    /// An integer as a mathematical one.
    pub(super) fn math(&mut self, expr: Expr) -> Read<Expr> {
        let expr = self.behind_all(expr);
        let ty = self.infer.shallow(&expr.ty);
        match &*ty {
            TyKind::Int(_) => {
                let span = expr.span;
                Ok(self.spec_expr(SpecExpr::ToMath(expr), math_int(), span))
            }
            // The type of a variable of the code around may still be open; only literals are ours.
            TyKind::Infer(_)
                if self.infer.var_kind(&ty) == Some(VarKind::Int)
                    && !matches!(expr.kind, ExprKind::Literal(_)) =>
            {
                let span = expr.span;
                Ok(self.spec_expr(SpecExpr::ToMath(expr), math_int(), span))
            }
            _ if self.infer.unify(&ty, &math_int()) => Ok(expr),
            _ => self.mismatch(expr.span, &math_int(), &ty),
        }
    }

    /// A mathematical integer as a machine one; not well defined if it does not fit.
    fn narrow(&mut self, expr: Expr, to: &Ty) -> Read<Expr> {
        let span = expr.span;
        let Some(def) = self.pkg.lang_item("narrow") else {
            return self.unsupported(span, "a mathematical integer as a machine integer");
        };
        let kind = ExprKind::Call {
            callee: FnRef {
                def,
                args: vec![Rc::clone(to)],
            },
            args: vec![expr],
        };
        Ok(self.mk(kind, Rc::clone(to), span))
    }

    /// The expression as one of type `wanted`, by the freedom that specifications have.
    pub(super) fn spec_coerce(&mut self, expr: Expr, wanted: &Ty) -> Read<Expr> {
        let found = self.infer.shallow(&expr.ty);
        let snapshot = self.infer.snapshot();
        if self.infer.unify(&found, wanted) {
            return Ok(expr);
        }
        self.infer.rollback(&snapshot);
        let core = self.core(&found)?;
        let wanted_core = self.core(wanted)?;
        if self.is_int(&core) && self.is_int(&wanted_core) && !self.infer.unify(&core, &wanted_core)
        {
            let math = self.math(expr)?;
            let value = match &*wanted_core {
                TyKind::MathInt => math,
                _ => self.narrow(math, &wanted_core)?,
            };
            return self.borrowed_as(value, wanted);
        }
        // Dereference the one side, borrow for the other, wherever they meet.
        let mut place = expr;
        loop {
            let found = self.infer.shallow(&place.ty);
            let mut target = self.infer.shallow(wanted);
            let mut borrows = 0;
            loop {
                let snapshot = self.infer.snapshot();
                if self.infer.unify(&found, &target) {
                    for _ in 0..borrows {
                        let span = place.span;
                        place = self.borrow_of(false, place, span);
                    }
                    // `&mut T` is passed as what it is: nothing is written through it.
                    place.ty = Rc::clone(wanted);
                    return Ok(place);
                }
                self.infer.rollback(&snapshot);
                match &*target {
                    TyKind::Ref { to, .. } => {
                        borrows += 1;
                        target = self.infer.shallow(&Rc::clone(to));
                    }
                    _ => break,
                }
            }
            match self.behind(&found) {
                Some(to) => {
                    let span = place.span;
                    place = self.mk(ExprKind::Deref(place.into()), to, span);
                }
                None => return self.spec_coerce_unlike(place, wanted),
            }
        }
    }

    /// Where a reference is wanted: what `Deref` leads to, or an array as a slice.
    fn spec_coerce_unlike(&mut self, value: Expr, wanted: &Ty) -> Read<Expr> {
        let span = value.span;
        let found = self.infer.shallow(&value.ty);
        let TyKind::Ref { to, .. } = &**wanted else {
            return match self.rebuilt(value, wanted)? {
                Some(rebuilt) => Ok(rebuilt),
                None if self.gives_sequence(&found, wanted) => {
                    self.not_gathered(span, wanted, &found)
                }
                None => self.mismatch(span, wanted, &found),
            };
        };
        if self.is_unsizing(&found, to, span) {
            let whole = self.borrow_of(false, value, span);
            return Ok(self.mk(ExprKind::Coerce(whole.into()), Rc::clone(wanted), span));
        }
        let steps = self.autoderef(&found)?;
        for count in 1..steps.len() {
            let snapshot = self.infer.snapshot();
            if self.infer.unify(&steps[count].ty, to) {
                let place = self.apply_steps(value, &steps[1..=count])?;
                let mut borrowed = self.borrow_of(false, place, span);
                borrowed.ty = Rc::clone(wanted);
                return Ok(borrowed);
            }
            self.infer.rollback(&snapshot);
        }
        let core = self.without_pointers(to);
        match self.rebuilt(value, &core)? {
            Some(rebuilt) => self.borrowed_as(rebuilt, wanted),
            None => self.mismatch(span, wanted, &found),
        }
    }

    /// Whether an iterator stands where a sequence is wanted.
    fn gives_sequence(&mut self, found: &Ty, wanted: &Ty) -> bool {
        let wants_sequence = match &*self.infer.shallow(wanted) {
            TyKind::Adt(def, _) => self.pkg.lang_is(*def, "Seq"),
            _ => false,
        };
        wants_sequence
            && self.pkg.lang_item("Iterator").is_some_and(|def| {
                self.infer.holds(&TraitRef {
                    def,
                    args: vec![Rc::clone(found)],
                })
            })
    }

    /// Run-time checks need to be told, so specifications do not gather on their own.
    fn not_gathered<T>(&self, span: Span, wanted: &Ty, found: &Ty) -> Read<T> {
        let help = "gather what it gives: `.collect::<Seq<_>>()`";
        self.mismatch(span, wanted, found)
            .map_err(|stop| stop.with_help(help))
    }

    fn borrowed_as(&mut self, value: Expr, wanted: &Ty) -> Read<Expr> {
        let mut value = value;
        let mut layers = Vec::new();
        let mut at = self.infer.shallow(wanted);
        while let TyKind::Ref { to, .. } = &*Rc::clone(&at) {
            layers.push(Rc::clone(&at));
            at = self.infer.shallow(to);
        }
        if self.infer.shallow(&value.ty) != at {
            return self.mismatch(value.span, wanted, &value.ty);
        }
        while let Some(ty) = layers.pop() {
            let span = value.span;
            value = self.borrow_of(false, value, span);
            value.ty = ty;
        }
        Ok(value)
    }

    pub(super) fn spec_negate(
        &mut self,
        of: &ast::Expr,
        expected: Option<&Ty>,
        span: Span,
    ) -> Read<Expr> {
        if let ast::ExprKind::Lit(ast::Lit::Int(value, suffix)) = &of.kind {
            let lit = ast::Lit::Int(-*value, suffix.clone());
            return self.literal(&lit, expected, span);
        }
        let of = self.expr(of, expected.filter(|_| self.machine))?;
        if self.machine && *self.core(&of.ty)? != TyKind::MathInt {
            let of = self.behind_all(of);
            let ty = Rc::clone(&of.ty);
            return Ok(self.mk(ExprKind::Unary(UnOp::Neg, of.into()), ty, span));
        }
        let core = self.core(&of.ty)?;
        if !matches!(*core, TyKind::Int(_) | TyKind::MathInt | TyKind::Infer(_)) {
            let of = self.behind_all(of);
            return self.unary_of(UnOp::Neg, of, span);
        }
        let of = self.math(of)?;
        Ok(self.mk(ExprKind::Unary(UnOp::Neg, of.into()), math_int(), span))
    }

    pub(super) fn spec_binary(
        &mut self,
        op: BinOp,
        left: &ast::Expr,
        right: &ast::Expr,
        expected: Option<&Ty>,
        span: Span,
    ) -> Read<Expr> {
        let is_arithmetic = !matches!(
            op,
            BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge
        );
        let left = self.expr(left, if is_arithmetic { expected } else { None })?;
        let left_core = self.core(&left.ty)?;
        let hint = match &*left_core {
            TyKind::Int(_) if !matches!(op, BinOp::BitAnd | BinOp::BitOr | BinOp::BitXor) => None,
            TyKind::MathInt if self.machine => None,
            _ => Some(self.alike_hint(&left_core)),
        };
        let hint = match &*left_core {
            TyKind::Int(_) if self.machine && !matches!(op, BinOp::Shl | BinOp::Shr) => {
                Some(Rc::clone(&left_core))
            }
            // Which bits there are to turn is said by the other side.
            TyKind::Int(_) if !is_arithmetic && is_complement(right) => Some(Rc::clone(&left_core)),
            _ => hint,
        };
        let right = self.expr(right, hint.as_ref())?;
        let right_core = self.core(&right.ty)?;
        if self.is_int(&left_core) && self.is_int(&right_core) {
            return self.int_binary(op, left, right, &left_core, &right_core, span);
        }
        match op {
            BinOp::Eq | BinOp::Ne => self.spec_equality(op, left, right, span),
            BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge => self.spec_order(op, left, right, span),
            _ => self.spec_operator(op, left, right, span),
        }
    }

    pub(super) fn int_binary(
        &mut self,
        op: BinOp,
        left: Expr,
        right: Expr,
        left_core: &Ty,
        right_core: &Ty,
        span: Span,
    ) -> Read<Expr> {
        let is_math = **left_core == TyKind::MathInt || **right_core == TyKind::MathInt;
        if self.machine && !is_math {
            return self.machine_binary(op, left, right, span);
        }
        match op {
            // Bits are those of the machine type.
            BinOp::BitAnd | BinOp::BitOr | BinOp::BitXor => {
                let (left, right) = (self.behind_all(left), self.behind_all(right));
                if is_math || !self.unifies(left_core, right_core) {
                    let lang = match op {
                        BinOp::BitAnd => "spec_bit_and",
                        BinOp::BitOr => "spec_bit_or",
                        _ => "spec_bit_xor",
                    };
                    let args = vec![self.math(left)?, self.math(right)?];
                    return self.lang_call(lang, Vec::new(), args, span);
                }
                let kind = ExprKind::Binary(op, left.into(), right.into());
                Ok(self.mk(kind, Rc::clone(left_core), span))
            }
            // To the right nothing leaves the type.
            BinOp::Shr if matches!(**left_core, TyKind::Int(_)) => {
                let args = vec![self.behind_all(left), self.math(right)?];
                let own = vec![Rc::clone(left_core)];
                self.lang_call("spec_machine_shr", own, args, span)
            }
            BinOp::Shl | BinOp::Shr => {
                let lang = if op == BinOp::Shl {
                    "spec_shl"
                } else {
                    "spec_shr"
                };
                let Some(def) = self.pkg.lang_item(lang) else {
                    return self.unsupported(span, "a shift in a specification");
                };
                let args = vec![self.math(left)?, self.math(right)?];
                let callee = FnRef {
                    def,
                    args: Vec::new(),
                };
                Ok(self.mk(ExprKind::Call { callee, args }, math_int(), span))
            }
            _ => {
                let left = self.math(left)?;
                let right = self.math(right)?;
                let ty = match op {
                    BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Div | BinOp::Rem => math_int(),
                    _ => bool_ty(),
                };
                let kind = ExprKind::Binary(op, left.into(), right.into());
                Ok(self.mk(kind, ty, span))
            }
        }
    }

    /// `!x` of a number: of a machine integer, the bits that it has.
    pub(super) fn spec_not(&mut self, of: Expr, hint: &Ty, span: Span) -> Read<Expr> {
        let ty = self.infer.shallow(&of.ty);
        match &*ty {
            TyKind::Int(_) => {}
            TyKind::MathInt => {
                let less = self.mk(ExprKind::Unary(UnOp::Neg, of.into()), math_int(), span);
                let one = self.mk(ExprKind::Literal(Literal::Int(1.into())), math_int(), span);
                let kind = ExprKind::Binary(BinOp::Sub, less.into(), one.into());
                return Ok(self.mk(kind, math_int(), span));
            }
            _ if matches!(**hint, TyKind::Int(_)) && self.unifies(&ty, hint) => {}
            _ => return self.unsupported(span, "`!` of a number whose type is not known here"),
        }
        let ty = self.infer.shallow(&ty);
        Ok(self.mk(ExprKind::Unary(UnOp::Not, of.into()), ty, span))
    }

    /// An operator of a dialect whose integers are those of the machine.
    fn machine_binary(&mut self, op: BinOp, left: Expr, right: Expr, span: Span) -> Read<Expr> {
        let (left, right) = (self.behind_all(left), self.behind_all(right));
        let shifts = matches!(op, BinOp::Shl | BinOp::Shr);
        if !shifts && !self.infer.unify(&left.ty, &right.ty) {
            return self.mismatch(right.span, &left.ty, &right.ty);
        }
        let ty = match op {
            BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge => bool_ty(),
            _ => Rc::clone(&left.ty),
        };
        Ok(self.mk(ExprKind::Binary(op, left.into(), right.into()), ty, span))
    }

    pub(super) fn negated(&self, value: Expr, negate: bool, span: Span) -> Expr {
        if !negate {
            return value;
        }
        self.mk(ExprKind::Unary(UnOp::Not, value.into()), bool_ty(), span)
    }

    fn spec_order(&mut self, op: BinOp, left: Expr, right: Expr, span: Span) -> Read<Expr> {
        let left = self.behind_all(left);
        let right = self.behind_all(right);
        let [left, right] = self.in_common([left, right])?;
        self.compare(op, left, right, span)
    }

    /// Operators of model types, and of the user's.
    fn spec_operator(&mut self, op: BinOp, left: Expr, right: Expr, span: Span) -> Read<Expr> {
        let left = self.behind_all(left);
        let right = self.behind_all(right);
        if matches!(op, BinOp::BitAnd | BinOp::BitOr | BinOp::BitXor)
            && *self.infer.shallow(&left.ty) == TyKind::Bool
            && *self.infer.shallow(&right.ty) == TyKind::Bool
        {
            let kind = ExprKind::Binary(op, left.into(), right.into());
            return Ok(self.mk(kind, bool_ty(), span));
        }
        let (lang, method) = operator_trait(op);
        let args = vec![Rc::clone(&left.ty), Rc::clone(&right.ty)];
        let output = self
            .pkg
            .lang_item(lang)
            .and_then(|def| self.pkg.assoc_type(def, "Output"));
        let (Some(def), Some(output)) = (self.pkg.lang_item(lang), output) else {
            return self.unsupported(span, format!("the trait `{lang}`"));
        };
        let goal = TraitRef {
            def,
            args: args.clone(),
        };
        if !self.infer.may_hold(&goal) {
            let (a, b) = (self.infer.show(&left.ty), self.infer.show(&right.ty));
            let message = format!("no such operator between `{a}` and `{b}`");
            return self.wrong(codes::WRONG_TYPE, span, message);
        }
        self.infer.select(&goal);
        let callee = self.lang_method(lang, method, args.clone(), span)?;
        let ty = self.pkg.projection(output, args);
        let ty = self.infer.normalize(&ty, Some(span));
        let kind = ExprKind::Call {
            callee,
            args: vec![left, right],
        };
        Ok(self.mk(kind, ty, span))
    }

    /// `s[i]` on a sequence of the models.
    pub(super) fn spec_index(
        &mut self,
        base: &Expr,
        steps: &[Step],
        index: &ast::Expr,
        span: Span,
    ) -> Read<Option<Expr>> {
        let Some(TyKind::Adt(def, args)) = steps.last().map(|last| &*last.ty) else {
            return Ok(None);
        };
        let is_map = self.pkg.lang_is(*def, "Map");
        if !is_map && !self.pkg.lang_is(*def, "Seq") {
            return Ok(None);
        }
        let (at, args) = (if is_map { "map_index" } else { "seq_index" }, args.clone());
        let Some(at) = self.pkg.lang_item(at) else {
            return Ok(None);
        };
        let place = self.behind_all(base.clone());
        let (index, element) = match args.as_slice() {
            [key, value] => (self.expr_as(index, key)?, Rc::clone(value)),
            _ => {
                let index = self.expr(index, Some(&math_int()))?;
                (self.math(index)?, Rc::clone(&args[0]))
            }
        };
        let kind = ExprKind::Call {
            callee: FnRef { def: at, args },
            args: vec![place, index],
        };
        Ok(Some(self.mk(kind, element, span)))
    }

    /// The place that an expression leads to, as a `&T`.
    pub(super) fn location(&mut self, expr: Expr) -> Read<Expr> {
        let place = self.behind_all(expr);
        let span = place.span;
        let ty = reference(false, Rc::clone(&place.ty));
        let mut borrowed = self.borrow_of(false, place, span);
        borrowed.ty = ty;
        Ok(borrowed)
    }
}

/// `!x`, in parentheses or not.
fn is_complement(expr: &ast::Expr) -> bool {
    matches!(expr.kind, ast::ExprKind::Not(_))
}
