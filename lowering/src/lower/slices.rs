//! Arrays, slices and strings: elements, lengths, unsizing, literals and slice patterns.

use crate::front::Read;
use crate::ir::types::{IntTy, Ty as IrTy, TyId};
use crate::ir::{BinOp, Const, LocalId, Operand, PanicKind, Place, Rvalue, StmtKind, UnOp};
use crate::span::Span;
use crate::thir::{BindBy, Expr, Pat, PatKind};

use super::drops::Through;
use super::function::FnCx;
use super::types::only_variant;

/// Longer arrays are not made element by element.
const MAX_ELEMENTS: u32 = 4096;

impl FnCx<'_, '_> {
    pub(super) fn usize_ty(&mut self) -> TyId {
        self.session.types.intern(IrTy::Int(IntTy::Usize))
    }

    /// A local that holds a number of elements.
    pub(super) fn count(&mut self, value: usize, span: Span) -> LocalId {
        let usize = self.usize_ty();
        let value = Operand::int(value as u64, usize);
        self.hold(usize, Rvalue::Use(value), span)
    }

    /// `base[index]` as a place, behind the test that there is such an element.
    pub(super) fn index(&mut self, base: &Expr, index: &Expr, span: Span) -> Read<Place> {
        let base = self.as_place(base)?;
        let ty = self.ty(&index.ty, index.span)?;
        let place = index.span;
        let index = self.as_operand(index)?;
        let at = self.hold(ty, Rvalue::Use(index), place);
        self.check_element(&base, at, span)?;
        Ok(base.index(at))
    }

    /// Panics unless the local is the number of an element of what is at `base`.
    fn check_element(&mut self, base: &Place, at: LocalId, span: Span) -> Read<()> {
        let usize = self.usize_ty();
        let math = self.math_ty();
        let is_math = self.b.local_ty(at) == math;
        if !is_math && self.b.local_ty(at) != usize {
            return self.unsupported(span, "an index of this type");
        }
        // Named, so that it is told with the index; no source is called that.
        let aside = span.at_start();
        let mut len = self.b.local(Some("the length".into()), usize, span);
        self.b.assign(len.into(), Rvalue::Len(base.clone()), aside);
        if is_math {
            len = self.hold(math, Rvalue::Cast(len.into(), math), aside);
            let negative = Rvalue::Binary(BinOp::Lt, at.into(), Operand::int(0, math));
            self.panic_if(
                negative,
                PanicKind::OutOfBounds,
                "index out of bounds",
                span,
            );
        }
        let outside = Rvalue::Binary(BinOp::Ge, at.into(), len.into());
        self.panic_if(outside, PanicKind::OutOfBounds, "index out of bounds", span);
        Ok(())
    }

    /// `[a, b, c]`.
    pub(super) fn array(&mut self, dst: &Place, parts: &[Expr], expr: &Expr) -> Read<()> {
        let ty = self.ty(&expr.ty, expr.span)?;
        let parts: Vec<&Expr> = parts.iter().collect();
        let operands = self.operands(&parts)?;
        let value = Rvalue::Aggregate(ty, only_variant(), operands);
        self.b.assign(dst.clone(), value, expr.span);
        Ok(())
    }

    /// `[value; n]`.
    pub(super) fn repeat(&mut self, dst: &Place, value: &Expr, expr: &Expr) -> Read<()> {
        let ty = self.ty(&expr.ty, expr.span)?;
        let IrTy::Array(_, count) = *self.session.types.get(ty) else {
            return self.unsupported(expr.span, "an array of unknown length");
        };
        if count > MAX_ELEMENTS {
            return self.unsupported(expr.span, "an array of that length");
        }
        let operand = self.as_operand(value)?;
        let operands = vec![operand; count as usize];
        let value = Rvalue::Aggregate(ty, only_variant(), operands);
        self.b.assign(dst.clone(), value, expr.span);
        Ok(())
    }

    /// A string or byte string: static memory.
    pub(super) fn bytes(&mut self, dst: &Place, bytes: &[u8], ty: TyId, span: Span) -> Read<()> {
        let types = &self.session.types;
        let Some(to) = types.pointee(ty) else {
            return self.unsupported(span, "a string of this type");
        };
        if types.slice_element(to).is_some() {
            let constant = Operand::Const(Const::Bytes(bytes.into(), ty));
            self.b.assign(dst.clone(), Rvalue::Use(constant), span);
            return Ok(());
        }
        let Some(element) = types.element(to) else {
            return self.unsupported(span, "a string of this type");
        };
        let bytes = bytes.iter().map(|byte| Operand::int(*byte, element));
        let value = Rvalue::Aggregate(to, only_variant(), bytes.collect());
        let value = self.hold(to, value, span).into();
        let dst = dst.clone();
        self.b.emit(StmtKind::Allocate { dst, value }, span);
        Ok(())
    }

