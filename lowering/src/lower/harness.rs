//! The procedure that checks a function: any arguments that meet the precondition, one call, and what
//! must hold after it.
//!
//! In order: invariants of the arguments and `requires` are assumed; the state is remembered; the
//! conditions of `panics` and `may_panic` are evaluated; the function is called. After a normal return
//! no `panics` condition may have held, and invariants, `ensures` and the frame are asserted; after a
//! panic, `on_panic`.

use std::rc::Rc;

use crate::front::{Clause, ClauseKind, Contract, Read};
use crate::ir::types::Ty as IrTy;
use crate::ir::{
    Branch, FrameItem, Harness, LocalId, Obligation, ObligationKind, Operand, PanicPolicy, Place,
    Rvalue, SnapshotId, StmtKind, UnOp,
};
use crate::span::Span;
use crate::thir::{Body, Expr, ExprKind};
use crate::ty::{DefId, FnRef, Ty, TyKind};

use super::function::{FnCx, Frame, plain_name};
use super::invariants::Mode;
use super::session::{Instance, Session, unsupported};

/// The function under check, as its harness sees it.
struct Target {
    function: FnRef,
    contract: Rc<Contract>,
    /// The harness's own parameters, with the types that they have in the source.
    params: Vec<(LocalId, Ty, Span)>,
    ret: Ty,
    span: Span,
}

/// Builds the entry procedure of a function.
pub(super) fn build(session: &mut Session<'_>, def: DefId) -> Read<Harness> {
    let function = session.front.identity(def);
    let contract = session.front.contract(def)?;
    let signature = session.front.signature(&function)?;
    let span = session.front.span(def);
    refuse_clauses(&contract)?;
    let path = session.front.path(def);
    let proc = session.instance(Instance::Function(function.clone()), span)?;
    let mut cx = FnCx::without_body(session, span);
    let mut params = Vec::new();
    for param in &signature.params {
        // A clause could mean the memory behind it on entry or at the exit.
        if !matches!(&*param.ty, TyKind::Ref { .. }) && cx.session.holds_mutable(&param.ty)? {
            return cx.unsupported(param.span, "a `&mut` inside a by-value parameter");
        }
        let ty = cx.ty(&param.ty, param.span)?;
        let local = cx.b.param(param.name.clone(), ty, param.span);
        params.push((local, param.ty.clone(), param.span));
    }
    let unit = cx.unit_ty();
    let ret = cx.b.temp(unit, span);
    let target = Target {
        function,
        contract,
        params,
        ret: signature.ret,
        span,
    };
    cx.before(&target)?;
    // What is asserted from here on is asserted of calls that meet the precondition.
    let snapshot = cx.b.snapshot();
    cx.b.emit(StmtKind::Snapshot(snapshot), span);
    let (panics, allowed) = cx.panic_conditions(&target)?;
    cx.entry = Some(snapshot);

    let result_ty = cx.ty(&target.ret, span)?;
    let result = cx.b.local(Some("result".into()), result_ty, span);
    let args: Vec<Operand> = target
        .params
        .iter()
        .map(|(local, ..)| (*local).into())
        .collect();
    let boolean = cx.bool_ty();
    let panicked = cx.b.temp(boolean, span);
    cx.b.open();
    cx.b.call(result.into(), proc, args, span);
    let body = cx.b.close().block;
    let policy = PanicPolicy::Oblige { allowed };
    cx.b.emit(
        StmtKind::Try {
            body,
            panicked,
            policy,
        },
        span,
    );
    cx.b.open();
    cx.after_panic(&target)?;
    let then = cx.b.close();
    cx.b.open();
    cx.after_return(&target, &panics, result, snapshot)?;
    let otherwise = cx.b.close();
    cx.b.if_else(panicked.into(), then, otherwise, Branch::Hidden, span);
    // Not specification code as such: the call inside it belongs to the trace.
    let entry = cx.b.finish(ret, format!("contract of {path}"), span, false);
    Ok(Harness {
        function: path,
        span,
        entry: session.add_proc(entry),
        target: proc,
        entry_snapshot: snapshot,
        bounds: target.contract.check.clone(),
    })
}

