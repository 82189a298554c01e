//! The primitives that the models of std and the model types are written over.
//!
//! A primitive is known by the name that its `#[intrinsic = "…"]` gives it in the models. What one
//! takes and gives follows from the types at the call: arguments may be values or references to them,
//! machine integers stand for mathematical ones, and indices are checked.

use crate::front::Read;
use crate::ir::types::{Ty as IrTy, TyId};
use crate::ir::{
    BinOp, Comprehension, ComprehensionKind, Domain, Operand, PanicKind, Place, Rvalue, SpecOp,
    StmtKind,
};
use crate::span::Span;
use crate::thir::{Expr, ExprKind};

use super::expr::is_inert;
use super::function::{FnCx, ReturnTo};

impl FnCx<'_, '_> {
    /// `dst := name(args)`.
    pub(super) fn intrinsic(
        &mut self,
        dst: &Place,
        name: &str,
        args: &[&Expr],
        expr: &Expr,
    ) -> Read<()> {
        if let Some(op) = spec_op(name) {
            return self.spec_op(dst, op, args, expr);
        }
        if let Some(kind) = comprehension(name) {
            return self.comprehension(dst, kind, args, expr);
        }
        if let Some((question, op)) = arithmetic(name) {
            return self.wrapping(dst, question, op, args, expr);
        }
        match (name, args) {
            ("read", [pointer]) => {
                let place = self.as_place(pointer)?.deref();
                self.put(dst, place.into(), expr.span);
                Ok(())
            }
            ("write", [pointer, value]) => {
                let operands = self.operands(&[pointer, value])?;
                let Ok([pointer, value]) = <[Operand; 2]>::try_from(operands) else {
                    return self.unsupported(expr.span, "a write without a value");
                };
                let Some(ty) = self.operand_ty(&pointer) else {
                    return self.unsupported(expr.span, "a write through this pointer");
                };
                let place = self.behind(pointer, ty, expr.span);
                self.put(&place, value, expr.span);
                Ok(())
            }
            ("box_new", [value]) => {
                let value = self.as_operand(value)?;
                let dst = dst.clone();
                self.b.emit(StmtKind::Allocate { dst, value }, expr.span);
                Ok(())
            }
            ("not", [of]) => {
                let ty = self.ty(&of.ty, of.span)?;
                let operand = self.fit_all(&[(*of, ty)])?.remove(0);
                let value = Rvalue::Unary(crate::ir::UnOp::Not, operand);
                self.b.assign(dst.clone(), value, expr.span);
                Ok(())
            }
            ("cmp", [left, right]) => {
                let ty = self.scalar_behind(left)?;
                let operands = self.fit_all(&[(*left, ty), (*right, ty)])?;
                let Ok([left, right]) = <[Operand; 2]>::try_from(operands) else {
                    return self.unsupported(expr.span, "a comparison without two operands");
                };
                self.three_way(dst, left, right, &expr.ty, expr.span)
            }
            ("forget", [value]) => {
                self.as_operand(value)?;
                Ok(())
            }
            _ => self.unsupported(expr.span, format!("the primitive {name}")),
        }
    }

    /// The type of a value, or of what a reference to it points to.
    fn scalar_behind(&mut self, expr: &Expr) -> Read<TyId> {
        let ty = self.ty(&expr.ty, expr.span)?;
        Ok(self.session.types.pointee(ty).unwrap_or(ty))
    }

    /// Arithmetic that wraps, or the question whether it would.
    fn wrapping(
        &mut self,
        dst: &Place,
        question: bool,
        op: BinOp,
        args: &[&Expr],
        expr: &Expr,
    ) -> Read<()> {
        let [left, right] = args else {
            return self.unsupported(expr.span, "arithmetic without two operands");
        };
        let operands = self.operands(&[left, right])?;
        let Ok([left, right]) = <[Operand; 2]>::try_from(operands) else {
            return self.unsupported(expr.span, "arithmetic without two operands");
        };
        let value = if question {
            Rvalue::Overflows(op, left, right)
        } else {
            Rvalue::Binary(op, left, right)
        };
        self.b.assign(dst.clone(), value, expr.span);
        Ok(())
    }

