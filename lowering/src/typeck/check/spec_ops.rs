//! Operators and coercions of specifications: integers are mathematical, and a value, a reference to
//! it and a box of it are alike.

use std::rc::Rc;

use super::super::generics::TraitRef;
use super::super::infer::VarKind;
use super::super::subst::{bool_ty, math_int, reference};
use super::super::traits::{Answer, Source};
use super::FnCtxt;
use super::ops::operator_trait;
use super::place::Step;
use crate::front::{Front, Read};
use crate::ir::{BinOp, UnOp};
use crate::source::ast;
use crate::source::codes;
use crate::span::Span;
use crate::thir::{Expr, ExprKind, SpecExpr};
use crate::ty::{FnRef, Ty, TyKind};

impl FnCtxt<'_> {
    /// What a reference or box leads to.
    fn behind(&self, ty: &Ty) -> Option<Ty> {
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

    fn is_int(&self, ty: &Ty) -> bool {
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
            return match self.content(&value)? {
                Some(content) if self.infer.unify(&content.ty, wanted) => Ok(content),
                _ => self.mismatch(span, wanted, &found),
            };
        };
        if self.is_unsizing(&found, to) {
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
        self.mismatch(span, wanted, &found)
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
            _ => Some(Rc::clone(&left_core)),
        };
        let hint = match &*left_core {
            TyKind::Int(_) if self.machine && !matches!(op, BinOp::Shl | BinOp::Shr) => {
                Some(Rc::clone(&left_core))
            }
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

    fn int_binary(
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
                if **left_core == TyKind::MathInt || !self.infer.unify(left_core, right_core) {
                    return self.unsupported(span, "a bit operation on mathematical integers");
                }
                let kind = ExprKind::Binary(op, left.into(), right.into());
                Ok(self.mk(kind, Rc::clone(left_core), span))
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

    fn negated(&self, value: Expr, negate: bool, span: Span) -> Expr {
        if !negate {
            return value;
        }
        self.mk(ExprKind::Unary(UnOp::Not, value.into()), bool_ty(), span)
    }

    /// `left === right`: by content, whatever `PartialEq` says.
    pub(super) fn same_value(
        &mut self,
        left: &ast::Expr,
        right: &ast::Expr,
        span: Span,
    ) -> Read<Expr> {
        let left = self.expr(left, None)?;
        let left = self.behind_all(left);
        let hint = Rc::clone(&left.ty);
        let right = self.expr(right, Some(&hint))?;
        let right = self.behind_all(right);
        if self.is_int(&left.ty) && self.is_int(&right.ty) {
            let (a, b) = (Rc::clone(&left.ty), Rc::clone(&right.ty));
            return self.int_binary(BinOp::Eq, left, right, &a, &b, span);
        }
        if !self.alike(&left.ty, &right.ty) {
            return self.mismatch(right.span, &left.ty, &right.ty);
        }
        Ok(self.spec_expr(SpecExpr::StructuralEq(left, right), bool_ty(), span))
    }

    pub(super) fn spec_equality(
        &mut self,
        op: BinOp,
        left: Expr,
        right: Expr,
        span: Span,
    ) -> Read<Expr> {
        let mut left = self.behind_all(left);
        let mut right = self.behind_all(right);
        let alike = self.alike(&left.ty, &right.ty);
        if !alike || self.is_unordered(&left.ty) {
            let (of_left, of_right) = (self.content(&left)?, self.content(&right)?);
            match (of_left, of_right) {
                (Some(a), Some(b)) if self.alike(&a.ty, &b.ty) => (left, right) = (a, b),
                _ => {
                    let (a, b) = (Rc::clone(&left.ty), Rc::clone(&right.ty));
                    return self.mismatch(right.span, &a, &b);
                }
            }
        }
        if let TyKind::Adt(..) = &*self.infer.shallow(&left.ty)
            && self.has_own_equality(&left.ty, &right.ty)
        {
            let args = vec![Rc::clone(&left.ty), Rc::clone(&right.ty)];
            let method = if op == BinOp::Eq { "eq" } else { "ne" };
            let callee = self.lang_method("PartialEq", method, args, span)?;
            let (at, right_at) = (left.span, right.span);
            let args = vec![
                self.borrow_of(false, left, at),
                self.borrow_of(false, right, right_at),
            ];
            return Ok(self.mk(ExprKind::Call { callee, args }, bool_ty(), span));
        }
        let ty = self.infer.resolve(&left.ty);
        if let Some(part) = self.part_with_own_equality(&ty, &mut Vec::new()) {
            let part = self.infer.show(&part);
            let what =
                format!("equality of a type with a part of type `{part}`, which defines its own");
            return self.unsupported(span, what);
        }
        let same = self.spec_expr(SpecExpr::StructuralEq(left, right), bool_ty(), span);
        Ok(self.negated(same, op == BinOp::Ne, span))
    }

    /// Whether someone has written how values of the type are compared: the user, or a model whose
    /// values are not compared member by member.
    fn has_own_equality(&mut self, left: &Ty, right: &Ty) -> bool {
        let Some(def) = self.pkg.lang_item("PartialEq") else {
            return false;
        };
        let goal = TraitRef {
            def,
            args: vec![Rc::clone(left), Rc::clone(right)],
        };
        let pkg = self.pkg;
        self.infer.probe(|infer| match infer.select(&goal) {
            Answer::Yes(Source::Impl { def, .. }) => {
                let info = pkg.defs.def(def);
                let items = pkg.defs.items(def).iter();
                let is_model = items.clone().any(|it| pkg.defs.def(*it).attrs.model);
                !info.attrs.derived && (!info.is_model || is_model)
            }
            _ => false,
        })
    }

    /// A part of values of the type whose equality is not that of its own parts.
    fn part_with_own_equality(&mut self, ty: &Ty, seen: &mut Vec<Ty>) -> Option<Ty> {
        if seen.contains(ty) {
            return None;
        }
        seen.push(Rc::clone(ty));
        let parts = match &**ty {
            TyKind::Tuple(parts) => parts.clone(),
            TyKind::Ref { to, .. } | TyKind::Array(to, _) | TyKind::Slice(to) => {
                vec![Rc::clone(to)]
            }
            // What models hold in buffers is no field of theirs.
            TyKind::Adt(def, args)
                if self.pkg.defs.def(*def).is_model && !self.has_own_equality(ty, ty) =>
            {
                args.clone()
            }
            TyKind::Adt(def, args) => {
                if self.has_own_equality(ty, ty) {
                    return Some(Rc::clone(ty));
                }
                match self.pkg.adt(*def, args) {
                    Ok(info) => {
                        let fields = info.variants.iter().flat_map(|variant| &variant.fields);
                        fields.map(|(_, ty)| Rc::clone(ty)).collect()
                    }
                    // What cannot be read is refused where it is lowered.
                    Err(_) => Vec::new(),
                }
            }
            _ => Vec::new(),
        };
        let mut parts = parts.iter();
        parts.find_map(|part| self.part_with_own_equality(part, seen))
    }

    /// Whether values of the type are compared by content only: where an entry of a hash table is says
    /// nothing.
    pub(super) fn is_unordered(&self, ty: &Ty) -> bool {
        match &*self.infer.shallow(ty) {
            TyKind::Adt(def, _) => {
                let info = self.pkg.defs.def(*def);
                info.is_model && matches!(&*info.name, "HashMap" | "HashSet")
            }
            _ => false,
        }
    }

    /// What a collection of std holds, as a model value; a model value is its own. The content of a
    /// value on entry is the content on entry.
    pub(super) fn content(&mut self, value: &Expr) -> Read<Option<Expr>> {
        if let ExprKind::Spec(spec) = &value.kind
            && let SpecExpr::Old(of) = &**spec
        {
            let content = self.content(of)?;
            return Ok(content.map(|of| {
                let ty = Rc::clone(&of.ty);
                self.spec_expr(SpecExpr::Old(of), ty, value.span)
            }));
        }
        let value = self.behind_all(value.clone());
        let ty = self.known(&value.ty)?;
        let method = match &*ty {
            TyKind::Array(..) | TyKind::Slice(_) | TyKind::Str => "seq",
            TyKind::Adt(def, _) if self.pkg.defs.def(*def).is_model => {
                let model = ["Seq", "Set", "Map", "Multiset"];
                if model.iter().any(|lang| self.pkg.lang_is(*def, lang)) {
                    return Ok(Some(value));
                }
                match &*self.pkg.defs.def(*def).name {
                    "Vec" | "VecDeque" | "String" => "seq",
                    "HashMap" | "BTreeMap" => "map",
                    "HashSet" | "BTreeSet" => "set",
                    _ => return Ok(None),
                }
            }
            _ => return Ok(None),
        };
        let span = value.span;
        let method = ast::Ident {
            name: method.into(),
            span,
        };
        self.method_on(value, &method, None, &[], None, span)
            .map(Some)
    }

    /// Whether two types are the same once references and boxes are taken away, everywhere.
    fn alike(&mut self, a: &Ty, b: &Ty) -> bool {
        let snapshot = self.infer.snapshot();
        if self.infer.unify(a, b) {
            return true;
        }
        self.infer.rollback(&snapshot);
        let mut a = self.infer.shallow(a);
        while let Some(to) = self.behind(&a) {
            a = self.infer.shallow(&to);
        }
        let mut b = self.infer.shallow(b);
        while let Some(to) = self.behind(&b) {
            b = self.infer.shallow(&to);
        }
        match (&*a, &*b) {
            (TyKind::Adt(d, x), TyKind::Adt(e, y)) => {
                d == e && x.iter().zip(y).all(|(x, y)| self.alike(x, y))
            }
            (TyKind::Tuple(x), TyKind::Tuple(y)) => {
                x.len() == y.len() && x.iter().zip(y).all(|(x, y)| self.alike(x, y))
            }
            _ => self.infer.unify(&a, &b),
        }
    }

    fn spec_order(&mut self, op: BinOp, left: Expr, right: Expr, span: Span) -> Read<Expr> {
        let left = self.behind_all(left);
        let right = self.behind_all(right);
        if !self.infer.unify(&left.ty, &right.ty) {
            let (a, b) = (Rc::clone(&left.ty), Rc::clone(&right.ty));
            return self.mismatch(right.span, &a, &b);
        }
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
