//! Arithmetic on numbers held in cells, exact for each machine type. Knows no memory.
//!
//! Two `i64`s are calculated with in `i128`, where nothing but a shift can overflow; everything else
//! goes through 256 bits.

use std::cmp::Ordering;

use super::cell::Cell;
use super::layout::Scalar;
use super::outcome::FaultKind;
use crate::ir::types::IntTy;
use crate::ir::{BinOp, Int, UnOp};

/// Mathematical integers beyond this many bits are refused, so that no sum or difference of two
/// that are accepted can leave 256 bits unnoticed.
const MATH_BITS: u32 = 250;

/// `op value` on numbers of the type.
pub(super) fn unary(op: UnOp, ty: Scalar, value: &Cell) -> Result<Cell, FaultKind> {
    let number = operand(value)?;
    match (op, ty) {
        (UnOp::Not, Scalar::Bool) => Ok(Cell::truth(number == Int::ZERO)),
        (UnOp::Not, _) => finish(ty, !number),
        (UnOp::Neg, _) => finish(ty, number.wrapping_neg()),
    }
}

/// `a op b` on numbers of the type, wrapping; for shifts `b` is of any integer type.
#[inline]
pub(super) fn binary(op: BinOp, ty: Scalar, a: &Cell, b: &Cell) -> Result<Cell, FaultKind> {
    if let (Cell::Int(x), Cell::Int(y)) = (a, b)
        && let Some(result) = small(op, ty, *x, *y)
    {
        return Ok(result);
    }
    general(op, ty, a, b)
}

/// What most steps are: comparisons, and sums that stay in their type.
#[inline]
fn small(op: BinOp, ty: Scalar, x: i64, y: i64) -> Option<Cell> {
    let exact = match op {
        BinOp::Eq => return Some(Cell::truth(x == y)),
        BinOp::Ne => return Some(Cell::truth(x != y)),
        BinOp::Lt => return Some(Cell::truth(x < y)),
        BinOp::Le => return Some(Cell::truth(x <= y)),
        BinOp::Gt => return Some(Cell::truth(x > y)),
        BinOp::Ge => return Some(Cell::truth(x >= y)),
        BinOp::Add => x.checked_add(y)?,
        BinOp::Sub => x.checked_sub(y)?,
        _ => return None,
    };
    match ty {
        Scalar::Machine(int) if wrap_narrow(int, exact.into()) == i128::from(exact) => {
            Some(Cell::Int(exact))
        }
        Scalar::Math => Some(Cell::Int(exact)),
        _ => None,
    }
}

fn general(op: BinOp, ty: Scalar, a: &Cell, b: &Cell) -> Result<Cell, FaultKind> {
    if let Some(holds) = compare(op, a, b)? {
        return Ok(Cell::truth(holds));
    }
    if let (Cell::Int(x), Cell::Int(y)) = (a, b)
        && let Some(exact) = narrow(op, ty, i128::from(*x), i128::from(*y))
    {
        return Ok(finish_narrow(ty, exact));
    }
    let (x, y) = (operand(a)?, operand(b)?);
    finish(ty, wide(op, ty, x, y)?)
}

/// Whether `a op b` leaves the type; never for mathematical integers.
pub(super) fn overflows(op: BinOp, ty: Scalar, a: &Cell, b: &Cell) -> Result<bool, FaultKind> {
    let Scalar::Machine(int) = ty else {
        return Ok(false);
    };
    if let (Cell::Int(x), Cell::Int(y), BinOp::Add | BinOp::Sub | BinOp::Mul) = (a, b, op)
        && int.bits() <= 64
        && let Some(exact) = narrow(op, ty, i128::from(*x), i128::from(*y))
    {
        return Ok(wrap_narrow(int, exact) != exact);
    }
    let (x, y) = (operand(a)?, operand(b)?);
    let exact = match op {
        BinOp::Add => x.checked_add(y),
        BinOp::Sub => x.checked_sub(y),
        BinOp::Mul => x.checked_mul(y),
        BinOp::Div | BinOp::Rem if y == Int::ZERO => Some(Int::ZERO),
        // Rust's remainder overflows exactly where the division does.
        BinOp::Div | BinOp::Rem => x.checked_div(y),
        BinOp::Shl | BinOp::Shr => {
            return Ok(y < Int::ZERO || y >= Int::from(int.bits()));
        }
        BinOp::BitAnd | BinOp::BitOr | BinOp::BitXor => return Ok(false),
        BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge => return Ok(false),
    };
    Ok(!exact.is_some_and(|value| int.contains(value)))
}

/// `value as ty`.
pub(super) fn cast(to: Scalar, value: &Cell) -> Result<Cell, FaultKind> {
    finish(to, operand(value)?)
}

/// The outcome of a comparison; nothing if the operation is none.
fn compare(op: BinOp, a: &Cell, b: &Cell) -> Result<Option<bool>, FaultKind> {
    let test: fn(Ordering) -> bool = match op {
        BinOp::Eq => Ordering::is_eq,
        BinOp::Ne => Ordering::is_ne,
        BinOp::Lt => Ordering::is_lt,
        BinOp::Le => Ordering::is_le,
        BinOp::Gt => Ordering::is_gt,
        BinOp::Ge => Ordering::is_ge,
        _ => return Ok(None),
    };
    Ok(Some(test(operand(a)?.cmp(&operand(b)?))))
}