    /// An operation on model values.
    fn spec_op(&mut self, dst: &Place, op: SpecOp, args: &[&Expr], expr: &Expr) -> Read<()> {
        let ty = self.ty(&expr.ty, expr.span)?;
        let collection = match (op, args.first()) {
            (SpecOp::SetOf | SpecOp::SeqOf, _) | (_, None) => ty,
            (_, Some(first)) => self.collection_behind(first)?,
        };
        let Some(element) = self.element(collection) else {
            return self.unsupported(expr.span, "an operation on model values");
        };
        let math = self.math_ty();
        let expected = match op {
            SpecOp::SetOf | SpecOp::SeqOf => vec![element; args.len()],
            SpecOp::SetInsert
            | SpecOp::SetRemove
            | SpecOp::SetContains
            | SpecOp::SeqPush
            | SpecOp::SeqPushFront
            | SpecOp::SeqContains => vec![collection, element],
            SpecOp::SetUnion
            | SpecOp::SetIntersection
            | SpecOp::SetDifference
            | SpecOp::SetSubset
            | SpecOp::SeqConcat => vec![collection, collection],
            SpecOp::SetLen | SpecOp::SeqLen | SpecOp::SeqToSet | SpecOp::SeqReverse => {
                vec![collection]
            }
            SpecOp::SeqIndex | SpecOp::SeqTake | SpecOp::SeqSkip => vec![collection, math],
            SpecOp::SeqUpdate => vec![collection, math, element],
        };
        if expected.len() != args.len() {
            return self.unsupported(expr.span, "an operation on model values");
        }
        let fitted: Vec<(&Expr, TyId)> = args.iter().copied().zip(expected).collect();
        let operands = self.fit_all(&fitted)?;
        if matches!(op, SpecOp::SeqIndex | SpecOp::SeqUpdate)
            && let [sequence, index, ..] = operands.as_slice()
        {
            self.check_index(sequence, index, expr.span);
        }
        let value = Rvalue::Spec(op, operands);
        let produced = match op {
            SpecOp::SetLen | SpecOp::SeqLen => math,
            SpecOp::SeqIndex => element,
            _ => ty,
        };
        self.deliver(dst, ty, produced, value, expr.span)
    }

    /// `dst := value`, which is of the type `produced` where `due` is due.
    fn deliver(
        &mut self,
        dst: &Place,
        due: TyId,
        produced: TyId,
        value: Rvalue,
        span: Span,
    ) -> Read<()> {
        if due == produced {
            self.b.assign(dst.clone(), value, span);
            return Ok(());
        }
        let held = self.hold(produced, value, span);
        let value = match (
            self.session.types.get(due),
            self.session.types.get(produced),
        ) {
            (IrTy::Int(_), IrTy::MathInt) => Rvalue::Cast(held.into(), due),
            // An element is handed out by reference where Rust's signature says so.
            (IrTy::Ref { to, .. }, _) if *to == produced => Rvalue::AddressOf(held.into()),
            _ => return self.unsupported(span, "an operation on model values"),
        };
        self.b.assign(dst.clone(), value, span);
        Ok(())
    }

    fn check_index(&mut self, sequence: &Operand, index: &Operand, span: Span) {
        let math = self.math_ty();
        let length = Rvalue::Spec(SpecOp::SeqLen, vec![sequence.clone()]);
        let length = self.hold(math, length, span);
        let message = "index out of bounds";
        let low = Rvalue::Binary(BinOp::Lt, index.clone(), Operand::int(0, math));
        self.panic_if(low, PanicKind::OutOfBounds, message, span);
        let high = Rvalue::Binary(BinOp::Ge, index.clone(), length.into());
        self.panic_if(high, PanicKind::OutOfBounds, message, span);
    }

