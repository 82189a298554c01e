//! Expressions: as a place, as an operand, or into a destination, with Rust's evaluation order.
//!
//! The rule that keeps assignments right: **`into` writes its destination once on each path, as the
//! last thing it does there**, so the destination may be a place that the expression itself reads.
//! An operand that is a place is read when the statement that uses it runs; where something with an
//! effect is evaluated in between, [`FnCx::operands`] copies it first.

use crate::front::Read;
use crate::ids::Id;
use crate::ir::types::{FieldIdx, Ty as IrTy, TyId};
use crate::ir::{Const, Operand, Panic, Place, Rvalue, StmtKind};
use crate::span::Span;
use crate::thir::{CaptureBy, Closure, Expr, ExprKind, Literal, Stmt};
use crate::ty::{FnRef, TyKind, VariantIdx};

use super::function::{FnCx, Frame, ReturnTo, plain_name};
use super::types::only_variant;

impl FnCx<'_, '_> {
    /// Where the value of `expr` is: the place that it denotes, or a temporary that holds it.
    pub(super) fn as_place(&mut self, expr: &Expr) -> Read<Place> {
        self.nested(expr.span, |cx| cx.as_place_inner(expr))
    }

    fn as_place_inner(&mut self, expr: &Expr) -> Read<Place> {
        match &expr.kind {
            _ if self.belongs_to_entry(expr)? => {}
            ExprKind::Var(var) => {
                self.refuse_entry_var(*var, expr.span)?;
                return self.var(*var);
            }
            ExprKind::Field { base, field } => return Ok(self.as_place(base)?.field(*field)),
            ExprKind::Deref(_) if matches!(*expr.ty, TyKind::Dyn(..)) => {
                return self.unsupported(expr.span, "a trait object by value");
            }
            ExprKind::Deref(pointer) => return Ok(self.as_place(pointer)?.deref()),
            ExprKind::Index { base, index } => return self.index(base, index, expr.span),
            ExprKind::Static(def) => return self.static_place(*def, expr),
            _ => {}
        }
        let ty = self.ty(&expr.ty, expr.span)?;
        let temp = self.b.temp(ty, expr.span);
        self.into(&temp.into(), expr)?;
        // What could have been computed before the program runs is in static memory.
        if !is_promoted(expr) {
            let extended = self.frame.extended.get(&std::ptr::from_ref(expr)).copied();
            self.track_temp(&temp.into(), &expr.ty, extended, expr.span)?;
        }
        Ok(temp.into())
    }

    /// The value of `expr`; if it is a place, it is read by whoever uses the operand.
    pub(super) fn as_operand(&mut self, expr: &Expr) -> Read<Operand> {
        self.nested(expr.span, |cx| cx.as_operand_inner(expr))
    }

    fn as_operand_inner(&mut self, expr: &Expr) -> Read<Operand> {
        if let ExprKind::Literal(literal) = &expr.kind
            && !matches!(literal, Literal::Str(_) | Literal::ByteStr(_))
        {
            return Ok(Operand::Const(self.literal(literal, expr)?));
        }
        if is_place(expr) && !self.belongs_to_entry(expr)? {
            let place = self.as_place(expr)?;
            self.moved_out(&place, &expr.ty, expr.span)?;
            return self.read_as(place, expr);
        }
        if is_unit(expr) {
            self.effect(expr)?;
            return Ok(Operand::unit());
        }
        let ty = self.ty(&expr.ty, expr.span)?;
        let temp = self.b.temp(ty, expr.span);
        self.into(&temp.into(), expr)?;
        Ok(temp.into())
    }

    /// What a place holds, as a value of the expression's type: specifications pass a `&mut` for a `&`.
    fn read_as(&mut self, place: Place, expr: &Expr) -> Read<Operand> {
        if !self.frame.is_spec {
            return Ok(place.into());
        }
        let due = self.ty(&expr.ty, expr.span)?;
        let types = &self.session.types;
        let found = self.place_ty(&place).filter(|found| *found != due);
        match found.and_then(|found| types.pointee(found)) {
            Some(to) if types.pointee(due) == Some(to) => {
                let address = Rvalue::AddressOf(place.deref());
                Ok(self.hold(due, address, expr.span).into())
            }
            _ => Ok(place.into()),
        }
    }

