//! The procedure that checks a function: any arguments that meet the precondition, one call, and what
//! must hold after it.
//!
//! In order: invariants of the arguments and `requires` are assumed; the state is remembered; the
//! conditions of `panics` and `may_panic` are evaluated; the function is called. After a normal return
//! no `panics` condition may have held, and invariants, `ensures` and the frame are asserted; after a
//! panic, `on_panic`.

use crate::front::{Clause, ClauseKind, Read};
use crate::ids::Id;
use crate::ir::{
    BinOp, Branch, Const, FrameItem, Harness, Int, LocalId, Obligation, ObligationKind, Operand,
    PanicPolicy, Place, Rvalue, SnapshotId, StmtKind, UnOp,
};
use crate::span::Span;
use crate::ty::{FnRef, Ty, TyKind};

use super::contract::{Duty, Preconditions, Target, behind_references};
use super::function::FnCx;
use super::invariants::Mode;
use super::session::{Instance, Session};

/// Builds the entry procedure of a function.
pub(super) fn build(session: &mut Session<'_>, function: FnRef) -> Read<Harness> {
    let def = function.def;
    let consts = session.const_values(&function)?;
    let contract = session.front.contract(def)?;
    let signature = session.front.signature(&function)?;
    let span = session.front.span(def);
    let path = session.front.path(def);
    let proc = session.instance(Instance::Function(function.clone()), span)?;
    let mut cx = FnCx::without_body(session, span);
    let mut params = Vec::new();
    for param in &signature.params {
        // What the value owns a clause means as it was on entry, what is behind the `&mut` as it is at
        // the exit: there is no one state to look into.
        if !matches!(&*param.ty, TyKind::Ref { .. })
            && cx.session.holds_mutable(&param.ty)?
            && cx.session.owns_memory(&param.ty)?
        {
            return cx.unsupported(param.span, "a `&mut` beside a box in a by-value parameter");
        }
        if !matches!(&*param.ty, TyKind::Ref { .. })
            && cx.session.holds_mutable(&param.ty)?
            && cx.session.is_guarded(Mode::Assume, &param.ty)?
        {
            return cx.unsupported(
                param.span,
                "a `&mut` in a parameter, to what has an invariant",
            );
        }
        // What it leads to on entry may be exchanged, so that nothing says of what it is to be asserted.
        if let TyKind::Ref { mutable: true, to } = &*param.ty
            && cx.session.holds_mutable(to)?
            && cx.session.is_guarded(Mode::Assume, to)?
        {
            return cx.unsupported(
                param.span,
                "a `&mut` behind a `&mut`, to what has an invariant",
            );
        }
        if cx.session.guards_cells(&param.ty)? {
            let what = "pointers inside of an argument that may lead to the same cell";
            return cx.unsupported(param.span, what);
        }
        let ty = cx.ty(&param.ty, param.span)?;
        let local = cx.b.param(param.name.clone(), ty, param.span);
        params.push((local, param.ty.clone(), param.span));
        cx.session.held.push(ty);
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
    let held = cx.before(&target)?;
    // What is asserted from here on is asserted of calls that meet the precondition.
    let snapshot = cx.b.snapshot();
    cx.b.emit(StmtKind::Snapshot(snapshot), span);
    let (panics, allowed) = cx.panic_conditions(&target, held)?;
    cx.entry = Some(snapshot);

    let called = cx.before_call(&target)?;
    let result_ty = cx.ty(&target.ret, span)?;
    cx.session.held.push(result_ty);
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
    let policy = match target.contract.should_panic {
        true => PanicPolicy::Note,
        false if cx.session.only_memory => PanicPolicy::Oblige {
            allowed: Operand::bool(true),
        },
        false => PanicPolicy::Oblige { allowed },
    };
    cx.b.emit(
        StmtKind::Try {
            body,
            panicked,
            policy,
        },
        span,
    );
    cx.b.open();
    cx.check_owners(&target, None)?;
    if let Some(called) = called.filter(|_| target.contract.panic_safety) {
        cx.check_leaks(&target, called, None)?;
    }
    if !cx.session.only_memory {
        cx.after_panic(&target)?;
    }
    let then = cx.b.close();
    cx.b.open();
    if target.contract.should_panic {
        let panics = ObligationKind::MissingPanic;
        cx.assert_operand(Operand::bool(false), panics, span);
    }
    if !matches!(*target.ret, TyKind::Never) {
        cx.check_owners(&target, Some(result))?;
        cx.apart_on_exit(&target, result)?;
        if let Some(called) = called {
            cx.check_leaks(&target, called, Some(result))?;
        }
    }
    if !cx.session.only_memory {
        cx.after_return(&target, &panics, held, result, snapshot)?;
    }
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
        consts,
        bounds: target.contract.check.clone(),
        should_panic: target.contract.should_panic,
        is_unsafe: target.contract.is_unsafe,
        exchanges: !target.contract.stubs.is_empty(),
        followed: Vec::new(),
        params: Vec::new(),
        lawful: Vec::new(),
    })
}

