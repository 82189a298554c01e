//! The primitives that the models of std and the model types are written over.
//!
//! A primitive is known by the name that its `#[intrinsic = "…"]` gives it in the models. What one
//! takes and gives follows from the types at the call: arguments may be values or references to them,
//! machine integers stand for mathematical ones, and indices are checked.
//!
//! | names | meaning |
//! |---|---|
//! | `read(p)`, `write(p, v)` | what `p` points to; no drop, nothing moves |
//! | `box_new(v)` | a new allocation that holds `v` |
//! | `forget(v)` | nothing |
//! | `give_up(v)` | nothing, but that what it leads to is not lost |
//! | `is_same_value(a, b)` | whether two values of a type parameter are one |
//! | `is_less(a, b)` | whether one is before the other in the order of a type parameter |
//! | `is_partial::<T>()` | whether comparisons of `T` promise no more than `PartialEq` and `PartialOrd` do |
//! | `unknown` | whatever its function gives: equal values for equal arguments |
//! | `attempt(e)` | `e`, and nothing more happens if it panics |
//! | `any()` | any value of its machine type |
//! | `assume(c)` | runs in which `c` is false are of no interest |
//! | `ptr_eq(p, q)` | whether two pointers lead to the same location |
//! | `panic_{explicit,unwrap,overflow,division_by_zero,out_of_bounds,borrow}(message)` | panics |
//! | `undefined_{promise,overlap,bounds}()` | what has no meaning, for that reason |
//! | `wrapping_{add,sub,mul,div,rem,shl,shr}(a, b)` | machine arithmetic that wraps |
//! | `overflows_{add,sub,mul,div,rem,shl,shr}(a, b)` | whether it would have left the type |
//! | `narrow(n)` | a mathematical integer as a machine integer; panics if it does not fit |
//! | `not(a)` | of `bool` or of bits |
//! | `set_{of,empty,insert,remove,contains,union,intersection,difference,subset,len}` | [`SpecOp`](crate::ir::SpecOp) |
//! | `seq_{of,empty,len,index,push,push_front,concat,contains,to_set,update,take,skip,reverse,permutation}` | [`SpecOp`](crate::ir::SpecOp) |
//! | `{set,seq}_{all,any,count,map,filter}(c, f)`, `seq_map_to_set(c, f)` | over the members of `c` |
//! | `range_{all,any,count,map,map_to_set}(low, high, f)` | over the integers from `low` to before `high` |
//!
//! On a method of a trait, the names `eq`, `ne`, `lt`, `le`, `gt`, `ge`, `cmp`, `partial_cmp`, `clone` and
//! `borrow` say what it means on a type parameter.

use crate::front::Read;
use crate::ir::types::{Ty as IrTy, TyId};
use crate::ir::{
    BinOp, MemoryError, Obligation, ObligationKind, Operand, Panic, PanicKind, PanicPolicy, Place,
    Rvalue, StmtKind,
};
use crate::span::Span;
use crate::thir::{Expr, ExprKind, Literal};
use crate::ty::FnRef;

use super::expr::is_inert;
use super::function::FnCx;
use super::models::spec_op;
use super::quantify::comprehension;

impl FnCx<'_, '_> {
    /// Runs an expression; a panic that leaves it goes no further.
    fn attempt(&mut self, run: &Expr, span: Span) -> Read<()> {
        if self.frame.is_spec {
            return self.unsupported(span, "a panic that is caught, in a clause");
        }
        self.session.caught(true, span)?;
        let boolean = self.bool_ty();
        let panicked = self.b.temp(boolean, span);
        self.b.open();
        let lowered = self.in_statement(span, |cx| {
            let ty = cx.ty(&run.ty, span)?;
            let value = cx.b.temp(ty, span);
            cx.into(&value.into(), run)
        });
        let body = self.b.close().block;
        lowered?;
        let policy = PanicPolicy::Oblige {
            allowed: Operand::bool(true),
        };
        let run = StmtKind::Try {
            body,
            panicked,
            policy,
        };
        self.b.emit(run, span);
        Ok(())
    }