    /// The values of expressions that are evaluated in order; each is what it was when its turn came.
    pub(super) fn operands(&mut self, exprs: &[&Expr]) -> Read<Vec<Operand>> {
        let mut operands = Vec::new();
        let mut waiting = Vec::new();
        // Where nothing that is not calm, or inert, is left.
        let last = |is: fn(&Expr) -> bool| exprs.iter().rposition(|expr| !is(expr)).unwrap_or(0);
        let (calm_after, inert_after) = (last(is_calm), last(is_inert));
        for (index, expr) in exprs.iter().enumerate() {
            let operand = self.as_operand(expr)?;
            // What waits for its use while something else may panic or jump is dropped if it does.
            let waits =
                !self.frame.is_spec && index < calm_after && self.session.drop_is_seen(&expr.ty)?;
            // A value of a specification is held with its span, so that a report can tell it.
            let told = self.frame.is_spec && {
                let ty = self.ty(&expr.ty, expr.span)?;
                !self.session.holds_pointers(ty)
            };
            let settled = !told && !waits && index >= inert_after;
            let operand = if settled {
                operand
            } else {
                self.settle(operand, expr)?
            };
            if waits && let Operand::Read(place) = &operand {
                self.track_temp(place, &expr.ty, None, expr.span)?;
                waiting.push((place.clone(), expr.ty.clone(), expr.span));
            }
            operands.push(operand);
        }
        for (place, ty, span) in waiting {
            self.moved_out(&place, &ty, span)?;
        }
        Ok(operands)
    }

    /// Copies an operand that reads a place, so that later writes do not show in it.
    fn settle(&mut self, operand: Operand, expr: &Expr) -> Read<Operand> {
        // A temporary that was made for the expression is written by nobody else.
        if !is_place(expr) || matches!(operand, Operand::Const(_)) {
            return Ok(operand);
        }
        let ty = self.ty(&expr.ty, expr.span)?;
        Ok(self.hold(ty, Rvalue::Use(operand), expr.span).into())
    }

    /// Evaluates `expr` for what it does.
    pub(super) fn effect(&mut self, expr: &Expr) -> Read<()> {
        if is_place(expr) {
            self.as_place(expr)?;
            return Ok(());
        }
        let ty = self.ty(&expr.ty, expr.span)?;
        let sink = self.sink(ty, expr.span);
        self.into(&sink.into(), expr)?;
        self.track_temp(&sink.into(), &expr.ty, None, expr.span)
    }

    /// `dst := expr`.
    pub(super) fn into(&mut self, dst: &Place, expr: &Expr) -> Read<()> {
        self.nested(expr.span, |cx| cx.lower_into(dst, expr))
    }