    pub(super) fn element(&self, collection: TyId) -> Option<TyId> {
        match self.session.types.get(collection) {
            IrTy::Set(element) | IrTy::Seq(element) => Some(*element),
            _ => None,
        }
    }

    /// The set or sequence type of an argument, through references.
    fn collection_behind(&mut self, expr: &Expr) -> Read<TyId> {
        let mut ty = self.ty(&expr.ty, expr.span)?;
        while let Some(to) = self.session.types.pointee(ty) {
            ty = to;
        }
        Ok(ty)
    }

    /// The arguments as values of the types that are due: references are looked through, machine
    /// integers become mathematical ones.
    pub(super) fn fit_all(&mut self, args: &[(&Expr, TyId)]) -> Read<Vec<Operand>> {
        let mut operands = Vec::new();
        for (index, (arg, due)) in args.iter().enumerate() {
            let operand = self.fit(arg, *due)?;
            let settled = args[index + 1..].iter().all(|(later, _)| is_inert(later));
            operands.push(if settled || matches!(operand, Operand::Const(_)) {
                operand
            } else {
                self.hold(*due, Rvalue::Use(operand), arg.span).into()
            });
        }
        Ok(operands)
    }

    fn fit(&mut self, arg: &Expr, due: TyId) -> Read<Operand> {
        let mut ty = self.ty(&arg.ty, arg.span)?;
        // `&place` where the value is due: no address need be taken.
        if ty != due
            && let ExprKind::Borrow { of, .. } = &arg.kind
            && !self.belongs_to_entry(arg)?
        {
            return self.fit(of, due);
        }
        let mut operand = if ty == due {
            self.as_location(arg)?
        } else {
            self.as_operand(arg)?
        };
        while ty != due {
            if let Some(to) = self.session.types.pointee(ty) {
                operand = self.behind(operand, ty, arg.span).into();
                ty = to;
                continue;
            }
            let types = &self.session.types;
            if !matches!(
                (types.get(ty), types.get(due)),
                (IrTy::Int(_), IrTy::MathInt)
            ) {
                let (ty, due) = (types.name(ty), types.name(due));
                return self.unsupported(arg.span, format!("a value of type {ty} as {due}"));
            }
            operand = self.hold(due, Rvalue::Cast(operand, due), arg.span).into();
            ty = due;
        }
        Ok(operand)
    }

    /// A quantifier, `map`, `filter` or `count` over a range or a model value: the first argument (two
    /// for a range) is the domain, the last the closure.
    fn comprehension(
        &mut self,
        dst: &Place,
        kind: ComprehensionKind,
        args: &[&Expr],
        expr: &Expr,
    ) -> Read<()> {
        let Some((closure, domain)) = args.split_last() else {
            return self.unsupported(expr.span, "a quantifier without a body");
        };
        let (domain, element) = match domain {
            [collection] => {
                let ty = self.collection_behind(collection)?;
                let Some(element) = self.element(ty) else {
                    let name = self.session.types.name(ty);
                    return self.unsupported(expr.span, format!("a quantifier over {name}"));
                };
                let members = self.fit_all(&[(*collection, ty)])?.remove(0);
                (Domain::Members(members), element)
            }
            [low, high] => {
                let ty = self.ty(&low.ty, low.span)?;
                let operands = self.fit_all(&[(*low, ty), (*high, ty)])?;
                let Ok([low, high]) = <[Operand; 2]>::try_from(operands) else {
                    return self.unsupported(expr.span, "a quantifier over this range");
                };
                (Domain::Range(low, high), ty)
            }
            _ => return self.unsupported(expr.span, "a quantifier over this domain"),
        };
        let ty = self.ty(&expr.ty, expr.span)?;
        let bound = self.b.temp(element, closure.span);
        let produced = match kind {
            ComprehensionKind::Count => self.math_ty(),
            _ => ty,
        };
        let result_ty = match (kind, self.element(ty)) {
            (ComprehensionKind::MapToSet | ComprehensionKind::MapToSeq, Some(to)) => to,
            (ComprehensionKind::MapToSet | ComprehensionKind::MapToSeq, None) => {
                return self.unsupported(expr.span, "a map to something that is no model value");
            }
            _ => self.bool_ty(),
        };
        let env = self.closure_value(closure)?;
        self.b.open();
        let value = self.b.temp(result_ty, closure.span);
        self.apply(&value.into(), closure, env, bound.into(), element)?;
        let body = self.b.close().block;
        let held = self.b.temp(produced, expr.span);
        self.b.emit(
            StmtKind::Comprehend {
                dst: held,
                comprehension: Box::new(Comprehension {
                    kind,
                    domain,
                    bound,
                    body,
                    value: value.into(),
                }),
            },
            expr.span,
        );
        self.deliver(dst, ty, produced, Rvalue::Use(held.into()), expr.span)
    }

