//! `transmute`: a value as one of another type that means the same bits.
//!
//! Known are integers of one width, what is made of one field (`MaybeUninit`, `Cell` and floats among them), arrays
//! part by part, and integers as the bytes that they have in memory, the least first. Pointers are cast.

use crate::front::Read;
use crate::ids::Id;
use crate::ir::types::{IntTy, Ty as IrTy, TyId};
use crate::ir::{BinOp, Int, Operand, Place, Projection, Rvalue};
use crate::span::Span;
use crate::ty::{Ty, TyKind};

use super::function::FnCx;
use super::types::only_variant;

impl FnCx<'_, '_> {
    pub(super) fn transmute(
        &mut self,
        value: Operand,
        from: &Ty,
        to: &Ty,
        due: TyId,
        span: Span,
    ) -> Read<Rvalue> {
        let source = self.ty(from, span)?;
        if source == due {
            return Ok(Rvalue::Use(value));
        }
        if let (
            TyKind::Ref { to: a, .. } | TyKind::RawPtr { to: a, .. },
            TyKind::Ref { to: b, .. } | TyKind::RawPtr { to: b, .. },
        ) = (&**from, &**to)
            && is_wide(a) == is_wide(b)
        {
            return Ok(Rvalue::Use(self.cast_pointer(value, source, due, span)?));
        }
        let held: Place = self.hold(source, Rvalue::Use(value), span).into();
        if let Some(seen) = self.seen_as(&held, source, due, span) {
            return Ok(seen);
        }
        let types = &self.session.types;
        let (from, to) = (types.name(source), types.name(due));
        self.unsupported(span, format!("a transmute from {from} to {to}"))
    }

    /// The value at the place as one of another type; nothing if it is not known what that means.
    fn seen_as(&mut self, place: &Place, from: TyId, to: TyId, span: Span) -> Option<Rvalue> {
        if from == to {
            return Some(Rvalue::Use(place.clone().into()));
        }
        let types = &self.session.types;
        match (types.get(from).clone(), types.get(to).clone()) {
            (IrTy::Int(a), IrTy::Int(b)) if a.bits() == b.bits() => {
                Some(Rvalue::Cast(place.clone().into(), to))
            }
            (IrTy::Bool, IrTy::Int(IntTy::U8 | IntTy::I8))
            | (IrTy::Char, IrTy::Int(IntTy::U32 | IntTy::I32)) => {
                Some(Rvalue::Cast(place.clone().into(), to))
            }
            (IrTy::Array(a, m), IrTy::Array(b, n)) if m == n => {
                let parts = (0..m).map(|at| {
                    let part = self.element_at(place, at, span);
                    self.seen_in_place(&part, a, b, span)
                });
                let parts = parts.collect::<Option<_>>()?;
                Some(Rvalue::Aggregate(to, only_variant(), parts))
            }
            (IrTy::Int(whole), IrTy::Array(byte, count))
                if self.is_byte(byte) && whole.bits() == count * 8 =>
            {
                let parts = (0..count).map(|at| {
                    let by = Operand::int(Int::from(at * 8), from);
                    let moved = Rvalue::Binary(BinOp::Shr, place.clone().into(), by);
                    let moved = self.hold(from, moved, span);
                    self.hold(byte, Rvalue::Cast(moved.into(), byte), span)
                        .into()
                });
                let parts = parts.collect();
                Some(Rvalue::Aggregate(to, only_variant(), parts))
            }
            (IrTy::Array(byte, count), IrTy::Int(whole))
                if self.is_byte(byte) && whole.bits() == count * 8 =>
            {
                let mut sum = Rvalue::Use(Operand::int(Int::ZERO, to));
                for at in 0..count {
                    let part = self.element_at(place, at, span);
                    let part = self.hold(to, Rvalue::Cast(part.into(), to), span);
                    let by = Operand::int(Int::from(at * 8), to);
                    let part = self.hold(to, Rvalue::Binary(BinOp::Shl, part.into(), by), span);
                    let before = self.hold(to, sum, span);
                    sum = Rvalue::Binary(BinOp::BitOr, before.into(), part.into());
                }
                Some(sum)
            }
            // Room that may be empty is not looked into for the sake of other room.
            (IrTy::Maybe(_), IrTy::Maybe(_)) => None,
            _ => {
                if let Some(inner) = self.only_field(from) {
                    let part = place.field(Id::from_index(0));
                    return self.seen_as(&part, inner, to, span);
                }
                let inner = self.only_field(to)?;
                let part = self.seen_in_place(place, from, inner, span)?;
                Some(Rvalue::Aggregate(to, only_variant(), vec![part]))
            }
        }
    }

    /// The same in a place of its own.
    fn seen_in_place(
        &mut self,
        place: &Place,
        from: TyId,
        to: TyId,
        span: Span,
    ) -> Option<Operand> {
        let seen = self.seen_as(place, from, to, span)?;
        Some(self.hold(to, seen, span).into())
    }

    fn element_at(&mut self, array: &Place, at: u32, span: Span) -> Place {
        let usize = self.usize_ty();
        let number = Rvalue::Use(Operand::int(Int::from(at), usize));
        let number = self.hold(usize, number, span);
        let mut element = array.clone();
        element.projection.push(Projection::Index(number));
        element
    }

    fn is_byte(&self, ty: TyId) -> bool {
        matches!(self.session.types.get(ty), IrTy::Int(IntTy::U8))
    }

    /// The type of the only field of a struct.
    fn only_field(&self, ty: TyId) -> Option<TyId> {
        let types = &self.session.types;
        let is_struct = match types.get(ty) {
            IrTy::Maybe(_) => true,
            IrTy::Adt(adt) => !types.adt(*adt).is_enum,
            _ => false,
        };
        match types.field_types(ty, only_variant()).as_slice() {
            [only] if is_struct => Some(*only),
            _ => None,
        }
    }
}

fn is_wide(ty: &Ty) -> bool {
    matches!(**ty, TyKind::Slice(_) | TyKind::Str | TyKind::Dyn(..))
}
