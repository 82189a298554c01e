//! The primitives on memory: buffers, slices, raw and counted pointers, room for values, choices.
//! What each means is said in `lowering/models/intrinsics.rs`.

use std::collections::BTreeMap;

use crate::front::{ByHand, Read};
use crate::ids::Id;
use crate::ir::types::{IntTy, Ty as IrTy, TyId};
use crate::ir::{
    BinOp, Const, LocalId, Obligation, ObligationKind, Operand, PanicKind, Place, Rvalue, StmtKind,
};
use crate::span::Span;
use crate::thir::Expr;
use crate::ty::{FnRef, Ty, TyKind};

use super::call::FORMATTED_BY_HAND;
use super::function::FnCx;
use super::invariants::Mode;
use super::orders::has_ranks;
use super::types::only_variant;

impl FnCx<'_, '_> {
    /// `dst := name(args)`.
    pub(super) fn memory_primitive(
        &mut self,
        dst: &Place,
        name: &str,
        callee: &FnRef,
        args: &[&Expr],
        expr: &Expr,
    ) -> Read<()> {
        let span = expr.span;
        let due = self.ty(&expr.ty, span)?;
        let operands = self.operands(args)?;
        let value = match (name, operands.as_slice()) {
            ("buffer_new", [capacity]) => {
                let (dst, capacity) = (dst.clone(), capacity.clone());
                self.b
                    .emit(StmtKind::AllocateBuffer { dst, capacity }, span);
                return Ok(());
            }
            ("buffer_free", [buffer]) => {
                let pointer = self.pointed_to(buffer, span)?.into();
                self.b.emit(StmtKind::Free { pointer }, span);
                return Ok(());
            }
            ("buffer_may_stay", []) => {
                let stays = !self.session.frees && !self.session.moves;
                Rvalue::Use(Operand::bool(stays))
            }
            ("buffer_grow", [buffer, capacity]) => {
                let buffer = self.pointed_to(buffer, span)?;
                let capacity = capacity.clone();
                self.b.emit(StmtKind::GrowBuffer { buffer, capacity }, span);
                return Ok(());
            }
            ("buffer_ptr", [buffer]) => Rvalue::FirstElement(self.pointed_to(buffer, span)?.into()),
            ("buffer_capacity", [buffer]) => {
                Rvalue::Capacity(self.pointed_to(buffer, span)?.into())
            }
            ("buffer_is_init", [buffer, slot]) => {
                return self.slot_is_init(dst, buffer, slot.clone(), span);
            }
            ("array_read", [first]) => return self.array_read(dst, first.clone(), due, span),
            // A string is the slice of its bytes.
            ("str_bytes" | "str_from_bytes" | "box_str", [text]) => Rvalue::Use(text.clone()),
            ("slice_len", [slice]) => Rvalue::Len(self.pointed_to(slice, span)?),
            ("slice_ptr", [slice]) => self.first_element(slice.clone(), due, span)?,
            ("slice_from_raw", [first, len]) => Rvalue::SliceFrom(first.clone(), len.clone()),
            ("ptr_offset" | "ptr_add", [pointer, by]) => {
                let pointer = self.pointer_as(pointer.clone(), due, span);
                Rvalue::Offset(pointer, by.clone())
            }
            ("ptr_distance", [to, from]) => Rvalue::Distance(to.clone(), from.clone()),
            ("fits_run", [pointer]) => return self.fits_run(dst, pointer.clone(), span),
            ("ptr_null", []) => Rvalue::Use(Operand::Const(Const::Null(due))),
            ("ptr_dangling", []) => Rvalue::Use(Operand::Const(Const::Dangling(due))),
            ("ptr_cast", [pointer]) => {
                let from = self.operand_ty(pointer).unwrap_or(due);
                Rvalue::Use(self.cast_pointer(pointer.clone(), from, due, span)?)
            }
            ("ptr_read", [pointer]) => {
                let place = self.pointed_to(pointer, span)?;
                self.put(dst, place.into(), span);
                return Ok(());
            }
            ("ptr_write", [pointer, value]) => {
                let place = self.pointed_to(pointer, span)?;
                self.put(&place, value.clone(), span);
                return Ok(());
            }
            ("free", [pointer]) => {
                let pointer = pointer.clone();
                self.b.emit(StmtKind::Free { pointer }, span);
                return Ok(());
            }
            ("box_into_raw" | "box_from_raw" | "counted_from" | "weak_from", [pointer]) => {
                Rvalue::PointerCast(pointer.clone(), due)
            }
            ("counted_ptr" | "weak_ptr", [counted]) => {
                let pointer = self.pointed_to(counted, span)?.into();
                Rvalue::PointerCast(pointer, due)
            }
            ("counted_new", [value]) => {
                let (dst, value) = (dst.clone(), value.clone());
                self.b.emit(StmtKind::Allocate { dst, value }, span);
                return Ok(());
            }
            ("drop_in_place", [pointer]) => {
                let place = self.pointed_to(pointer, span)?;
                let Some(ty) = callee.args.first() else {
                    return self.unsupported(span, "a drop of nothing");
                };
                return self.drop_place(&place, ty, span);
            }
            ("formats", [_]) => {
                let front = self.session.front;
                let by_hand = |ty: &Ty| front.formats_by_hand(ty, None) != ByHand::No;
                if callee.args.first().is_some_and(by_hand) {
                    return self.unsupported(span, FORMATTED_BY_HAND);
                }
                return Ok(());
            }
            ("maybe_uninit", []) => return self.unwritten(dst, due, span),
            ("maybe_new", [value]) => Rvalue::Aggregate(due, only_variant(), vec![value.clone()]),
            ("maybe_ptr", [room]) => {
                Rvalue::AddressOf(self.pointed_to(room, span)?.field(Id::from_index(0)))
            }
            ("is_init", [room]) => Rvalue::IsInit(self.pointed_to(room, span)?),
            ("needs_drop", []) => {
                let ty = callee.args.first();
                let needs = match ty {
                    Some(ty) => self.session.needs_drop(ty)?,
                    None => false,
                };
                Rvalue::Use(Operand::bool(needs))
            }
            ("meet_capacity", []) => {
                self.session.met_capacity = true;
                return Ok(());
            }
            ("meet_lock", []) => return self.session.caught(false, span),
            ("panicking", []) => Rvalue::Panicking,
            ("meet_float", []) => {
                self.session.floats.met = true;
                return Ok(());
            }
            ("sees_order" | "ranks", []) => {
                let key = callee.args.first();
                let seen = key.is_none_or(|key| self.session.sees_order_of(key));
                let ranked = key.is_some_and(has_ranks);
                Rvalue::Use(Operand::bool(match name {
                    "ranks" => !seen && ranked,
                    _ => seen,
                }))
            }
            ("precedes", [one, other]) => match callee.args.first().is_some_and(has_ranks) {
                true => {
                    let one = self.pointed_to(one, span)?;
                    let other = self.pointed_to(other, span)?;
                    Rvalue::Binary(BinOp::Lt, one.into(), other.into())
                }
                false => Rvalue::Use(Operand::bool(true)),
            },
            ("sees_capacity", []) => Rvalue::Use(Operand::bool(self.session.sees_capacity)),
            ("equal_is_same", []) => {
                let same = callee.args.first().is_some_and(equal_is_same);
                Rvalue::Use(Operand::bool(same))
            }
            ("transmute", [value]) => {
                let [from, to] = callee.args.as_slice() else {
                    return self.unsupported(span, "a transmute of this form");
                };
                self.transmute(value.clone(), from, to, due, span)?
            }
            ("size_of" | "align_of", []) => {
                let Some(ty) = callee.args.first() else {
                    return self.unsupported(span, "the size of no type");
                };
                match self.session.front.size_and_align(ty) {
                    Some((_, align)) if name == "align_of" => Rvalue::Use(Operand::int(align, due)),
                    Some((size, _)) => Rvalue::Use(Operand::int(size, due)),
                    None => {
                        let what = match name {
                            "align_of" => "alignment",
                            _ => "size",
                        };
                        let shown = self.session.name(ty);
                        return self.unsupported(span, format!("the {what} of `{shown}`"));
                    }
                }
            }
            ("choose" | "choose_whole", []) => {
                self.session
                    .note_outside(std::slice::from_ref(&expr.ty), expr.span)?;
                let (held, dst) = (dst.clone(), dst.clone());
                let whole = name == "choose_whole";
                let function = None;
                self.b.emit(
                    StmtKind::Choose {
                        dst,
                        function,
                        whole,
                    },
                    span,
                );
                return self.invariants(Mode::Valid, &held, &expr.ty, span);
            }
            ("assume", [cond]) => {
                let kind = ObligationKind::Assumption;
                let why = Obligation { kind, span };
                let cond = cond.clone();
                self.b.emit(StmtKind::Assume { cond, why }, span);
                return Ok(());
            }
            _ => return self.unsupported(span, format!("the primitive {name}")),
        };
        self.b.assign(dst.clone(), value, span);
        Ok(())
    }