    /// A pointer to the captures of a closure that is not written in place.
    fn closure_value(&mut self, closure: &Expr) -> Read<Option<Operand>> {
        if written_closure(closure).is_some() {
            return Ok(None);
        }
        let (place, ty) = self.through_references(closure)?;
        match &*ty {
            crate::ty::TyKind::Closure(..) => {
                Ok(Some(self.environment(&ty, place, closure.span)?))
            }
            _ => Ok(None),
        }
    }

    /// The place behind all references of an expression, and its type.
    fn through_references(&mut self, expr: &Expr) -> Read<(Place, crate::ty::Ty)> {
        let mut place = self.as_place(expr)?;
        let mut ty = expr.ty.clone();
        while let crate::ty::TyKind::Ref { to, .. } = &*ty {
            place = place.deref();
            ty = to.clone();
        }
        Ok((place, ty))
    }

    /// `dst := closure(bound)`. A closure that is written in place is evaluated here, without a call.
    fn apply(
        &mut self,
        dst: &Place,
        closure: &Expr,
        env: Option<Operand>,
        bound: Place,
        element: TyId,
    ) -> Read<()> {
        let span = closure.span;
        if let Some(written) = written_closure(closure) {
            let [param] = written.params.as_slice() else {
                return self.unsupported(span, "a quantifier with this many variables");
            };
            let due = self.ty(&param.ty, param.span)?;
            let bound = self.present(bound, element, due, span)?;
            let label = self.b.label();
            let outer = self.frame.ret.replace(ReturnTo {
                dst: dst.clone(),
                label: Some(label),
            });
            self.b.open();
            self.bind(param, &bound)?;
            self.into(dst, &written.body)?;
            let body = self.b.close();
            self.b.labelled(label, body, span);
            self.frame.ret = outer;
            return Ok(());
        }
        let mut ty = closure.ty.clone();
        while let crate::ty::TyKind::Ref { to, .. } = &*ty {
            ty = to.clone();
        }
        match (&*ty, env) {
            (crate::ty::TyKind::Closure(..), Some(env)) => {
                let Some(info) = self.session.closures.get(&ty).cloned() else {
                    return self.unsupported(span, "a closure that comes from elsewhere");
                };
                let [param] = info.closure.params.as_slice() else {
                    return self.unsupported(span, "a quantifier with this many variables");
                };
                let due = self.ty(&param.ty, param.span)?;
                let bound = self.present(bound, element, due, span)?;
                self.call_closure(dst, &ty, env, vec![bound.into()], span)
            }
            (crate::ty::TyKind::FnDef(function), _) => {
                let signature = self.session.front.signature(function)?;
                let [param] = signature.params.as_slice() else {
                    return self.unsupported(span, "a quantifier with this many variables");
                };
                let due = self.ty(&param.ty, span)?;
                let bound = self.present(bound, element, due, span)?;
                let ret = self.ty(&signature.ret, span)?;
                let instance = super::session::Instance::Function(function.clone());
                let proc = self.session.instance(instance, span)?;
                self.emit_call(dst, proc, vec![bound.into()], ret, span);
                Ok(())
            }
            _ => {
                let name = self.session.name(&closure.ty);
                self.unsupported(span, format!("a call of a value of type {name}"))
            }
        }
    }

