//! Patterns: first the tests, which write nothing the source can see, then the bindings.

use crate::front::{Lang, Read};
use crate::ir::types::{Ty as IrTy, TyId};
use crate::ir::{BinOp, Branch, Operand, Place, Rvalue};
use crate::thir::{BindBy, Expr, ExprKind, Pat, PatKind};
use crate::ty::{Ty, TyKind, VariantIdx};

use super::function::FnCx;

impl FnCx<'_, '_> {
    /// Whether what is at `place` matches.
    pub(super) fn test(&mut self, pat: &Pat, place: &Place) -> Read<Operand> {
        self.nested(pat.span, |cx| cx.test_inner(pat, place))
    }

    fn test_inner(&mut self, pat: &Pat, place: &Place) -> Read<Operand> {
        match &pat.kind {
            PatKind::Wild | PatKind::Binding { sub: None, .. } => Ok(Operand::bool(true)),
            PatKind::Binding { sub: Some(sub), .. } => self.test(sub, place),
            PatKind::Deref(sub) => self.test(sub, &place.deref()),
            PatKind::Adt { variant, fields } => {
                let mut tests: Vec<Test> = Vec::new();
                let inside = if self.is_enum(&pat.ty)? {
                    tests.push(Test::Variant(place, *variant));
                    place.variant(*variant)
                } else {
                    place.clone()
                };
                for (field, sub) in fields {
                    if !is_irrefutable(sub) {
                        tests.push(Test::Pattern(sub, inside.field(*field)));
                    }
                }
                self.all_of(&tests, pat)
            }
            PatKind::Constant(constant) => self.test_constant(constant, place, pat),
            PatKind::Range {
                low,
                high,
                inclusive,
            } => {
                let ty = self.ty(&pat.ty, pat.span)?;
                let mut tests = Vec::new();
                if let Some(low) = low {
                    tests.push(Test::Compare(BinOp::Ge, place, Operand::int(*low, ty)));
                }
                if let Some(high) = high {
                    let op = if *inclusive { BinOp::Le } else { BinOp::Lt };
                    tests.push(Test::Compare(op, place, Operand::int(*high, ty)));
                }
                self.all_of(&tests, pat)
            }
            PatKind::Or(alternatives) => self.any_of(alternatives, place, pat),
            PatKind::Slice {
                prefix,
                rest,
                suffix,
            } => {
                let mut tests = Vec::new();
                let count = prefix.len() + suffix.len();
                tests.push(Test::Length(place, count, rest.is_some()));
                for (at, sub) in prefix.iter().enumerate() {
                    tests.push(Test::Element(sub, place, at, false));
                }
                for (at, sub) in suffix.iter().enumerate() {
                    tests.push(Test::Element(sub, place, suffix.len() - at, true));
                }
                tests.retain(|test| match test {
                    Test::Element(sub, ..) => !is_irrefutable(sub),
                    _ => true,
                });
                self.all_of(&tests, pat)
            }
        }
    }

