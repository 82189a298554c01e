//! Operations on model values: sets and sequences.

use crate::front::Read;
use crate::ir::types::{Ty as IrTy, TyId};
use crate::ir::{BinOp, Operand, PanicKind, Place, Rvalue, SpecOp};
use crate::span::Span;
use crate::thir::Expr;

use super::function::FnCx;

impl FnCx<'_, '_> {
    /// An operation on model values.
    pub(super) fn spec_op(
        &mut self,
        dst: &Place,
        op: SpecOp,
        args: &[&Expr],
        expr: &Expr,
    ) -> Read<()> {
        let ty = self.ty(&expr.ty, expr.span)?;
        let collection = match (op, args.first()) {
            (SpecOp::SetOf | SpecOp::SeqOf, _) | (_, None) => ty,
            (_, Some(first)) => self.collection_behind(first)?,
        };
        let Some(element) = self.element(collection) else {
            return self.unsupported(expr.span, "an operation on model values");
        };
        let math = self.math_ty();
        let expected = match op {
            SpecOp::SetOf | SpecOp::SeqOf => vec![element; args.len()],
            SpecOp::SetInsert
            | SpecOp::SetRemove
            | SpecOp::SetContains
            | SpecOp::SeqPush
            | SpecOp::SeqPushFront
            | SpecOp::SeqContains => vec![collection, element],
            SpecOp::SetUnion
            | SpecOp::SetIntersection
            | SpecOp::SetDifference
            | SpecOp::SetSubset
            | SpecOp::SeqConcat
            | SpecOp::SeqPermutation => vec![collection, collection],
            SpecOp::SetLen | SpecOp::SeqLen | SpecOp::SeqToSet | SpecOp::SeqReverse => {
                vec![collection]
            }
            SpecOp::SeqIndex | SpecOp::SeqTake | SpecOp::SeqSkip => vec![collection, math],
            SpecOp::SeqUpdate => vec![collection, math, element],
        };
        if expected.len() != args.len() {
            return self.unsupported(expr.span, "an operation on model values");
        }
        let fitted: Vec<(&Expr, TyId)> = args.iter().copied().zip(expected).collect();
        let operands = self.fit_all(&fitted)?;
        if matches!(op, SpecOp::SeqIndex | SpecOp::SeqUpdate)
            && let [sequence, index, ..] = operands.as_slice()
        {
            self.check_index(sequence, index, expr.span);
        }
        let value = Rvalue::Spec(op, operands);
        let produced = match op {
            SpecOp::SetLen | SpecOp::SeqLen => math,
            SpecOp::SeqIndex => element,
            _ => ty,
        };
        self.deliver(dst, ty, produced, value, expr.span)
    }

    /// `dst := value`, which is of the type `produced` where `due` is due.
    pub(super) fn deliver(
        &mut self,
        dst: &Place,
        due: TyId,
        produced: TyId,
        value: Rvalue,
        span: Span,
    ) -> Read<()> {
        if due == produced {
            self.b.assign(dst.clone(), value, span);
            return Ok(());
        }
        let held = self.hold(produced, value, span);
        let value = match (
            self.session.types.get(due),
            self.session.types.get(produced),
        ) {
            (IrTy::Int(_), IrTy::MathInt) => Rvalue::Cast(held.into(), due),
            // An element is handed out by reference where Rust's signature says so.
            (IrTy::Ref { to, .. }, _) if *to == produced => Rvalue::AddressOf(held.into()),
            _ => return self.unsupported(span, "an operation on model values"),
        };
        self.b.assign(dst.clone(), value, span);
        Ok(())
    }

    fn check_index(&mut self, sequence: &Operand, index: &Operand, span: Span) {
        let math = self.math_ty();
        let length = Rvalue::Spec(SpecOp::SeqLen, vec![sequence.clone()]);
        let length = self.hold(math, length, span);
        let message = "index out of bounds";
        let low = Rvalue::Binary(BinOp::Lt, index.clone(), Operand::int(0, math));
        self.panic_if(low, PanicKind::OutOfBounds, message, span);
        let high = Rvalue::Binary(BinOp::Ge, index.clone(), length.into());
        self.panic_if(high, PanicKind::OutOfBounds, message, span);
    }

    pub(super) fn element(&self, collection: TyId) -> Option<TyId> {
        match self.session.types.get(collection) {
            IrTy::Set(element) | IrTy::Seq(element) => Some(*element),
            _ => None,
        }
    }

    /// The set or sequence type of an argument, through references.
    pub(super) fn collection_behind(&mut self, expr: &Expr) -> Read<TyId> {
        let mut ty = self.ty(&expr.ty, expr.span)?;
        while let Some(to) = self.session.types.pointee(ty) {
            ty = to;
        }
        Ok(ty)
    }
}

/// The operation that a primitive stands for.
pub(super) fn spec_op(name: &str) -> Option<SpecOp> {
    Some(match name {
        "set_of" | "set_empty" => SpecOp::SetOf,
        "set_insert" => SpecOp::SetInsert,
        "set_remove" => SpecOp::SetRemove,
        "set_contains" => SpecOp::SetContains,
        "set_union" => SpecOp::SetUnion,
        "set_intersection" => SpecOp::SetIntersection,
        "set_difference" => SpecOp::SetDifference,
        "set_subset" => SpecOp::SetSubset,
        "set_len" => SpecOp::SetLen,
        "seq_of" | "seq_empty" => SpecOp::SeqOf,
        "seq_len" => SpecOp::SeqLen,
        "seq_index" => SpecOp::SeqIndex,
        "seq_push" => SpecOp::SeqPush,
        "seq_push_front" => SpecOp::SeqPushFront,
        "seq_concat" => SpecOp::SeqConcat,
        "seq_contains" => SpecOp::SeqContains,
        "seq_to_set" => SpecOp::SeqToSet,
        "seq_update" => SpecOp::SeqUpdate,
        "seq_take" => SpecOp::SeqTake,
        "seq_skip" => SpecOp::SeqSkip,
        "seq_reverse" => SpecOp::SeqReverse,
        "seq_permutation" => SpecOp::SeqPermutation,
        _ => return None,
    })
}