    fn lower_into(&mut self, dst: &Place, expr: &Expr) -> Read<()> {
        if self.belongs_to_entry(expr)? {
            return self.at_entry(dst, expr, expr.span);
        }
        let span = expr.span;
        match &expr.kind {
            ExprKind::Literal(Literal::Str(text)) => {
                let ty = self.ty(&expr.ty, span)?;
                self.bytes(dst, text.as_bytes(), ty, span)
            }
            ExprKind::Literal(Literal::ByteStr(bytes)) => {
                let ty = self.ty(&expr.ty, span)?;
                self.bytes(dst, bytes, ty, span)
            }
            ExprKind::Literal(literal) => {
                let constant = self.literal(literal, expr)?;
                self.put(dst, Operand::Const(constant), span);
                Ok(())
            }
            ExprKind::ConstParam(_) => self.unsupported(span, "a const parameter as a value"),
            ExprKind::Var(_)
            | ExprKind::Static(_)
            | ExprKind::Field { .. }
            | ExprKind::Index { .. }
            | ExprKind::Deref(_) => {
                let place = self.as_place(expr)?;
                self.moved_out(&place, &expr.ty, span)?;
                let operand = self.read_as(place, expr)?;
                self.put(dst, operand, span);
                Ok(())
            }
            ExprKind::Const(constant) => self.constant(dst, constant, span),
            ExprKind::Fn(_) => Ok(()),
            ExprKind::Call { callee, args } => self.call(dst, callee, args, expr),
            ExprKind::CallParam { method, args } => self.call_param(dst, method, args, expr),
            ExprKind::CallValue { callee, args } => self.call_value(dst, callee, args, span),
            ExprKind::Borrow { of, .. } if matches!(*of.ty, TyKind::Dyn(..)) => {
                self.borrow_object(dst, of, expr)
            }
            ExprKind::Borrow { mutable: false, of } if self.outlives(of)? => {
                let (dst, value) = (dst.clone(), self.as_operand(of)?);
                self.b.emit(StmtKind::Allocate { dst, value }, span);
                Ok(())
            }
            ExprKind::Borrow { of, .. } | ExprKind::AddressOf { of, .. } => {
                let place = self.as_place(of)?;
                self.b.assign(dst.clone(), Rvalue::AddressOf(place), span);
                Ok(())
            }
            ExprKind::Unary(op, of) => self.unary(dst, *op, of, span),
            ExprKind::Binary(op, left, right) => self.binary(dst, *op, left, right, span),
            ExprKind::And(left, right) => self.short_circuit(dst, left, right, true),
            ExprKind::Or(left, right) => self.short_circuit(dst, left, right, false),
            ExprKind::Assign { place, value } => self.assignment(place, value, span),
            ExprKind::AssignOp { op, place, value } => self.assign_op(*op, place, value, span),
            ExprKind::Cast(of) => self.cast(dst, of, expr),
            ExprKind::Coerce(of) => self.coerce(dst, of, expr),
            ExprKind::Adt {
                variant,
                fields,
                base,
            } => self.adt(dst, *variant, fields, base.as_deref(), expr),
            ExprKind::Tuple(parts) => {
                let parts: Vec<&Expr> = parts.iter().collect();
                let operands = self.operands(&parts)?;
                let ty = self.ty(&expr.ty, span)?;
                if !operands.is_empty() {
                    let value = Rvalue::Aggregate(ty, only_variant(), operands);
                    self.b.assign(dst.clone(), value, span);
                }
                Ok(())
            }
            ExprKind::Array(parts) => self.array(dst, parts, expr),
            ExprKind::Repeat(value) => self.repeat(dst, value, expr),
            ExprKind::Closure(closure) => self.closure(dst, closure, expr),
            ExprKind::Block { scope, stmts, tail } => {
                self.block(dst, *scope, stmts, tail.as_deref(), span)
            }
            ExprKind::If {
                cond,
                then,
                otherwise,
            } => self.if_(dst, cond, then, otherwise.as_deref(), span),
            ExprKind::Let { pat, value } => {
                let place = self.as_place(value)?;
                let matched = self.test(pat, &place)?;
                self.b.open();
                self.bind(pat, &place)?;
                let then = self.b.close();
                self.b.open();
                let otherwise = self.b.close();
                let branch = crate::ir::Branch::Hidden;
                self.b
                    .if_else(matched.clone(), then, otherwise, branch, pat.span);
                self.put(dst, matched, span);
                Ok(())
            }
            ExprKind::Match { scrutinee, arms } => self.match_(dst, scrutinee, arms, span),
            ExprKind::Loop { scope, body } => self.loop_(dst, *scope, body, span),
            ExprKind::Break { scope, value } => self.break_(*scope, value.as_deref(), span),
            ExprKind::Continue(scope) => self.continue_(*scope, span),
            ExprKind::Return(value) => self.return_(value.as_deref(), span),
            ExprKind::Panic { kind, message } => {
                let panic = Panic {
                    kind: *kind,
                    message: message.clone(),
                };
                self.b.emit(StmtKind::Panic(panic), span);
                Ok(())
            }
            ExprKind::Claim { claim, cond } => self.claim(*claim, cond),
            ExprKind::Opaque(args) => {
                // Also what writes nothing is evaluated: it may panic. A place alone is not read.
                let mut acting = args.iter().filter(|arg| !is_fixed(arg));
                acting.try_for_each(|arg| self.effect(arg))
            }
            ExprKind::Spec(spec) => self.spec(dst, spec, expr),
        }
    }

    /// `dst := operand`; values without content need not be written.
    pub(super) fn put(&mut self, dst: &Place, operand: Operand, span: Span) {
        let unit = self.unit_ty();
        if self.operand_ty(&operand) != Some(unit) {
            self.b.assign(dst.clone(), Rvalue::Use(operand), span);
        }
    }