    /// `dst := name(args)`.
    pub(super) fn intrinsic(
        &mut self,
        dst: &Place,
        name: &str,
        callee: &FnRef,
        args: &[&Expr],
        expr: &Expr,
    ) -> Read<()> {
        if let Some(op) = spec_op(name) {
            return self.spec_op(dst, op, args, expr);
        }
        if let Some(kind) = comprehension(name) {
            return self.comprehension(dst, kind, args, expr);
        }
        if let Some((question, op)) = arithmetic(name) {
            return self.wrapping(dst, question, op, args, expr);
        }
        if let Some(kind) = panic_kind(name) {
            let message = match args.first().map(|message| &message.kind) {
                Some(ExprKind::Literal(Literal::Str(text))) => text.clone(),
                _ => String::new(),
            };
            let panic = Panic { kind, message };
            self.b.emit(StmtKind::Panic(panic), expr.span);
            return Ok(());
        }
        if let Some(error) = undefined(name) {
            self.b.emit(StmtKind::Undefined(error), expr.span);
            return Ok(());
        }
        match (name, args) {
            ("read", [pointer]) => {
                let place = self.as_place(pointer)?.deref();
                self.put(dst, place.into(), expr.span);
                Ok(())
            }
            ("write", [pointer, value]) => {
                let operands = self.operands(&[pointer, value])?;
                let Ok([pointer, value]) = <[Operand; 2]>::try_from(operands) else {
                    return self.unsupported(expr.span, "a write without a value");
                };
                let Some(ty) = self.operand_ty(&pointer) else {
                    return self.unsupported(expr.span, "a write through this pointer");
                };
                let place = self.behind(pointer, ty, expr.span);
                self.put(&place, value, expr.span);
                Ok(())
            }
            ("attempt", [run]) => self.attempt(run, expr.span),
            ("formatted", []) => {
                self.session.formats = true;
                self.put(dst, Operand::bool(true), expr.span);
                Ok(())
            }
            ("any", []) => {
                self.session
                    .note_outside(std::slice::from_ref(&expr.ty), expr.span)?;
                let choose = StmtKind::Choose {
                    dst: dst.clone(),
                    function: None,
                    whole: true,
                };
                self.b.emit(choose, expr.span);
                Ok(())
            }
            ("assume", [cond]) => {
                let operand = self.as_operand(cond)?;
                let why = Obligation {
                    kind: ObligationKind::Assumption,
                    span: expr.span,
                };
                let assume = StmtKind::Assume { cond: operand, why };
                self.b.emit(assume, expr.span);
                Ok(())
            }
            ("box_new", [value]) => {
                let value = self.as_operand(value)?;
                let dst = dst.clone();
                self.b.emit(StmtKind::Allocate { dst, value }, expr.span);
                Ok(())
            }
            ("not", [of]) => {
                let ty = self.ty(&of.ty, of.span)?;
                let operand = self.fit_all(&[(*of, ty)])?.remove(0);
                let value = Rvalue::Unary(crate::ir::UnOp::Not, operand);
                self.b.assign(dst.clone(), value, expr.span);
                Ok(())
            }
            ("narrow", [of]) => {
                let math = self.math_ty();
                let due = self.ty(&expr.ty, expr.span)?;
                let operand = self.fit_all(&[(*of, math)])?.remove(0);
                self.narrow(dst, operand, due, expr)
            }
            ("ptr_eq", [left, right]) => {
                let operands = self.operands(&[left, right])?;
                let Ok([Operand::Read(left), Operand::Read(right)]) =
                    <[Operand; 2]>::try_from(operands)
                else {
                    return self.unsupported(expr.span, "a comparison of these pointers");
                };
                self.same_location(dst, left, right, expr.span)
            }
            ("is_partial", []) => {
                let [ty] = callee.args.as_slice() else {
                    return self.unsupported(expr.span, "a comparison of these values");
                };
                let partial = self.session.is_partial(ty);
                self.put(dst, Operand::bool(partial), expr.span);
                Ok(())
            }
            ("is_same_value" | "is_less", [left, right]) => {
                let [ty] = callee.args.as_slice() else {
                    return self.unsupported(expr.span, "a comparison of these values");
                };
                let mut operands = self.pointees(&[left, right], ty)?.into_iter();
                let (Some(left), Some(right)) = (operands.next(), operands.next()) else {
                    return self.unsupported(expr.span, "a comparison without two operands");
                };
                let op = match name {
                    "is_less" => BinOp::Lt,
                    _ => BinOp::Eq,
                };
                let value = Rvalue::Binary(op, left, right);
                self.b.assign(dst.clone(), value, expr.span);
                Ok(())
            }
            ("unknown", _) => self.apply_unknown(dst, callee, args, expr),
            ("forget", [value]) => {
                self.as_operand(value)?;
                Ok(())
            }
            ("give_up", [value]) => {
                let value = self.as_operand(value)?;
                self.b.emit(StmtKind::Forget { value }, expr.span);
                Ok(())
            }
            _ => self.memory_primitive(dst, name, callee, args, expr),
        }
    }

