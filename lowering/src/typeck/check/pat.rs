//! Patterns, with the references that match ergonomics look through made explicit.

use std::rc::Rc;

use super::super::subst::{bool_ty, reference};
use super::FnCtxt;
use super::values::Value;
use crate::front::Read;
use crate::ids::Id;
use crate::resolve::{DefKind, Found, Ns};
use crate::source::ast::{self, Lit, PatKind as Ast, Shape};
use crate::source::codes;
use crate::source::macros::hygiene;
use crate::span::Span;
use crate::thir::{BindBy, ExprKind, Pat, PatKind, VarId};
use crate::ty::{FieldIdx, Ty, TyKind, VariantIdx};

/// Checks one whole pattern.
pub(super) struct PatCtxt {
    /// The variables that an earlier alternative of an or-pattern bound.
    shared: Vec<(ast::Name, VarId)>,
    /// The variables bound so far.
    bound: Vec<(ast::Name, VarId)>,
}

impl FnCtxt<'_> {
    /// Checks a pattern against a type; what it binds can be named from here on.
    pub(super) fn pat(&mut self, pat: &ast::Pat, ty: &Ty) -> Read<Pat> {
        let mut cx = PatCtxt {
            shared: Vec::new(),
            bound: Vec::new(),
        };
        let checked = self.pat_in(&mut cx, pat, ty, BindBy::Value)?;
        self.locals.append(&mut cx.bound);
        Ok(checked)
    }

    fn pat_in(&mut self, cx: &mut PatCtxt, pat: &ast::Pat, ty: &Ty, by: BindBy) -> Read<Pat> {
        let span = pat.span;
        let mk = |kind: PatKind, ty: &Ty| Pat {
            kind,
            ty: Rc::clone(ty),
            span,
        };
        match &pat.kind {
            Ast::Wild => Ok(mk(PatKind::Wild, ty)),
            Ast::Rest => self.unsupported(span, "`..` in this position"),
            Ast::Ident {
                by_ref,
                mutable,
                name,
                sub,
            } => {
                if !*by_ref
                    && !*mutable
                    && sub.is_none()
                    && let Some(path) = self.constant_name(name)?
                {
                    return self.through_references(cx, ty, by, span, |this, _, ty, _| {
                        this.path_pat(&path, ty)
                    });
                }
                self.binding(cx, pat, ty, by)
            }
            Ast::Or(cases) => {
                let before = cx.bound.len();
                let mut checked = Vec::new();
                for (at, case) in cases.iter().enumerate() {
                    if at > 0 {
                        cx.shared.extend(cx.bound[before..].iter().cloned());
                        cx.bound.truncate(before);
                    }
                    checked.push(self.pat_in(cx, case, ty, by)?);
                }
                Ok(mk(PatKind::Or(checked), ty))
            }
            Ast::Ref {
                mutable,
                pat: inner,
            } => {
                let known = self.known(ty)?;
                let to = match &*known {
                    TyKind::Ref { to, .. } => Rc::clone(to),
                    TyKind::Infer(_) => {
                        let to = self.infer.any();
                        self.infer
                            .unify(&known, &reference(*mutable, Rc::clone(&to)));
                        to
                    }
                    _ if self.spec => return self.pat_in(cx, inner, ty, by),
                    _ => return self.unsupported(span, "a reference pattern here"),
                };
                // Under a default binding mode it ends that mode, where the edition has it at all.
                let inner = self.pat_in(cx, inner, &to, BindBy::Value)?;
                Ok(mk(PatKind::Deref(inner.into()), &known))
            }
            Ast::Lit(lit) => {
                let is_text =
                    matches!(&lit.kind, ast::ExprKind::Lit(Lit::Str(_) | Lit::ByteStr(_)));
                if is_text {
                    return self.text_pat(lit, ty, span);
                }
                self.through_references(cx, ty, by, span, |this, _, ty, _| {
                    let value = this.expr_as_machine(lit, ty)?;
                    Ok(PatKind::Constant(value.into()))
                })
            }
            Ast::Range {
                low,
                high,
                inclusive,
            } => self.through_references(cx, ty, by, span, |this, _, ty, _| {
                this.range_pat(low.as_deref(), high.as_deref(), *inclusive, ty, span)
            }),
            Ast::Path(path) => {
                self.through_references(cx, ty, by, span, |this, _, ty, _| this.path_pat(path, ty))
            }
            Ast::Tuple(parts) => self.through_references(cx, ty, by, span, |this, cx, ty, by| {
                this.tuple_pat(cx, parts, ty, by, span)
            }),
            Ast::TupleStruct(path, parts) => {
                self.through_references(cx, ty, by, span, |this, cx, ty, by| {
                    this.tuple_struct_pat(cx, path, parts, ty, by)
                })
            }
            Ast::Struct { path, fields, rest } => {
                self.through_references(cx, ty, by, span, |this, cx, ty, by| {
                    this.struct_pat(cx, path, fields, *rest, ty, by)
                })
            }
            Ast::Slice(parts) => self.through_references(cx, ty, by, span, |this, cx, ty, by| {
                this.slice_pat(cx, parts, ty, by, span)
            }),
            Ast::Unsupported(what) => self.unsupported(span, what.clone()),
        }
    }

    /// Peels references (in a specification boxes as well) off the type, as match ergonomics do.
    fn through_references(
        &mut self,
        cx: &mut PatCtxt,
        ty: &Ty,
        by: BindBy,
        span: Span,
        check: impl FnOnce(&mut Self, &mut PatCtxt, &Ty, BindBy) -> Read<PatKind>,
    ) -> Read<Pat> {
        let mut by = by;
        let mut peeled = Vec::new();
        let mut at = self.known(ty)?;
        loop {
            let next = match &*at {
                TyKind::Ref { mutable, to } => {
                    by = match (by, mutable) {
                        (BindBy::Ref, _) | (_, false) => BindBy::Ref,
                        _ => BindBy::RefMut,
                    };
                    Rc::clone(to)
                }
                TyKind::Adt(def, args) if self.spec && self.pkg.lang_is(*def, "Box") => {
                    Rc::clone(&args[0])
                }
                _ => break,
            };
            peeled.push(at);
            at = self.known(&next)?;
        }
        let kind = check(self, cx, &at, by)?;
        let mut pat = Pat { kind, ty: at, span };
        while let Some(ty) = peeled.pop() {
            pat = Pat {
                kind: PatKind::Deref(pat.into()),
                ty,
                span,
            };
        }
        Ok(pat)
    }

    /// The path of a constant or unit variant that a lone name in a pattern means.
    fn constant_name(&self, name: &ast::Ident) -> Read<Option<ast::Path>> {
        let name = &ast::Ident {
            name: hygiene::written(&name.name).into(),
            span: name.span,
        };
        if name.name.is_empty() {
            return Ok(None);
        }
        let segments = [name.name.clone()];
        let found = self
            .pkg
            .defs
            .follow(self.scope.names, false, &segments, Ns::Value);
        let def = match found {
            Found::Def { def, .. } => def,
            // Constants and variants begin with a capital, by a lint that is on by default.
            Found::Unclear { .. } if name.name.starts_with(char::is_uppercase) => {
                let what = self.pkg.defs.unclear(self.scope.names, &name.name);
                return self.unsupported(name.span, what);
            }
            _ => return Ok(None),
        };
        let is_constant = match &self.pkg.defs.def(def).kind {
            DefKind::Const(_) | DefKind::Static(_) => true,
            DefKind::Adt(ast) => ast
                .variants
                .first()
                .is_some_and(|it| it.shape == Shape::Unit),
            DefKind::Variant(variant) => self
                .pkg
                .defs
                .def(def)
                .parent
                .and_then(|owner| self.pkg.variant_of(owner, *variant))
                .is_some_and(|it| it.shape == Shape::Unit),
            _ => false,
        };
        Ok(is_constant.then(|| ast::Path {
            qself: None,
            marked: None,
            global: false,
            span: name.span,
            segments: vec![ast::Segment {
                ident: name.clone(),
                args: None,
            }],
        }))
    }

    fn binding(&mut self, cx: &mut PatCtxt, pat: &ast::Pat, ty: &Ty, by: BindBy) -> Read<Pat> {
        let Ast::Ident {
            by_ref,
            mutable,
            name,
            sub,
        } = &pat.kind
        else {
            return self.unsupported(pat.span, "a pattern of this form");
        };
        let by = match (by_ref, mutable) {
            (true, true) => BindBy::RefMut,
            (true, false) => BindBy::Ref,
            // `mut x` binds by value even under a default binding mode.
            (false, true) => BindBy::Value,
            (false, false) => by,
        };
        let var_ty = match by {
            BindBy::Value => Rc::clone(ty),
            BindBy::Ref => reference(false, Rc::clone(ty)),
            BindBy::RefMut => reference(true, Rc::clone(ty)),
        };
        let shared = cx.shared.iter().find(|(known, _)| *known == name.name);
        let var = match shared {
            Some((_, var)) => {
                let var = *var;
                let known = Rc::clone(&self.vars[var].ty);
                if !self.infer.unify(&known, &var_ty) {
                    return self.mismatch(pat.span, &known, &var_ty);
                }
                var
            }
            None => self.new_var(Some(&name.name), var_ty, name.span),
        };
        cx.bound.push((name.name.clone(), var));
        let sub = match sub {
            Some(sub) => Some(Box::new(self.pat_in(cx, sub, ty, by)?)),
            None => None,
        };
        Ok(Pat {
            kind: PatKind::Binding { var, by, sub },
            ty: Rc::clone(ty),
            span: pat.span,
        })
    }

    /// A string literal: one reference belongs to the literal itself.
    fn text_pat(&mut self, lit: &ast::Expr, ty: &Ty, span: Span) -> Read<Pat> {
        let known = self.known(ty)?;
        let own = match &*known {
            TyKind::Ref { to, .. } => matches!(
                *self.infer.shallow(to),
                TyKind::Str | TyKind::Array(..) | TyKind::Slice(_)
            ),
            _ => true,
        };
        if !own {
            return self.unsupported(span, "a text pattern behind references");
        }
        let value = self.expr_as(lit, &known)?;
        Ok(Pat {
            kind: PatKind::Constant(value.into()),
            ty: known,
            span,
        })
    }

    /// Literals in patterns are of the machine type that is matched, in specifications too.
    fn expr_as_machine(&mut self, lit: &ast::Expr, ty: &Ty) -> Read<crate::thir::Expr> {
        let value = self.expr(lit, Some(ty))?;
        if self.infer.unify(&value.ty, ty) {
            Ok(value)
        } else {
            self.mismatch(lit.span, ty, &value.ty)
        }
    }

    fn range_pat(
        &mut self,
        low: Option<&ast::Expr>,
        high: Option<&ast::Expr>,
        inclusive: bool,
        ty: &Ty,
        span: Span,
    ) -> Read<PatKind> {
        if !matches!(
            **ty,
            TyKind::Int(_) | TyKind::Char | TyKind::MathInt | TyKind::Infer(_)
        ) {
            return self.unsupported(span, "a range pattern on this type");
        }
        let low = low
            .map(|low| {
                self.pkg
                    .const_int(self.scope, low, Some(ty).filter(|ty| is_machine(ty)))
            })
            .transpose()?;
        let high = high
            .map(|high| {
                self.pkg
                    .const_int(self.scope, high, Some(ty).filter(|ty| is_machine(ty)))
            })
            .transpose()?;
        Ok(PatKind::Range {
            low,
            high,
            inclusive,
        })
    }

    fn path_pat(&mut self, path: &ast::Path, ty: &Ty) -> Read<PatKind> {
        match self.value(path)? {
            Value::Ctor {
                ty: found, variant, ..
            } => {
                if !self.infer.unify(&found, ty) {
                    return self.mismatch(path.span, ty, &found);
                }
                Ok(PatKind::Adt {
                    variant,
                    fields: Vec::new(),
                })
            }
            Value::Const(constant) => {
                let found = self.pkg.constant_ty(&constant)?;
                let found = self.infer.normalize(&found, Some(path.span));
                let is_scalar = matches!(
                    *self.infer.shallow(&found),
                    TyKind::Int(_) | TyKind::Char | TyKind::Bool
                );
                if !is_scalar {
                    return self.unsupported(path.span, "a constant of this type as a pattern");
                }
                if !self.infer.unify(&found, ty) {
                    return self.mismatch(path.span, ty, &found);
                }
                let value = self.mk(ExprKind::Const(constant), found, path.span);
                Ok(PatKind::Constant(value.into()))
            }
            _ => self.unsupported(path.span, "a pattern of this form"),
        }
    }

    /// Positions of sub-patterns where one may be `..`.
    fn positions(&self, parts: &[ast::Pat], count: usize, span: Span) -> Read<Vec<usize>> {
        let rest = parts.iter().position(|it| matches!(it.kind, Ast::Rest));
        let fits = match rest {
            Some(_) => parts.len() - 1 <= count,
            None => parts.len() == count,
        };
        if !fits {
            let message = format!("the pattern has {} parts, the value {count}", parts.len());
            return self.wrong(codes::WRONG_TYPE, span, message);
        }
        let after = parts.len();
        Ok(parts
            .iter()
            .enumerate()
            .map(|(at, _)| match rest {
                Some(rest) if at > rest => count - (after - at),
                _ => at,
            })
            .collect())
    }

    fn sub_pats(
        &mut self,
        cx: &mut PatCtxt,
        parts: &[ast::Pat],
        types: &[Ty],
        by: BindBy,
        span: Span,
    ) -> Read<Vec<(FieldIdx, Pat)>> {
        let positions = self.positions(parts, types.len(), span)?;
        let mut checked = Vec::new();
        for (part, at) in parts.iter().zip(positions) {
            if matches!(part.kind, Ast::Rest) {
                continue;
            }
            let pat = self.pat_in(cx, part, &types[at], by)?;
            checked.push((FieldIdx::from_index(at), pat));
        }
        Ok(checked)
    }

    fn tuple_pat(
        &mut self,
        cx: &mut PatCtxt,
        parts: &[ast::Pat],
        ty: &Ty,
        by: BindBy,
        span: Span,
    ) -> Read<PatKind> {
        let types = match &**ty {
            TyKind::Tuple(types) => types.clone(),
            TyKind::Infer(_) if !parts.iter().any(|it| matches!(it.kind, Ast::Rest)) => {
                let types: Vec<Ty> = parts.iter().map(|_| self.infer.any()).collect();
                let tuple = Rc::new(TyKind::Tuple(types.clone()));
                self.infer.unify(ty, &tuple);
                types
            }
            _ => {
                let shown = self.infer.show(ty);
                let message = format!("a tuple pattern for `{shown}`");
                return self.wrong(codes::WRONG_TYPE, span, message);
            }
        };
        let fields = self.sub_pats(cx, parts, &types, by, span)?;
        Ok(PatKind::Adt {
            variant: VariantIdx::from_index(0),
            fields,
        })
    }

    fn tuple_struct_pat(
        &mut self,
        cx: &mut PatCtxt,
        path: &ast::Path,
        parts: &[ast::Pat],
        ty: &Ty,
        by: BindBy,
    ) -> Read<PatKind> {
        let Value::Ctor {
            ty: found,
            variant,
            shape: Shape::Tuple,
        } = self.value(path)?
        else {
            return self.unsupported(path.span, "a pattern of this form");
        };
        if !self.infer.unify(&found, ty) {
            return self.mismatch(path.span, ty, &found);
        }
        let types = self.ctor_fields(&found, variant, path.span)?;
        let fields = self.sub_pats(cx, parts, &types, by, path.span)?;
        Ok(PatKind::Adt { variant, fields })
    }

    fn struct_pat(
        &mut self,
        cx: &mut PatCtxt,
        path: &ast::Path,
        fields: &[(ast::Ident, ast::Pat)],
        rest: bool,
        ty: &Ty,
        by: BindBy,
    ) -> Read<PatKind> {
        let (found, variant) = self.struct_path(path)?;
        if !self.infer.unify(&found, ty) {
            return self.mismatch(path.span, ty, &found);
        }
        let TyKind::Adt(def, args) = &*self.infer.shallow(&found) else {
            return self.unsupported(path.span, "a pattern of this form");
        };
        self.refuse_odd_adt(*def, path.span)?;
        if self.pkg.is_union(*def) {
            return self.unsupported(path.span, "a pattern that takes a union apart");
        }
        let mut checked = Vec::new();
        for (name, pat) in fields {
            let Some((index, ty)) = self.field_of(*def, args, variant, &name.name, name.span)?
            else {
                return self.unknown_field(&found, name);
            };
            checked.push((index, self.pat_in(cx, pat, &ty, by)?));
        }
        let all = self.pkg.variant_of(*def, variant).map_or(0, |it| {
            it.fields.iter().filter(|it| it.ghost.is_none()).count()
        });
        if !rest && checked.len() < all {
            return self.wrong(
                codes::UNKNOWN_FIELD,
                path.span,
                "the pattern lacks some fields",
            );
        }
        Ok(PatKind::Adt {
            variant,
            fields: checked,
        })
    }

    fn slice_pat(
        &mut self,
        cx: &mut PatCtxt,
        parts: &[ast::Pat],
        ty: &Ty,
        by: BindBy,
        span: Span,
    ) -> Read<PatKind> {
        let element = match &**ty {
            TyKind::Array(element, _) | TyKind::Slice(element) => Rc::clone(element),
            _ => return self.unsupported(span, "a slice pattern on this type"),
        };
        let slice = match &**ty {
            TyKind::Slice(_) => Rc::clone(ty),
            _ => Rc::new(TyKind::Slice(Rc::clone(&element))),
        };
        let mut prefix = Vec::new();
        let mut rest = None;
        let mut suffix = Vec::new();
        for part in parts {
            let is_rest = match &part.kind {
                Ast::Rest => true,
                Ast::Ident { sub: Some(sub), .. } => matches!(sub.kind, Ast::Rest),
                _ => false,
            };
            if is_rest {
                if matches!(**ty, TyKind::Array(..)) && !matches!(part.kind, Ast::Rest) {
                    return self.unsupported(part.span, "the rest of an array in a pattern");
                }
                let named = match &part.kind {
                    Ast::Ident {
                        by_ref,
                        mutable,
                        name,
                        ..
                    } => Ast::Ident {
                        by_ref: *by_ref,
                        mutable: *mutable,
                        name: name.clone(),
                        sub: None,
                    },
                    _ => Ast::Wild,
                };
                let named = ast::Pat {
                    kind: named,
                    span: part.span,
                };
                rest = Some(Box::new(match named.kind {
                    Ast::Wild => self.pat_in(cx, &named, &slice, by)?,
                    _ => self.binding(cx, &named, &slice, by)?,
                }));
                continue;
            }
            let pat = self.pat_in(cx, part, &element, by)?;
            if rest.is_some() {
                suffix.push(pat);
            } else {
                prefix.push(pat);
            }
        }
        Ok(PatKind::Slice {
            prefix,
            rest,
            suffix,
        })
    }

    /// `let pat = value` as a condition.
    pub(super) fn let_condition(
        &mut self,
        pat: &ast::Pat,
        value: &ast::Expr,
        span: Span,
    ) -> Read<crate::thir::Expr> {
        let value = self.expr(value, None)?;
        let ty = Rc::clone(&value.ty);
        let pat = self.pat(pat, &ty)?;
        let kind = ExprKind::Let {
            pat,
            value: value.into(),
        };
        Ok(self.mk(kind, bool_ty(), span))
    }
}

/// Whether constants of the type can be computed as it.
fn is_machine(ty: &Ty) -> bool {
    matches!(**ty, TyKind::Int(_) | TyKind::Char)
}