    /// Whether all tests hold, each made only if those before it do.
    fn all_of(&mut self, tests: &[Test<'_>], pat: &Pat) -> Read<Operand> {
        let Some((first, rest)) = tests.split_first() else {
            return Ok(Operand::bool(true));
        };
        let holds = self.one(first, pat)?;
        if rest.is_empty() {
            return Ok(holds);
        }
        let ty = self.bool_ty();
        let all = self.b.temp(ty, pat.span);
        self.b.open();
        let lowered = self.all_of(rest, pat);
        if let Ok(rest) = &lowered {
            self.put(&all.into(), rest.clone(), pat.span);
        }
        let then = self.b.close();
        self.b.open();
        self.put(&all.into(), Operand::bool(false), pat.span);
        let otherwise = self.b.close();
        self.b
            .if_else(holds, then, otherwise, Branch::Hidden, pat.span);
        lowered.map(|_| all.into())
    }

    fn one(&mut self, test: &Test<'_>, pat: &Pat) -> Read<Operand> {
        match test {
            Test::Variant(place, variant) => {
                let is = Rvalue::IsVariant((*place).clone(), *variant);
                Ok(self.flag(is, pat.span).into())
            }
            Test::Pattern(sub, place) => self.test(sub, place),
            Test::Length(place, count, open) => {
                let holds = self.test_length(place, *count, *open, pat.span);
                Ok(holds.unwrap_or(Operand::bool(true)))
            }
            Test::Element(sub, place, at, from_end) => {
                let element = self.pattern_element(place, *at, *from_end, sub.span);
                self.test(sub, &element)
            }
            Test::Compare(op, place, with) => {
                let compare = Rvalue::Binary(*op, (*place).clone().into(), with.clone());
                Ok(self.flag(compare, pat.span).into())
            }
        }
    }

    /// Whether one of the alternatives matches, tried in order.
    fn any_of(&mut self, alternatives: &[Pat], place: &Place, pat: &Pat) -> Read<Operand> {
        let Some((first, rest)) = alternatives.split_first() else {
            return Ok(Operand::bool(false));
        };
        let holds = self.test(first, place)?;
        if rest.is_empty() || holds == Operand::bool(true) {
            return Ok(holds);
        }
        let ty = self.bool_ty();
        let any = self.b.temp(ty, pat.span);
        self.b.open();
        self.put(&any.into(), Operand::bool(true), pat.span);
        let then = self.b.close();
        self.b.open();
        let lowered = self.nested(pat.span, |cx| cx.any_of(rest, place, pat));
        if let Ok(rest) = &lowered {
            self.put(&any.into(), rest.clone(), pat.span);
        }
        let otherwise = self.b.close();
        self.b
            .if_else(holds, then, otherwise, Branch::Hidden, pat.span);
        lowered.map(|_| any.into())
    }

    fn test_constant(&mut self, constant: &Expr, place: &Place, pat: &Pat) -> Read<Operand> {
        let ty = self.ty(&pat.ty, pat.span)?;
        let scalar = matches!(
            self.session.types.get(ty),
            IrTy::Bool | IrTy::Char | IrTy::Int(_) | IrTy::MathInt
        );
        if !scalar && self.is_text(ty) {
            let value = self.as_operand(constant)?;
            let boolean = self.bool_ty();
            let same = self.b.temp(boolean, pat.span);
            let (left, right) = (place.clone().into(), value);
            self.structural_eq(&same.into(), ty, left, right, pat.span)?;
            return Ok(same.into());
        }
        if !scalar {
            let name = self.session.name(&pat.ty);
            return self.unsupported(pat.span, format!("a constant of type {name} as a pattern"));
        }
        if let ExprKind::Literal(crate::thir::Literal::Bool(true)) = constant.kind {
            return Ok(place.clone().into());
        }
        let value = self.as_operand(constant)?;
        let compare = Rvalue::Binary(BinOp::Eq, place.clone().into(), value);
        Ok(self.flag(compare, pat.span).into())
    }

    /// Whether values of the type are compared as bytes: `&str`, `&[u8]`, `&[u8; N]`.
    fn is_text(&self, ty: TyId) -> bool {
        let types = &self.session.types;
        let element = types.pointee(ty).and_then(|to| types.element(to));
        element.is_some_and(|element| matches!(types.get(element), IrTy::Int(_)))
    }

    pub(super) fn is_union(&self, ty: &Ty) -> Read<bool> {
        match &**ty {
            TyKind::Adt(def, args) if self.session.front.lang(*def).is_none() => {
                Ok(self.session.front.adt(*def, args)?.is_union)
            }
            _ => Ok(false),
        }
    }

    fn is_enum(&self, ty: &Ty) -> Read<bool> {
        match &**ty {
            TyKind::Adt(def, args) => match self.session.front.lang(*def) {
                Some(Lang::Option) | None => Ok(self.session.front.adt(*def, args)?.is_enum),
                Some(_) => Ok(false),
            },
            _ => Ok(false),
        }
    }

    /// Binds the variables of a pattern that what is at `place` is known to match.
    pub(super) fn bind(&mut self, pat: &Pat, place: &Place) -> Read<()> {
        self.nested(pat.span, |cx| cx.bind_inner(pat, place))
    }

    fn bind_inner(&mut self, pat: &Pat, place: &Place) -> Read<()> {
        match &pat.kind {
            PatKind::Wild | PatKind::Constant(_) | PatKind::Range { .. } => Ok(()),
            PatKind::Binding { var, by, sub } => {
                let dst = self.var(*var)?;
                match by {
                    BindBy::Value => {
                        self.put(&dst, place.clone().into(), pat.span);
                        self.moved_out(place, &pat.ty, pat.span)?;
                        self.track_var(&dst, &pat.ty, true, pat.span)?;
                    }
                    BindBy::Ref | BindBy::RefMut => {
                        let address = Rvalue::AddressOf(place.clone());
                        self.b.assign(dst.clone(), address, pat.span);
                        let ty = self.frame.body.vars[*var].ty.clone();
                        self.track_var(&dst, &ty, true, pat.span)?;
                    }
                }
                match sub {
                    Some(sub) => self.bind(sub, place),
                    None => Ok(()),
                }
            }
            PatKind::Deref(sub) => self.bind(sub, &place.deref()),
            PatKind::Adt { variant, fields } => {
                let inside = if self.is_enum(&pat.ty)? {
                    place.variant(*variant)
                } else {
                    place.clone()
                };
                let mut fields = fields.iter();
                fields.try_for_each(|(field, sub)| self.bind(sub, &inside.field(*field)))
            }
            PatKind::Or(alternatives) => self.bind_any(alternatives, place),
            PatKind::Slice {
                prefix,
                rest,
                suffix,
            } => self.bind_slice(place, prefix, rest.as_deref(), suffix),
        }
    }

    /// Lets the variables of a pattern stand for the places themselves: nothing moves, and nothing is copied.
    pub(super) fn name_places(&mut self, pat: &Pat, place: &Place) -> Read<()> {
        match &pat.kind {
            PatKind::Binding {
                var,
                by: BindBy::Value,
                sub,
            } => {
                self.frame.vars.insert(*var, place.clone());
                match sub {
                    Some(sub) => self.name_places(sub, place),
                    None => Ok(()),
                }
            }
            PatKind::Deref(sub) => self.name_places(sub, &place.deref()),
            PatKind::Adt { variant, fields } => {
                let inside = if self.is_enum(&pat.ty)? {
                    place.variant(*variant)
                } else {
                    place.clone()
                };
                let mut fields = fields.iter();
                fields.try_for_each(|(field, sub)| self.name_places(sub, &inside.field(*field)))
            }
            PatKind::Slice { .. } | PatKind::Or(_) if binds(pat) => self.unsupported(
                pat.span,
                "a guard on a pattern that moves a value that is dropped",
            ),
            _ => self.bind(pat, place),
        }
    }

    /// Binds by the first alternative that matches.
    fn bind_any(&mut self, alternatives: &[Pat], place: &Place) -> Read<()> {
        let Some((first, rest)) = alternatives.split_first() else {
            return Ok(());
        };
        if rest.is_empty() || !alternatives.iter().any(binds) {
            return self.bind(first, place);
        }
        let holds = self.test(first, place)?;
        self.b.open();
        let lowered = self.bind(first, place);
        let then = self.b.close();
        self.b.open();
        let lowered = lowered.and_then(|()| self.nested(first.span, |cx| cx.bind_any(rest, place)));
        let otherwise = self.b.close();
        self.b
            .if_else(holds, then, otherwise, Branch::Hidden, first.span);
        lowered
    }
}

enum Test<'p> {
    Variant(&'p Place, VariantIdx),
    Pattern(&'p Pat, Place),
    Compare(BinOp, &'p Place, Operand),
    /// The number of elements is that, or that and more.
    Length(&'p Place, usize, bool),
    /// An element, counted from the start or from the end.
    Element(&'p Pat, &'p Place, usize, bool),
}

/// Whether the pattern matches everything by its form alone.
fn is_irrefutable(pat: &Pat) -> bool {
    match &pat.kind {
        PatKind::Wild | PatKind::Binding { sub: None, .. } => true,
        PatKind::Binding { sub: Some(sub), .. } | PatKind::Deref(sub) => is_irrefutable(sub),
        _ => false,
    }
}

pub(super) fn binds(pat: &Pat) -> bool {
    let mut found = matches!(pat.kind, PatKind::Binding { .. });
    super::walk::each_subpattern(pat, &mut |sub| found |= binds(sub));
    found
}
