//! A call that a contract stands for: of a `#[trusted]` function, whose body is not looked at.
//!
//! In order: the precondition is asserted; the state is remembered; a panic leaves where the clauses
//! demand or allow one; what the frame covers is given any value; invariants and postconditions are
//! assumed, with `old` meaning the state before the call.

use std::rc::Rc;

use crate::front::{ClauseKind, Read};
use crate::ir::{
    LocalId, ObligationKind, Panic, PanicKind, Place, Proc, StmtKind, UnknownFunction,
};
use crate::span::Span;
use crate::ty::{FnRef, Ty, TyKind};

use super::contract::{Duty, Preconditions, Target, behind_references};
use super::function::FnCx;
use super::invariants::Mode;
use super::session::{Session, unsupported};

impl Session<'_> {
    /// The procedure that a trusted function is to its callers.
    pub(super) fn lower_trusted(&mut self, function: &FnRef) -> Read<Proc> {
        let contract = self.front.contract(function.def)?;
        let signature = self.front.signature(function)?;
        let span = self.front.span(function.def);
        let name = self.front.path(function.def);
        let mut clauses = contract.clauses.iter();
        if let Some(clause) = clauses.find(|it| it.kind == ClauseKind::AfterExpiry) {
            let what = "a call of a trusted function with an after_expiry clause";
            return Err(unsupported(clause.span, what));
        }
        let mut cx = FnCx::without_body(self, span);
        let mut params = Vec::new();
        for param in &signature.params {
            if cx.session.holds_hidden_mutable(&param.ty)? {
                return cx.unsupported(
                    param.span,
                    "a `&mut` inside a parameter of a trusted function",
                );
            }
            let ty = cx.ty(&param.ty, param.span)?;
            let local = cx.b.param(param.name.clone(), ty, param.span);
            params.push((local, param.ty.clone(), param.span));
        }
        let ret_ty = cx.ty(&signature.ret, span)?;
        let ret = cx.b.temp(ret_ty, span);
        let target = Target {
            function: function.clone(),
            contract,
            params,
            ret: signature.ret,
            span,
        };
        cx.stand_in(&target, ret)?;
        Ok(cx.b.finish(ret, name, span, false))
    }

    /// Whether a `&mut` is behind something other than the parameter itself.
    fn holds_hidden_mutable(&mut self, ty: &Ty) -> Read<bool> {
        match &**ty {
            TyKind::Ref { to, .. } => self.holds_mutable(&Rc::clone(to)),
            _ => self.holds_mutable(ty),
        }
    }
}

impl FnCx<'_, '_> {
    fn stand_in(&mut self, target: &Target, ret: LocalId) -> Read<()> {
        if target.contract.invariants {
            for (local, ty, span) in &target.params {
                let (place, ty) = behind_references(*local, ty);
                self.invariants(Mode::Assert, &place, &ty, *span)?;
            }
        }
        let held = self.precondition(target, Duty::Assert)?;
        let snapshot = self.b.snapshot();
        self.b.emit(StmtKind::Snapshot(snapshot), target.span);
        let mut must = Vec::new();
        let mut may = Vec::new();
        for kind in [ClauseKind::Panics, ClauseKind::MayPanic] {
            for clause in target.clauses(kind) {
                let held = self.clause_held(target, clause)?;
                self.assert_defined(&held, clause.span);
                match kind {
                    ClauseKind::Panics => must.push(held.holds),
                    _ => may.push(held.holds),
                }
            }
        }
        self.entry = Some(snapshot);
        for condition in must {
            self.under(Some(condition), target.span, |cx| cx.panic_of(target))?;
        }
        for condition in may {
            self.under(Some(condition), target.span, |cx| {
                let boolean = cx.bool_ty();
                let chosen = cx.b.temp(boolean, target.span);
                cx.choose(chosen.into(), target.span);
                cx.under(Some(chosen), target.span, |cx| cx.panic_of(target))
            })?;
        }
        let mut types: Vec<Ty> = target.params.iter().map(|(_, ty, _)| ty.clone()).collect();
        types.push(target.ret.clone());
        self.session.note_outside(&types)?;
        self.havoc(target)?;
        self.choose_result(target, ret)?;
        self.assume_outcome(target, held, ret)
    }