    /// What the pointer points to.
    fn pointed_to(&mut self, pointer: &Operand, span: Span) -> Read<Place> {
        match self.operand_ty(pointer) {
            Some(ty) => Ok(self.behind(pointer.clone(), ty, span)),
            None => self.unsupported(span, "an access through this pointer"),
        }
    }

    /// The pointer as one of another type to the same thing.
    pub(super) fn pointer_as(&mut self, pointer: Operand, ty: TyId, span: Span) -> Operand {
        if self.operand_ty(&pointer) == Some(ty) {
            return pointer;
        }
        self.hold(ty, Rvalue::PointerCast(pointer, ty), span).into()
    }

    /// Where the elements of a slice start, as a pointer of that type.
    fn first_element(&mut self, slice: Operand, due: TyId, span: Span) -> Read<Rvalue> {
        let slice = match slice {
            Operand::Read(_) => slice,
            Operand::Const(_) => {
                let Some(ty) = self.operand_ty(&slice) else {
                    return self.unsupported(span, "a slice of this type");
                };
                self.hold(ty, Rvalue::Use(slice), span).into()
            }
        };
        debug_assert!(self.session.types.pointee(due).is_some());
        Ok(Rvalue::FirstElement(slice))
    }

    /// `dst :=` room without a value, all of it if the value is nothing but room itself.
    fn unwritten(&mut self, dst: &Place, ty: TyId, span: Span) -> Read<()> {
        let parts = match self.session.types.get(ty) {
            IrTy::Maybe(of) if self.session.types.must_be_written(*of) => Vec::new(),
            _ => self.session.types.field_types(ty, only_variant()),
        };
        // All rooms for one type are alike.
        let mut rooms: BTreeMap<TyId, LocalId> = BTreeMap::new();
        for part in &parts {
            if !rooms.contains_key(part) {
                let room = self.b.temp(*part, span);
                self.unwritten(&room.into(), *part, span)?;
                rooms.insert(*part, room);
            }
        }
        let parts = parts.iter().map(|part| rooms[part].into()).collect();
        let value = Rvalue::Aggregate(ty, only_variant(), parts);
        self.b.assign(dst.clone(), value, span);
        Ok(())
    }