/// Clauses that are not checked yet must not be passed over.
fn refuse_clauses(contract: &Contract) -> Read<()> {
    for clause in &contract.clauses {
        let name = match clause.kind {
            ClauseKind::Decreases => "a decreases clause",
            ClauseKind::AfterExpiry => "an after_expiry clause",
            _ => continue,
        };
        return Err(unsupported(clause.span, name));
    }
    Ok(())
}

impl Target {
    fn clauses(&self, kind: ClauseKind) -> Vec<Clause> {
        let clauses = self.contract.clauses.iter();
        clauses
            .filter(|clause| clause.kind == kind)
            .copied()
            .collect()
    }
}

impl FnCx<'_, '_> {
    /// What the caller owes: invariants and preconditions.
    fn before(&mut self, target: &Target) -> Read<()> {
        if target.contract.invariants {
            for (local, ty, span) in &target.params {
                self.invariants(Mode::Assume, &Place::local(*local), ty, *span)?;
            }
        }
        for clause in target.clauses(ClauseKind::Requires) {
            self.with_clause(target, clause, None, |cx, body| {
                let held = cx.evaluate(&body.value)?;
                cx.assert_defined(&held, clause.span);
                cx.assume_held(&held, ObligationKind::Precondition, clause.span);
                Ok(())
            })?;
        }
        Ok(())
    }

    /// The conditions of `panics` clauses with their spans, and whether any panic is allowed.
    fn panic_conditions(&mut self, target: &Target) -> Read<(Vec<(LocalId, Span)>, Operand)> {
        let mut must = Vec::new();
        let mut may = Vec::new();
        for kind in [ClauseKind::Panics, ClauseKind::MayPanic] {
            for clause in target.clauses(kind) {
                let holds = self.with_clause(target, clause, None, |cx, body| {
                    let held = cx.evaluate(&body.value)?;
                    cx.assert_defined(&held, clause.span);
                    Ok(held.holds)
                })?;
                may.push(holds);
                if kind == ClauseKind::Panics {
                    must.push((holds, clause.span));
                }
            }
        }
        let allowed = self.any_of_flags(&may, target.span);
        Ok((must, allowed))
    }

    fn after_panic(&mut self, target: &Target) -> Read<()> {
        for clause in target.clauses(ClauseKind::OnPanic) {
            self.with_clause(target, clause, None, |cx, body| {
                cx.assert(&body.value, ObligationKind::OnPanic)
            })?;
        }
        Ok(())
    }

    fn after_return(
        &mut self,
        target: &Target,
        panics: &[(LocalId, Span)],
        result: LocalId,
        snapshot: SnapshotId,
    ) -> Read<()> {
        for (held, span) in panics {
            let none = self.flag(Rvalue::Unary(UnOp::Not, (*held).into()), *span);
            self.assert_operand(none.into(), ObligationKind::MissingPanic, *span);
        }
        if matches!(*target.ret, TyKind::Never) {
            return Ok(());
        }
        if target.contract.invariants {
            for (local, ty, span) in &target.params {
                if let TyKind::Ref { mutable: true, to } = &**ty {
                    let place = Place::local(*local).deref();
                    self.invariants(Mode::Assert, &place, to, *span)?;
                }
            }
            let (place, ty) = behind_references(result, &target.ret);
            self.invariants(Mode::Assert, &place, &ty, target.span)?;
        }
        for clause in target.clauses(ClauseKind::Ensures) {
            self.with_clause(target, clause, Some(result), |cx, body| {
                cx.assert(&body.value, ObligationKind::Postcondition)
            })?;
        }
        self.frame_clause(target, snapshot)
    }

