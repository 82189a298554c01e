//! Calls: of functions, of closures, and of what a bound promises of a type parameter.

use crate::front::Read;
use crate::ir::types::{Ty as IrTy, TyId};
use crate::ir::{BinOp, Branch, Operand, Place, ProcId, Rvalue};
use crate::span::Span;
use crate::thir::{Expr, ExprKind};
use crate::ty::{FnRef, Ty, TyKind};

use super::function::FnCx;
use super::session::Instance;

impl FnCx<'_, '_> {
    pub(super) fn call(
        &mut self,
        dst: &Place,
        callee: &FnRef,
        args: &[Expr],
        expr: &Expr,
    ) -> Read<()> {
        let args: Vec<&Expr> = args.iter().collect();
        // What a trait's method means on a type parameter says nothing of its default body.
        let name = self.session.front.intrinsic(callee.def);
        if name == Some("is_hashed_alike") {
            if let [key, asked] = &callee.args[..]
                && self.session.front.is_hashed_as_compared(key, asked)
            {
                self.put(dst, Operand::bool(true), expr.span);
                return Ok(());
            }
        } else if let Some(name @ ("runs_hash" | "runs_hashes")) = name {
            let Some(key) = callee.args.first() else {
                return self.unsupported(expr.span, "a hash of no key");
            };
            if self.session.front.is_hashed_as_compared(key, key) {
                self.put(dst, Operand::bool(true), expr.span);
                return Ok(());
            }
            // How often a key is hashed is not known here to the last time.
            if name == "runs_hash" && self.session.hash_may_write(callee, key)? {
                return self.unsupported(expr.span, "a hash that may write to its key");
            }
        } else if let Some(name) = name.filter(|name| !is_lawful(name)) {
            let name = name.to_owned();
            return self.intrinsic(dst, &name, callee, &args, expr);
        }
        if self.call_lifted(dst, callee, &args, expr)? {
            return Ok(());
        }
        if self.call_inlined(dst, callee, &args, expr.span)? {
            return Ok(());
        }
        let operands = self.operands(&args)?;
        self.call_with(dst, callee, operands, expr)
    }

    /// `dst := callee(operands)`; `expr` has the type of the result.
    pub(super) fn call_with(
        &mut self,
        dst: &Place,
        callee: &FnRef,
        operands: Vec<Operand>,
        expr: &Expr,
    ) -> Read<()> {
        let asked = self.check_recursion(callee, &operands, expr.span)?;
        let instance = match self.is_by_contract(callee, expr.span)? {
            true => Instance::Contract(callee.clone()),
            false => {
                self.check_owed(callee, &operands, expr.span)?;
                Instance::Function(callee.clone())
            }
        };
        let proc = self.session.instance(instance, expr.span)?;
        self.note_owner(callee, proc, expr)?;
        if asked {
            self.session.note_asked(proc, expr.span);
        }
        let ret = self.ty(&expr.ty, expr.span)?;
        self.emit_call(dst, proc, operands, ret, expr.span);
        Ok(())
    }

    /// `dst := proc(args)`; `ret` is the type that the procedure returns.
    pub(super) fn emit_call(
        &mut self,
        dst: &Place,
        proc: ProcId,
        args: Vec<Operand>,
        ret: TyId,
        span: Span,
    ) {
        if self.frame.is_spec {
            self.session.note_spec_call(proc, span);
            self.session.note_asked(proc, span);
        }
        if *self.session.types.get(ret) == IrTy::Never {
            let sink = self.sink(ret, span);
            self.b.call(sink.into(), proc, args, span);
            self.b.diverge();
        } else {
            self.b.call(dst.clone(), proc, args, span);
        }
    }

