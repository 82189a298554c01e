//! What a function leaves: whoever is given it drops it, so every owner in it must own what it leads to,
//! alone, and every reference must lead to something.
//!
//! It is asked of functions that contain `unsafe` (as with leaks), unless they are `unsafe` themselves: what
//! those leave may be up to the caller. What would be dropped is taken apart on a copy of the heap, without
//! the `Drop` impls of the user's; a failure there is the obligation that is violated.

use crate::front::Read;
use crate::ids::Id;
use crate::ir::types::{Compared, Ty as IrTy, TyId};
use crate::ir::{
    Branch, LocalId, MemoryError, Obligation, ObligationKind, Operand, PanicPolicy, Place, Proc,
    Rvalue, StmtKind, UnOp,
};
use crate::span::Span;
use crate::ty::TyKind;

use super::contract::Target;
use super::function::FnCx;
use super::session::{Instance, Session};
use super::types::only_variant;

impl Session<'_> {
    /// Whether values of the type own boxes or runs of slots that are known to hold something.
    fn owns_allocations(&self, ty: TyId) -> bool {
        let mut met = std::collections::BTreeSet::new();
        let mut queue = vec![ty];
        while let Some(ty) = queue.pop() {
            if !met.insert(ty) {
                continue;
            }
            match self.types.get(ty) {
                IrTy::Box(_) => return true,
                IrTy::Tuple(parts) => queue.extend(parts),
                IrTy::Array(of, _) => queue.push(*of),
                IrTy::Adt(adt) => match self.types.adt(*adt).compared {
                    Compared::ByRun(..) => return true,
                    Compared::NotByContent | Compared::UnlessSet => {}
                    Compared::ByFields => {
                        let variants = self.types.adt(*adt).variants.ids();
                        queue.extend(variants.flat_map(|it| self.types.field_types(ty, it)));
                    }
                },
                _ => {}
            }
        }
        false
    }

    /// `fn(T)` that ends all that the value owns.
    pub(super) fn owners_proc(&mut self, ty: TyId, span: Span) -> Read<Proc> {
        let name = format!("<{} as owner>", self.types.name(ty));
        let mut cx = FnCx::without_body(self, span);
        let value = cx.b.param(Some("self".into()), ty, span);
        let unit = cx.unit_ty();
        let ret = cx.b.temp(unit, span);
        cx.end_owned(&Place::local(value), ty, span)?;
        let mut proc = cx.b.finish(ret, name, span, true);
        proc.is_glue = true;
        Ok(proc)
    }
}

impl FnCx<'_, '_> {
    /// States that what is left when the call has ended can be dropped.
    pub(super) fn check_owners(&mut self, target: &Target, result: Option<LocalId>) -> Read<()> {
        let span = target.span;
        if !self.session.frees
            || target.contract.is_unsafe
            || target.contract.should_panic
            || !self.session.contains_unsafe(&target.function)?
        {
            return Ok(());
        }
        self.b.open();
        if let Some(result) = result {
            let ty = self.ty(&target.ret, span)?;
            self.references_lead(&Place::local(result), ty, span)?;
            self.end_values(&Place::local(result), ty, span)?;
        }
        for (local, ty, _) in &target.params {
            let TyKind::Ref { to, .. } = &**ty else {
                continue;
            };
            let (ty, to) = (self.ty(ty, span)?, self.ty(to, span)?);
            self.references_lead(&Place::local(*local), ty, span)?;
            self.end_behind(&Place::local(*local).deref(), to, span)?;
        }
        let inside = self.b.close().block;
        if inside.is_empty() {
            return Ok(());
        }
        let at = self.b.snapshot();
        self.b.emit(StmtKind::Snapshot(at), span);
        self.b.open();
        self.b.emit(StmtKind::InSnapshot { at, body: inside }, span);
        let body = self.b.close().block;
        let boolean = self.bool_ty();
        let panicked = self.b.temp(boolean, span);
        let policy = PanicPolicy::Note;
        self.b.emit(
            StmtKind::Try {
                body,
                panicked,
                policy,
            },
            span,
        );
        let good = self.flag(Rvalue::Unary(UnOp::Not, panicked.into()), span);
        let why = Obligation {
            kind: ObligationKind::Memory(MemoryError::Owner),
            span,
        };
        let cond = good.into();
        self.b.emit(StmtKind::Assert { cond, why }, span);
        Ok(())
    }

    /// Looks where the references of a value lead, as far as it holds them itself.
    fn references_lead(&mut self, place: &Place, ty: TyId, span: Span) -> Read<()> {
        match self.session.types.get(ty).clone() {
            IrTy::Ref { to, .. } => {
                let behind = place.deref();
                let Some(element) = self.session.types.slice_element(to) else {
                    self.hold(ty, Rvalue::AddressOf(behind), span);
                    return Ok(());
                };
                let usize = self.usize_ty();
                let len = self.hold(usize, Rvalue::Len(behind.clone()), span);
                let none = Operand::int(0, usize);
                let any = self.flag(Rvalue::Binary(crate::ir::BinOp::Gt, len.into(), none), span);
                let first = self.count(0, span);
                let to_element = IrTy::Ref {
                    mutable: false,
                    to: element,
                };
                let to_element = self.session.types.intern(to_element);
                self.b.open();
                let address = Rvalue::AddressOf(behind.index(first));
                self.hold(to_element, address, span);
                self.only_if(any, span);
                Ok(())
            }
            IrTy::Tuple(parts) => self.each_field(place, &parts, span, Self::references_lead),
            IrTy::Adt(adt) if self.session.types.adt(adt).compared == Compared::ByFields => {
                self.each_variant(place, ty, span, Self::references_lead)
            }
            _ => Ok(()),
        }
    }

