//! A value of which only the type is known, built from chosen ones: what has no pointers is chosen as a
//! whole, a reference leads to a new place, and of an enum the variant is chosen first.

use crate::front::{Lang, Read};
use crate::ids::Id;
use crate::ir::types::FieldIdx;
use crate::ir::{Asked, Branch, Operand, Place, Rvalue, StmtKind};
use crate::span::Span;
use crate::ty::{Ty, TyKind};

use super::drops::Through;
use super::function::FnCx;
use super::session::Session;
use super::unknown::UnknownKey;

/// Where an unknown value comes from.
#[derive(Clone)]
pub(super) struct Unknown {
    pub(super) key: UnknownKey,
    pub(super) label: String,
    /// The arguments, as far as they can be compared.
    pub(super) args: Vec<Operand>,
    /// Whether equal ones need not give equal values.
    pub(super) remembers: bool,
    pub(super) span: Span,
}

impl Unknown {
    /// One part of what it gives.
    fn part(&self, index: usize) -> Unknown {
        let mut part = self.clone();
        part.key.2.push(u32::try_from(index).unwrap_or(u32::MAX));
        part
    }
}

impl FnCx<'_, '_> {
    /// `dst :=` an unknown value of the type.
    pub(super) fn unknown_value(&mut self, dst: &Place, ty: &Ty, unknown: &Unknown) -> Read<()> {
        let span = unknown.span;
        let lowered = self.ty(ty, span)?;
        self.session.note_outside(std::slice::from_ref(ty), span)?;
        if !self.session.holds_pointers(lowered) {
            let asked = Asked {
                function: self.unknown_function(&unknown.key, &unknown.label, span),
                args: unknown.args.clone(),
                remembers: unknown.remembers,
            };
            let choose = StmtKind::Choose {
                dst: dst.clone(),
                function: Some(asked),
                whole: false,
            };
            self.b.emit(choose, span);
            return Ok(());
        }
        match &**ty {
            TyKind::Tuple(parts) => {
                for (index, part) in parts.iter().enumerate() {
                    let field: FieldIdx = Id::from_index(index);
                    let place = dst.field(field);
                    self.unknown_value(&place, part, &unknown.part(index))?;
                }
                Ok(())
            }
            // Nobody else can reach it, so it never changes.
            TyKind::Ref { mutable: false, to } if !self.session.has_cells(to)? => {
                self.unknown_pointee(dst, to, unknown)
            }
            // What is reached through one that may change itself is part of it, or nobody's: what is written there
            // is seen only by asking it again, and what it answers then is open anyway.
            TyKind::Ref { mutable: true, to }
                if unknown.remembers && !self.session.has_cells(to)? =>
            {
                self.unknown_pointee(dst, to, unknown)
            }
            TyKind::Adt(def, args) if self.session.front.lang(*def) == Some(Lang::Box) => {
                match args.first() {
                    Some(to) => self.unknown_pointee(dst, to, unknown),
                    None => self.refuse_unknown(ty, unknown),
                }
            }
            TyKind::Adt(def, args) => {
                let info = self.session.front.adt(*def, args)?;
                // Structs keep invariants that are not seen here.
                if !info.is_enum || info.variants.is_empty() {
                    return self.refuse_unknown(ty, unknown);
                }
                let variants: Vec<Vec<Ty>> = info
                    .variants
                    .iter()
                    .map(|variant| variant.fields.iter().map(|(_, ty)| ty.clone()).collect())
                    .collect();
                self.unknown_variant(dst, ty, &variants, 0, unknown)
            }
            _ => self.refuse_unknown(ty, unknown),
        }
    }

    fn unknown_pointee(&mut self, dst: &Place, to: &Ty, unknown: &Unknown) -> Read<()> {
        let pointee = self.ty(to, unknown.span)?;
        if self.session.types.slice_element(pointee).is_some() {
            return self.refuse_unknown(to, unknown);
        }
        let held = self.b.temp(pointee, unknown.span);
        self.unknown_value(&held.into(), to, &unknown.part(0))?;
        let (dst, value) = (dst.clone(), held.into());
        self.b.emit(StmtKind::Allocate { dst, value }, unknown.span);
        Ok(())
    }

    /// The variant at `index`, or one of those after it.
    fn unknown_variant(
        &mut self,
        dst: &Place,
        ty: &Ty,
        variants: &[Vec<Ty>],
        index: usize,
        unknown: &Unknown,
    ) -> Read<()> {
        let span = unknown.span;
        if index + 1 == variants.len() {
            return self.this_variant(dst, ty, &variants[index], index, &unknown.part(2 * index));
        }
        let boolean = self.bool_ty();
        let flag = self.b.temp(boolean, span);
        let is_this = unknown.part(2 * index + 1);
        self.unknown_value(&flag.into(), &std::rc::Rc::new(TyKind::Bool), &is_this)?;
        self.b.open();
        let this = self.this_variant(dst, ty, &variants[index], index, &unknown.part(2 * index));
        let then = self.b.close();
        self.b.open();
        let later = self.unknown_variant(dst, ty, variants, index + 1, unknown);
        let otherwise = self.b.close();
        self.b
            .if_else(flag.into(), then, otherwise, Branch::Hidden, span);
        this.and(later)
    }

    fn this_variant(
        &mut self,
        dst: &Place,
        ty: &Ty,
        fields: &[Ty],
        index: usize,
        unknown: &Unknown,
    ) -> Read<()> {
        let span = unknown.span;
        let mut held = Vec::new();
        for (at, field) in fields.iter().enumerate() {
            let lowered = self.ty(field, span)?;
            let temp = self.b.temp(lowered, span);
            self.unknown_value(&temp.into(), field, &unknown.part(at))?;
            held.push(temp.into());
        }
        let lowered = self.ty(ty, span)?;
        let value = Rvalue::Aggregate(lowered, Id::from_index(index), held);
        self.b.assign(dst.clone(), value, span);
        Ok(())
    }

    fn refuse_unknown(&mut self, ty: &Ty, unknown: &Unknown) -> Read<()> {
        let (label, ty) = (&unknown.label, self.session.name(ty));
        self.unsupported(
            unknown.span,
            format!("the method {label}, which returns a value with a `{ty}`"),
        )
    }
}

impl Session<'_> {
    /// Whether nothing can be changed through a value of the type, by whoever gets it.
    pub(super) fn only_shares(&mut self, ty: &Ty) -> Read<bool> {
        let changes = self.any_part(ty, Through::References, &mut |part| {
            Ok(matches!(
                &**part,
                TyKind::Ref { mutable: true, .. }
                    | TyKind::RawPtr { .. }
                    | TyKind::Closure(..)
                    | TyKind::FnPtr(..)
                    | TyKind::Dyn(..)
            ))
        })?;
        Ok(!changes && !self.has_cells(ty)?)
    }
}
