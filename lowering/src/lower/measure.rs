//! Termination measures: a `decreases` clause of a function, and one on a loop.
//!
//! The measure of a recursive function shrinks at each call that it makes of itself, and at each call
//! of another that leads back to it: the measure of that one is then smaller, so each function of
//! such a circle states one. The measure of a function with loops alone shrinks at each round of its
//! outermost loops. Where it shrinks it is not negative. Of a measure with several parts, the first
//! that differs decides. Whether loops and recursion end within the scope is seen by unrolling in
//! any case.

use rustc_hash::FxHashMap;

use crate::front::{Clause, ClauseKind, Read};
use crate::ids::Id;
use crate::ir::types::{FieldIdx, Ty as IrTy, TyId};
use crate::ir::{BinOp, LocalId, Obligation, ObligationKind, Operand, Place, Rvalue, StmtKind};
use crate::span::Span;
use crate::thir::{Claim, Expr, ExprKind};
use crate::ty::FnRef;

use super::clause::Held;
use super::function::FnCx;
use super::walk;

/// The measure of the function at hand.
#[derive(Clone, Debug)]
pub(super) struct Measure {
    function: FnRef,
    clause: Clause,
    /// The parameters.
    locals: Vec<LocalId>,
    /// Its value on entry.
    on_entry: LocalId,
    /// Whether the function calls itself: then loops need not shrink it.
    recursive: bool,
    /// Whether a loop around the code at hand has been entered.
    in_loop: bool,
}

/// What is remembered of a measure from round to round.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rounds {
    first: LocalId,
    previous: LocalId,
}

/// The measures of the loops at hand, by the address of their argument.
pub(super) type Variants = FxHashMap<*const Expr, Rounds>;

impl FnCx<'_, '_> {
    /// Computes the measure of a function that states one, where it is entered.
    pub(super) fn enter_measured(
        &mut self,
        function: &FnRef,
        locals: &[LocalId],
        value: &Expr,
    ) -> Read<()> {
        let contract = self.session.front.contract(function.def)?;
        let mut clauses = contract.clauses.iter();
        let Some(clause) = clauses.find(|it| it.kind == ClauseKind::Decreases).copied() else {
            return Ok(());
        };
        let mut callees = Vec::new();
        walk::each_expr(value, &mut |expr| {
            if let ExprKind::Call { callee, .. } = &expr.kind {
                callees.push(callee.clone());
            }
        });
        let session = &self.session;
        let leads_back = |callee: &FnRef| session.leads_to(callee, function.def) == Some(true);
        let recursive = callees.iter().any(leads_back);
        let on_entry = self.measure(function, locals, clause)?;
        self.measure = Some(Measure {
            function: function.clone(),
            clause,
            locals: locals.to_vec(),
            on_entry,
            recursive,
            in_loop: false,
        });
        Ok(())
    }

    /// Whether a call of the function at hand is one by itself that must shrink its measure.
    pub(super) fn is_measured(&self, callee: &FnRef) -> bool {
        let measure = self.measure.as_ref();
        measure.is_some_and(|measure| measure.function.def == callee.def)
    }

    /// The value of a measure.
    fn measure(&mut self, function: &FnRef, locals: &[LocalId], clause: Clause) -> Read<LocalId> {
        let held = self.with_clause(function, locals, clause, None, |cx, body| {
            cx.evaluate(&body.value)
        })?;
        self.assert_defined(&held, clause.span);
        Ok(held.holds)
    }

    /// A call of the function by itself, or of one that leads back to it, shrinks its measure. Whether it
    /// is one.
    pub(super) fn check_recursion(
        &mut self,
        callee: &FnRef,
        args: &[Operand],
        span: Span,
    ) -> Read<bool> {
        let Some(measure) = self.measure.clone() else {
            return Ok(false);
        };
        if self.frame.is_spec {
            return Ok(false);
        }
        let target = measure.function.def;
        match self.session.leads_to(callee, target) {
            // What cannot be read is not lowered either.
            Some(false) | None => return Ok(false),
            Some(true) => {}
        }
        let contract = self.session.front.contract(callee.def)?;
        let mut clauses = contract.clauses.iter();
        let Some(clause) = clauses.find(|it| it.kind == ClauseKind::Decreases).copied() else {
            let path = self.session.front.path(callee.def);
            let what = format!("a measure of a recursion through `{path}`, which states none");
            return self.unsupported(span, what);
        };
        let mut locals = Vec::new();
        for arg in args {
            let Some(ty) = self.operand_ty(arg) else {
                return self.unsupported(span, "a measure of this argument");
            };
            locals.push(self.hold(ty, Rvalue::Use(arg.clone()), span));
        }
        let next = self.measure(callee, &locals, clause)?;
        if self.b.local_ty(next) != self.b.local_ty(measure.on_entry) {
            let what = "measures of different forms in one recursion";
            return self.unsupported(clause.span, what);
        }
        let clause = measure.clause.span;
        self.assert_shrinks(measure.on_entry, next, None, (clause, span));
        Ok(true)
    }