    /// The panic of a trusted function, in a state that its `on_panic` clauses describe.
    fn panic_of(&mut self, target: &Target) -> Read<()> {
        self.havoc(target)?;
        self.assume_valid(target)?;
        for clause in target.clauses(ClauseKind::OnPanic) {
            let held = self.clause_held(target, clause)?;
            self.assume_held(&held, ObligationKind::OnPanic, clause.span);
        }
        let panic = Panic {
            kind: PanicKind::Explicit,
            message: "a trusted function panics".into(),
        };
        self.b.emit(StmtKind::Panic(panic), target.span);
        Ok(())
    }

    pub(super) fn choose(&mut self, dst: Place, span: Span) {
        let choose = StmtKind::Choose {
            dst,
            function: None,
            whole: false,
        };
        self.b.emit(choose, span);
    }

    /// Gives any value to what the function may change.
    fn havoc(&mut self, target: &Target) -> Read<()> {
        if target.contract.pure_ {
            return Ok(());
        }
        if !target.clauses(ClauseKind::Modifies).is_empty() {
            let (items, _) = self.frame_places(target)?;
            for item in items {
                if item.each.is_some() {
                    let what = "a frame over the nodes of a set, of a trusted function";
                    return self.unsupported(target.span, what);
                }
                self.choose(item.place, target.span);
            }
            return Ok(());
        }
        for (local, ty, span) in &target.params {
            if let TyKind::Ref { mutable: true, .. } = &**ty {
                self.choose(Place::local(*local).deref(), *span);
            }
        }
        Ok(())
    }

    fn choose_result(&mut self, target: &Target, ret: LocalId) -> Read<()> {
        let ty = self.b.local_ty(ret);
        if ty == self.unit_ty() {
            return Ok(());
        }
        if !target.contract.pure_ {
            self.choose(ret.into(), target.span);
            return Ok(());
        }
        // A pure function gives equal results for equal arguments.
        let mut args = Vec::new();
        for (local, ty, span) in &target.params {
            let (place, behind) = behind_references(*local, ty);
            let lowered = self.ty(&behind, *span)?;
            if self.session.holds_pointers(lowered) {
                let what = "a pure trusted function of something with pointers";
                return self.unsupported(*span, what);
            }
            args.push(place.into());
        }
        let name = self.session.front.path(target.function.def);
        let function = self.session.functions.push(UnknownFunction {
            name,
            span: target.span,
        });
        let choose = StmtKind::Choose {
            dst: ret.into(),
            function: Some((function, args)),
            whole: false,
        };
        self.b.emit(choose, target.span);
        Ok(())
    }

    /// No value that Rust can make is without what the models state.
    fn assume_valid(&mut self, target: &Target) -> Read<()> {
        for (local, ty, span) in &target.params {
            if let TyKind::Ref { mutable: true, to } = &**ty {
                let place = Place::local(*local).deref();
                self.invariants(Mode::Valid, &place, to, *span)?;
            }
        }
        Ok(())
    }

    fn assume_outcome(&mut self, target: &Target, held: Preconditions, ret: LocalId) -> Read<()> {
        self.assume_valid(target)?;
        self.invariants(Mode::Valid, &ret.into(), &target.ret, target.span)?;
        if target.contract.invariants {
            for (local, ty, span) in &target.params {
                if let TyKind::Ref { mutable: true, to } = &**ty {
                    let place = Place::local(*local).deref();
                    self.invariants(Mode::Assume, &place, to, *span)?;
                }
            }
            let (place, ty) = behind_references(ret, &target.ret);
            self.invariants(Mode::Assume, &place, &ty, target.span)?;
        }
        for clause in target.clauses(ClauseKind::Ensures) {
            self.under(held.of(clause), clause.span, |cx| {
                let locals = target.locals();
                cx.with_clause(&target.function, &locals, clause, Some(ret), |cx, body| {
                    cx.assume(&body.value, ObligationKind::Postcondition, clause.span)
                })
            })?;
        }
        Ok(())
    }
}
