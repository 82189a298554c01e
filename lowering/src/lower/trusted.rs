//! A call that a contract stands for: of a `#[trusted]` function, whose body is not looked at, and of any
//! function with a contract where callers are asked to see nothing else (`Semantics::modular`).
//!
//! What is chosen holds no pointers. A trusted function whose frame or result has some is refused; of one
//! that has a body, callers then see the body.
//!
//! In order: the precondition is asserted; the state is remembered; a panic leaves where the clauses
//! demand or allow one; what the frame covers is given any value; invariants and postconditions are
//! assumed, with `old` meaning the state before the call.

use std::rc::Rc;

use rustc_hash::FxHashSet;

use crate::front::{ClauseKind, Read};
use crate::ir::{
    Asked, Followed, LocalId, ObligationKind, Panic, PanicKind, Place, Proc, StmtKind,
    UnknownFunction,
};
use crate::span::Span;
use crate::thir::ExprKind;
use crate::ty::{DefId, FnRef, Ty, TyKind};

use super::contract::{Duty, Preconditions, Target, behind_references};
use super::function::FnCx;
use super::invariants::Mode;
use super::session::{Session, unsupported};

/// More functions than this are not followed.
const MOST_CALLED: usize = 2000;

impl Session<'_> {
    /// The procedure that a function is to callers who see its contract. What is `promised` by a bound
    /// and changes nothing gives equal results for equal arguments, as without a contract.
    pub(super) fn lower_by_contract(&mut self, function: &FnRef, promised: bool) -> Read<Proc> {
        let span = self.front.span(function.def);
        let name = self.front.path(function.def);
        let mut cx = FnCx::without_body(self, span);
        let (target, ret) = cx.described(function)?;
        let changes = |ty: &Ty| matches!(&**ty, TyKind::Ref { mutable: true, .. });
        let repeats = target.contract.pure_
            || (promised && !target.params.iter().any(|(_, ty, _)| changes(ty)));
        let chosen = target.params.iter().filter(|(_, ty, _)| changes(ty));
        for (local, ty, _) in chosen {
            let (_, behind) = behind_references(*local, ty);
            let behind = cx.ty(&behind, span)?;
            cx.session.types.note_changes(behind);
        }
        if promised {
            let given = cx.b.local_ty(ret);
            cx.session.types.note_changes(given);
        }
        cx.stand_in(&target, ret, repeats)?;
        let mut proc = cx.b.finish(ret, name, span, false);
        proc.is_contract = true;
        Ok(proc)
    }

    /// Whether the function has a contract that can stand for it; nothing if it has none.
    fn has_standing(&mut self, function: &FnRef) -> Read<Option<bool>> {
        let contract = self.front.contract(function.def)?;
        let speaks = |kind| kind != ClauseKind::Decreases;
        if contract.model || !contract.clauses.iter().any(|it| speaks(it.kind)) {
            return Ok(None);
        }
        let span = self.front.span(function.def);
        let mut cx = FnCx::without_body(self, span);
        match cx.described(function) {
            Ok((target, ret)) => cx.can_stand_in(&target, ret).map(Some),
            Err(_) => Ok(Some(false)),
        }
    }

    /// Notes that a call was looked into though the function has a contract; of each function once.
    fn note_followed(&mut self, function: &FnRef, why: &'static str, span: Span) {
        let name = self.front.path(function.def);
        if self.followed.iter().all(|it| it.function != name) {
            self.followed.push(Followed {
                span: self.user_span(span),
                function: name,
                why,
            });
        }
    }

    /// Whether calls lead from a function to the one under check. Where there are too many to tell, or
    /// a body cannot be read, they may.
    fn leads_back(&mut self, function: &FnRef) -> bool {
        let Some(target) = self.target else {
            return false;
        };
        self.leads_to(function, target).unwrap_or(true)
    }

    /// Whether calls lead from a function to another; nothing where there are too many to tell, or a
    /// body cannot be read.
    pub(super) fn leads_to(&self, function: &FnRef, target: DefId) -> Option<bool> {
        let mut unread = false;
        let mut met = FxHashSet::default();
        let mut queue = vec![function.clone()];
        while let Some(function) = queue.pop() {
            if function.def == target {
                return Some(true);
            }
            if met.len() > MOST_CALLED {
                return None;
            }
            if self.front.intrinsic(function.def).is_some() || !met.insert(function.clone()) {
                continue;
            }
            let Ok(body) = self.front.body(&function) else {
                unread = true;
                continue;
            };
            super::walk::each_expr(&body.value, &mut |expr| {
                if let ExprKind::Call { callee, .. } = &expr.kind {
                    queue.push(callee.clone());
                }
                if let TyKind::FnDef(function) = &*expr.ty {
                    queue.push(function.clone());
                }
            });
        }
        (!unread).then_some(false)
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
    /// Whether a call of the function here means what its contract says. A contract that is used to
    /// show itself says nothing, so where calls lead back to the function under check, bodies count;
    /// but not where a measure shrinks.
    pub(super) fn is_by_contract(&mut self, function: &FnRef, span: Span) -> Read<bool> {
        if self.frame.is_spec || !self.session.semantics.modular {
            return Ok(false);
        }
        let why = match self.session.has_standing(function)? {
            None => return Ok(false),
            Some(false) => "what it changes or returns holds pointers",
            Some(true) if self.is_measured(function) || !self.session.leads_back(function) => {
                return Ok(true);
            }
            Some(true) => "it leads back to the function under check, and no measure shrinks",
        };
        self.session.note_followed(function, why, span);
        Ok(false)
    }

    /// The function as the contract sees it, with locals for its parameters and its result.
    fn described(&mut self, function: &FnRef) -> Read<(Target, LocalId)> {
        let contract = self.session.front.contract(function.def)?;
        let signature = self.session.front.signature(function)?;
        let span = self.session.front.span(function.def);
        let mut clauses = contract.clauses.iter();
        if let Some(clause) = clauses.find(|it| it.kind == ClauseKind::AfterExpiry) {
            let what = "a call of a trusted function with an after_expiry clause";
            return Err(unsupported(clause.span, what));
        }
        let is_framed = |kind| kind == ClauseKind::Modifies;
        let framed = contract.pure_ || contract.clauses.iter().any(|it| is_framed(it.kind));
        let mut params = Vec::new();
        for param in &signature.params {
            if self.session.holds_hidden_mutable(&param.ty)? {
                let what = "a `&mut` inside a parameter of a trusted function";
                return self.unsupported(param.span, what);
            }
            if !framed && self.session.has_cells(&param.ty)? {
                let what = "a cell in a parameter of a trusted function without a frame";
                return self.unsupported(param.span, what);
            }
            let ty = self.ty(&param.ty, param.span)?;
            let local = self.b.param(param.name.clone(), ty, param.span);
            params.push((local, param.ty.clone(), param.span));
        }
        let ret_ty = self.ty(&signature.ret, span)?;
        let ret = self.b.temp(ret_ty, span);
        let target = Target {
            function: function.clone(),
            contract,
            params,
            ret: signature.ret,
            span,
        };
        Ok((target, ret))
    }

    /// Whether all that the function gives or changes can be chosen.
    fn can_stand_in(&mut self, target: &Target, ret: LocalId) -> Read<bool> {
        let mut chosen = vec![self.b.local_ty(ret)];
        if target.contract.pure_ {
            for (local, ty, span) in &target.params {
                let (_, behind) = behind_references(*local, ty);
                chosen.push(self.ty(&behind, *span)?);
            }
        } else if target.clauses(ClauseKind::Modifies).is_empty() {
            for (_, ty, span) in &target.params {
                if let TyKind::Ref { mutable: true, to } = &**ty {
                    chosen.push(self.ty(to, *span)?);
                }
            }
        } else {
            let (items, _) = self.frame_places(target, &target.clauses(ClauseKind::Modifies))?;
            for item in items {
                if item.each.is_some() {
                    return Ok(false);
                }
                chosen.extend(self.operand_ty(&item.place.into()));
            }
        }
        Ok(chosen.iter().all(|ty| !self.session.holds_pointers(*ty)))
    }

    fn stand_in(&mut self, target: &Target, ret: LocalId, repeats: bool) -> Read<()> {
        if target.contract.invariants {
            for (local, ty, span) in &target.params {
                let (place, ty) = behind_references(*local, ty);
                self.invariants(Mode::Assert, &place, &ty, *span)?;
            }
            self.trees_on_entry(target, Mode::Assert)?;
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
                cx.choose(chosen.into(), true, target.span);
                cx.under(Some(chosen), target.span, |cx| cx.panic_of(target))
            })?;
        }
        let mut types: Vec<Ty> = target.params.iter().map(|(_, ty, _)| ty.clone()).collect();
        types.push(target.ret.clone());
        self.session.note_outside(&types, target.span)?;
        self.havoc(target)?;
        self.choose_result(target, ret, repeats)?;
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
            message: "the contract of the function lets it panic".into(),
        };
        self.b.emit(StmtKind::Panic(panic), target.span);
        Ok(())
    }

    pub(super) fn choose(&mut self, dst: Place, whole: bool, span: Span) {
        let choose = StmtKind::Choose {
            dst,
            function: None,
            whole,
        };
        self.b.emit(choose, span);
    }

    /// Gives any value to what the function may change: its results are not inputs, so no window holds them.
    fn havoc(&mut self, target: &Target) -> Read<()> {
        if target.contract.pure_ {
            return Ok(());
        }
        if !target.clauses(ClauseKind::Modifies).is_empty() {
            let (items, _) = self.frame_places(target, &target.clauses(ClauseKind::Modifies))?;
            for item in items {
                if item.each.is_some() {
                    let what = "a frame over the nodes of a set, of a trusted function";
                    return self.unsupported(target.span, what);
                }
                self.choose(item.place, true, target.span);
            }
            return Ok(());
        }
        for (local, ty, span) in &target.params {
            if let TyKind::Ref { mutable: true, .. } = &**ty {
                self.choose(Place::local(*local).deref(), true, *span);
            }
        }
        Ok(())
    }

    fn choose_result(&mut self, target: &Target, ret: LocalId, repeats: bool) -> Read<()> {
        let ty = self.b.local_ty(ret);
        if ty == self.unit_ty() {
            return Ok(());
        }
        if !repeats {
            self.choose(ret.into(), true, target.span);
            return Ok(());
        }
        let mut args = Vec::new();
        for (local, ty, span) in &target.params {
            let (place, behind) = behind_references(*local, ty);
            let lowered = self.ty(&behind, *span)?;
            if self.session.holds_pointers(lowered) {
                let what = "a function with a contract alone of something with pointers";
                return self.unsupported(*span, what);
            }
            args.push(place.into());
        }
        let name = self.session.front.path(target.function.def);
        let function = self.session.functions.push(UnknownFunction {
            name,
            is_value_of: None,
            whole: true,
            span: target.span,
        });
        let choose = StmtKind::Choose {
            dst: ret.into(),
            function: Some(Asked {
                function,
                args,
                remembers: false,
            }),
            whole: true,
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
            self.trees_on_exit(target, Some(ret), Mode::Assume)?;
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