    /// Whether a constant that is borrowed must have a place that outlives the function: Rust gives it
    /// one in static memory, and a reference to it may be returned.
    fn outlives(&mut self, of: &Expr) -> Read<bool> {
        if self.frame.is_spec || !is_constant(of) {
            return Ok(false);
        }
        let ret = self.frame.ret.as_ref().map(|ret| ret.dst.clone());
        let ret = ret.and_then(|ret| self.place_ty(&ret));
        let escapes = ret.is_some_and(|ret| self.session.holds_pointers(ret));
        Ok(escapes && !self.session.needs_drop(&of.ty)?)
    }

    fn literal(&mut self, literal: &Literal, expr: &Expr) -> Read<Const> {
        match literal {
            Literal::Bool(value) => Ok(Const::Bool(*value)),
            Literal::Int(value) => {
                let ty = self.ty(&expr.ty, expr.span)?;
                let fits = match self.session.types.get(ty) {
                    IrTy::Int(int) => int.contains(*value),
                    IrTy::Char | IrTy::MathInt => true,
                    _ => false,
                };
                if !fits {
                    return self.unsupported(expr.span, "a literal out of range for its type");
                }
                Ok(Const::Int(*value, ty))
            }
            Literal::Str(_) | Literal::ByteStr(_) => {
                self.unsupported(expr.span, "a string where a number is due")
            }
            Literal::Float(_) => self.unsupported(expr.span, "floating-point numbers"),
        }
    }

    /// A constant is its body, evaluated here.
    pub(super) fn constant(&mut self, dst: &Place, constant: &FnRef, span: Span) -> Read<()> {
        let body = self.session.front.constant(constant)?;
        self.session.register_closures(&body);
        let mut frame = Frame::new(body.clone());
        // A constant that specification code names is still computed as Rust computes it.
        frame.is_spec |= self.frame.is_spec;
        let label = self.b.label();
        frame.ret = Some(ReturnTo {
            dst: dst.clone(),
            label: Some(label),
        });
        self.b.open();
        let lowered = self.inlined(frame, |cx| {
            cx.in_scope(span, |cx| cx.into(dst, &body.value))
        });
        let block = self.b.close();
        self.b.labelled(label, block, span);
        lowered
    }

    fn assignment(&mut self, place: &Expr, value: &Expr, span: Span) -> Read<()> {
        if !self.frame.is_spec && self.session.drop_is_seen(&place.ty)? {
            let operand = self.as_operand(value)?;
            let operand = self.settle(operand, value)?;
            let dst = self.as_place(place)?;
            return self.replace(&dst, &place.ty, operand, span);
        }
        // The value comes first. It may go where it belongs at once if finding that place reads
        // nothing that evaluating the value could have changed.
        if is_fixed(place) || (is_inert(place) && is_inert(value)) {
            let dst = self.as_place(place)?;
            return self.assign_value(&dst, value, span);
        }
        let operand = self.as_operand(value)?;
        let operand = if is_inert(place) {
            operand
        } else {
            self.settle(operand, value)?
        };
        let dst = self.as_place(place)?;
        self.put(&dst, operand, span);
        Ok(())
    }

    /// Like `into`, but a value at hand is written with the span of the whole assignment.
    fn assign_value(&mut self, dst: &Place, value: &Expr, span: Span) -> Read<()> {
        let scalar = match &value.kind {
            ExprKind::Literal(literal) => !matches!(literal, Literal::Str(_) | Literal::ByteStr(_)),
            _ => false,
        };
        if is_place(value) || scalar {
            let operand = self.as_operand(value)?;
            self.put(dst, operand, span);
            return Ok(());
        }
        self.into(dst, value)
    }

    pub(super) fn coerce(&mut self, dst: &Place, of: &Expr, expr: &Expr) -> Read<()> {
        if matches!(*of.ty, TyKind::Never) {
            return self.effect(of);
        }
        if self.session.object_of(&expr.ty).is_some() && of.ty != expr.ty {
            return self.make_object(dst, of, expr);
        }
        let (from, to) = (self.ty(&of.ty, of.span)?, self.ty(&expr.ty, expr.span)?);
        if from == to {
            return self.into(dst, of);
        }
        if let TyKind::FnPtr(..) = &*expr.ty {
            return self.take_address(dst, of, expr);
        }
        if self.unsize(dst, of, from, to, expr.span)? {
            return Ok(());
        }
        self.convert_pointer(dst, of, from, to, expr.span)
    }