    /// A mathematical integer as a machine integer; not defined if it does not fit.
    fn narrow(&mut self, dst: &Place, operand: Operand, due: TyId, expr: &Expr) -> Read<()> {
        let IrTy::Int(int) = *self.session.types.get(due) else {
            self.put(dst, operand, expr.span);
            return Ok(());
        };
        let math = self.math_ty();
        let message = "a number that does not fit its type";
        for (op, limit) in [(BinOp::Lt, int.min()), (BinOp::Gt, int.max())] {
            let outside = Rvalue::Binary(op, operand.clone(), Operand::int(limit, math));
            self.panic_if(outside, PanicKind::Overflow, message, expr.span);
        }
        self.b
            .assign(dst.clone(), Rvalue::Cast(operand, due), expr.span);
        Ok(())
    }

    /// Arithmetic that wraps, or the question whether it would.
    fn wrapping(
        &mut self,
        dst: &Place,
        question: bool,
        op: BinOp,
        args: &[&Expr],
        expr: &Expr,
    ) -> Read<()> {
        let [left, right] = args else {
            return self.unsupported(expr.span, "arithmetic without two operands");
        };
        let operands = self.operands(&[left, right])?;
        let Ok([left, right]) = <[Operand; 2]>::try_from(operands) else {
            return self.unsupported(expr.span, "arithmetic without two operands");
        };
        let value = if question {
            Rvalue::Overflows(op, left, right)
        } else {
            Rvalue::Binary(op, left, right)
        };
        self.b.assign(dst.clone(), value, expr.span);
        Ok(())
    }

    /// The arguments as values of the types that are due: references are looked through, machine
    /// integers become mathematical ones.
    pub(super) fn fit_all(&mut self, args: &[(&Expr, TyId)]) -> Read<Vec<Operand>> {
        let mut operands = Vec::new();
        for (index, (arg, due)) in args.iter().enumerate() {
            let operand = self.fit(arg, *due)?;
            let settled = args[index + 1..].iter().all(|(later, _)| is_inert(later));
            operands.push(if settled || matches!(operand, Operand::Const(_)) {
                operand
            } else {
                self.hold(*due, Rvalue::Use(operand), arg.span).into()
            });
        }
        Ok(operands)
    }

    fn fit(&mut self, arg: &Expr, due: TyId) -> Read<Operand> {
        let mut ty = self.ty(&arg.ty, arg.span)?;
        // `&place` where the value is due: no address need be taken.
        if ty != due
            && let ExprKind::Borrow { of, .. } = &arg.kind
            && !self.belongs_to_entry(arg)?
        {
            return self.fit(of, due);
        }
        let mut operand = if ty == due {
            self.as_location(arg)?
        } else {
            self.as_operand(arg)?
        };
        while ty != due {
            if let Some(to) = self.session.types.pointee(ty) {
                operand = self.behind(operand, ty, arg.span).into();
                ty = to;
                continue;
            }
            let types = &self.session.types;
            if !matches!(
                (types.get(ty), types.get(due)),
                (IrTy::Int(_), IrTy::MathInt)
            ) {
                let (ty, due) = (types.name(ty), types.name(due));
                return self.unsupported(arg.span, format!("a value of type {ty} as {due}"));
            }
            operand = self.hold(due, Rvalue::Cast(operand, due), arg.span).into();
            ty = due;
        }
        Ok(operand)
    }
}

/// `wrapping_add` and `overflows_add` with their kin: whether it is the question, and the operation.
fn arithmetic(name: &str) -> Option<(bool, BinOp)> {
    let (question, op) = match name.split_once('_')? {
        ("wrapping", op) => (false, op),
        ("overflows", op) => (true, op),
        _ => return None,
    };
    let op = match op {
        "add" => BinOp::Add,
        "sub" => BinOp::Sub,
        "mul" => BinOp::Mul,
        "div" => BinOp::Div,
        "rem" => BinOp::Rem,
        "shl" => BinOp::Shl,
        "shr" => BinOp::Shr,
        _ => return None,
    };
    // Of a remainder, Rust asks whether the quotient overflows.
    match (question, op) {
        (true, BinOp::Rem) => Some((true, BinOp::Div)),
        _ => Some((question, op)),
    }
}

fn undefined(name: &str) -> Option<MemoryError> {
    Some(match name {
        "unknown_text" => MemoryError::Unknown,
        "other_field" => MemoryError::OtherField,
        "unknown_character" => MemoryError::Character,
        "undefined_promise" => MemoryError::Promise,
        "undefined_overlap" => MemoryError::Overlap,
        "undefined_bounds" => MemoryError::OutOfBounds,
        _ => return None,
    })
}

fn panic_kind(name: &str) -> Option<PanicKind> {
    Some(match name {
        "panic_explicit" => PanicKind::Explicit,
        "panic_unwrap" => PanicKind::Unwrap,
        "panic_overflow" => PanicKind::Overflow,
        "panic_division_by_zero" => PanicKind::DivisionByZero,
        "panic_out_of_bounds" => PanicKind::OutOfBounds,
        "panic_borrow" => PanicKind::Borrow,
        _ => return None,
    })
}