    /// From a pointer to an array to one to the slice of its elements, if that is what the types say.
    pub(super) fn unsize(
        &mut self,
        dst: &Place,
        of: &Expr,
        from: TyId,
        to: TyId,
        span: Span,
    ) -> Read<bool> {
        let types = &self.session.types;
        let (Some(array), Some(slice)) = (types.pointee(from), types.pointee(to)) else {
            return Ok(false);
        };
        let Some(element) = types.slice_element(slice) else {
            return Ok(false);
        };
        let IrTy::Array(found, count) = *types.get(array) else {
            return Ok(false);
        };
        if found != element {
            return Ok(false);
        }
        let raw = self.raw_pointer(element);
        let pointer = self.as_operand(of)?;
        let first = self.hold(raw, Rvalue::PointerCast(pointer, raw), span);
        let usize = self.usize_ty();
        let len = Operand::int(count, usize);
        let value = Rvalue::SliceFrom(first.into(), len);
        self.b.assign(dst.clone(), value, span);
        Ok(true)
    }

    /// `*mut T`.
    pub(super) fn raw_pointer(&mut self, to: TyId) -> TyId {
        self.session
            .types
            .intern(IrTy::RawPtr { mutable: true, to })
    }

    /// How the number of elements must compare with that of a slice pattern; nothing if it does by
    /// the type.
    pub(super) fn test_length(
        &mut self,
        place: &Place,
        count: usize,
        open: bool,
        span: Span,
    ) -> Option<Operand> {
        let ty = self.place_ty(place)?;
        if let IrTy::Array(..) = self.session.types.get(ty) {
            return None;
        }
        let usize = self.usize_ty();
        let len = self.hold(usize, Rvalue::Len(place.clone()), span);
        let op = if open { BinOp::Ge } else { BinOp::Eq };
        let due = Operand::int(count as u64, usize);
        Some(self.flag(Rvalue::Binary(op, len.into(), due), span).into())
    }

    /// An element of a slice pattern, counted from the start or from the end.
    pub(super) fn pattern_element(
        &mut self,
        place: &Place,
        at: usize,
        from_end: bool,
        span: Span,
    ) -> Place {
        if !from_end {
            let at = self.count(at, span);
            return place.index(at);
        }
        let usize = self.usize_ty();
        let len = self.hold(usize, Rvalue::Len(place.clone()), span);
        let back = Operand::int(at as u64, usize);
        let at = self.hold(usize, Rvalue::Binary(BinOp::Sub, len.into(), back), span);
        place.index(at)
    }

    /// Binds the parts of a slice pattern.
    pub(super) fn bind_slice(
        &mut self,
        place: &Place,
        prefix: &[Pat],
        rest: Option<&Pat>,
        suffix: &[Pat],
    ) -> Read<()> {
        for (at, sub) in prefix.iter().enumerate() {
            if super::pattern::binds(sub) {
                let element = self.pattern_element(place, at, false, sub.span);
                self.bind(sub, &element)?;
            }
        }
        if let Some(rest) = rest
            && super::pattern::binds(rest)
        {
            let middle = self.rest_of(place, prefix.len(), suffix.len(), rest)?;
            self.bind(rest, &middle)?;
        }
        for (at, sub) in suffix.iter().enumerate() {
            if super::pattern::binds(sub) {
                let back = suffix.len() - at;
                let element = self.pattern_element(place, back, true, sub.span);
                self.bind(sub, &element)?;
            }
        }
        Ok(())
    }

    /// What `..` of a slice pattern stands for: a slice of its own, or a copy of part of an array.
    fn rest_of(&mut self, place: &Place, before: usize, after: usize, rest: &Pat) -> Read<Place> {
        let span = rest.span;
        let Some(ty) = self.place_ty(place) else {
            return self.unsupported(span, "a slice pattern on this type");
        };
        let Some(element) = self.session.types.element(ty) else {
            return self.unsupported(span, "a slice pattern on this type");
        };
        if let IrTy::Array(_, count) = *self.session.types.get(ty) {
            let by_value = matches!(
                rest.kind,
                PatKind::Binding {
                    by: BindBy::Value,
                    ..
                }
            );
            if !by_value {
                return self.unsupported(span, "a reference to a part of an array");
            }
            let count = (count as usize).saturating_sub(before + after);
            let mut parts = Vec::new();
            for at in before..before + count {
                parts.push(Operand::from(self.pattern_element(place, at, false, span)));
            }
            let count = u32::try_from(count).unwrap_or(MAX_ELEMENTS);
            let part = self.session.types.intern(IrTy::Array(element, count));
            let value = Rvalue::Aggregate(part, only_variant(), parts);
            return Ok(Place::local(self.hold(part, value, span)));
        }
        let raw = self.raw_pointer(element);
        let usize = self.usize_ty();
        let whole = self.raw_pointer(ty);
        let whole = self.hold(whole, Rvalue::AddressOf(place.clone()), span);
        let first = self.hold(raw, Rvalue::FirstElement(whole.into()), span);
        let skip = Operand::int(before as u64, usize);
        let first = self.hold(raw, Rvalue::Offset(first.into(), skip), span);
        let len = self.hold(usize, Rvalue::Len(place.clone()), span);
        let less = Operand::int((before + after) as u64, usize);
        let len = self.hold(usize, Rvalue::Binary(BinOp::Sub, len.into(), less), span);
        let slice = self.raw_pointer(ty);
        let made = Rvalue::SliceFrom(first.into(), len.into());
        Ok(Place::local(self.hold(slice, made, span)).deref())
    }