/// The exact result if it is sure to fit.
fn narrow(op: BinOp, ty: Scalar, x: i128, y: i128) -> Option<i128> {
    Some(match op {
        BinOp::Add => x + y,
        BinOp::Sub => x - y,
        BinOp::Mul => x * y,
        BinOp::Div => x.checked_div(y).unwrap_or(0),
        BinOp::Rem => x.checked_rem(y).unwrap_or(0),
        BinOp::BitAnd => x & y,
        BinOp::BitOr => x | y,
        BinOp::BitXor => x ^ y,
        BinOp::Shl => match ty {
            Scalar::Machine(int) if int.bits() <= 64 => x << y.rem_euclid(int.bits().into()),
            _ => return None,
        },
        BinOp::Shr => match ty {
            Scalar::Machine(int) => x >> y.rem_euclid(int.bits().into()),
            _ => return None,
        },
        BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge => return None,
    })
}

/// The result modulo 2 to the 256, which is enough of it for every machine type.
fn wide(op: BinOp, ty: Scalar, x: Int, y: Int) -> Result<Int, FaultKind> {
    let machine = |int: IntTy| y.rem_euclid(Int::from(int.bits())).as_u32();
    Ok(match (op, ty) {
        (BinOp::Add, _) => x.wrapping_add(y),
        (BinOp::Sub, _) => x.wrapping_sub(y),
        (BinOp::Mul, Scalar::Math) => x.checked_mul(y).ok_or(FaultKind::MathOverflow)?,
        (BinOp::Mul, _) => x.wrapping_mul(y),
        (BinOp::Div, _) if y == Int::ZERO => Int::ZERO,
        (BinOp::Rem, _) if y == Int::ZERO => Int::ZERO,
        (BinOp::Div, _) => x.wrapping_div(y),
        (BinOp::Rem, _) => x.wrapping_rem(y),
        (BinOp::BitAnd, _) => x & y,
        (BinOp::BitOr, _) => x | y,
        (BinOp::BitXor, _) => x ^ y,
        (BinOp::Shl, Scalar::Machine(int)) => x << machine(int),
        (BinOp::Shr, Scalar::Machine(int)) => x >> machine(int),
        (BinOp::Shl, _) => shift_left_exactly(x, y)?,
        (BinOp::Shr, _) => x >> shift_amount(y)?.min(255),
        (BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge, _) => {
            return Err(FaultKind::IllFormed("a comparison has no number"));
        }
    })
}

/// `x << y` of mathematical integers.
fn shift_left_exactly(x: Int, y: Int) -> Result<Int, FaultKind> {
    let amount = shift_amount(y)?;
    if x == Int::ZERO {
        return Ok(x);
    }
    let significant = 256 - x.unsigned_abs().leading_zeros();
    if amount.saturating_add(significant) > MATH_BITS {
        return Err(FaultKind::MathOverflow);
    }
    Ok(x << amount)
}

/// A shift of mathematical integers has no width to take the amount modulo of.
fn shift_amount(y: Int) -> Result<u32, FaultKind> {
    if y < Int::ZERO {
        return Err(FaultKind::NegativeShift);
    }
    Ok(u32::try_from(y).unwrap_or(u32::MAX))
}

/// The number of the type that is equal to `exact` modulo the type's range.
fn finish_narrow(ty: Scalar, exact: i128) -> Cell {
    match ty {
        Scalar::Machine(IntTy::U128) => Cell::number(IntTy::U128.wrap(Int::from(exact))),
        Scalar::Machine(int) => Cell::from_i128(wrap_narrow(int, exact)),
        _ => Cell::from_i128(exact),
    }
}

/// The same for types whose values fit; of `u128`, only for what is not negative.
#[inline]
fn wrap_narrow(int: IntTy, exact: i128) -> i128 {
    let spare = 128 - int.bits();
    if int.is_signed() {
        (exact << spare) >> spare
    } else {
        exact & (i128::MAX >> (spare.max(1) - 1))
    }
}

fn finish(ty: Scalar, value: Int) -> Result<Cell, FaultKind> {
    match ty {
        Scalar::Machine(int) => Ok(Cell::number(int.wrap(value))),
        Scalar::Math if value.unsigned_abs() >> MATH_BITS != 0 => Err(FaultKind::MathOverflow),
        _ => Ok(Cell::number(value)),
    }
}

fn operand(cell: &Cell) -> Result<Int, FaultKind> {
    match cell {
        Cell::Int(small) => Ok(Int::from(*small)),
        Cell::Wide(wide) => Ok(**wide),
        Cell::Uninit => Err(FaultKind::Unwritten),
        Cell::Pointer(_) | Cell::Null | Cell::Dangling | Cell::Model(_) => {
            Err(FaultKind::IllFormed("a number was expected"))
        }
    }
}
