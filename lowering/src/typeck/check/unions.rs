//! Unions. One holds the field that was written last, as an enum of its fields would; asking for another is to
//! look at the bits of that one, of which nothing is said: whoever gets there is not modelled.
//!
//! So a field is a place inside of a variant, found by a `match`, and to write a whole field is to write the whole
//! union. Parts of a field are written where they are.

use std::rc::Rc;

use super::super::Package;
use super::super::subst::reference;
use super::FnCtxt;
use crate::front::Read;
use crate::ids::Id;
use crate::resolve::DefKind;
use crate::source::ast::{self, AdtKind};
use crate::source::codes;
use crate::span::Span;
use crate::thir::{Arm, BindBy, Expr, ExprKind, Pat, PatKind};
use crate::ty::{DefId, FieldIdx, FnRef, Ty, TyKind, VariantIdx};

impl Package {
    /// Whether the type is a union.
    pub(in super::super) fn is_union(&self, def: DefId) -> bool {
        matches!(&self.defs.def(def).kind, DefKind::Adt(adt) if adt.kind == AdtKind::Union)
    }
}

impl FnCtxt<'_> {
    fn is_union_type(&self, ty: &Ty) -> bool {
        matches!(&*self.infer.shallow(ty), TyKind::Adt(def, _) if self.pkg.is_union(*def))
    }

    /// The place of a field of the union at `place`.
    pub(super) fn union_field(
        &mut self,
        place: Expr,
        field: FieldIdx,
        ty: &Ty,
        span: Span,
    ) -> Read<Expr> {
        if self.spec {
            return self.unsupported(span, "a field of a union in a specification");
        }
        let pointer = reference(true, Rc::clone(ty));
        let var = self.new_var(None, Rc::clone(&pointer), span);
        let held = Pat {
            kind: PatKind::Binding {
                var,
                by: BindBy::RefMut,
                sub: None,
            },
            ty: Rc::clone(ty),
            span,
        };
        let union = Rc::clone(&place.ty);
        let there = Pat {
            kind: PatKind::Adt {
                variant: VariantIdx::from_index(field.index()),
                fields: vec![(FieldIdx::from_index(0), held)],
            },
            ty: Rc::clone(&union),
            span,
        };
        let elsewhere = Pat {
            kind: PatKind::Wild,
            ty: union,
            span,
        };
        let Some(def) = self.pkg.lang_item("other_field") else {
            return self.unsupported(span, "a union");
        };
        let callee = FnRef {
            def,
            args: Vec::new(),
        };
        let args = Vec::new();
        let stop = self.mk(
            ExprKind::Call { callee, args },
            Rc::new(TyKind::Never),
            span,
        );
        let stop = self.coerce(stop, &pointer)?;
        let arm = |pat: Pat, body: Expr| Arm {
            pat,
            guard: None,
            body,
        };
        let there = arm(there, self.var_expr(var, span));
        let kind = ExprKind::Match {
            scrutinee: place.into(),
            arms: vec![there, arm(elsewhere, stop)],
        };
        let found = self.mk(kind, pointer, span);
        Ok(self.mk(ExprKind::Deref(found.into()), Rc::clone(ty), span))
    }

    /// The union and the field, if the pointer is what [`Self::union_field`] makes of them. No pattern that is
    /// written takes a union apart.
    pub(super) fn union_behind<'e>(&self, pointer: &'e Expr) -> Option<(&'e Expr, VariantIdx)> {
        match &pointer.kind {
            ExprKind::Match { scrutinee, arms } if self.is_union_type(&scrutinee.ty) => {
                match arms.first().map(|arm| &arm.pat.kind) {
                    Some(PatKind::Adt { variant, .. }) => Some((scrutinee, *variant)),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// An assignment to a whole field, as one to the union.
    pub(super) fn assigned_union(&mut self, place: Expr, value: Expr) -> Read<(Expr, Expr)> {
        let found = match &place.kind {
            ExprKind::Deref(pointer) => self.union_behind(pointer),
            _ => None,
        };
        let Some((union, variant)) = found else {
            return Ok((place, value));
        };
        let union = union.clone();
        let (ty, span) = (Rc::clone(&union.ty), value.span);
        let kind = ExprKind::Adt {
            variant,
            fields: vec![(FieldIdx::from_index(0), value)],
            base: None,
        };
        Ok((self.make_mut(union)?, self.mk(kind, ty, span)))
    }

    /// `Union { field: value }`.
    pub(super) fn union_literal(
        &mut self,
        ty: Ty,
        fields: &[(ast::Ident, ast::Expr)],
        span: Span,
    ) -> Read<Expr> {
        let TyKind::Adt(def, args) = &*ty else {
            return self.unsupported(span, "a struct literal of this type");
        };
        let [(name, value)] = fields else {
            let message = "a union is built of exactly one field";
            return self.wrong(codes::UNKNOWN_FIELD, span, message);
        };
        let first = VariantIdx::from_index(0);
        let Some((field, of)) = self.field_of(*def, args, first, &name.name, name.span)? else {
            return self.unknown_field(&ty, name);
        };
        let value = self.expr_as(value, &of)?;
        let kind = ExprKind::Adt {
            variant: VariantIdx::from_index(field.index()),
            fields: vec![(FieldIdx::from_index(0), value)],
            base: None,
        };
        Ok(self.mk(kind, ty, span))
    }
}
