//! What a comparison says of how large or small a variable can be: `k < n`, but also `k + 1 < n`,
//! `2 * k < n` and `k / 2 <= n`, where integers are mathematical. An end need not be the nearest: numbers
//! beyond the range fail the comparison, those inside it are tried.

use crate::ir::types::IntTy;
use crate::ir::{BinOp, Int};
use crate::thir::{Expr, ExprKind, Literal, SpecExpr, VarId};
use crate::ty::{Ty, TyKind};

use super::bounded::plain_var;

/// `(of + more) * factor + slack`: the least number of a range, or the first one above it.
#[derive(Clone, Copy, Debug)]
pub(super) struct End<'e> {
    pub(super) of: &'e Expr,
    pub(super) more: Int,
    pub(super) factor: Int,
    pub(super) slack: Int,
}

impl<'e> End<'e> {
    /// The end for a variable whose end is `self` in terms of another, which has the end `inner`.
    pub(super) fn after(self, inner: End<'e>, upper: bool) -> Option<End<'e>> {
        if inner.factor != Int::ONE {
            return None;
        }
        // The largest number of a range is one less than the first above it.
        let last = if upper { Int::ONE } else { Int::ZERO };
        Some(End {
            of: inner.of,
            more: inner.more + inner.slack - last + self.more,
            ..self
        })
    }
}

/// How a side of a comparison is bounded by the variable in it.
#[derive(Clone, Copy)]
struct Side {
    factor: Int,
    slack: Int,
}

/// The end that a comparison (or its contrary) sets for a variable, from above or below.
pub(super) fn end_of(guard: &Expr, negated: bool, var: VarId, upper: bool) -> Option<End<'_>> {
    let ExprKind::Binary(op, left, right) = &guard.kind else {
        return None;
    };
    let (other, side, op) = match (side_of(left, var, upper), side_of(right, var, upper)) {
        (Some(side), None) => (right, side, *op),
        (None, Some(side)) => {
            let turned = match op {
                BinOp::Lt => BinOp::Gt,
                BinOp::Le => BinOp::Ge,
                BinOp::Gt => BinOp::Lt,
                BinOp::Ge => BinOp::Le,
                other => *other,
            };
            (left, side, turned)
        }
        _ => return None,
    };
    let op = match (op, negated) {
        (op, false) => op,
        (BinOp::Lt, true) => BinOp::Ge,
        (BinOp::Le, true) => BinOp::Gt,
        (BinOp::Gt, true) => BinOp::Le,
        (BinOp::Ge, true) => BinOp::Lt,
        (BinOp::Ne, true) => BinOp::Eq,
        _ => return None,
    };
    let inside = match (op, upper) {
        (BinOp::Le, true) | (BinOp::Ge, false) | (BinOp::Eq, _) => true,
        (BinOp::Lt, true) | (BinOp::Gt, false) => false,
        _ => return None,
    };
    Some(End {
        of: other,
        more: if inside == upper { Int::ONE } else { Int::ZERO },
        factor: side.factor,
        slack: side.slack,
    })
}

/// What a number says of the variable in it. From above: if the number is less than `n`, the variable is
/// less than `n * factor + slack`; from below: if it is at least `n`, the variable is at least that.
fn side_of(expr: &Expr, var: VarId, upper: bool) -> Option<Side> {
    if plain_var(expr) == Some(var) {
        return Some(Side {
            factor: Int::ONE,
            slack: Int::ZERO,
        });
    }
    let (op, left, right) = match &expr.kind {
        // Machine integers would overflow.
        ExprKind::Binary(op, left, right) if *expr.ty == TyKind::MathInt => (*op, left, right),
        ExprKind::Block {
            stmts,
            tail: Some(tail),
            ..
        } if stmts.is_empty() => return side_of(tail, var, upper),
        _ => return None,
    };
    let plus = |side: Side, more: Int| Side {
        slack: side.slack + side.factor * more,
        ..side
    };
    match op {
        BinOp::Add => {
            let (of, rest) = match side_of(left, var, upper) {
                Some(side) => (side, right),
                None => (side_of(right, var, upper)?, left),
            };
            match literal(rest) {
                Some(value) => Some(plus(of, -value)),
                None if upper && is_natural(rest) => Some(of),
                None => None,
            }
        }
        BinOp::Sub => {
            let side = side_of(left, var, upper)?;
            Some(plus(side, literal(right)?))
        }
        // What is at least the variable is no less when it is multiplied.
        BinOp::Mul if upper => {
            let (side, rest) = match side_of(left, var, upper) {
                Some(side) => (side, right),
                None => (side_of(right, var, upper)?, left),
            };
            let grows = literal(rest)? >= Int::ONE;
            let plain = side.factor == Int::ONE && side.slack <= Int::ZERO;
            (grows && plain && of_naturals(expr)).then_some(side)
        }
        BinOp::Div if upper => {
            let side = side_of(left, var, upper)?;
            let by = literal(right)?;
            (by >= Int::ONE && side.factor == Int::ONE && of_naturals(expr))
                .then_some(Side { factor: by, ..side })
        }
        _ => None,
    }
}

/// Whether all that is in an expression is at least zero, the variable included.
fn of_naturals(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Binary(BinOp::Add | BinOp::Mul | BinOp::Div, left, right) => {
            of_naturals(left) && of_naturals(right)
        }
        _ => is_natural(expr),
    }
}

/// Whether a number is at least zero by its type.
fn is_natural(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Spec(spec) => match &**spec {
            SpecExpr::ToMath(of) => is_unsigned(&of.ty),
            _ => false,
        },
        _ => literal(expr).is_some_and(|value| value >= Int::ZERO),
    }
}

fn is_unsigned(ty: &Ty) -> bool {
    matches!(&**ty, TyKind::Int(int) if IntTy::min(*int) == Int::ZERO)
}

/// A number that is written, of a size with which one can still count.
fn literal(expr: &Expr) -> Option<Int> {
    let value = match &expr.kind {
        ExprKind::Literal(Literal::Int(value)) => *value,
        ExprKind::Spec(spec) => match &**spec {
            SpecExpr::ToMath(of) => literal(of)?,
            _ => return None,
        },
        _ => return None,
    };
    let most = Int::from(u64::MAX);
    (-most <= value && value <= most).then_some(value)
}