impl Session<'_> {
    /// The const parameters of the function by name, with their values and types.
    fn const_values(&mut self, function: &FnRef) -> Read<Vec<(String, Const)>> {
        let mut values = Vec::new();
        for param in self.front.const_params(function.def)? {
            if let Some(TyKind::ConstValue(value)) =
                function.args.get(param.position).map(|it| &**it)
            {
                let value = match &*param.ty {
                    TyKind::Bool => Const::Bool(*value != 0),
                    _ => Const::Int(
                        Int::from(*value),
                        self.ty(&param.ty, self.front.span(function.def))?,
                    ),
                };
                values.push((param.name, value));
            }
        }
        Ok(values)
    }
}

impl FnCx<'_, '_> {
    /// What the caller owes: invariants and preconditions.
    fn before(&mut self, target: &Target) -> Read<Preconditions> {
        self.session.borrowed_outside = target.contract.check.shared;
        for (local, ty, span) in &target.params {
            self.cyclic_invariants(Mode::Valid, ty, *span)?;
            self.invariants(Mode::Valid, &Place::local(*local), ty, *span)?;
        }
        if target.contract.invariants {
            for (local, ty, span) in &target.params {
                self.cyclic_invariants(Mode::Assume, ty, *span)?;
                self.invariants(Mode::Assume, &Place::local(*local), ty, *span)?;
            }
            self.trees_on_entry(target, Mode::Assume)?;
        }
        self.apart_on_entry(target)?;
        self.precondition(target, Duty::Assume)
    }

    /// The conditions of `panics` clauses with their spans, and whether any panic is allowed. Where the
    /// precondition of the trait held, only the trait's own clauses let an implementation panic: its callers
    /// know no others.
    fn panic_conditions(
        &mut self,
        target: &Target,
        held: Preconditions,
    ) -> Read<(Vec<(LocalId, Span)>, Operand)> {
        let is_bound = target.contract.clauses.iter().any(|it| it.inherited);
        let mut must = Vec::new();
        let mut may = Vec::new();
        for kind in [ClauseKind::Panics, ClauseKind::MayPanic] {
            for clause in target.clauses(kind) {
                let holds = self.held_on_entry(target, clause, held.of(clause))?;
                if kind == ClauseKind::Panics {
                    must.push((holds, clause.span));
                }
                may.extend(match (is_bound && !clause.inherited, held.of_trait()) {
                    (false, _) => Some(holds),
                    (true, None) => None,
                    (true, Some(of_trait)) => {
                        let beyond = Rvalue::Unary(UnOp::Not, of_trait.into());
                        let beyond = self.flag(beyond, clause.span);
                        let both = Rvalue::Binary(BinOp::BitAnd, holds.into(), beyond.into());
                        Some(self.flag(both, clause.span))
                    }
                });
            }
        }
        let allowed = self.any_of_flags(&may, target.span);
        Ok((must, allowed))
    }

    /// Whether a condition holds, where the precondition that it was written with does.
    fn held_on_entry(
        &mut self,
        target: &Target,
        clause: Clause,
        due: Option<LocalId>,
    ) -> Read<LocalId> {
        if due.is_none() {
            let held = self.clause_held(target, clause)?;
            self.assert_defined(&held, clause.span);
            return Ok(held.holds);
        }
        let boolean = self.bool_ty();
        let holds = self.b.temp(boolean, clause.span);
        self.put(&holds.into(), Operand::bool(false), clause.span);
        self.under(due, clause.span, |cx| {
            let held = cx.clause_held(target, clause)?;
            cx.assert_defined(&held, clause.span);
            cx.put(&holds.into(), held.holds.into(), clause.span);
            Ok(())
        })?;
        Ok(holds)
    }

    fn after_panic(&mut self, target: &Target) -> Read<()> {
        if target.contract.panic_safety {
            self.lent_invariants(target)?;
            self.trees_on_exit(target, None, Mode::Assert)?;
        }
        for clause in target.clauses(ClauseKind::OnPanic) {
            let locals = target.locals();
            self.with_clause(&target.function, &locals, clause, None, |cx, body| {
                cx.assert(&body.value, ObligationKind::OnPanic)
            })?;
        }
        Ok(())
    }

