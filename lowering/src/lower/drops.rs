//! Which drops can be seen. A value is dropped at the end of its scope, when it is overwritten and
//! when it is a temporary; unless a `Drop` impl runs, nobody can tell, and nothing is emitted.
//!
//! Running `Drop` impls is not modelled yet, so a place that may be dropped and whose type runs one
//! stops the lowering of its function.

use rustc_hash::FxHashSet;

use crate::front::{Lang, Read};
use crate::span::Span;
use crate::ty::{Ty, TyKind};

use crate::ir::Place;

use super::function::FnCx;
use super::session::{Session, unsupported};

/// Types that own more kinds of parts than this own endlessly many.
const MAX_PARTS: usize = 10_000;

impl Session<'_> {
    /// Stops if dropping a value of the type runs a `Drop` impl.
    pub(super) fn refuse_drop(&mut self, ty: &Ty, span: Span) -> Read<()> {
        if self.drop_is_seen(ty)? {
            let name = self.name(ty);
            return Err(unsupported(
                span,
                format!("drop of a value of type {name}, which implements Drop"),
            ));
        }
        Ok(())
    }

    /// Whether dropping a value of the type runs a `Drop` impl, its own or that of a part it owns.
    pub(super) fn drop_is_seen(&mut self, ty: &Ty) -> Read<bool> {
        if let Some(known) = self.drops.get(ty) {
            return Ok(*known);
        }
        let front = self.front;
        let seen = self.any_part(ty, false, &mut |part| Ok(front.drop_impl(part).is_some()))?;
        self.drops.insert(ty.clone(), seen);
        Ok(seen)
    }

    /// Whether Rust says of the type that dropping it does something: it runs a `Drop` impl or ends an
    /// allocation.
    pub(super) fn needs_drop(&mut self, ty: &Ty) -> Read<bool> {
        let front = self.front;
        self.any_part(ty, false, &mut |part| {
            let owns = match &**part {
                TyKind::Adt(def, _) => front.lang(*def) == Some(Lang::Box),
                TyKind::Param(_) => true,
                _ => false,
            };
            Ok(owns || front.drop_impl(part).is_some())
        })
    }

    /// Whether `holds` of the type or of anything that its values own (or, `through_references`, lead
    /// to), however deep.
    pub(super) fn any_part(
        &mut self,
        ty: &Ty,
        through_references: bool,
        holds: &mut dyn FnMut(&Ty) -> Read<bool>,
    ) -> Read<bool> {
        let mut met = FxHashSet::default();
        let mut queue = vec![ty.clone()];
        while let Some(ty) = queue.pop() {
            if met.len() > MAX_PARTS || !met.insert(ty.clone()) {
                continue;
            }
            if holds(&ty)? {
                return Ok(true);
            }
            queue.extend(self.owned_parts(&ty)?);
            if let TyKind::Ref { to, .. } = &*ty
                && through_references
            {
                queue.push(to.clone());
            }
        }
        // A type of endlessly many parts is refused when it is lowered.
        Ok(false)
    }

    /// Whether a value of the type holds a `&mut`, itself or in a part of it.
    pub(super) fn holds_mutable(&mut self, ty: &Ty) -> Read<bool> {
        let mut is_mutable = |part: &Ty| Ok(matches!(&**part, TyKind::Ref { mutable: true, .. }));
        self.any_part(ty, false, &mut is_mutable)
    }

    /// The types of what a value of the type owns directly.
    pub(super) fn owned_parts(&mut self, ty: &Ty) -> Read<Vec<Ty>> {
        Ok(match &**ty {
            TyKind::Tuple(parts) => parts.clone(),
            TyKind::Array(of, _) | TyKind::Slice(of) => vec![of.clone()],
            TyKind::Adt(def, args) => match self.front.lang(*def) {
                Some(Lang::Box) => args.clone(),
                Some(
                    Lang::Set
                    | Lang::Seq
                    | Lang::Maybe
                    | Lang::Buffer
                    | Lang::Counted
                    | Lang::WeakCounted,
                ) => Vec::new(),
                Some(Lang::Option) | None => {
                    let info = self.front.adt(*def, args)?;
                    let variants = info.variants.iter();
                    variants
                        .flat_map(|variant| variant.fields.iter().map(|(_, ty)| ty.clone()))
                        .collect()
                }
            },
            TyKind::Closure(..) => match self.closures.get(ty) {
                Some(info) => {
                    let owned = info
                        .closure
                        .captures
                        .iter()
                        .filter(|capture| capture.by == crate::thir::CaptureBy::Value);
                    owned
                        .map(|capture| info.body.vars[capture.var].ty.clone())
                        .collect()
                }
                None => Vec::new(),
            },
            _ => Vec::new(),
        })
    }
}

impl FnCx<'_, '_> {
    /// Drops what is at a place.
    pub(super) fn drop_place(&mut self, _place: &Place, ty: &Ty, span: Span) -> Read<()> {
        self.session.refuse_drop(ty, span)
    }
}