    /// A call of a value: of a closure through a pointer to its captures, or of a function item.
    pub(super) fn call_value(
        &mut self,
        dst: &Place,
        callee: &Expr,
        args: &[Expr],
        span: Span,
    ) -> Read<()> {
        if let ExprKind::Var(_) = &callee.kind
            && let Some(closure) = self.inlined_closure(callee)
        {
            let mut places = Vec::new();
            for arg in args {
                let ty = self.ty(&arg.ty, arg.span)?;
                let held: Place = self.b.temp(ty, arg.span).into();
                self.into(&held, arg)?;
                places.push(held);
            }
            return self.apply_inlined(dst, &closure, places, span);
        }
        match &*callee.ty {
            TyKind::Closure(..) => {
                let consumed = self.consumes_owned(callee, span)?;
                let place = self.as_place(callee)?;
                let env = self.environment(&callee.ty, place.clone(), span)?;
                let args: Vec<&Expr> = args.iter().collect();
                let operands = self.operands(&args)?;
                if consumed {
                    self.moved_out(&place, &callee.ty, span)?;
                }
                self.call_closure(dst, &callee.ty, env, operands, span)
            }
            TyKind::FnDef(function) => {
                self.effect(callee)?;
                let ret = self.session.front.signature(function)?.ret;
                let call = Expr {
                    kind: ExprKind::Call {
                        callee: function.clone(),
                        args: args.to_vec(),
                    },
                    ty: ret,
                    span,
                };
                self.into(dst, &call)
            }
            TyKind::FnPtr(..) => self.call_pointer(dst, callee, args, span),
            _ => {
                let name = self.session.name(&callee.ty);
                self.unsupported(span, format!("a call of a value of type {name}"))
            }
        }
    }

    /// A pointer to the captures of the closure at `place`.
    pub(super) fn environment(&mut self, closure: &Ty, place: Place, span: Span) -> Read<Operand> {
        let ty = self.session.environment_ty(closure, span)?;
        Ok(self.hold(ty, Rvalue::AddressOf(place), span).into())
    }

    pub(super) fn call_closure(
        &mut self,
        dst: &Place,
        closure: &Ty,
        env: Operand,
        args: Vec<Operand>,
        span: Span,
    ) -> Read<()> {
        let Some(info) = self.session.closures.get(closure).cloned() else {
            return self.unsupported(span, "a closure that comes from elsewhere");
        };
        let proc = self
            .session
            .instance(Instance::Closure(closure.clone()), span)?;
        let ret = self.ty(&info.closure.body.ty, span)?;
        let operands = std::iter::once(env).chain(args).collect();
        self.emit_call(dst, proc, operands, ret, span);
        Ok(())
    }

    /// A method that a bound promises of a type parameter. `Eq`, `Ord` and `Clone` are lawful: equality
    /// is identity, the order is total, a clone equals its source.
    pub(super) fn call_param(
        &mut self,
        dst: &Place,
        method: &FnRef,
        args: &[Expr],
        expr: &Expr,
    ) -> Read<()> {
        let self_ty = method.self_ty();
        if let TyKind::Dyn(..) = &**self_ty {
            return self.call_object(dst, method, args, expr);
        }
        let name = self.session.front.intrinsic(method.def).map(str::to_owned);
        let bounds = self.session.front.bounds_of(self_ty);
        // What compares with values of another type promises nothing.
        let compares = |name: &str, right: &Expr| {
            let lawful = match comparison(name) {
                Some(Comparison::Bool(BinOp::Eq | BinOp::Ne)) => bounds.eq,
                Some(_) => bounds.ord,
                None => false,
            };
            lawful && behind_references(&right.ty) == self_ty
        };
        match (name.as_deref(), args) {
            (Some(name), [left, right]) if compares(name, right) => {
                let operands = self.pointees(&[left, right], self_ty)?;
                self.compare(dst, name, operands, expr)
            }
            (Some("clone"), [of]) => {
                let mut operands = self.pointees(&[of], self_ty)?;
                if let Some(operand) = operands.pop() {
                    self.put(dst, operand, expr.span);
                }
                Ok(())
            }
            // What is borrowed is the value itself: both types are one sort.
            (Some("borrow"), [of])
                if self.ty(&of.ty, of.span)? == self.ty(&expr.ty, expr.span)? =>
            {
                self.into(dst, of)
            }
            _ => self.call_unknown(dst, method, args, expr),
        }
    }

    /// The values that references to `ty` (or values of it) stand for.
    pub(super) fn pointees(&mut self, args: &[&Expr], ty: &Ty) -> Read<Vec<Operand>> {
        let mut fitted = Vec::new();
        for arg in args {
            let target = self.ty(ty, arg.span)?;
            fitted.push((*arg, target));
        }
        self.fit_all(&fitted)
    }