    /// A member of a domain as the closure wants it: itself, or a reference to it.
    fn present(&mut self, bound: Place, element: TyId, due: TyId, span: Span) -> Read<Place> {
        if element == due {
            return Ok(bound);
        }
        if self.session.types.pointee(due) == Some(element) {
            return Ok(self.hold(due, Rvalue::AddressOf(bound), span).into());
        }
        if self.session.types.pointee(element) == Some(due) {
            return Ok(bound.deref());
        }
        let (element, due) = (
            self.session.types.name(element),
            self.session.types.name(due),
        );
        self.unsupported(
            span,
            format!("a variable of type {due} over members of type {element}"),
        )
    }
}

/// The closure that is written at this place, if it is one.
fn written_closure(expr: &Expr) -> Option<&crate::thir::Closure> {
    match &expr.kind {
        ExprKind::Closure(closure) => Some(closure),
        ExprKind::Borrow { of, .. } | ExprKind::Coerce(of) => written_closure(of),
        _ => None,
    }
}

fn spec_op(name: &str) -> Option<SpecOp> {
    Some(match name {
        "set_of" => SpecOp::SetOf,
        "set_insert" => SpecOp::SetInsert,
        "set_remove" => SpecOp::SetRemove,
        "set_contains" => SpecOp::SetContains,
        "set_union" => SpecOp::SetUnion,
        "set_intersection" => SpecOp::SetIntersection,
        "set_difference" => SpecOp::SetDifference,
        "set_subset" => SpecOp::SetSubset,
        "set_len" => SpecOp::SetLen,
        "seq_of" => SpecOp::SeqOf,
        "seq_len" => SpecOp::SeqLen,
        "seq_index" => SpecOp::SeqIndex,
        "seq_push" => SpecOp::SeqPush,
        "seq_push_front" => SpecOp::SeqPushFront,
        "seq_concat" => SpecOp::SeqConcat,
        "seq_contains" => SpecOp::SeqContains,
        "seq_to_set" => SpecOp::SeqToSet,
        "seq_update" => SpecOp::SeqUpdate,
        "seq_take" => SpecOp::SeqTake,
        "seq_skip" => SpecOp::SeqSkip,
        "seq_reverse" => SpecOp::SeqReverse,
        _ => return None,
    })
}

fn comprehension(name: &str) -> Option<ComprehensionKind> {
    Some(match name {
        "set_all" | "seq_all" | "range_all" => ComprehensionKind::ForAll,
        "set_any" | "seq_any" | "range_any" => ComprehensionKind::Exists,
        "set_count" | "seq_count" | "range_count" => ComprehensionKind::Count,
        "set_map" | "seq_map_to_set" | "range_map_to_set" => ComprehensionKind::MapToSet,
        "seq_map" | "range_map" => ComprehensionKind::MapToSeq,
        "set_filter" => ComprehensionKind::FilterToSet,
        "seq_filter" => ComprehensionKind::FilterToSeq,
        _ => return None,
    })
}

/// `wrapping_add` and `overflows_add` with their kin: whether it is the question, and the operation.
fn arithmetic(name: &str) -> Option<(bool, BinOp)> {
    let (question, op) = match name.split_once('_')? {
        ("wrapping", op) => (false, op),
        ("overflows", op) => (true, op),
        _ => return None,
    };
    let op = match op {
        "add" => BinOp::Add,
        "sub" => BinOp::Sub,
        "mul" => BinOp::Mul,
        "div" => BinOp::Div,
        "rem" => BinOp::Rem,
        "shl" => BinOp::Shl,
        "shr" => BinOp::Shr,
        _ => return None,
    };
    Some((question, op))
}
