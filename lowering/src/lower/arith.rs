//! Arithmetic, comparison and casts on primitives. Machine operations that leave their type panic,
//! as Rust's do when overflow checks are on, or wrap; the integers of specifications have no bounds.

use crate::front::Read;
use crate::ir::types::{IntTy, Ty as IrTy, TyId};
use crate::ir::{BinOp, Branch, Operand, Panic, PanicKind, Place, Rvalue, StmtKind, UnOp};
use crate::span::Span;
use crate::thir::Expr;

use super::Overflow;
use super::expr::is_inert;
use super::function::FnCx;

impl FnCx<'_, '_> {
    pub(super) fn binary(
        &mut self,
        dst: &Place,
        op: BinOp,
        left: &Expr,
        right: &Expr,
        span: Span,
    ) -> Read<()> {
        let ty = self.ty(&left.ty, left.span)?;
        let operands = self.operands(&[left, right])?;
        let [left, right] = <[Operand; 2]>::try_from(operands)
            .map_err(|_| super::session::unsupported(span, "an operator without two operands"))?;
        self.operate(dst, op, ty, left, right, span)
    }

    /// `dst := left op right`, with the panics that the operator has on its type.
    pub(super) fn operate(
        &mut self,
        dst: &Place,
        op: BinOp,
        ty: TyId,
        left: Operand,
        right: Operand,
        span: Span,
    ) -> Read<()> {
        let lowered = self.session.types.get(ty).clone();
        match (&lowered, op) {
            (IrTy::Int(_) | IrTy::MathInt, BinOp::Div | BinOp::Rem) => {
                let zero = Rvalue::Binary(BinOp::Eq, right.clone(), Operand::int(0, ty));
                let message = match op {
                    BinOp::Div => "attempt to divide by zero",
                    _ => "attempt to calculate the remainder with a divisor of zero",
                };
                self.panic_if(zero, PanicKind::DivisionByZero, message, span);
            }
            (
                IrTy::MathInt,
                BinOp::Shl | BinOp::Shr | BinOp::BitAnd | BinOp::BitOr | BinOp::BitXor,
            ) => {
                return self.unsupported(span, "operations on bits of mathematical integers");
            }
            (IrTy::Tuple(parts), _) if parts.is_empty() => {
                let equal = matches!(op, BinOp::Eq | BinOp::Le | BinOp::Ge);
                self.put(dst, Operand::bool(equal), span);
                return Ok(());
            }
            (IrTy::RawPtr { .. }, BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge) => {
                return self.unsupported(span, "an order of raw pointers");
            }
            _ => {}
        }
        if let IrTy::Int(int) = &lowered
            && let Some((asked, message)) = overflow(op, *int)
            && (self.overflow_panics() || asked == BinOp::Div)
        {
            let test = Rvalue::Overflows(asked, left.clone(), right.clone());
            self.panic_if(test, PanicKind::Overflow, message, span);
        }
        self.b
            .assign(dst.clone(), Rvalue::Binary(op, left, right), span);
        Ok(())
    }

    pub(super) fn unary(&mut self, dst: &Place, op: UnOp, of: &Expr, span: Span) -> Read<()> {
        let ty = self.ty(&of.ty, of.span)?;
        let operand = self.as_operand(of)?;
        let is_machine = matches!(self.session.types.get(ty), IrTy::Int(_));
        if op == UnOp::Neg && is_machine && self.overflow_panics() {
            let test = Rvalue::Overflows(BinOp::Sub, Operand::int(0, ty), operand.clone());
            let message = "attempt to negate with overflow";
            self.panic_if(test, PanicKind::Overflow, message, span);
        }
        self.b.assign(dst.clone(), Rvalue::Unary(op, operand), span);
        Ok(())
    }

    fn overflow_panics(&self) -> bool {
        self.session.semantics.overflow == Overflow::Panic
    }

    /// `place op= value` on primitives: the value is evaluated first.
    pub(super) fn assign_op(
        &mut self,
        op: BinOp,
        place: &Expr,
        value: &Expr,
        span: Span,
    ) -> Read<()> {
        let ty = self.ty(&place.ty, place.span)?;
        let mut operand = self.as_operand(value)?;
        if !is_inert(place)
            && let Some(held) = self.operand_ty(&operand)
        {
            operand = self.hold(held, Rvalue::Use(operand), value.span).into();
        }
        let place = self.as_place(place)?;
        self.operate(&place, op, ty, place.clone().into(), operand, span)
    }

    pub(super) fn panic_if(&mut self, test: Rvalue, kind: PanicKind, message: &str, span: Span) {
        let holds = self.flag(test, span.at_start());
        self.b.open();
        let panic = Panic {
            kind,
            message: message.to_owned(),
        };
        self.b.emit(StmtKind::Panic(panic), span);
        let then = self.b.close();
        self.b.open();
        let otherwise = self.b.close();
        self.b
            .if_else(holds.into(), then, otherwise, Branch::Hidden, span);
    }

    /// `of as T`.
    pub(super) fn cast(&mut self, dst: &Place, of: &Expr, expr: &Expr) -> Read<()> {
        let (from, to) = (self.ty(&of.ty, of.span)?, self.ty(&expr.ty, expr.span)?);
        if from == to {
            return self.into(dst, of);
        }
        let scalar =
            |ty: &IrTy| matches!(ty, IrTy::Bool | IrTy::Char | IrTy::Int(_) | IrTy::MathInt);
        let types = &self.session.types;
        match (types.get(from), types.get(to)) {
            (from, to_ty) if scalar(from) && scalar(to_ty) => {
                let operand = self.as_operand(of)?;
                self.b
                    .assign(dst.clone(), Rvalue::Cast(operand, to), expr.span);
                Ok(())
            }
            (IrTy::Adt(adt), IrTy::Int(_) | IrTy::MathInt) if types.adt(*adt).is_enum => {
                let mut discriminants = types.adt(*adt).variants.values().map(|it| it.discriminant);
                let fits = discriminants.all(|value| IntTy::Isize.contains(value));
                let int = if fits { IntTy::Isize } else { IntTy::I128 };
                let wide = self.session.types.intern(IrTy::Int(int));
                let place = self.as_place(of)?;
                let discriminant = self.hold(wide, Rvalue::Discriminant(place), expr.span);
                let cast = Rvalue::Cast(discriminant.into(), to);
                self.b.assign(dst.clone(), cast, expr.span);
                Ok(())
            }
            _ => {
                if self.unsize(dst, of, from, to, expr.span)? {
                    return Ok(());
                }
                self.convert_pointer(dst, of, from, to, expr.span)
            }
        }
    }
}

/// The question that tells whether the operation overflows, and what the panic says.
fn overflow(op: BinOp, int: IntTy) -> Option<(BinOp, &'static str)> {
    match op {
        BinOp::Add => Some((op, "attempt to add with overflow")),
        BinOp::Sub => Some((op, "attempt to subtract with overflow")),
        BinOp::Mul => Some((op, "attempt to multiply with overflow")),
        BinOp::Div if int.is_signed() => Some((op, "attempt to divide with overflow")),
        // The remainder itself fits; Rust panics because the quotient does not.
        BinOp::Rem if int.is_signed() => Some((
            BinOp::Div,
            "attempt to calculate the remainder with overflow",
        )),
        BinOp::Shl => Some((op, "attempt to shift left with overflow")),
        BinOp::Shr => Some((op, "attempt to shift right with overflow")),
        _ => None,
    }
}