    /// A reference as a shared one or as a raw pointer: it leads to the same place. A raw pointer as
    /// one to another type leads to what of that type starts there.
    pub(super) fn convert_pointer(
        &mut self,
        dst: &Place,
        of: &Expr,
        from: TyId,
        to: TyId,
        span: Span,
    ) -> Read<()> {
        let types = &self.session.types;
        let from_ref = matches!(types.get(from), IrTy::Ref { .. });
        let raw = |ty: TyId| matches!(types.get(ty), IrTy::RawPtr { .. });
        if raw(to) && (raw(from) || from_ref) && types.pointee(from) != types.pointee(to)
            || raw(from) && raw(to)
        {
            let pointer = self.as_operand(of)?;
            let cast = self.cast_pointer(pointer, from, to, span)?;
            self.put(dst, cast, span);
            return Ok(());
        }
        let to_pointer = matches!(types.get(to), IrTy::Ref { .. } | IrTy::RawPtr { .. });
        if !(from_ref && to_pointer && types.pointee(from) == types.pointee(to)) {
            let (from, to) = (types.name(from), types.name(to));
            return self.unsupported(span, format!("a conversion from {from} to {to}"));
        }
        let target = self.as_place(of)?.deref();
        self.b.assign(dst.clone(), Rvalue::AddressOf(target), span);
        Ok(())
    }

    fn adt(
        &mut self,
        dst: &Place,
        variant: VariantIdx,
        fields: &[(FieldIdx, Expr)],
        base: Option<&Expr>,
        expr: &Expr,
    ) -> Read<()> {
        let ty = self.ty(&expr.ty, expr.span)?;
        let count = self.session.types.field_types(ty, variant).len();
        let mut operands: Vec<Option<Operand>> = vec![None; count];
        let mut values: Vec<&Expr> = fields.iter().map(|(_, value)| value).collect();
        values.extend(base);
        for ((field, _), operand) in fields.iter().zip(self.operands_then(&values, base)?) {
            if let Some(slot) = operands.get_mut(field.index()) {
                *slot = Some(operand);
            }
        }
        if let Some(base) = base {
            let tys = self.session.field_tys(&expr.ty, variant)?;
            let span = base.span;
            let base = self.as_place(base)?;
            for (index, slot) in operands.iter_mut().enumerate() {
                if slot.is_none() {
                    let field = base.field(Id::from_index(index));
                    if let Some(ty) = tys.get(index) {
                        self.moved_out(&field, ty, span)?;
                    }
                    *slot = Some(field.into());
                }
            }
        }
        let Some(operands) = operands.into_iter().collect::<Option<Vec<Operand>>>() else {
            return self.unsupported(expr.span, "a struct literal that leaves out a field");
        };
        let value = Rvalue::Aggregate(ty, variant, operands);
        self.b.assign(dst.clone(), value, expr.span);
        Ok(())
    }

    /// The operands of all but the last of `values` if that one is `base`, settled against it.
    fn operands_then(&mut self, values: &[&Expr], base: Option<&Expr>) -> Read<Vec<Operand>> {
        let Some(base) = base else {
            return self.operands(values);
        };
        let fields = &values[..values.len().saturating_sub(1)];
        let mut operands = self.operands(fields)?;
        if !is_inert(base) {
            for (operand, value) in operands.iter_mut().zip(fields) {
                *operand = self.settle(operand.clone(), value)?;
            }
        }
        Ok(operands)
    }

    fn closure(&mut self, dst: &Place, closure: &Closure, expr: &Expr) -> Read<()> {
        let ty = self.ty(&expr.ty, expr.span)?;
        let mut operands = Vec::new();
        for capture in &closure.captures {
            let place = self.captured(capture)?;
            let var_ty = self.frame.body.vars[capture.var].ty.clone();
            operands.push(match capture.by {
                CaptureBy::Value => {
                    self.refuse_partial_capture(capture, &var_ty, expr.span)?;
                    self.moved_out(&place, &var_ty, expr.span)?;
                    place.into()
                }
                CaptureBy::Ref | CaptureBy::RefMut => {
                    let pointer = self.session.capture_ty(capture, &var_ty, expr.span)?;
                    self.hold(pointer, Rvalue::AddressOf(place), expr.span)
                        .into()
                }
            });
        }
        let value = Rvalue::Aggregate(ty, only_variant(), operands);
        self.b.assign(dst.clone(), value, expr.span);
        Ok(())
    }

