//! A value of which only the type is known, built from chosen ones: what has no pointers is chosen as a
//! whole, a reference leads to a new place, and of an enum the variant is chosen first. Vectors and texts grow
//! by one chosen element after the other, as `lowering/models/unknown.rs` has it.

use std::rc::Rc;

use crate::front::{AdtInfo, Front, Lang, Read};
use crate::ids::Id;
use crate::ir::types::FieldIdx;
use crate::ir::{Asked, Branch, Const, LabelId, LocalId, Operand, Place, Rvalue, StmtKind};
use crate::span::{Origin, Span};
use crate::ty::{DefId, Ty, TyKind};

use super::drops::Through;
use super::function::FnCx;
use super::session::{Instance, Session};
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
    /// The types that it is a part of, which it may not be of again: there would be no end.
    pub(super) inside: Vec<Ty>,
    pub(super) span: Span,
}

/// A sequence of elements that is chosen one after the other.
enum List {
    /// `Vec<T>`.
    Vec(Ty),
    /// `Box<[T]>`.
    Boxed(Ty),
    /// `&[T]`, or `&mut [T]`.
    Slice(Ty, bool),
    /// `String`.
    String,
    /// `&str`.
    Str,
}

impl List {
    fn of(front: &dyn Front, ty: &Ty) -> Option<List> {
        Some(match &**ty {
            TyKind::Adt(def, args) => {
                let of_std = front.sources().file(front.span(*def).file).origin == Origin::Model;
                match (front.path(*def).as_str(), args.as_slice()) {
                    ("vec::Vec", [of]) if of_std => List::Vec(of.clone()),
                    ("string::String", []) if of_std => List::String,
                    ("boxed::Box", [of]) if of_std => match &**of {
                        TyKind::Slice(of) => List::Boxed(of.clone()),
                        _ => return None,
                    },
                    _ => return None,
                }
            }
            TyKind::Ref { mutable, to } => match &**to {
                TyKind::Slice(of) => List::Slice(of.clone(), *mutable),
                TyKind::Str if !mutable => List::Str,
                _ => return None,
            },
            _ => return None,
        })
    }

    /// The type of its elements.
    fn element(&self) -> Ty {
        match self {
            List::Vec(of) | List::Boxed(of) | List::Slice(of, _) => of.clone(),
            List::String | List::Str => Rc::new(TyKind::Char),
        }
    }
}

