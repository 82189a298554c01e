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
    BinOp, Branch, LocalId, MemoryError, Obligation, ObligationKind, Operand, PanicPolicy, Place,
    Proc, Rvalue, StmtKind, UnOp,
};
use crate::span::Span;
use crate::ty::TyKind;

use super::contract::Target;
use super::function::FnCx;
use super::session::{Instance, Session};
use super::types::only_variant;

/// What is done with all that a value owns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Visit {
    /// It is ended.
    End,
    /// Slots of runs that hold no element are emptied: what was moved out of them, or hidden, is led to no more.
    Vacate,
}

impl Session<'_> {
    /// Whether values of the type have slots that might lead to what they do not own any more.
    fn hides_allocations(&self, ty: TyId) -> bool {
        let mut met = std::collections::BTreeSet::new();
        let mut queue = vec![ty];
        while let Some(ty) = queue.pop() {
            if !met.insert(ty) {
                continue;
            }
            match self.types.get(ty) {
                IrTy::Box(to) | IrTy::Array(to, _) => queue.push(*to),
                IrTy::Tuple(parts) => queue.extend(parts),
                IrTy::Adt(adt) => {
                    if let Compared::ByRun(buffer, _) = self.types.adt(*adt).compared {
                        let fields = self.types.field_types(ty, only_variant());
                        let buffer = fields.get(buffer.index()).map(|it| self.types.get(*it));
                        if let Some(IrTy::Buffer(of)) = buffer
                            && (self.owns_allocations(*of, false) || self.may_hold_apart(*of))
                        {
                            return true;
                        }
                        continue;
                    }
                    let variants = self.types.adt(*adt).variants.ids();
                    queue.extend(variants.flat_map(|it| self.types.field_types(ty, it)));
                }
                _ => queue.extend(self.types.slice_element(ty)),
            }
        }
        false
    }

    /// Whether values of the type own boxes or runs of slots that are known to hold something; if `counted`, or
    /// share what is counted.
    fn owns_allocations(&self, ty: TyId, counted: bool) -> bool {
        let mut met = std::collections::BTreeSet::new();
        let mut queue = vec![ty];
        while let Some(ty) = queue.pop() {
            if !met.insert(ty) {
                continue;
            }
            match self.types.get(ty) {
                IrTy::Box(_) => return true,
                IrTy::Counted { weak: false, .. } if counted => return true,
                IrTy::Tuple(parts) => queue.extend(parts),
                IrTy::Array(of, _) => queue.push(*of),
                IrTy::Adt(adt) => match self.types.adt(*adt).compared {
                    Compared::ByRun(..) => return true,
                    Compared::UnlessSet => {}
                    Compared::NotByContent | Compared::InAnyOrder(_) | Compared::ByFields => {
                        let variants = self.types.adt(*adt).variants.ids();
                        queue.extend(variants.flat_map(|it| self.types.field_types(ty, it)));
                    }
                },
                _ => {}
            }
        }
        false
    }

    /// `fn(T)` that visits all that the value owns.
    pub(super) fn owners_proc(&mut self, visit: Visit, ty: TyId, span: Span) -> Read<Proc> {
        let name = match visit {
            Visit::End => format!("<{} as owner>", self.types.name(ty)),
            Visit::Vacate => format!("<{} as owner>::vacate", self.types.name(ty)),
        };
        let mut cx = FnCx::without_body(self, span);
        let value = cx.b.param(Some("self".into()), ty, span);
        let unit = cx.unit_ty();
        let ret = cx.b.temp(unit, span);
        cx.visit_owned(visit, &Place::local(value), ty, span)?;
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
            self.visit_values(Visit::End, &Place::local(result), ty, span)?;
        }
        for (local, ty, _) in &target.params {
            let TyKind::Ref { to, .. } = &**ty else {
                continue;
            };
            let (ty, to) = (self.ty(ty, span)?, self.ty(to, span)?);
            self.references_lead(&Place::local(*local), ty, span)?;
            self.visit_behind(Visit::End, &Place::local(*local).deref(), to, span)?;
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

    /// Empties the slots that hold no element, of all that is left when the call has ended. That its owners
    /// own is known by then.
    pub(super) fn vacate_slots(&mut self, target: &Target, result: Option<LocalId>) -> Read<()> {
        if target.contract.is_unsafe {
            return Ok(());
        }
        let span = target.span;
        if let Some(result) = result {
            let ty = self.ty(&target.ret, span)?;
            self.visit_values(Visit::Vacate, &Place::local(result), ty, span)?;
        }
        for (local, ty, _) in &target.params {
            if let TyKind::Ref { to, .. } = &**ty {
                let to = self.ty(to, span)?;
                self.visit_behind(Visit::Vacate, &Place::local(*local).deref(), to, span)?;
            }
        }
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
                let any = self.flag(Rvalue::Binary(BinOp::Gt, len.into(), none), span);
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
            IrTy::Tuple(parts) => self.each_field(place, &parts, &mut |cx, place, ty| {
                cx.references_lead(place, ty, span)
            }),
            IrTy::Adt(adt) if self.session.types.adt(adt).compared == Compared::ByFields => self
                .each_variant(place, ty, span, &mut |cx, place, ty| {
                    cx.references_lead(place, ty, span)
                }),
            _ => Ok(()),
        }
    }

    fn is_of_interest(&self, visit: Visit, ty: TyId) -> bool {
        match visit {
            Visit::End => self.session.owns_allocations(ty, true),
            Visit::Vacate => self.session.hides_allocations(ty),
        }
    }

    /// Visits what is owned by what is behind a reference.
    fn visit_behind(&mut self, visit: Visit, place: &Place, ty: TyId, span: Span) -> Read<()> {
        let Some(element) = self.session.types.slice_element(ty) else {
            return self.visit_values(visit, place, ty, span);
        };
        if !self.is_of_interest(visit, element) {
            return Ok(());
        }
        let usize = self.usize_ty();
        let len = self.hold(usize, Rvalue::Len(place.clone()), span);
        self.each_number(len, span, |cx, at| {
            cx.visit_values(visit, &place.index(at), element, span)
        })
    }

    /// Visits what the value at a place owns.
    fn visit_values(&mut self, visit: Visit, place: &Place, ty: TyId, span: Span) -> Read<()> {
        if !self.is_of_interest(visit, ty) {
            return Ok(());
        }
        let IrTy::Adt(_) = self.session.types.get(ty) else {
            return self.visit_owned(visit, place, ty, span);
        };
        let proc = self.session.instance(Instance::Owners(visit, ty), span)?;
        let unit = self.unit_ty();
        let sink = self.sink(unit, span);
        let args = vec![place.clone().into()];
        self.b.call(sink.into(), proc, args, span);
        Ok(())
    }

    fn visit_owned(&mut self, visit: Visit, place: &Place, ty: TyId, span: Span) -> Read<()> {
        match self.session.types.get(ty).clone() {
            IrTy::Box(to) if visit == Visit::Vacate => {
                self.visit_behind(visit, &place.deref(), to, span)
            }
            IrTy::Box(to) => {
                let pointer = Operand::from(place.clone());
                if self.session.types.slice_element(to).is_some() {
                    self.visit_behind(visit, &place.deref(), to, span)?;
                    self.b.emit(StmtKind::Free { pointer }, span);
                    return Ok(());
                }
                // The box before what it holds, so that a circle of boxes ends.
                let content = match self.is_of_interest(visit, to) {
                    true => Some(self.hold(to, Rvalue::Use(place.deref().into()), span)),
                    false => None,
                };
                self.b.emit(StmtKind::Free { pointer }, span);
                match content {
                    Some(content) => self.visit_values(visit, &content.into(), to, span),
                    None => Ok(()),
                }
            }
            IrTy::Counted { weak: false, .. } if visit == Visit::End => {
                self.give_back_count(place, span);
                Ok(())
            }
            IrTy::Tuple(parts) => self.each_field(place, &parts, &mut |cx, place, ty| {
                cx.visit_values(visit, place, ty, span)
            }),
            IrTy::Array(of, count) => {
                let count = self.count(count as usize, span);
                self.each_number(count, span, |cx, at| {
                    cx.visit_values(visit, &place.index(at), of, span)
                })
            }
            IrTy::Adt(adt) => match self.session.types.adt(adt).compared {
                Compared::ByRun(buffer, len) => {
                    let (buffer, len) = (place.field(buffer), place.field(len));
                    self.visit_run(visit, &buffer, &len, span)
                }
                Compared::NotByContent | Compared::InAnyOrder(_) | Compared::ByFields => self
                    .each_variant(place, ty, span, &mut |cx, place, ty| {
                        cx.visit_values(visit, place, ty, span)
                    }),
                Compared::UnlessSet => Ok(()),
            },
            _ => Ok(()),
        }
    }

    /// One owner less of what is counted: there must have been one. What it holds is not looked into, since others
    /// may lead there.
    fn give_back_count(&mut self, place: &Place, span: Span) {
        let usize = self.usize_ty();
        let strong = place.deref().field(Id::from_index(0));
        let count = self.hold(usize, Rvalue::Use(strong.clone().into()), span);
        let none = Rvalue::Binary(BinOp::Eq, count.into(), Operand::int(0, usize));
        let none = self.flag(none, span);
        self.b.open();
        let too_many = StmtKind::Undefined(MemoryError::Owner);
        self.b.emit(too_many, span);
        self.only_if(none, span);
        let less = Rvalue::Binary(BinOp::Sub, count.into(), Operand::int(1, usize));
        self.b.assign(strong, less, span);
    }

    /// Visits what the first slots of a buffer own, and the buffer.
    fn visit_run(&mut self, visit: Visit, buffer: &Place, len: &Place, span: Span) -> Read<()> {
        let element = self.place_ty(buffer).map(|ty| self.session.types.get(ty));
        let Some(IrTy::Buffer(element)) = element.cloned() else {
            return self.unsupported(span, "a run of slots without a buffer");
        };
        let usize = self.usize_ty();
        let raw = self.raw_pointer(element);
        let len = self.hold(usize, Rvalue::Use(len.clone().into()), span);
        let first = self.hold(raw, Rvalue::FirstElement(buffer.clone().into()), span);
        let is_of_interest = self.is_of_interest(visit, element);
        if is_of_interest || (visit == Visit::End && self.session.types.must_be_written(element)) {
            self.each_number(len, span, |cx, at| {
                let there = cx.hold(raw, Rvalue::Offset(first.into(), at.into()), span);
                let there = Place::local(there).deref();
                if is_of_interest {
                    return cx.visit_values(visit, &there, element, span);
                }
                // What owns nothing must at least be there.
                cx.hold(element, Rvalue::Use(there.into()), span);
                Ok(())
            })?;
        }
        match visit {
            Visit::End => {
                let pointer = buffer.clone().into();
                self.b.emit(StmtKind::Free { pointer }, span);
                Ok(())
            }
            Visit::Vacate => {
                let room = self.session.types.intern(IrTy::Maybe(element));
                let to_room = self.raw_pointer(room);
                let first = self.pointer_as(first.into(), to_room, span);
                let first = self.hold(to_room, Rvalue::Use(first), span);
                let capacity = Rvalue::Capacity(buffer.clone().into());
                let capacity = self.hold(usize, capacity, span);
                self.each_number(capacity, span, |cx, at| {
                    let is_behind = Rvalue::Binary(BinOp::Ge, at.into(), len.into());
                    let is_behind = cx.flag(is_behind, span);
                    cx.b.open();
                    let there = cx.hold(to_room, Rvalue::Offset(first.into(), at.into()), span);
                    let nothing = Rvalue::Aggregate(room, only_variant(), Vec::new());
                    cx.b.assign(Place::local(there).deref(), nothing, span);
                    cx.only_if(is_behind, span);
                    Ok(())
                })
            }
        }
    }

    fn each_field(
        &mut self,
        place: &Place,
        parts: &[TyId],
        lower: &mut dyn FnMut(&mut Self, &Place, TyId) -> Read<()>,
    ) -> Read<()> {
        let mut parts = parts.iter().enumerate();
        parts.try_for_each(|(index, ty)| lower(self, &place.field(Id::from_index(index)), *ty))
    }

    /// The same of the fields of a struct, or of the variant that an enum is of.
    fn each_variant(
        &mut self,
        place: &Place,
        ty: TyId,
        span: Span,
        lower: &mut dyn FnMut(&mut Self, &Place, TyId) -> Read<()>,
    ) -> Read<()> {
        let IrTy::Adt(adt) = *self.session.types.get(ty) else {
            return Ok(());
        };
        if !self.session.types.adt(adt).is_enum {
            let parts = self.session.types.field_types(ty, only_variant());
            return self.each_field(place, &parts, lower);
        }
        let variants: Vec<_> = self.session.types.adt(adt).variants.ids().collect();
        for variant in variants {
            let parts = self.session.types.field_types(ty, variant);
            self.b.open();
            let lowered = self.each_field(&place.variant(variant), &parts, lower);
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