    /// Whether the pointer is to all of what was allocated, as far as it is known how much that is.
    fn fits_run(&mut self, dst: &Place, pointer: Operand, span: Span) -> Read<()> {
        let usize = self.usize_ty();
        let ty = self.operand_ty(&pointer);
        let to = ty.and_then(|ty| self.session.types.pointee(ty));
        let element = to.and_then(|to| self.session.types.slice_element(to));
        let has_count = match element {
            None => Rvalue::HasCount(pointer, Operand::int(1, usize)),
            Some(element) => {
                let place = self.pointed_to(&pointer, span)?;
                let len = self.hold(usize, Rvalue::Len(place), span);
                let to_element = self.raw_pointer(element);
                let first = self.first_element(pointer, to_element, span)?;
                let first = self.hold(to_element, first, span);
                Rvalue::HasCount(first.into(), len.into())
            }
        };
        self.b.assign(dst.clone(), has_count, span);
        Ok(())
    }

    /// A raw pointer as one to another type, if one of the two starts with the other: there, and only
    /// there, is it known what lies where.
    pub(super) fn cast_pointer(
        &mut self,
        pointer: Operand,
        from: TyId,
        to: TyId,
        span: Span,
    ) -> Read<Operand> {
        let types = &self.session.types;
        let (Some(mut source), Some(target)) = (types.pointee(from), types.pointee(to)) else {
            return self.unsupported(span, "a cast of this pointer");
        };
        let (mut pointer, mut from) = (pointer, from);
        let slices = (types.slice_element(source), types.slice_element(target));
        let starts = match slices {
            (Some(a), Some(b)) => self.starts_alike(a, b),
            (None, Some(_)) => false,
            (Some(element), None) => {
                let raw = self.raw_pointer(element);
                let first = self.first_element(pointer, raw, span)?;
                pointer = self.hold(raw, first, span).into();
                (source, from) = (element, raw);
                self.starts_alike(source, target)
            }
            (None, None) => self.starts_alike(source, target),
        };
        if !starts {
            let types = &self.session.types;
            let (from, to) = (types.name(from), types.name(to));
            return self.unsupported(span, format!("a cast from {from} to {to}"));
        }
        Ok(self.pointer_as(pointer, to, span))
    }