impl Unknown {
    /// One part of what it gives.
    pub(super) fn part(&self, index: usize) -> Unknown {
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
        if let Some(list) = List::of(self.session.front, ty) {
            return self.unknown_list(dst, ty, &list, unknown);
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
                if !self.is_made_of_parts(*def, &info) || unknown.inside.contains(ty) {
                    return self.refuse_unknown(ty, unknown);
                }
                let mut unknown = unknown.clone();
                unknown.inside.push(ty.clone());
                let unknown = &unknown;
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

    /// Whether any values of its fields make a value of the type, as far as its invariants say: std's own types keep
    /// more than these.
    fn is_made_of_parts(&self, def: DefId, info: &AdtInfo) -> bool {
        let front = self.session.front;
        let of_std = front.sources().file(front.span(def).file).origin == Origin::Model;
        !info.variants.is_empty() && (info.is_enum || !of_std)
    }

    /// Whether a value of the type can be made up in the place of another, which nobody misses.
    pub(super) fn can_be_given_anew(&mut self, ty: &Ty) -> Read<bool> {
        Ok(!self.frame.is_spec
            && !self.session.drop_is_seen(ty)?
            && !self.session.has_cells(ty)?
            && self.can_be_made(ty, &mut Vec::new())?)
    }

    fn can_be_made(&mut self, ty: &Ty, inside: &mut Vec<Ty>) -> Read<bool> {
        if let Some(list) = List::of(self.session.front, ty) {
            return self.can_be_made(&list.element(), inside);
        }
        match &**ty {
            TyKind::Tuple(parts) => self.can_all_be_made(parts, inside),
            TyKind::Ref { mutable: false, to } => self.can_be_made(to, inside),
            TyKind::Adt(def, args) if self.session.front.lang(*def) == Some(Lang::Box) => {
                self.can_all_be_made(args, inside)
            }
            TyKind::Adt(def, args) => {
                let info = self.session.front.adt(*def, args)?;
                if !self.is_made_of_parts(*def, &info) || inside.contains(ty) {
                    return self.is_plain(ty);
                }
                inside.push(ty.clone());
                let mut all = true;
                for variant in &info.variants {
                    let fields: Vec<Ty> = variant.fields.iter().map(|it| it.1.clone()).collect();
                    all &= self.can_all_be_made(&fields, inside)?;
                }
                inside.pop();
                Ok(all)
            }
            _ => self.is_plain(ty),
        }
    }

    fn can_all_be_made(&mut self, parts: &[Ty], inside: &mut Vec<Ty>) -> Read<bool> {
        for part in parts {
            if !self.can_be_made(part, inside)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether the type has nothing but values.
    fn is_plain(&mut self, ty: &Ty) -> Read<bool> {
        let lowered = self.ty(ty, self.frame.body.value.span)?;
        Ok(!self.session.holds_pointers(lowered)
            && self.session.types.slice_element(lowered).is_none())
    }

    /// `dst :=` a list of elements that are chosen one after the other, each by its number.
    fn unknown_list(&mut self, dst: &Place, ty: &Ty, list: &List, unknown: &Unknown) -> Read<()> {
        let may_write = matches!(list, List::Slice(_, true));
        // What is made in a clause is nobody's.
        if self.frame.is_spec || (may_write && !unknown.remembers) {
            return self.refuse_unknown(ty, unknown);
        }
        let span = unknown.span;
        let element = list.element();
        let (empty, more, of) = match list {
            List::String | List::Str => ("no_text", "more_text", Vec::new()),
            _ => ("no_items", "more_items", vec![element.clone()]),
        };
        let made = self.call_lang(empty, &of, Vec::new(), span)?;
        let usize = self.usize_ty();
        let at = self.b.temp(usize, span);
        let zero = Operand::Const(Const::Int(0.into(), usize));
        self.b.assign(at.into(), Rvalue::Use(zero), span);
        let done = self.b.label();
        self.b.open();
        let mut numbered = unknown.clone();
        numbered.args.push(Operand::from(Place::from(at)));
        let grown = self.choose_more(done, &numbered.part(1)).and_then(|()| {
            let lowered = self.ty(&element, span)?;
            let item = self.b.temp(lowered, span);
            self.unknown_value(&item.into(), &element, &numbered.part(0))?;
            let args = vec![Place::from(made).into(), Place::from(item).into()];
            let longer = self.call_lang(more, &of, args, span)?;
            let longer = Rvalue::Use(Place::from(longer).into());
            self.b.assign(made.into(), longer, span);
            let args = vec![Place::from(at).into()];
            let next = self.call_lang("next_item", &[], args, span)?;
            let next = Rvalue::Use(Place::from(next).into());
            self.b.assign(at.into(), next, span);
            Ok(())
        });
        let body = self.b.close();
        self.b.loop_(done, body, span);
        grown?;
        let seen_as = match list {
            List::Vec(_) | List::String => None,
            List::Boxed(_) => Some("owned_items"),
            List::Slice(_, false) => Some("lent_items"),
            List::Slice(_, true) => Some("lent_items_mut"),
            List::Str => Some("lent_text"),
        };
        let made = match seen_as {
            Some(seen_as) => self.call_lang(seen_as, &of, vec![Place::from(made).into()], span)?,
            None => made,
        };
        let made = Rvalue::Use(Place::from(made).into());
        self.b.assign(dst.clone(), made, span);
        Ok(())
    }

    /// Goes on if one more is chosen to come, and leaves the loop otherwise. There are no more than are in scope.
    pub(super) fn choose_more(&mut self, done: LabelId, unknown: &Unknown) -> Read<()> {
        let span = unknown.span;
        let boolean = self.bool_ty();
        let more = self.b.temp(boolean, span);
        self.unknown_value(&more.into(), &Rc::new(TyKind::Bool), unknown)?;
        self.b.emit(StmtKind::Item { some: more.into() }, span);
        self.b.open();
        let then = self.b.close();
        self.b.open();
        self.b.emit(StmtKind::Break(done), span);
        let otherwise = self.b.close();
        self.b
            .if_else(more.into(), then, otherwise, Branch::Hidden, span);
        Ok(())
    }

    /// What a function of the models gives that only lowering knows of.
    fn call_lang(
        &mut self,
        name: &str,
        of: &[Ty],
        args: Vec<Operand>,
        span: Span,
    ) -> Read<LocalId> {
        let front = self.session.front;
        let Some(function) = front.lang_fn(name, of) else {
            return self.unsupported(span, format!("the model of {name}"));
        };
        let ret = front.signature(&function)?.ret;
        let proc = self.session.instance(Instance::Function(function), span)?;
        let ret = self.ty(&ret, span)?;
        let dst = self.b.temp(ret, span);
        self.emit_call(&dst.into(), proc, args, ret, span);
        Ok(dst)
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
        self.unknown_value(&flag.into(), &Rc::new(TyKind::Bool), &is_this)?;
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