    fn after_return(
        &mut self,
        target: &Target,
        panics: &[(LocalId, Span)],
        held: Preconditions,
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
            self.lent_invariants(target)?;
            let (place, ty) = behind_references(result, &target.ret);
            if matches!(*ty, TyKind::Ref { .. }) && self.session.is_guarded(Mode::Assume, &ty)? {
                let what = "invariants of a trait object that is lent";
                return self.unsupported(target.span, what);
            }
            self.invariants(Mode::Assert, &place, &ty, target.span)?;
            self.trees_on_exit(target, Some(result), Mode::Assert)?;
        }
        for clause in target.clauses(ClauseKind::Ensures) {
            self.ensured(target, clause, held, result)?;
        }
        for inherited in [true, false] {
            self.frame_clause(target, inherited, held, snapshot)?;
        }
        self.after_expiry(target, held, result)
    }

    /// The invariants of what `&mut` arguments lead to, and of what `&` does where cells or raw pointers in it
    /// are written.
    fn lent_invariants(&mut self, target: &Target) -> Read<()> {
        for (local, ty, span) in &target.params {
            if let TyKind::Ref { mutable, to } = &**ty {
                if !mutable && !self.session.may_write_shared(&target.function, to)? {
                    continue;
                }
                // What `drop` leaves is no value any more.
                let drop = self.session.front.drop_impl(to);
                if drop.is_some_and(|drop| drop.def == target.function.def) {
                    continue;
                }
                if self.session.object_of(ty).is_some() {
                    let place = Place::local(*local);
                    self.each_target(&place, ty, *span, &mut |cx, case| {
                        cx.invariants(Mode::Assert, &case.pointer.deref(), case.of, *span)
                    })?;
                    continue;
                }
                let place = Place::local(*local).deref();
                self.invariants(Mode::Assert, &place, to, *span)?;
            }
        }
        Ok(())
    }

    fn ensured(
        &mut self,
        target: &Target,
        clause: Clause,
        held: Preconditions,
        result: LocalId,
    ) -> Read<()> {
        self.under(held.of(clause), clause.span, |cx| {
            let locals = target.locals();
            cx.with_clause(
                &target.function,
                &locals,
                clause,
                Some(result),
                |cx, body| cx.assert(&body.value, ObligationKind::Postcondition),
            )
        })
    }

    /// What holds when the borrow that was returned ends: anything may have been written through it.
    fn after_expiry(&mut self, target: &Target, held: Preconditions, result: LocalId) -> Read<()> {
        let clauses = target.clauses(ClauseKind::AfterExpiry);
        let Some(first) = clauses.first() else {
            return Ok(());
        };
        let (place, span) = (Place::local(result), first.span);
        let ret = target.ret.clone();
        self.written_through(&place, &ret, span)?;
        for clause in clauses {
            self.ensured(target, clause, held, result)?;
        }
        Ok(())
    }

    /// Anything is written through each `&mut` of a value.
    fn written_through(&mut self, place: &Place, ty: &Ty, span: Span) -> Read<()> {
        if !self.session.holds_mutable(ty)? {
            return Ok(());
        }
        match &**ty {
            TyKind::Ref { mutable: true, .. } => {
                self.choose(place.deref(), false, span);
                Ok(())
            }
            TyKind::Tuple(parts) => {
                for (index, part) in parts.iter().enumerate() {
                    self.written_through(&place.field(Id::from_index(index)), part, span)?;
                }
                Ok(())
            }
            // What is behind the fields of a struct is for its methods to write.
            TyKind::Adt(def, args) if self.session.front.adt(*def, args)?.is_enum => {
                let info = self.session.front.adt(*def, args)?;
                for (index, variant) in info.variants.iter().enumerate() {
                    let variant_at = Id::from_index(index);
                    let is_this = Rvalue::IsVariant(place.clone(), variant_at);
                    let is_this = self.flag(is_this, span);
                    self.under(Some(is_this), span, |cx| {
                        for (field, (_, ty)) in variant.fields.iter().enumerate() {
                            let part = place.variant(variant_at).field(Id::from_index(field));
                            cx.written_through(&part, ty, span)?;
                        }
                        Ok(())
                    })?;
                }
                Ok(())
            }
            _ => self.unsupported(span, "an after_expiry clause of this result"),
        }
    }

    /// `modifies`: what is owned by by-value parameters is gone for the caller and may change.
    fn frame_clause(
        &mut self,
        target: &Target,
        inherited: bool,
        held: Preconditions,
        snapshot: SnapshotId,
    ) -> Read<()> {
        let mut clauses = target.clauses(ClauseKind::Modifies);
        clauses.retain(|clause| clause.inherited == inherited);
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
                allowed.push(FrameItem::one(Place::local(*local)));
            }
        }
        let (places, undefined) = self.frame_places(target, &clauses)?;
        allowed.extend(places);
        let span = why.span;
        let check = StmtKind::CheckFrame {
            since: snapshot,
            allowed,
            why,
        };
        // Which places a clause means that could not be evaluated, nobody knows.
        let defined = match undefined.is_empty() {
            true => None,
            false => {
                let undefined = self.any_of_flags(&undefined, span);
                Some(self.flag(Rvalue::Unary(UnOp::Not, undefined), span))
            }
        };
        self.under(held.of(*first), span, |cx| {
            cx.under(defined, span, |cx| {
                cx.b.emit(check, span);
                Ok(())
            })
        })
    }
}
