//! Values that are alike in specifications: those that differ only in the references and boxes inside of
//! them, in whether their integers are of the machine, or in which collection holds them. One is rebuilt
//! as a value of the other's type, or both as values of the type that they have in common.

use std::rc::Rc;

use super::super::subst::{adt, math_int};
use super::FnCtxt;
use crate::front::Read;
use crate::ids::Id;
use crate::resolve::DefKind;
use crate::span::Span;
use crate::thir::{Arm, BindBy, Expr, ExprKind, Pat, PatKind, SpecExpr};
use crate::ty::{DefId, FieldIdx, Ty, TyKind, VariantIdx};

/// How deep values are looked into; what nests deeper leads back to itself.
const MAX_NESTED: usize = 16;

/// What a collection of values is in specifications.
enum Content {
    Seq(Ty),
    Set(Ty),
    Multiset(Ty),
    Map(Ty, Ty),
}

impl FnCtxt<'_> {
    /// The type that values of two types have in common in specifications.
    pub(super) fn common(&mut self, a: &Ty, b: &Ty) -> Option<Ty> {
        let snapshot = self.infer.snapshot();
        let found = self.common_within(a, b, MAX_NESTED);
        if found.is_none() {
            self.infer.rollback(&snapshot);
        }
        found
    }

    fn common_within(&mut self, a: &Ty, b: &Ty, depth: usize) -> Option<Ty> {
        let depth = depth.checked_sub(1)?;
        if self.unifies(a, b) {
            return Some(Rc::clone(a));
        }
        let (a, b) = (self.without_pointers(a), self.without_pointers(b));
        if self.unifies(&a, &b) {
            return Some(a);
        }
        if self.is_int(&a) && self.is_int(&b) {
            return (!self.machine).then(math_int);
        }
        if let (Some(a), Some(b)) = (self.content_of(&a), self.content_of(&b)) {
            return self.common_content(a, b, depth);
        }
        match (&*a, &*b) {
            (TyKind::Tuple(x), TyKind::Tuple(y)) if x.len() == y.len() => {
                let parts = self.common_parts(x, y, depth)?;
                Some(Rc::new(TyKind::Tuple(parts)))
            }
            (TyKind::Adt(d, x), TyKind::Adt(e, y)) if d == e && self.is_rebuilt(*d) => {
                let parts = self.common_parts(x, y, depth)?;
                Some(adt(*d, parts))
            }
            _ => None,
        }
    }

    fn common_parts(&mut self, a: &[Ty], b: &[Ty], depth: usize) -> Option<Vec<Ty>> {
        let pairs = a.iter().zip(b);
        pairs
            .map(|(a, b)| self.common_within(a, b, depth))
            .collect()
    }

    fn common_content(&mut self, a: Content, b: Content, depth: usize) -> Option<Ty> {
        let (lang, args) = match (a, b) {
            (Content::Seq(a), Content::Seq(b)) => ("Seq", vec![self.common_within(&a, &b, depth)?]),
            (Content::Set(a), Content::Set(b)) => ("Set", vec![self.common_within(&a, &b, depth)?]),
            (Content::Multiset(a), Content::Multiset(b)) => {
                ("Multiset", vec![self.common_within(&a, &b, depth)?])
            }
            (Content::Map(a, x), Content::Map(b, y)) => {
                let key = self.common_within(&a, &b, depth)?;
                ("Map", vec![key, self.common_within(&x, &y, depth)?])
            }
            _ => return None,
        };
        Some(adt(self.pkg.lang_item(lang)?, args))
    }

    /// Makes two types one, if they can be.
    pub(super) fn unifies(&mut self, a: &Ty, b: &Ty) -> bool {
        let snapshot = self.infer.snapshot();
        let unified = self.infer.unify(a, b);
        if !unified {
            self.infer.rollback(&snapshot);
        }
        unified
    }

    /// The type behind all references and boxes.
    pub(super) fn without_pointers(&mut self, ty: &Ty) -> Ty {
        let mut ty = self.infer.shallow(ty);
        while let Some(to) = self.behind(&ty) {
            ty = self.infer.shallow(&to);
        }
        ty
    }

    fn content_of(&self, ty: &Ty) -> Option<Content> {
        match &*self.infer.shallow(ty) {
            TyKind::Array(of, _) | TyKind::Slice(of) => Some(Content::Seq(Rc::clone(of))),
            TyKind::Str => Some(Content::Seq(Rc::new(TyKind::Char))),
            TyKind::Adt(def, args) if self.pkg.defs.def(*def).is_model => {
                let args = args.clone();
                match (&*self.pkg.defs.def(*def).name, args.as_slice()) {
                    ("Vec" | "VecDeque" | "Seq", [of, ..]) => Some(Content::Seq(Rc::clone(of))),
                    ("String", _) => Some(Content::Seq(Rc::new(TyKind::Char))),
                    ("HashSet" | "BTreeSet" | "Set", [of, ..]) => Some(Content::Set(Rc::clone(of))),
                    ("Multiset", [of]) => Some(Content::Multiset(Rc::clone(of))),
                    ("HashMap" | "BTreeMap" | "Map", [key, value, ..]) => {
                        Some(Content::Map(Rc::clone(key), Rc::clone(value)))
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Whether values of the type are nothing but their fields.
    fn is_rebuilt(&self, def: DefId) -> bool {
        let info = self.pkg.defs.def(def);
        let plain = ["Option", "Result", "Range", "RangeInclusive", "Reverse"];
        (!info.is_model || plain.contains(&&*info.name)) && !self.pkg.is_union(def)
    }

    /// What one side of a comparison tells the other of its type. What is behind a reference or a box is
    /// left open: it may be given without, or with another.
    pub(super) fn alike_hint(&mut self, ty: &Ty) -> Ty {
        let ty = self.infer.shallow(ty);
        match &*ty {
            TyKind::Tuple(parts) => {
                let parts = parts.iter().map(|it| self.part_hint(it)).collect();
                Rc::new(TyKind::Tuple(parts))
            }
            TyKind::Adt(def, args) if self.is_rebuilt(*def) => {
                adt(*def, args.iter().map(|it| self.part_hint(it)).collect())
            }
            _ => ty,
        }
    }

    fn part_hint(&mut self, ty: &Ty) -> Ty {
        let ty = self.infer.shallow(ty);
        if self.behind(&ty).is_some() || self.content_of(&ty).is_some() {
            return self.infer.any();
        }
        self.alike_hint(&ty)
    }

    /// The value as one of type `wanted`, if the two are alike.
    pub(super) fn rebuilt(&mut self, value: Expr, wanted: &Ty) -> Read<Option<Expr>> {
        if let ExprKind::Spec(spec) = &value.kind
            && let SpecExpr::Old(of) = &**spec
        {
            let span = value.span;
            let rebuilt = self.rebuilt(of.clone(), wanted)?;
            return Ok(rebuilt.map(|of| {
                let ty = Rc::clone(&of.ty);
                self.spec_expr(SpecExpr::Old(of), ty, span)
            }));
        }
        let span = value.span;
        let found = self.known(&value.ty)?;
        let wanted = self.infer.shallow(wanted);
        if let TyKind::Adt(def, args) = &*wanted
            && self.pkg.lang_is(*def, "Box")
            && let Some(to) = args.first()
        {
            return self.boxed(value, to, &wanted);
        }
        if self.content_of(&wanted).is_some() {
            return self.regathered(value, &wanted);
        }
        match (&*found, &*wanted) {
            (TyKind::Tuple(x), TyKind::Tuple(y)) if x.len() == y.len() => {
                let (x, y) = (x.clone(), y.clone());
                let arm = self.part_by_part(&found, None, &x, (&y, &wanted), span)?;
                Ok(arm.map(|arm| self.taken_apart(value, vec![arm], &wanted)))
            }
            (TyKind::Adt(d, _), TyKind::Adt(e, _)) if d == e && self.is_rebuilt(*d) => {
                if self.common(&found, &wanted).is_none() {
                    return Ok(None);
                }
                let DefKind::Adt(written) = &self.pkg.defs.def(*d).kind else {
                    return Ok(None);
                };
                let mut arms = Vec::new();
                for at in 0..written.variants.len() {
                    let variant = VariantIdx::from_index(at);
                    let x = self.ctor_fields(&found, variant, span)?;
                    let y = self.ctor_fields(&wanted, variant, span)?;
                    let arm = self.part_by_part(&found, Some(variant), &x, (&y, &wanted), span)?;
                    let Some(arm) = arm else { return Ok(None) };
                    arms.push(arm);
                }
                Ok(Some(self.taken_apart(value, arms, &wanted)))
            }
            _ => Ok(None),
        }
    }

    /// A value that a box of it is wanted for.
    fn boxed(&mut self, value: Expr, to: &Ty, wanted: &Ty) -> Read<Option<Expr>> {
        let (found, span) = (Rc::clone(&value.ty), value.span);
        if self.common(&found, to).is_none() {
            return Ok(None);
        }
        let value = self.spec_coerce(value, to)?;
        let mut boxed = self.lang_call("box_new", vec![Rc::clone(to)], vec![value], span)?;
        boxed.ty = Rc::clone(wanted);
        Ok(Some(boxed))
    }

    /// The arm of a `match` that makes one variant of another type of the same variant.
    fn part_by_part(
        &mut self,
        found: &Ty,
        variant: Option<VariantIdx>,
        types: &[Ty],
        (parts, whole): (&[Ty], &Ty),
        span: Span,
    ) -> Read<Option<Arm>> {
        let mut pats = Vec::new();
        let mut values = Vec::new();
        for (at, (have, want)) in types.iter().zip(parts).enumerate() {
            if self.common(have, want).is_none() {
                return Ok(None);
            }
            let ty = super::super::subst::reference(false, Rc::clone(have));
            let var = self.new_var(None, ty, span);
            let kind = PatKind::Binding {
                var,
                by: BindBy::Ref,
                sub: None,
            };
            let ty = Rc::clone(have);
            pats.push((FieldIdx::from_index(at), Pat { kind, ty, span }));
            let part = self.var_expr(var, span);
            let part = self.mk(ExprKind::Deref(part.into()), Rc::clone(have), span);
            values.push((FieldIdx::from_index(at), self.spec_coerce(part, want)?));
        }
        let first = VariantIdx::from_index(0);
        let kind = match variant {
            Some(variant) => ExprKind::Adt {
                variant,
                fields: values,
                base: None,
            },
            None => ExprKind::Tuple(values.into_iter().map(|(_, value)| value).collect()),
        };
        let body = self.mk(kind, Rc::clone(whole), span);
        let kind = PatKind::Adt {
            variant: variant.unwrap_or(first),
            fields: pats,
        };
        let ty = Rc::clone(found);
        Ok(Some(Arm {
            pat: Pat { kind, ty, span },
            guard: None,
            body,
        }))
    }

    fn taken_apart(&mut self, value: Expr, arms: Vec<Arm>, wanted: &Ty) -> Expr {
        let span = value.span;
        let kind = ExprKind::Match {
            scrutinee: value.into(),
            arms,
        };
        self.mk(kind, Rc::clone(wanted), span)
    }

    /// A collection as a model value of type `wanted`, element by element where they differ.
    fn regathered(&mut self, value: Expr, wanted: &Ty) -> Read<Option<Expr>> {
        let span = value.span;
        let Some(content) = self.content(&value)? else {
            return Ok(None);
        };
        if self.unifies(&content.ty, wanted) {
            return Ok(Some(content));
        }
        let (Some(have), Some(want)) = (self.content_of(&content.ty), self.content_of(wanted))
        else {
            return Ok(None);
        };
        if !self.is_model_value(wanted) || self.common(&content.ty, wanted).is_none() {
            return Ok(None);
        }
        let pair = |a: &Ty, b: &Ty| Rc::new(TyKind::Tuple(vec![Rc::clone(a), Rc::clone(b)]));
        let (lang, from, to, mut args) = match (have, want) {
            (Content::Seq(a), Content::Seq(b)) => {
                ("seq_map", Rc::clone(&a), Rc::clone(&b), [a, b].to_vec())
            }
            (Content::Set(a), Content::Set(b)) => {
                ("set_map", Rc::clone(&a), Rc::clone(&b), [a, b].to_vec())
            }
            (Content::Multiset(a), Content::Multiset(b)) => (
                "multiset_map",
                Rc::clone(&a),
                Rc::clone(&b),
                [a, b].to_vec(),
            ),
            (Content::Map(a, x), Content::Map(b, y)) => (
                "map_entries",
                pair(&a, &x),
                pair(&b, &y),
                [a, x, b, y].to_vec(),
            ),
            _ => return Ok(None),
        };
        // A reference to what only the closure holds would lead nowhere.
        let to = self.infer.resolve(&to);
        if super::super::subst::any(&to, &mut |part| matches!(part, TyKind::Ref { .. })) {
            return Ok(None);
        }
        let wanted = Rc::clone(&to);
        let closure = self.made_closure(from, to, span, |this, element| {
            this.spec_coerce(element, &wanted)
        })?;
        args.push(Rc::clone(&closure.ty));
        let gathered = self.lang_call(lang, args, vec![content, closure], span)?;
        Ok(Some(gathered))
    }

    /// A row of elements on entry, where something goes over it that may also look at the present: a copy of
    /// it that is made there. Elements that hold pointers stay where they were.
    pub(super) fn brought_along(&mut self, value: Expr) -> Read<Expr> {
        let span = value.span;
        if let ExprKind::Borrow { mutable: false, of } = &value.kind
            && is_old(of)
        {
            let of = self.brought_along((**of).clone())?;
            return Ok(self.borrow_of(false, of, span));
        }
        if !self.spec || !is_old(&value) {
            return Ok(value);
        }
        let wanted = self.infer.shallow(&value.ty);
        let core = self.without_pointers(&wanted);
        let Some(Content::Seq(element)) = self.content_of(&core) else {
            return Ok(value);
        };
        let is_row = match &*core {
            TyKind::Slice(_) => true,
            TyKind::Adt(def, _) => &*self.pkg.defs.def(*def).name == "Vec",
            _ => false,
        };
        let element = self.infer.resolve(&element);
        let layers = matches!(&*wanted, TyKind::Ref { to, .. } if self.infer.shallow(to) == core);
        if !is_row || !(layers || wanted == core) || !self.pkg.can_be_kept(&element, 0) {
            return Ok(value);
        }
        let Some(content) = self.content(&value)? else {
            return Ok(value);
        };
        let row = self.lang_call("row", vec![element], vec![content], span)?;
        match wanted == core {
            true => Ok(row),
            false => {
                let row = self.borrow_of(false, row, span);
                self.spec_coerce(row, &wanted)
            }
        }
    }
}

fn is_old(value: &Expr) -> bool {
    matches!(&value.kind, ExprKind::Spec(spec) if matches!(**spec, SpecExpr::Old(_)))
}