    /// `dst :=` the outcome of a comparison of two values of a type parameter.
    fn compare(
        &mut self,
        dst: &Place,
        name: &str,
        operands: Vec<Operand>,
        expr: &Expr,
    ) -> Read<()> {
        let Ok([left, right]) = <[Operand; 2]>::try_from(operands) else {
            return self.unsupported(expr.span, "a comparison without two operands");
        };
        match comparison(name) {
            Some(Comparison::Bool(op)) => {
                let value = Rvalue::Binary(op, left, right);
                self.b.assign(dst.clone(), value, expr.span);
                Ok(())
            }
            Some(Comparison::Ordering) => self.three_way(dst, left, right, &expr.ty, expr.span),
            Some(Comparison::PartialOrdering) => {
                let TyKind::Adt(_, args) = &*expr.ty else {
                    return self.unsupported(expr.span, "a comparison of this type");
                };
                let Some(ordering) = args.first().cloned() else {
                    return self.unsupported(expr.span, "a comparison of this type");
                };
                let ordering_ty = self.ty(&ordering, expr.span)?;
                let held = self.b.temp(ordering_ty, expr.span);
                self.three_way(&held.into(), left, right, &ordering, expr.span)?;
                let ty = self.ty(&expr.ty, expr.span)?;
                let some = self.variant_named(&expr.ty, "Some", expr.span)?;
                let value = Rvalue::Aggregate(ty, some, vec![held.into()]);
                self.b.assign(dst.clone(), value, expr.span);
                Ok(())
            }
            None => self.unsupported(expr.span, "this comparison"),
        }
    }

    /// `dst := Less`, `Equal` or `Greater`.
    pub(super) fn three_way(
        &mut self,
        dst: &Place,
        left: Operand,
        right: Operand,
        ordering: &Ty,
        span: Span,
    ) -> Read<()> {
        let ty = self.ty(ordering, span)?;
        let less = self.variant_named(ordering, "Less", span)?;
        let equal = self.variant_named(ordering, "Equal", span)?;
        let greater = self.variant_named(ordering, "Greater", span)?;
        let is_less = self.flag(Rvalue::Binary(BinOp::Lt, left.clone(), right.clone()), span);
        self.b.open();
        self.b
            .assign(dst.clone(), Rvalue::Aggregate(ty, less, Vec::new()), span);
        let then = self.b.close();
        self.b.open();
        let is_equal = self.flag(Rvalue::Binary(BinOp::Eq, left, right), span);
        self.b.open();
        self.b
            .assign(dst.clone(), Rvalue::Aggregate(ty, equal, Vec::new()), span);
        let same = self.b.close();
        self.b.open();
        self.b.assign(
            dst.clone(),
            Rvalue::Aggregate(ty, greater, Vec::new()),
            span,
        );
        let more = self.b.close();
        self.b
            .if_else(is_equal.into(), same, more, Branch::Hidden, span);
        let otherwise = self.b.close();
        self.b
            .if_else(is_less.into(), then, otherwise, Branch::Hidden, span);
        Ok(())
    }

    /// A variant of an enum by its name.
    pub(super) fn variant_named(
        &mut self,
        ty: &Ty,
        name: &str,
        span: Span,
    ) -> Read<crate::ty::VariantIdx> {
        if let TyKind::Adt(def, args) = &**ty {
            let info = self.session.front.adt(*def, args)?;
            if let Some(variant) = info.variants.iter().find(|it| it.name == name) {
                return Ok(variant.index);
            }
        }
        let ty = self.session.name(ty);
        self.unsupported(span, format!("the type {ty} without {name}"))
    }
}

/// What references lead to in the end.
fn behind_references(ty: &Ty) -> &Ty {
    match &**ty {
        TyKind::Ref { to, .. } => behind_references(to),
        _ => ty,
    }
}

/// Whether the name says what a method of a trait means on a type parameter.
fn is_lawful(name: &str) -> bool {
    matches!(name, "clone" | "borrow") || comparison(name).is_some()
}

enum Comparison {
    Bool(BinOp),
    Ordering,
    PartialOrdering,
}

fn comparison(name: &str) -> Option<Comparison> {
    Some(match name {
        "eq" => Comparison::Bool(BinOp::Eq),
        "ne" => Comparison::Bool(BinOp::Ne),
        "lt" => Comparison::Bool(BinOp::Lt),
        "le" => Comparison::Bool(BinOp::Le),
        "gt" => Comparison::Bool(BinOp::Gt),
        "ge" => Comparison::Bool(BinOp::Ge),
        "cmp" => Comparison::Ordering,
        "partial_cmp" => Comparison::PartialOrdering,
        _ => return None,
    })
}