    /// Ends what is owned by what is behind a reference.
    fn end_behind(&mut self, place: &Place, ty: TyId, span: Span) -> Read<()> {
        let Some(element) = self.session.types.slice_element(ty) else {
            return self.end_values(place, ty, span);
        };
        if !self.session.owns_allocations(element) {
            return Ok(());
        }
        let usize = self.usize_ty();
        let len = self.hold(usize, Rvalue::Len(place.clone()), span);
        self.each_number(len, span, |cx, at| {
            cx.end_values(&place.index(at), element, span)
        })
    }

    /// Ends what the value at a place owns.
    fn end_values(&mut self, place: &Place, ty: TyId, span: Span) -> Read<()> {
        if !self.session.owns_allocations(ty) {
            return Ok(());
        }
        let IrTy::Adt(_) = self.session.types.get(ty) else {
            return self.end_owned(place, ty, span);
        };
        let proc = self.session.instance(Instance::Owners(ty), span)?;
        let unit = self.unit_ty();
        let sink = self.sink(unit, span);
        let args = vec![place.clone().into()];
        self.b.call(sink.into(), proc, args, span);
        Ok(())
    }

    fn end_owned(&mut self, place: &Place, ty: TyId, span: Span) -> Read<()> {
        match self.session.types.get(ty).clone() {
            IrTy::Box(to) => {
                let pointer = Operand::from(place.clone());
                if self.session.types.slice_element(to).is_some() {
                    self.end_behind(&place.deref(), to, span)?;
                    self.b.emit(StmtKind::Free { pointer }, span);
                    return Ok(());
                }
                // The box before what it holds, so that a circle of boxes ends.
                let content = match self.session.owns_allocations(to) {
                    true => Some(self.hold(to, Rvalue::Use(place.deref().into()), span)),
                    false => None,
                };
                self.b.emit(StmtKind::Free { pointer }, span);
                match content {
                    Some(content) => self.end_values(&content.into(), to, span),
                    None => Ok(()),
                }
            }
            IrTy::Tuple(parts) => self.each_field(place, &parts, span, Self::end_values),
            IrTy::Array(of, count) => {
                let count = self.count(count as usize, span);
                self.each_number(count, span, |cx, at| {
                    cx.end_values(&place.index(at), of, span)
                })
            }
            IrTy::Adt(adt) => match self.session.types.adt(adt).compared {
                Compared::ByRun(buffer, len) => {
                    let (buffer, len) = (place.field(buffer), place.field(len));
                    self.end_run(&buffer, &len, span)
                }
                Compared::NotByContent | Compared::UnlessSet => Ok(()),
                Compared::ByFields => self.each_variant(place, ty, span, Self::end_values),
            },
            _ => Ok(()),
        }
    }

    /// Ends what the first slots of a buffer own, and the buffer.
    fn end_run(&mut self, buffer: &Place, len: &Place, span: Span) -> Read<()> {
        let element = self.place_ty(buffer).map(|ty| self.session.types.get(ty));
        let Some(IrTy::Buffer(element)) = element.cloned() else {
            return self.unsupported(span, "a run of slots without a buffer");
        };
        if self.session.owns_allocations(element) {
            let usize = self.usize_ty();
            let raw = self.raw_pointer(element);
            let len = self.hold(usize, Rvalue::Use(len.clone().into()), span);
            let first = self.hold(raw, Rvalue::FirstElement(buffer.clone().into()), span);
            self.each_number(len, span, |cx, at| {
                let there = cx.hold(raw, Rvalue::Offset(first.into(), at.into()), span);
                cx.end_values(&Place::local(there).deref(), element, span)
            })?;
        }
        let pointer = buffer.clone().into();
        self.b.emit(StmtKind::Free { pointer }, span);
        Ok(())
    }

    fn each_field(
        &mut self,
        place: &Place,
        parts: &[TyId],
        span: Span,
        lower: fn(&mut Self, &Place, TyId, Span) -> Read<()>,
    ) -> Read<()> {
        let mut parts = parts.iter().enumerate();
        parts
            .try_for_each(|(index, ty)| lower(self, &place.field(Id::from_index(index)), *ty, span))
    }

    /// The same of the fields of a struct, or of the variant that an enum is of.
    fn each_variant(
        &mut self,
        place: &Place,
        ty: TyId,
        span: Span,
        lower: fn(&mut Self, &Place, TyId, Span) -> Read<()>,
    ) -> Read<()> {
        let IrTy::Adt(adt) = *self.session.types.get(ty) else {
            return Ok(());
        };
        if !self.session.types.adt(adt).is_enum {
            let parts = self.session.types.field_types(ty, only_variant());
            return self.each_field(place, &parts, span, lower);
        }
        let variants: Vec<_> = self.session.types.adt(adt).variants.ids().collect();
        for variant in variants {
            let parts = self.session.types.field_types(ty, variant);
            self.b.open();
            let lowered = self.each_field(&place.variant(variant), &parts, span, lower);
            let then = self.b.close();
            lowered?;
            if then.block.is_empty() {
                continue;
            }
            let is = self.flag(Rvalue::IsVariant(place.clone(), variant), span);
            self.b.open();
            let otherwise = self.b.close();
            self.b
                .if_else(is.into(), then, otherwise, Branch::Hidden, span);
        }
        Ok(())
    }

    /// Closes the block at hand, which runs only if the flag is set.
    fn only_if(&mut self, flag: LocalId, span: Span) {
        let then = self.b.close();
        self.b.open();
        let otherwise = self.b.close();
        self.b
            .if_else(flag.into(), then, otherwise, Branch::Hidden, span);
    }
}