    /// Lowers a clause with the names of its function bound to the harness's parameters.
    fn with_clause<T>(
        &mut self,
        target: &Target,
        clause: Clause,
        result: Option<LocalId>,
        lower: impl FnOnce(&mut Self, &Body) -> Read<T>,
    ) -> Read<T> {
        let body = self.session.front.clause(&target.function, clause.id)?;
        self.session.register_closures(&body);
        let mut frame = Frame::new(Rc::clone(&body));
        frame.is_spec = true;
        let locals = target.params.iter().map(|(local, ..)| *local).chain(result);
        let bound: Vec<_> = body.params.iter().zip(locals).collect();
        for (index, (pat, local)) in bound.iter().enumerate() {
            let Some(var) = plain_name(pat) else { continue };
            frame.vars.insert(var, Place::local(*local));
            let by_value = !matches!(*pat.ty, TyKind::Ref { .. });
            let ty = self.b.local_ty(*local);
            if index < target.params.len() && by_value && self.session.holds_pointers(ty) {
                frame.entry_vars.insert(var);
            }
        }
        self.inlined(frame, |cx| {
            for (pat, local) in &bound {
                if plain_name(pat).is_none() {
                    let ty = cx.b.local_ty(*local);
                    if cx.entry.is_some() && cx.session.holds_pointers(ty) {
                        return cx.unsupported(pat.span, "a pattern as a parameter with pointers");
                    }
                    cx.bind(pat, &Place::local(*local))?;
                }
            }
            lower(cx, &body)
        })
    }

    /// `modifies`: what is owned by by-value parameters is gone for the caller and may change.
    fn frame_clause(&mut self, target: &Target, snapshot: SnapshotId) -> Read<()> {
        let clauses = target.clauses(ClauseKind::Modifies);
        let Some(first) = clauses.first() else {
            return Ok(());
        };
        let why = Obligation {
            kind: ObligationKind::Frame,
            span: first.span,
        };
        let mut allowed = Vec::new();
        for (local, ty, _) in &target.params {
            if !matches!(**ty, TyKind::Ref { .. }) {
                let place = Place::local(*local);
                allowed.push(FrameItem { place });
            }
        }
        for clause in clauses {
            let items = self.with_clause(target, clause, None, |cx, body| {
                cx.in_entry = true;
                let items = cx.frame_items(&body.value);
                cx.in_entry = false;
                items
            })?;
            allowed.extend(items);
        }
        let span = why.span;
        self.b.emit(
            StmtKind::CheckFrame {
                since: snapshot,
                allowed,
                why,
            },
            span,
        );
        Ok(())
    }

    /// The places of a `modifies` clause.
    fn frame_items(&mut self, value: &Expr) -> Read<Vec<FrameItem>> {
        match &value.kind {
            ExprKind::Block {
                scope: None,
                stmts,
                tail: Some(tail),
            } if stmts.is_empty() => self.frame_items(tail),
            ExprKind::Tuple(parts) => {
                let items: Read<Vec<FrameItem>> =
                    parts.iter().map(|part| self.frame_item(part)).collect();
                items
            }
            _ => Ok(vec![self.frame_item(value)?]),
        }
    }

    fn frame_item(&mut self, expr: &Expr) -> Read<FrameItem> {
        if let ExprKind::Borrow { of, .. } = &expr.kind {
            return self.frame_item(of);
        }
        if !is_path(expr) {
            return self.unsupported(expr.span, "this place in a modifies clause");
        }
        let mut place = self.as_place(expr)?;
        let mut ty = self.ty(&expr.ty, expr.span)?;
        while let IrTy::Ref { to, .. } = *self.session.types.get(ty) {
            place = place.deref();
            ty = to;
        }
        Ok(FrameItem { place })
    }
}

/// Whether the expression is a path from a variable, without a call.
fn is_path(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Var(_) => true,
        ExprKind::Field { base: of, .. } | ExprKind::Deref(of) => is_path(of),
        _ => false,
    }
}

/// What the references of a result lead to.
fn behind_references(result: LocalId, ty: &Ty) -> (Place, Ty) {
    let mut place = Place::local(result);
    let mut ty = ty.clone();
    while let TyKind::Ref { to, .. } = &*ty {
        place = place.deref();
        ty = to.clone();
    }
    (place, ty)
}
