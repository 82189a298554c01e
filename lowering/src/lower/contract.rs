//! A contract as a procedure sees it that states it, whichever side it is on: the harness of the
//! function under check, or a call that the contract stands for.
//!
//! A method of a trait has two contracts, the trait's and its own. Its precondition is that one of
//! the two holds, and each postcondition is due where the precondition that it was written with held.

use std::rc::Rc;

use crate::front::{Clause, ClauseKind, Contract, Read};
use crate::ir::{BinOp, Branch, LocalId, ObligationKind, Operand, Place, Proc, Rvalue, UnOp};
use crate::span::Span;
use crate::thir::Body;
use crate::ty::{FnRef, Ty, TyKind};

use super::clause::Held;
use super::function::{FnCx, Frame, plain_name};
use super::session::{Instance, Session};

/// A function with its contract, and where its arguments are.
pub(super) struct Target {
    pub(super) function: FnRef,
    pub(super) contract: Rc<Contract>,
    /// The procedure's own parameters, with the types that they have in the source.
    pub(super) params: Vec<(LocalId, Ty, Span)>,
    pub(super) ret: Ty,
    pub(super) span: Span,
}

impl Target {
    pub(super) fn clauses(&self, kind: ClauseKind) -> Vec<Clause> {
        let clauses = self.contract.clauses.iter();
        clauses
            .filter(|clause| clause.kind == kind)
            .copied()
            .collect()
    }

    pub(super) fn locals(&self) -> Vec<LocalId> {
        self.params.iter().map(|(local, ..)| *local).collect()
    }
}

/// Whose duty a condition is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Duty {
    /// Somebody else's: it is taken to hold.
    Assume,
    /// Ours.
    Assert,
}

/// Which of the two preconditions held on entry, where there are two.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Preconditions {
    inherited: Option<LocalId>,
    own: Option<LocalId>,
}

impl Preconditions {
    /// Under which condition a clause is due; always, if there is none.
    pub(super) fn of(self, clause: Clause) -> Option<LocalId> {
        if clause.inherited {
            self.inherited
        } else {
            self.own
        }
    }

    /// Whether that of the trait did; it did where this is not known.
    pub(super) fn of_trait(self) -> Option<LocalId> {
        self.inherited
    }
}

impl Session<'_> {
    /// `fn(params)` that states what callers owe the function.
    pub(super) fn lower_owed(&mut self, function: &FnRef) -> Read<Proc> {
        let span = self.front.span(function.def);
        let name = format!("what {} requires", self.front.path(function.def));
        let contract = self.front.contract(function.def)?;
        let signature = self.front.signature(function)?;
        let mut cx = FnCx::without_body(self, span);
        let mut params = Vec::new();
        for param in &signature.params {
            let ty = cx.ty(&param.ty, param.span)?;
            let local = cx.b.param(param.name.clone(), ty, param.span);
            params.push((local, param.ty.clone(), param.span));
        }
        let unit = cx.unit_ty();
        let ret = cx.b.temp(unit, span);
        let target = Target {
            function: function.clone(),
            contract,
            params,
            ret: signature.ret,
            span,
        };
        cx.precondition(&target, Duty::Assert)?;
        let mut proc = cx.b.finish(ret, name, span, true);
        proc.is_glue = true;
        Ok(proc)
    }
}

impl FnCx<'_, '_> {
    /// States what the function is owed by a call that is looked into. A harness of Kani's asks for nothing of
    /// the kind.
    pub(super) fn check_owed(
        &mut self,
        callee: &FnRef,
        operands: &[Operand],
        span: Span,
    ) -> Read<()> {
        let front = self.session.front;
        let contract = front.contract(callee.def)?;
        if contract.asserts_on_expiry && !self.frame.is_spec && !self.is_in_harness()? {
            // When a borrow ends, nobody tells us.
            let what = "a call of a function that asks something of the end of its borrow";
            return self.unsupported(span, what);
        }
        let owes = |clause: &Clause| clause.kind == ClauseKind::Requires;
        if self.frame.is_spec
            || self.session.only_memory
            || self.is_in_harness()?
            || contract.trusted
            || !contract.clauses.iter().any(owes)
            || !front.sources().is_user(front.span(callee.def))
        {
            return Ok(());
        }
        let proc = self
            .session
            .instance(Instance::Owed(callee.clone()), span)?;
        let unit = self.unit_ty();
        let sink = self.sink(unit, span);
        self.b.call(sink.into(), proc, operands.to_vec(), span);
        Ok(())
    }

    fn is_in_harness(&self) -> Read<bool> {
        match self.session.target {
            Some(target) => Ok(self.session.front.contract(target)?.harness),
            None => Ok(false),
        }
    }