    pub(super) fn stmt(&mut self, stmt: &Stmt) -> Read<()> {
        let span = match stmt {
            Stmt::Let { span, .. } => *span,
            Stmt::Expr(expr) => expr.span,
        };
        self.in_statement(span, |cx| cx.stmt_inner(stmt))
    }

    fn stmt_inner(&mut self, stmt: &Stmt) -> Read<()> {
        match stmt {
            Stmt::Expr(expr) => {
                // A place that stands alone is moved out of, and what it held dropped.
                let moves = !self.frame.is_spec
                    && is_place(expr)
                    && !self.session.front.is_copy(&expr.ty)
                    && self.session.drop_is_seen(&expr.ty)?;
                if !moves {
                    return self.effect(expr);
                }
                let operand = self.as_operand(expr)?;
                match self.settle(operand, expr)? {
                    Operand::Read(place) => self.track_temp(&place, &expr.ty, None, expr.span),
                    Operand::Const(_) => Ok(()),
                }
            }
            // The variable is declared when it is first assigned.
            Stmt::Let {
                pat, init: None, ..
            } => match plain_name(pat) {
                Some(var) if !self.frame.is_spec => {
                    let place = self.var(var)?;
                    self.track_var(&place, &pat.ty, false, pat.span)
                }
                _ => Ok(()),
            },
            Stmt::Let {
                pat,
                init: Some(init),
                otherwise,
                span,
            } => {
                if self.rename_inlined(pat, init) {
                    return Ok(());
                }
                let by_reference = binds_by_reference(pat);
                if let Some(scope) = self.variable_scope() {
                    let front = self.session.front;
                    let is_operator = |callee: &FnRef| {
                        let path = front.path(callee.def);
                        PLACES.iter().any(|name| path.ends_with(name))
                    };
                    each_extended(init, by_reference, &is_operator, &mut |expr| {
                        self.frame.extended.insert(std::ptr::from_ref(expr), scope);
                    });
                }
                if let Some(var) = plain_name(pat) {
                    let dst = self.var(var)?;
                    self.assign_value(&dst, init, *span)?;
                    return self.track_var(&dst, &pat.ty, true, *span);
                }
                let place = self.as_place(init)?;
                if let Some(otherwise) = otherwise {
                    self.let_else(pat, &place, otherwise)?;
                } else {
                    self.refuse_left_out(pat, &place)?;
                }
                self.bind(pat, &place)
            }
        }
    }
}

/// Whether the expression denotes a place.
pub(super) fn is_place(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Var(_) | ExprKind::Static(_) | ExprKind::Deref(_) | ExprKind::Index { .. } => {
            true
        }
        ExprKind::Field { base, .. } => is_place(base),
        _ => false,
    }
}

/// Whether finding the place reads nothing: a variable and fields of it.
fn is_fixed(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Var(_) => true,
        ExprKind::Field { base, .. } => is_fixed(base),
        _ => false,
    }
}

fn is_unit(expr: &Expr) -> bool {
    matches!(&*expr.ty, TyKind::Tuple(parts) if parts.is_empty())
}

/// Whether evaluating the expression writes nothing and does not jump (it may panic).
pub(super) fn is_inert(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Literal(_) | ExprKind::Var(_) | ExprKind::Const(_) | ExprKind::Fn(_) => true,
        ExprKind::Field { base: of, .. }
        | ExprKind::Deref(of)
        | ExprKind::Borrow { of, .. }
        | ExprKind::Unary(_, of)
        | ExprKind::Cast(of)
        | ExprKind::Coerce(of) => is_inert(of),
        ExprKind::Index { base, index } => is_inert(base) && is_inert(index),
        ExprKind::Binary(_, left, right)
        | ExprKind::And(left, right)
        | ExprKind::Or(left, right) => is_inert(left) && is_inert(right),
        ExprKind::Tuple(parts) => parts.iter().all(is_inert),
        ExprKind::Adt { fields, base, .. } => {
            fields.iter().all(|(_, field)| is_inert(field)) && base.as_deref().is_none_or(is_inert)
        }
        _ => false,
    }
}