    /// `next < previous` and `0 <= previous`, unless it is the first time; of several parts, in the
    /// first that differs. It is blamed on the clause, and asked at the call or round.
    fn assert_shrinks(
        &mut self,
        previous: LocalId,
        next: LocalId,
        first: Option<LocalId>,
        (span, at): (Span, Span),
    ) {
        let boolean = self.bool_ty();
        // The two values have names so that they are told; the tests are no parts of the clause.
        let aside = span.at_start();
        let ty = self.b.local_ty(previous);
        let [previous, next] = [(previous, "before"), (next, "now")].map(|(value, name)| {
            let named = self.b.local(Some(format!("the measure {name}")), ty, span);
            self.b
                .assign(named.into(), Rvalue::Use(value.into()), aside);
            named
        });
        let parts = self.measure_parts(ty);
        let mut shrinks = Operand::bool(false);
        for part in parts.iter().rev() {
            let (before, now) = (part_of(previous, *part), part_of(next, *part));
            let equal = Rvalue::Binary(BinOp::Eq, now.clone().into(), before.clone().into());
            let equal = self.flag(equal, aside);
            let later = Rvalue::Binary(BinOp::BitAnd, equal.into(), shrinks);
            let later = self.hold(boolean, later, aside);
            let less = Rvalue::Binary(BinOp::Lt, now.into(), before.clone().into());
            let less = self.flag(less, aside);
            let zero = Operand::int(0, self.math_ty());
            let bounded = self.flag(Rvalue::Binary(BinOp::Ge, before.into(), zero), aside);
            let both = Rvalue::Binary(BinOp::BitAnd, less.into(), bounded.into());
            let both = self.hold(boolean, both, aside);
            let either = Rvalue::Binary(BinOp::BitOr, both.into(), later.into());
            shrinks = self.hold(boolean, either, aside).into();
        }
        if let Some(first) = first {
            let either = Rvalue::Binary(BinOp::BitOr, first.into(), shrinks);
            shrinks = self.hold(boolean, either, aside).into();
        }
        let why = Obligation {
            kind: ObligationKind::Termination,
            span,
        };
        let cond = shrinks;
        self.b.emit(StmtKind::Assert { cond, why }, at);
    }

    /// Where the numbers of a measure are: `None` is the measure itself.
    fn measure_parts(&self, ty: TyId) -> Vec<Option<FieldIdx>> {
        match self.session.types.get(ty) {
            IrTy::Tuple(parts) => (0..parts.len())
                .map(|at| Some(Id::from_index(at)))
                .collect(),
            _ => vec![None],
        }
    }

    /// Prepares the measures of a loop, before its first round. The measure of the function is one of
    /// them if the loop is an outermost one and it is for loops to shrink it.
    pub(super) fn before_loop(&mut self, body: &Expr, span: Span) -> Read<Option<Rounds>> {
        let mut claims = Vec::new();
        walk::each_expr(body, &mut |expr| {
            if let ExprKind::Claim {
                claim: Claim::Variant,
                cond,
            } = &expr.kind
            {
                claims.push(&**cond);
            }
        });
        claims.sort_by_key(|cond| cond.span);
        for cond in claims {
            let key = std::ptr::from_ref(cond);
            let rounds = match self.frame.variants.get(&key) {
                Some(rounds) => *rounds,
                None => {
                    let ty = self.ty(&cond.ty, cond.span)?;
                    self.new_rounds(ty, cond.span)
                }
            };
            self.start(rounds, cond.span);
            self.frame.variants.insert(key, rounds);
        }
        let is_spec = self.frame.is_spec;
        let Some(measure) = self.measure.as_mut() else {
            return Ok(None);
        };
        if is_spec || measure.recursive || measure.in_loop {
            return Ok(None);
        }
        measure.in_loop = true;
        let ty = self.b.local_ty(measure.on_entry);
        let rounds = self.new_rounds(ty, span);
        self.start(rounds, span);
        Ok(Some(rounds))
    }

    /// The loop has been lowered.
    pub(super) fn after_loop(&mut self, rounds: Option<Rounds>) {
        if let (Some(_), Some(measure)) = (rounds, &mut self.measure) {
            measure.in_loop = false;
        }
    }

    fn new_rounds(&mut self, ty: TyId, span: Span) -> Rounds {
        let boolean = self.bool_ty();
        Rounds {
            first: self.b.temp(boolean, span),
            previous: self.b.temp(ty, span),
        }
    }

    fn start(&mut self, rounds: Rounds, span: Span) {
        let math = self.math_ty();
        self.put(&rounds.first.into(), Operand::bool(true), span);
        for part in self.measure_parts(self.b.local_ty(rounds.previous)) {
            let place = part_of(rounds.previous, part);
            self.put(&place, Operand::int(0, math), span);
        }
    }

    /// A round of a loop begins: the measure of the function is smaller than in the one before.
    pub(super) fn round(&mut self, rounds: Rounds) -> Read<()> {
        let Some(measure) = self.measure.clone() else {
            return Ok(());
        };
        let next = self.measure(&measure.function, &measure.locals, measure.clause)?;
        self.next_round(rounds, next, measure.clause.span);
        Ok(())
    }

    fn next_round(&mut self, rounds: Rounds, next: LocalId, span: Span) {
        self.assert_shrinks(rounds.previous, next, Some(rounds.first), (span, span));
        self.put(&rounds.previous.into(), next.into(), span);
        self.put(&rounds.first.into(), Operand::bool(false), span);
    }

    /// The measure of a loop, met in its body.
    pub(super) fn check_variant(&mut self, cond: &Expr) -> Read<()> {
        let key = std::ptr::from_ref(cond);
        let Some(rounds) = self.frame.variants.get(&key).copied() else {
            return self.unsupported(cond.span, "a measure outside of a loop");
        };
        let Held { holds, panicked } = self.evaluate(cond)?;
        self.assert_defined(&Held { holds, panicked }, cond.span);
        self.next_round(rounds, holds, cond.span);
        Ok(())
    }
}

fn part_of(measure: LocalId, part: Option<FieldIdx>) -> Place {
    let whole = Place::local(measure);
    match part {
        Some(field) => whole.field(field),
        None => whole,
    }
}
