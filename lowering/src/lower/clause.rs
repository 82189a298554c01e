//! Conditions of contracts: evaluated so that one that panics does not hold, and assumed or asserted,
//! each conjunct by itself, so that a report names the one that fails.

use crate::front::Read;
use crate::ir::types::Ty as IrTy;
use crate::ir::{
    Block, LocalId, Obligation, ObligationKind, Operand, PanicPolicy, Place, Projection, Rvalue,
    StmtKind, UnOp,
};
use crate::span::Span;
use crate::thir::{Claim, Expr, ExprKind};

use super::control::chain;
use super::function::FnCx;

/// What became of the evaluation of an expression.
pub(super) struct Held {
    /// Its value; a condition whose evaluation panicked does not hold.
    pub(super) holds: LocalId,
    /// Whether its evaluation panicked, if it can.
    pub(super) panicked: Option<LocalId>,
}

impl FnCx<'_, '_> {
    /// Evaluates an expression of a specification; a panic is noted.
    pub(super) fn evaluate(&mut self, expr: &Expr) -> Read<Held> {
        let ty = self.ty(&expr.ty, expr.span)?;
        let boolean = self.bool_ty();
        let holds = self.b.temp(ty, expr.span);
        self.b.open();
        self.into(&holds.into(), expr)?;
        let body = self.b.close().block;
        if ty == boolean && self.can_panic(&body) {
            self.put(&holds.into(), Operand::bool(false), expr.span);
        }
        let panicked = self.run_noting(body, expr.span);
        Ok(Held { holds, panicked })
    }

    /// Runs a block of a specification; whether it panicked, if it can.
    pub(super) fn run_noting(&mut self, body: Block, span: Span) -> Option<LocalId> {
        if !self.can_panic(&body) {
            self.b.splice(body);
            return None;
        }
        let boolean = self.bool_ty();
        let panicked = self.b.temp(boolean, span);
        let policy = PanicPolicy::Note;
        let run = StmtKind::Try {
            body,
            panicked,
            policy,
        };
        self.b.emit(run, span);
        Some(panicked)
    }

    /// Whether running the block may panic; calls are taken to, and so is what may meet memory that is
    /// not there.
    fn can_panic(&self, block: &Block) -> bool {
        block.iter().any(|stmt| match &stmt.kind {
            StmtKind::Panic(_) | StmtKind::Call { .. } => true,
            StmtKind::Assign { dst, value } => {
                matches!(value, Rvalue::Offset(..) | Rvalue::Distance(..))
                    || self.may_miss(dst)
                    || places(value).into_iter().any(|place| self.may_miss(place))
            }
            StmtKind::If {
                then, otherwise, ..
            } => self.can_panic(then) || self.can_panic(otherwise),
            StmtKind::Loop { body, .. }
            | StmtKind::Block { body, .. }
            | StmtKind::InSnapshot { body, .. } => self.can_panic(body),
            StmtKind::Comprehend { comprehension, .. } => self.can_panic(&comprehension.body),
            StmtKind::Reach { reach, .. } => {
                let mut steps = reach.steps.iter();
                steps.any(|(step, _)| self.can_panic(step))
            }
            _ => false,
        })
    }

    /// Whether the way to a place passes through a pointer that need not lead anywhere.
    fn may_miss(&self, place: &Place) -> bool {
        let steps = place.projection.iter().enumerate();
        let mut derefs = steps.filter(|(_, step)| **step == Projection::Deref);
        derefs.any(|(at, _)| {
            let pointer = Place {
                local: place.local,
                projection: place.projection[..at].to_vec(),
            };
            let ty = self.place_ty(&pointer);
            ty.is_none_or(|ty| {
                let ty = self.session.types.get(ty);
                matches!(ty, IrTy::RawPtr { .. } | IrTy::Counted { .. })
            })
        })
    }

    /// States in which the condition does not hold are of no interest.
    pub(super) fn assume(&mut self, cond: &Expr, kind: ObligationKind, span: Span) -> Read<()> {
        let held = self.evaluate(cond)?;
        self.assume_held(&held, kind, span);
        Ok(())
    }

    /// States in which what was evaluated does not hold are of no interest.
    pub(super) fn assume_held(&mut self, held: &Held, kind: ObligationKind, span: Span) {
        let why = Obligation { kind, span };
        let cond = held.holds.into();
        self.b.emit(StmtKind::Assume { cond, why }, span);
    }