/// Whether nothing can go wrong or elsewhere while the expression is evaluated.
fn is_calm(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Literal(_) | ExprKind::Var(_) | ExprKind::Fn(_) => true,
        ExprKind::Field { base: of, .. }
        | ExprKind::Deref(of)
        | ExprKind::Borrow { of, .. }
        | ExprKind::Coerce(of) => is_calm(of),
        ExprKind::Tuple(parts) => parts.iter().all(is_calm),
        _ => false,
    }
}

/// The methods that stand for `*x` and `x[i]`, which denote places inside of `x`.
const PLACES: [&str; 4] = ["::deref", "::deref_mut", "::index", "::index_mut"];

/// The expressions whose temporaries live as long as a variable that is initialised so: what is
/// borrowed where the value is built.
fn each_extended<'e>(
    init: &'e Expr,
    by_reference: bool,
    is_operator: &dyn Fn(&FnRef) -> bool,
    visit: &mut dyn FnMut(&'e Expr),
) {
    if by_reference {
        each_base(init, is_operator, visit);
    }
    let mut parts: Vec<&Expr> = Vec::new();
    match &init.kind {
        ExprKind::Borrow { of, .. } | ExprKind::AddressOf { of, .. } => {
            each_base(of, is_operator, visit);
            parts.push(of);
        }
        ExprKind::Cast(of) | ExprKind::Coerce(of) => parts.push(of),
        ExprKind::Tuple(all) | ExprKind::Array(all) => parts.extend(all),
        ExprKind::Adt { fields, .. } => parts.extend(fields.iter().map(|(_, field)| field)),
        ExprKind::Block {
            tail: Some(tail), ..
        } => parts.push(tail),
        ExprKind::If {
            then,
            otherwise: Some(otherwise),
            ..
        } => parts.extend([&**then, &**otherwise]),
        ExprKind::Match { arms, .. } => parts.extend(arms.iter().map(|arm| &arm.body)),
        _ => {}
    }
    for part in parts {
        each_extended(part, false, is_operator, visit);
    }
}

/// The expressions that a place starts from, through fields, elements and what is pointed to.
fn each_base<'e>(
    expr: &'e Expr,
    is_operator: &dyn Fn(&FnRef) -> bool,
    visit: &mut dyn FnMut(&'e Expr),
) {
    let mut at = expr;
    loop {
        visit(at);
        at = match &at.kind {
            ExprKind::Field { base: of, .. }
            | ExprKind::Index { base: of, .. }
            | ExprKind::Deref(of)
            | ExprKind::Borrow { of, .. } => of,
            ExprKind::Call { callee, args } if is_operator(callee) && !args.is_empty() => &args[0],
            _ => return,
        };
    }
}

fn binds_by_reference(pat: &crate::thir::Pat) -> bool {
    use crate::thir::{BindBy, PatKind};
    let mut found = matches!(
        pat.kind,
        PatKind::Binding {
            by: BindBy::Ref | BindBy::RefMut,
            ..
        }
    );
    super::walk::each_subpattern(pat, &mut |sub| found |= binds_by_reference(sub));
    found
}

/// Whether the expression has one value, known without running anything.
fn is_constant(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Literal(_) | ExprKind::Const(_) => true,
        ExprKind::Tuple(parts) | ExprKind::Array(parts) => parts.iter().all(is_constant),
        ExprKind::Repeat(of) | ExprKind::Coerce(of) => is_constant(of),
        ExprKind::Borrow { mutable: false, of } => is_constant(of),
        ExprKind::Adt {
            fields, base: None, ..
        } => fields.iter().all(|(_, field)| is_constant(field)),
        _ => false,
    }
}

/// Whether rustc may put the value of the expression in static memory if it is borrowed.
fn is_promoted(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Unary(_, of) | ExprKind::Cast(of) | ExprKind::Coerce(of) => is_promoted(of),
        ExprKind::Borrow { mutable: false, of } => is_promoted(of),
        ExprKind::Binary(_, left, right) => is_promoted(left) && is_promoted(right),
        ExprKind::Tuple(parts) | ExprKind::Array(parts) => parts.iter().all(is_promoted),
        ExprKind::Adt {
            fields, base: None, ..
        } => fields.iter().all(|(_, field)| is_promoted(field)),
        _ => is_constant(expr),
    }
}
