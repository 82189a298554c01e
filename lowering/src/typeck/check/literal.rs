//! Literals and the values built from parts: arrays, structs, ranges.

use std::rc::Rc;

use super::super::infer::VarKind;
use super::super::subst::{adt, bool_ty, int, math_int, reference};
use super::super::types::primitive;
use super::FnCtxt;
use crate::front::Read;
use crate::ids::Id;
use crate::ir::Int;
use crate::resolve::DefKind;
use crate::source::ast::{self, Lit, Shape};
use crate::source::{codes, nearest};
use crate::span::Span;
use crate::thir::{Expr, ExprKind, Literal};
use crate::ty::{DefId, FieldIdx, IntTy, Ty, TyKind, VariantIdx};

impl FnCtxt<'_> {
    pub(super) fn literal(&mut self, lit: &Lit, expected: Option<&Ty>, span: Span) -> Read<Expr> {
        let expected = expected.map(|ty| self.infer.shallow(ty));
        let (literal, ty) = match lit {
            Lit::Bool(value) => (Literal::Bool(*value), bool_ty()),
            Lit::Char(value) => (
                Literal::Int(Int::from(u32::from(*value))),
                Rc::new(TyKind::Char),
            ),
            Lit::Byte(value) => (Literal::Int(Int::from(*value)), int(IntTy::U8)),
            Lit::Str(value) => (
                Literal::Str(value.clone()),
                reference(false, Rc::new(TyKind::Str)),
            ),
            Lit::ByteStr(value) => {
                let length = i128::try_from(value.len()).unwrap_or(i128::MAX);
                let array = TyKind::Array(int(IntTy::U8), Rc::new(TyKind::ConstValue(length)));
                (
                    Literal::ByteStr(value.clone()),
                    reference(false, Rc::new(array)),
                )
            }
            Lit::Int(value, suffix) => {
                let ty = match suffix {
                    Some(suffix) => match primitive(suffix) {
                        Some(ty) => ty,
                        None => return self.unsupported(span, "a literal with this suffix"),
                    },
                    None => match expected.as_deref() {
                        Some(TyKind::Int(_) | TyKind::MathInt) => {
                            expected.clone().unwrap_or_else(math_int)
                        }
                        _ => self.infer.fresh(VarKind::Int),
                    },
                };
                if let TyKind::Float(_) = *ty {
                    (Literal::Float(value.to_string()), ty)
                } else {
                    (Literal::Int(*value), ty)
                }
            }
            Lit::Float(text, suffix) => {
                let ty = match suffix.as_deref() {
                    Some("f32") => Rc::new(TyKind::Float(32)),
                    Some(_) => Rc::new(TyKind::Float(64)),
                    None => match expected.as_deref() {
                        Some(TyKind::Float(width)) => Rc::new(TyKind::Float(*width)),
                        _ => self.infer.fresh(VarKind::Float),
                    },
                };
                (Literal::Float(text.clone()), ty)
            }
        };
        Ok(self.mk(ExprKind::Literal(literal), ty, span))
    }

    pub(super) fn array(
        &mut self,
        elements: &[ast::Expr],
        expected: Option<&Ty>,
        span: Span,
    ) -> Read<Expr> {
        let expected = expected.map(|ty| self.infer.shallow(ty));
        let element = match expected.as_deref() {
            Some(TyKind::Array(element, _) | TyKind::Slice(element)) => Rc::clone(element),
            _ => self.infer.any(),
        };
        let mut checked = Vec::new();
        for value in elements {
            checked.push(self.expr_as(value, &element)?);
        }
        let length = i128::try_from(checked.len()).unwrap_or(i128::MAX);
        let ty = TyKind::Array(element, Rc::new(TyKind::ConstValue(length)));
        Ok(self.mk(ExprKind::Array(checked), Rc::new(ty), span))
    }

    pub(super) fn repeat(
        &mut self,
        value: &ast::Expr,
        count: &ast::Expr,
        expected: Option<&Ty>,
        span: Span,
    ) -> Read<Expr> {
        let expected = expected.map(|ty| self.infer.shallow(ty));
        let element = match expected.as_deref() {
            Some(TyKind::Array(element, _) | TyKind::Slice(element)) => Rc::clone(element),
            _ => self.infer.any(),
        };
        let value = self.expr_as(value, &element)?;
        let length = ast::Type {
            kind: ast::TypeKind::Array(
                Box::new(ast::Type {
                    kind: ast::TypeKind::Tuple(Vec::new()),
                    span,
                }),
                Box::new(count.clone()),
            ),
            span,
        };
        let length = match &*self.lower_ty(&length)? {
            TyKind::Array(_, length) => Rc::clone(length),
            _ => return self.unsupported(span, "an array of this length"),
        };
        let ty = Rc::new(TyKind::Array(element, length));
        Ok(self.mk(ExprKind::Repeat(value.into()), ty, span))
    }

    /// The field of a name in a variant, and its type for the given arguments of the type.
    pub(super) fn field_of(
        &mut self,
        def: DefId,
        args: &[Ty],
        variant: VariantIdx,
        name: &str,
        span: Span,
    ) -> Read<Option<(FieldIdx, Ty)>> {
        let DefKind::Adt(ast) = &self.pkg.defs.def(def).kind else {
            return Ok(None);
        };
        let Some(variant) = ast.variants.get(variant.index()) else {
            return Ok(None);
        };
        let Some(at) = variant.fields.iter().position(|it| *it.name.name == *name) else {
            return Ok(None);
        };
        let ty = self.pkg.field_ty(def, args, &variant.fields[at])?;
        let ty = self.infer.normalize(&ty, Some(span));
        Ok(Some((FieldIdx::from_index(at), ty)))
    }

    pub(super) fn struct_literal(
        &mut self,
        path: &ast::Path,
        fields: &[(ast::Ident, ast::Expr)],
        base: Option<&ast::Expr>,
        expected: Option<&Ty>,
        span: Span,
    ) -> Read<Expr> {
        let (ty, variant) = self.struct_path(path)?;
        if let Some(expected) = expected {
            // The expected type tells type arguments; where it does not fit, a coercion will say so.
            let snapshot = self.infer.snapshot();
            if !self.infer.unify(&ty, expected) {
                self.infer.rollback(&snapshot);
            }
        }
        let TyKind::Adt(def, args) = &*self.infer.shallow(&ty) else {
            return self.unsupported(path.span, "a struct literal of this type");
        };
        self.refuse_odd_adt(*def, path.span)?;
        self.require_bounds(*def, args, span)?;
        if self.pkg.is_union(*def) {
            return self.union_literal(ty, fields, span);
        }
        let mut checked = Vec::new();
        for (name, value) in fields {
            let Some((index, ty)) = self.field_of(*def, args, variant, &name.name, name.span)?
            else {
                return self.unknown_field(&ty, name);
            };
            if checked.iter().any(|(known, _)| *known == index) {
                return self.wrong(codes::UNKNOWN_FIELD, name.span, "the field is given twice");
            }
            let value = self.expr_as(value, &ty)?;
            checked.push((index, value));
        }
        let base = match base {
            Some(base) => Some(Box::new(self.expr_as(base, &ty)?)),
            None => {
                let all = self
                    .pkg
                    .variant_of(*def, variant)
                    .map_or(0, |it| it.fields.len());
                self.fill_ghosts(*def, args, variant, &mut checked, span)?;
                if checked.len() < all {
                    return self.wrong(codes::UNKNOWN_FIELD, span, "some fields are missing");
                }
                None
            }
        };
        let kind = ExprKind::Adt {
            variant,
            fields: checked,
            base,
        };
        Ok(self.mk(kind, ty, span))
    }

    /// Types that we can name but not build or take apart.
    pub(super) fn refuse_odd_adt(&self, def: DefId, span: Span) -> Read<()> {
        let info = self.pkg.defs.def(def);
        if let Some((what, _)) = &info.attrs.unsupported {
            return self.unsupported(span, format!("the type `{}` with {what}", info.name));
        }
        Ok(())
    }

    pub(super) fn unknown_field<T>(&self, ty: &Ty, name: &ast::Ident) -> Read<T> {
        let message = format!("no field `{}` on `{}`", name.name, self.infer.show(ty));
        let stop = self.wrong_stop(codes::UNKNOWN_FIELD, name.span, message);
        Err(match self.nearest_field(ty, name) {
            Some(help) => stop.with_help(help),
            None => stop,
        })
    }

    /// What the user may have meant by the name of a field that there is not: one that is spelled nearly
    /// so, or one of what the value leads to.
    fn nearest_field(&self, ty: &Ty, name: &ast::Ident) -> Option<String> {
        let ty = self.infer.resolve(ty);
        let name = &*name.name;
        let has_it = |to: &Ty| self.names_of_fields(to).contains(&name);
        match &*ty {
            TyKind::RawPtr { to, .. } if has_it(to) => {
                Some(format!("a pointer is followed by `(*…).{name}`"))
            }
            TyKind::Adt(def, args) if self.pkg.lang_is(*def, "NonNull") => {
                let to = args.first().filter(|to| has_it(to));
                to.map(|_| format!("a pointer is followed by `.as_ref().{name}`"))
            }
            TyKind::Adt(def, args) if self.pkg.lang_is(*def, "Option") => {
                let to = args.first().map(|to| self.infer.resolve(to))?;
                let to = self.behind(&to).unwrap_or(to);
                has_it(&to).then(|| format!("it may be `None`: `match` it, or `.unwrap().{name}`"))
            }
            _ => nearest(name, self.names_of_fields(&ty).into_iter())
                .map(|near| format!("did you mean `{near}`?")),
        }
    }

    fn names_of_fields(&self, ty: &Ty) -> Vec<&str> {
        let TyKind::Adt(def, _) = &**ty else {
            return Vec::new();
        };
        match &self.pkg.defs.def(*def).kind {
            DefKind::Adt(ast) => {
                let fields = ast.variants.iter().flat_map(|it| &it.fields);
                fields.map(|it| &*it.name.name).collect()
            }
            _ => Vec::new(),
        }
    }

    pub(super) fn range(
        &mut self,
        low: Option<&ast::Expr>,
        high: Option<&ast::Expr>,
        inclusive: bool,
        expected: Option<&Ty>,
        span: Span,
    ) -> Read<Expr> {
        let (lang, names) = range_type(low.is_some(), high.is_some(), inclusive);
        let Some(def) = self.pkg.lang_item(lang) else {
            return self.unsupported(span, "a range of this form");
        };
        let wanted = match expected.map(|ty| self.infer.shallow(ty)).as_deref() {
            Some(TyKind::Adt(found, args)) if *found == def => args.first().cloned(),
            _ => None,
        };
        let mut fields = Vec::new();
        let mut bounds = [low, high].into_iter().flatten();
        let element = match &wanted {
            // What indexes a slice is of the machine in specifications as well.
            Some(wanted) if matches!(**wanted, TyKind::Int(_)) => Rc::clone(wanted),
            _ if self.spec => math_int(),
            _ => self.infer.any(),
        };
        if let Some(wanted) = wanted {
            self.infer.unify(&element, &wanted);
        }
        for (at, name) in names.iter().enumerate() {
            let value = if *name == "exhausted" {
                self.mk(ExprKind::Literal(Literal::Bool(false)), bool_ty(), span)
            } else {
                let Some(bound) = bounds.next() else { break };
                let checked = self.expr(bound, Some(&element))?;
                self.coerce(checked, &element)?
            };
            fields.push((FieldIdx::from_index(at), value));
        }
        let args = if names.is_empty() {
            Vec::new()
        } else {
            vec![element]
        };
        let kind = ExprKind::Adt {
            variant: VariantIdx::from_index(0),
            fields,
            base: None,
        };
        Ok(self.mk(kind, adt(def, args), span))
    }

    /// A unit struct or variant as a value.
    pub(super) fn unit_adt(
        &self,
        ty: Ty,
        variant: VariantIdx,
        shape: Shape,
        span: Span,
    ) -> Option<Expr> {
        (shape == Shape::Unit).then(|| {
            let kind = ExprKind::Adt {
                variant,
                fields: Vec::new(),
                base: None,
            };
            self.mk(kind, ty, span)
        })
    }
}

/// The type of a range by its bounds, and the names of its fields.
pub(super) fn range_type(
    low: bool,
    high: bool,
    inclusive: bool,
) -> (&'static str, &'static [&'static str]) {
    match (low, high, inclusive) {
        (true, true, false) => ("Range", &["start", "end"]),
        (true, true, true) => ("RangeInclusive", &["start", "end", "exhausted"]),
        (true, false, _) => ("RangeFrom", &["start"]),
        (false, true, false) => ("RangeTo", &["end"]),
        (false, true, true) => ("RangeToInclusive", &["end"]),
        (false, false, _) => ("RangeFull", &[]),
    }
}