    /// `fn(left: &[T], right: &[T]) -> bool`, or the same of two arrays: leaves with `false` at the
    /// first difference.
    pub(super) fn compare_elements(
        &mut self,
        element: TyId,
        sides: [&Place; 2],
        ret: &Place,
        span: Span,
    ) -> Read<()> {
        let [left, right] = sides;
        let (usize, boolean) = (self.usize_ty(), self.bool_ty());
        let len = self.hold(usize, Rvalue::Len(left.clone()), span);
        let other = self.hold(usize, Rvalue::Len(right.clone()), span);
        let differ = self.flag(Rvalue::Binary(BinOp::Ne, len.into(), other.into()), span);
        self.leave_unequal(differ.into(), ret, span);
        let at = self.hold(usize, Rvalue::Use(Operand::int(0, usize)), span);
        let label = self.b.label();
        self.b.open();
        let more = self.flag(Rvalue::Binary(BinOp::Lt, at.into(), len.into()), span);
        let done = self.flag(Rvalue::Unary(UnOp::Not, more.into()), span);
        self.b.open();
        self.b.emit(StmtKind::Break(label), span);
        let then = self.b.close();
        self.b.open();
        let otherwise = self.b.close();
        let hidden = crate::ir::Branch::Hidden;
        self.b.if_else(done.into(), then, otherwise, hidden, span);
        let same = self.b.temp(boolean, span);
        let (left, right) = (left.index(at), right.index(at));
        let lowered = self.structural_eq(&same.into(), element, left.into(), right.into(), span);
        let differ = self.flag(Rvalue::Unary(UnOp::Not, same.into()), span);
        self.leave_unequal(differ.into(), ret, span);
        let next = Rvalue::Binary(BinOp::Add, at.into(), Operand::int(1, usize));
        self.b.assign(at.into(), next, span);
        let body = self.b.close();
        self.b.loop_(label, body, span);
        lowered
    }

    /// Returns `false` if the flag is set.
    fn leave_unequal(&mut self, differ: Operand, ret: &Place, span: Span) {
        self.b.open();
        self.put(ret, Operand::bool(false), span);
        self.b.emit(StmtKind::Return, span);
        let then = self.b.close();
        self.b.open();
        let otherwise = self.b.close();
        let hidden = crate::ir::Branch::Hidden;
        self.b.if_else(differ, then, otherwise, hidden, span);
    }

    /// A static: a constant that has a place of its own.
    pub(super) fn static_place(&mut self, def: crate::ty::DefId, expr: &Expr) -> Read<Place> {
        self.refuse_shared_mutation(&expr.ty, expr.span)?;
        let constant = crate::ty::FnRef {
            def,
            args: Vec::new(),
        };
        let to = self.ty(&expr.ty, expr.span)?;
        let held = self.b.temp(to, expr.span);
        self.constant(&held.into(), &constant, expr.span)?;
        let pointer = IrTy::Ref { mutable: false, to };
        let pointer = self.session.types.intern(pointer);
        let pointer = self.b.temp(pointer, expr.span);
        let (dst, value) = (pointer.into(), held.into());
        self.b.emit(StmtKind::Allocate { dst, value }, expr.span);
        Ok(Place::local(pointer).deref())
    }

    /// What one use of a static writes another would have to see.
    fn refuse_shared_mutation(&mut self, ty: &crate::ty::Ty, span: Span) -> Read<()> {
        let front = self.session.front;
        let shared = self.session.any_part(ty, Through::Boxes, &mut |part| {
            Ok(match &**part {
                crate::ty::TyKind::Adt(def, _) => {
                    let path = front.path(*def);
                    let name = path.rsplit("::").next().unwrap_or(&path);
                    name.ends_with("Cell")
                        || name.starts_with("Atomic")
                        || ["Mutex", "RwLock", "OnceLock", "LazyLock"].contains(&name)
                }
                crate::ty::TyKind::RawPtr { .. } => true,
                _ => false,
            })
        })?;
        match shared {
            true => self.unsupported(span, "a static that can be changed"),
            false => Ok(()),
        }
    }
}
