//! Invariants of types. What a type states holds of every value of it that an argument owns, so each
//! type gets a procedure that visits the parts of a value, then states what its own type says.

use std::rc::Rc;

use crate::front::{Lang, Read};
use crate::ids::Id;
use crate::ir::types::Ty as IrTy;
use crate::ir::{Branch, ObligationKind, Place, Proc, Rvalue};
use crate::span::Span;
use crate::ty::{Ty, TyKind};

use super::function::{FnCx, Frame};
use super::session::{Instance, Session, unsupported};

/// What is done with the invariants of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Mode {
    /// They hold on entry, also of what references lead to.
    Assume,
    /// They must hold of what the value owns.
    Assert,
}

impl FnCx<'_, '_> {
    /// Assumes or asserts the invariants of the value at `place` and of all its parts.
    pub(super) fn invariants(
        &mut self,
        mode: Mode,
        place: &Place,
        ty: &Ty,
        span: Span,
    ) -> Read<()> {
        if !self.session.is_guarded(mode, ty)? {
            return Ok(());
        }
        match &**ty {
            TyKind::Ref { to, .. } if mode == Mode::Assume => {
                self.invariants(mode, &place.deref(), to, span)
            }
            TyKind::Tuple(parts) => {
                for (index, part) in parts.iter().enumerate() {
                    let field = place.field(Id::from_index(index));
                    self.invariants(mode, &field, part, span)?;
                }
                Ok(())
            }
            TyKind::Adt(def, args) => match (self.session.front.lang(*def), args.first()) {
                (Some(Lang::Box), Some(to)) => self.invariants(mode, &place.deref(), to, span),
                _ => {
                    let to = self.ty(ty, span)?;
                    let pointer = IrTy::Ref { mutable: false, to };
                    let pointer = self.session.types.intern(pointer);
                    let address = Rvalue::AddressOf(place.clone());
                    let pointer = self.hold(pointer, address, span);
                    let instance = Instance::Invariants(mode, ty.clone());
                    let proc = self.session.instance(instance, span)?;
                    let unit = self.unit_ty();
                    let sink = self.sink(unit, span);
                    self.b.call(sink.into(), proc, vec![pointer.into()], span);
                    Ok(())
                }
            },
            _ => Ok(()),
        }
    }

    /// The invariants that the type itself states, of the value behind `pointer`.
    fn own_invariants(&mut self, mode: Mode, pointer: &Place, ty: &Ty) -> Read<()> {
        for invariant in self.session.front.invariants(ty)? {
            if mode == Mode::Assume && self.session.dropped.contains(&invariant.span) {
                continue;
            }
            self.session.register_closures(&invariant.body);
            let mut frame = Frame::new(Rc::clone(&invariant.body));
            frame.is_spec = true;
            let pointer = pointer.clone();
            self.inlined(frame, |cx| {
                let body = Rc::clone(&invariant.body);
                if let Some(param) = body.params.first() {
                    cx.bind(param, &pointer)?;
                }
                match mode {
                    Mode::Assume => {
                        cx.assume(&body.value, ObligationKind::Invariant, invariant.span)
                    }
                    Mode::Assert => cx.assert(&body.value, ObligationKind::Invariant),
                }
            })?;
        }
        Ok(())
    }
}

impl Session<'_> {
    /// Whether the type or something that its values lead to states an invariant.
    fn is_guarded(&mut self, mode: Mode, ty: &Ty) -> Read<bool> {
        if let Some(known) = self.guarded.get(&(mode, ty.clone())) {
            return Ok(*known);
        }
        let front = self.front;
        let through_references = mode == Mode::Assume;
        let found = self.any_part(ty, through_references, &mut |part| {
            Ok(!front.invariants(part)?.is_empty())
        })?;
        self.guarded.insert((mode, ty.clone()), found);
        Ok(found)
    }

    /// `fn(&T)` that assumes or asserts the invariants of a struct or enum and of its parts.
    pub(super) fn invariants_proc(&mut self, mode: Mode, ty: &Ty, span: Span) -> Read<Proc> {
        let TyKind::Adt(def, args) = &**ty else {
            let name = self.name(ty);
            return Err(unsupported(span, format!("invariants of {name}")));
        };
        let info = self.front.adt(*def, args)?;
        let verb = match mode {
            Mode::Assume => "assume",
            Mode::Assert => "assert",
        };
        let name = format!("<{} as invariants>::{verb}", self.name(ty));
        let to = self.ty(ty, span)?;
        let pointer = self.types.intern(IrTy::Ref { mutable: false, to });
        let mut cx = FnCx::without_body(self, span);
        let this = Place::local(cx.b.param(Some("self".into()), pointer, span));
        let unit = cx.unit_ty();
        let ret = cx.b.temp(unit, span);
        for variant in &info.variants {
            let whole = this.deref();
            let inside = if info.is_enum {
                whole.variant(variant.index)
            } else {
                whole.clone()
            };
            cx.b.open();
            for (index, (_, field)) in variant.fields.iter().enumerate() {
                let place = inside.field(Id::from_index(index));
                cx.invariants(mode, &place, field, span)?;
            }
            let parts = cx.b.close();
            if parts.block.is_empty() {
                continue;
            }
            if !info.is_enum {
                cx.b.splice(parts.block);
                continue;
            }
            let is = cx.flag(Rvalue::IsVariant(whole, variant.index), span);
            cx.b.open();
            let otherwise = cx.b.close();
            cx.b.if_else(is.into(), parts, otherwise, Branch::Hidden, span);
        }
        cx.own_invariants(mode, &this, ty)?;
        Ok(cx.b.finish(ret, name, span, true))
    }
}