    /// Whether values of one of the types start with a value of the other.
    fn starts_alike(&self, a: TyId, b: TyId) -> bool {
        let starts_with = |whole: TyId, part: TyId| {
            let mut at = Some(whole);
            while let Some(ty) = at {
                if ty == part {
                    return true;
                }
                let types = &self.session.types;
                at = match types.get(ty) {
                    IrTy::Array(of, count) if *count > 0 => Some(*of),
                    IrTy::Maybe(of) => Some(*of),
                    IrTy::Tuple(parts) => parts.first().copied(),
                    IrTy::Adt(adt) if !types.adt(*adt).is_enum => {
                        types.field_types(ty, only_variant()).first().copied()
                    }
                    _ => None,
                };
            }
            false
        };
        starts_with(a, b) || (starts_with(b, a) && !self.is_array(b))
    }

    /// From an element to an array that would start with it: how many follow is not known.
    fn is_array(&self, ty: TyId) -> bool {
        matches!(self.session.types.get(ty), IrTy::Array(..))
    }

    /// The array of the values from `first` on.
    fn array_read(&mut self, dst: &Place, first: Operand, ty: TyId, span: Span) -> Read<()> {
        let IrTy::Array(element, count) = *self.session.types.get(ty) else {
            return self.unsupported(span, "an array of unknown length");
        };
        let raw = self.raw_pointer(element);
        let usize = self.usize_ty();
        let first = self.pointer_as(first, raw, span);
        let mut parts = Vec::new();
        for at in 0..count {
            let there = Rvalue::Offset(first.clone(), Operand::int(at, usize));
            let there = self.hold(raw, there, span);
            parts.push(Place::local(there).deref().into());
        }
        let value = Rvalue::Aggregate(ty, only_variant(), parts);
        self.b.assign(dst.clone(), value, span);
        Ok(())
    }

    /// Whether the slot of that number holds a value; not defined if there is no such slot.
    fn slot_is_init(
        &mut self,
        dst: &Place,
        buffer: &Operand,
        slot: Operand,
        span: Span,
    ) -> Read<()> {
        let buffer = self.pointed_to(buffer, span)?;
        let element = self.place_ty(&buffer).map(|ty| self.session.types.get(ty));
        let Some(IrTy::Buffer(element)) = element else {
            return self.unsupported(span, "a question for a slot of no buffer");
        };
        let element = *element;
        let usize = self.usize_ty();
        let math = self.math_ty();
        let mut slot = slot;
        if self.operand_ty(&slot) == Some(math) {
            for (op, limit) in [
                (BinOp::Lt, IntTy::Usize.min()),
                (BinOp::Gt, IntTy::Usize.max()),
            ] {
                let outside = Rvalue::Binary(op, slot.clone(), Operand::int(limit, math));
                self.panic_if(outside, PanicKind::OutOfBounds, "no such slot", span);
            }
            slot = self.hold(usize, Rvalue::Cast(slot, usize), span).into();
        }
        let capacity = self.hold(usize, Rvalue::Capacity(buffer.clone().into()), span);
        let outside = Rvalue::Binary(BinOp::Ge, slot.clone(), capacity.into());
        self.panic_if(outside, PanicKind::OutOfBounds, "no such slot", span);
        let raw = self.raw_pointer(element);
        let first = self.hold(raw, Rvalue::FirstElement(buffer.into()), span);
        let there = self.hold(raw, Rvalue::Offset(first.into(), slot), span);
        let room = self.session.types.intern(IrTy::Maybe(element));
        let to_room = self.raw_pointer(room);
        let there = self.hold(to_room, Rvalue::PointerCast(there.into(), to_room), span);
        let value = Rvalue::IsInit(Place::local(there).deref());
        self.b.assign(dst.clone(), value, span);
        Ok(())
    }
}

/// Whether values of the type that are equal, as std or a law has it, cannot be told apart.
fn equal_is_same(ty: &Ty) -> bool {
    match &**ty {
        TyKind::Bool | TyKind::Char | TyKind::Int(_) | TyKind::MathInt | TyKind::Param(_) => true,
        TyKind::Tuple(parts) => parts.iter().all(equal_is_same),
        TyKind::Array(of, _) => equal_is_same(of),
        _ => false,
    }
}