    /// States the precondition.
    pub(super) fn precondition(&mut self, target: &Target, duty: Duty) -> Read<Preconditions> {
        let mut clauses = target.clauses(ClauseKind::Requires);
        clauses.retain(|clause| !self.session.dropped.contains(&clause.span));
        let own: Vec<Clause> = clauses.iter().filter(|it| !it.inherited).copied().collect();
        let has_inherited = target.contract.clauses.iter().any(|it| it.inherited);
        if has_inherited && !own.is_empty() {
            let inherited = clauses.iter().filter(|it| it.inherited).copied();
            return self.either_precondition(target, duty, inherited.collect(), own);
        }
        for clause in clauses {
            let held = self.clause_held(target, clause)?;
            self.assert_defined(&held, clause.span);
            self.state(duty, held.holds, clause.span);
        }
        Ok(Preconditions::default())
    }

    fn state(&mut self, duty: Duty, holds: LocalId, span: Span) {
        let kind = ObligationKind::Precondition;
        match duty {
            Duty::Assume => {
                let held = Held {
                    holds,
                    panicked: None,
                };
                self.assume_held(&held, kind, span);
            }
            Duty::Assert => self.assert_operand(holds.into(), kind, span),
        }
    }

    fn either_precondition(
        &mut self,
        target: &Target,
        duty: Duty,
        inherited: Vec<Clause>,
        own: Vec<Clause>,
    ) -> Read<Preconditions> {
        let span = own.first().map_or(target.span, |clause| clause.span);
        let boolean = self.bool_ty();
        let first = self.all_hold(target, &inherited, None)?;
        let second = self.all_hold(target, &own, Some(first))?;
        let either = Rvalue::Binary(BinOp::BitOr, first.into(), second.into());
        let either = self.hold(boolean, either, span);
        self.state(duty, either, span);
        Ok(Preconditions {
            inherited: Some(first),
            own: Some(second),
        })
    }

    /// Whether all clauses hold; each is evaluated where those before it do. One that cannot be
    /// evaluated does not hold, and is at fault unless `excused`.
    fn all_hold(
        &mut self,
        target: &Target,
        clauses: &[Clause],
        excused: Option<LocalId>,
    ) -> Read<LocalId> {
        let boolean = self.bool_ty();
        let all = self.b.temp(boolean, target.span);
        self.put(&all.into(), Operand::bool(true), target.span);
        for clause in clauses {
            self.under(Some(all), clause.span, |cx| {
                let held = cx.clause_held(target, *clause)?;
                match excused {
                    None => cx.assert_defined(&held, clause.span),
                    Some(excused) => {
                        let not = cx.flag(Rvalue::Unary(UnOp::Not, excused.into()), clause.span);
                        cx.under(Some(not), clause.span, |cx| {
                            cx.assert_defined(&held, clause.span);
                            Ok(())
                        })?;
                    }
                }
                cx.put(&all.into(), held.holds.into(), clause.span);
                Ok(())
            })?;
        }
        Ok(all)
    }

    /// The value of a clause on the state at hand.
    pub(super) fn clause_held(&mut self, target: &Target, clause: Clause) -> Read<Held> {
        self.with_clause(
            &target.function,
            &target.locals(),
            clause,
            None,
            |cx, body| cx.evaluate(&body.value),
        )
    }

    /// Emits what follows where `cond` holds; everywhere, if there is none.
    pub(super) fn under(
        &mut self,
        cond: Option<LocalId>,
        span: Span,
        emit: impl FnOnce(&mut Self) -> Read<()>,
    ) -> Read<()> {
        let Some(cond) = cond else {
            return emit(self);
        };
        self.b.open();
        let emitted = emit(self);
        let then = self.b.close();
        self.b.open();
        let otherwise = self.b.close();
        self.b
            .if_else(cond.into(), then, otherwise, Branch::Hidden, span);
        emitted
    }

    /// Lowers a clause with the names of its function bound to locals.
    pub(super) fn with_clause<T>(
        &mut self,
        function: &FnRef,
        locals: &[LocalId],
        clause: Clause,
        result: Option<LocalId>,
        lower: impl FnOnce(&mut Self, &Body) -> Read<T>,
    ) -> Read<T> {
        let body = self.session.front.clause(function, clause.id)?;
        self.session.register_closures(&body);
        let mut frame = Frame::new(Rc::clone(&body));
        frame.is_spec = true;
        let all = locals.iter().copied().chain(result);
        let bound: Vec<_> = body.params.iter().zip(all).collect();
        for (index, (pat, local)) in bound.iter().enumerate() {
            let Some(var) = plain_name(pat) else { continue };
            frame.vars.insert(var, Place::local(*local));
            if index < locals.len() && self.session.owns_memory(&pat.ty)? {
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
}

/// What the references of a result lead to.
pub(super) fn behind_references(result: LocalId, ty: &Ty) -> (Place, Ty) {
    let mut place = Place::local(result);
    let mut ty = ty.clone();
    while let TyKind::Ref { to, .. } = &*ty {
        // A pointer to an object is one of several pointers.
        if let TyKind::Dyn(..) = &**to {
            break;
        }
        place = place.deref();
        ty = to.clone();
    }
    (place, ty)
}