    /// The condition is to be proved, conjunct by conjunct.
    pub(super) fn assert(&mut self, cond: &Expr, kind: ObligationKind) -> Read<()> {
        for conjunct in conjuncts(cond) {
            let held = self.evaluate(conjunct)?;
            self.assert_defined(&held, conjunct.span);
            self.assert_operand(held.holds.into(), kind, conjunct.span);
        }
        Ok(())
    }

    /// The evaluation of a condition must not have panicked.
    pub(super) fn assert_defined(&mut self, held: &Held, span: Span) {
        if let Some(panicked) = held.panicked {
            let defined = self.flag(Rvalue::Unary(UnOp::Not, panicked.into()), span);
            self.assert_operand(defined.into(), ObligationKind::NotWellDefined, span);
        }
    }

    pub(super) fn assert_operand(&mut self, cond: Operand, kind: ObligationKind, span: Span) {
        let why = Obligation { kind, span };
        self.b.emit(StmtKind::Assert { cond, why }, span);
    }

    /// `prove!`, `assume!` and `loop_invariant!` in a body.
    pub(super) fn claim(&mut self, claim: Claim, cond: &Expr) -> Read<()> {
        let outer = std::mem::replace(&mut self.frame.is_spec, true);
        let lowered = match claim {
            Claim::Prove => self.assert(cond, ObligationKind::Proof),
            Claim::LoopInvariant => self.assert(cond, ObligationKind::LoopInvariant),
            Claim::Assume => self.assume(cond, ObligationKind::Assumption, cond.span),
            Claim::Variant => self.check_variant(cond),
        };
        self.frame.is_spec = outer;
        lowered
    }

    /// Whether any of the flags is set; false if there are none.
    pub(super) fn any_of_flags(&mut self, flags: &[LocalId], span: Span) -> Operand {
        let boolean = self.bool_ty();
        let mut flags = flags.iter();
        let Some(first) = flags.next() else {
            return Operand::bool(false);
        };
        let mut any: Operand = Place::local(*first).into();
        for flag in flags {
            let either = Rvalue::Binary(crate::ir::BinOp::BitOr, any, (*flag).into());
            any = self.hold(boolean, either, span).into();
        }
        any
    }
}

/// The conditions that a clause joins by `&&`; a chain with `let` is one.
fn conjuncts(cond: &Expr) -> Vec<&Expr> {
    if let ExprKind::Block {
        scope: None,
        stmts,
        tail: Some(tail),
    } = &cond.kind
        && stmts.is_empty()
    {
        return conjuncts(tail);
    }
    let links = chain(cond);
    if links.len() == 1
        || links
            .iter()
            .any(|link| matches!(link.kind, ExprKind::Let { .. }))
    {
        return vec![cond];
    }
    links.into_iter().flat_map(conjuncts).collect()
}

/// The places that a value is computed from.
fn places(value: &Rvalue) -> Vec<&Place> {
    let operands: Vec<&Operand> = match value {
        Rvalue::AddressOf(place)
        | Rvalue::Len(place)
        | Rvalue::IsInit(place)
        | Rvalue::IsVariant(place, _)
        | Rvalue::Discriminant(place) => return vec![place],
        Rvalue::Use(of)
        | Rvalue::Unary(_, of)
        | Rvalue::Cast(of, _)
        | Rvalue::ExistedAt(_, of)
        | Rvalue::FirstElement(of)
        | Rvalue::Capacity(of)
        | Rvalue::NthObject(of)
        | Rvalue::PointerCast(of, _) => vec![of],
        Rvalue::Binary(_, a, b)
        | Rvalue::Overflows(_, a, b)
        | Rvalue::SliceFrom(a, b)
        | Rvalue::Offset(a, b)
        | Rvalue::Distance(a, b)
        | Rvalue::HasCount(a, b)
        | Rvalue::EqualAcross {
            then: a, now: b, ..
        } => vec![a, b],
        Rvalue::Aggregate(_, _, parts) | Rvalue::Spec(_, parts) => parts.iter().collect(),
        Rvalue::Panicking => Vec::new(),
        Rvalue::Apart(apart) => return apart.among.iter().collect(),
    };
    let places = operands.into_iter().map(|operand| match operand {
        Operand::Read(place) => Some(place),
        Operand::Const(_) => None,
    });
    places.flatten().collect()
}
