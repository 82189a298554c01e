//! Places: dereferences, fields, indexing, and what changes when a place is written to.

use std::rc::Rc;

use super::super::generics::TraitRef;
use super::super::subst::{adt, int, reference};
use super::FnCtxt;
use crate::front::Read;
use crate::ids::Id;
use crate::ir::ReachKind;
use crate::source::ast;
use crate::source::codes;
use crate::span::Span;
use crate::thir::{Expr, ExprKind, SpecExpr};
use crate::ty::{FieldIdx, FnRef, IntTy, Ty, TyKind, VariantIdx};

/// A type that repeated dereferencing leads to, and how the last step gets there.
pub(super) struct Step {
    pub(super) ty: Ty,
    pub(super) how: How,
}

/// How a dereference works.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum How {
    /// It is the type itself.
    Start,
    /// `*` on a reference or a `Box`.
    Builtin,
    /// `*` through the trait `Deref`.
    Overloaded,
    /// From an array to its slice: only references do that.
    Unsize,
}

/// How often a type may be dereferenced.
const MAX_STEPS: usize = 16;

impl FnCtxt<'_> {
    /// The types that dereferencing leads to, the type itself first.
    pub(super) fn autoderef(&mut self, ty: &Ty) -> Read<Vec<Step>> {
        let mut ty = self.known(ty)?;
        let mut steps = vec![Step {
            ty: Rc::clone(&ty),
            how: How::Start,
        }];
        while steps.len() < MAX_STEPS {
            let Some((next, how)) = self.deref_step(&ty)? else {
                break;
            };
            ty = self.known(&next)?;
            steps.push(Step {
                ty: Rc::clone(&ty),
                how,
            });
        }
        if let TyKind::Array(element, _) = &*ty {
            steps.push(Step {
                ty: Rc::new(TyKind::Slice(Rc::clone(element))),
                how: How::Unsize,
            });
        }
        Ok(steps)
    }

    fn deref_step(&mut self, ty: &Ty) -> Read<Option<(Ty, How)>> {
        match &**ty {
            TyKind::Ref { to, .. } => Ok(Some((Rc::clone(to), How::Builtin))),
            TyKind::Adt(def, args) if self.pkg.lang_is(*def, "Box") => {
                Ok(args.first().map(|to| (Rc::clone(to), How::Builtin)))
            }
            TyKind::Adt(..) | TyKind::Param(_) | TyKind::Projection(..) => {
                let Some(def) = self.pkg.lang_item("Deref") else {
                    return Ok(None);
                };
                let goal = TraitRef {
                    def,
                    args: vec![Rc::clone(ty)],
                };
                if !self.infer.holds(&goal) {
                    return Ok(None);
                }
                let Some(target) = self.pkg.assoc_type(def, "Target") else {
                    return Ok(None);
                };
                let target = self.pkg.projection(target, vec![Rc::clone(ty)]);
                Ok(Some((self.infer.normalize(&target, None), How::Overloaded)))
            }
            _ => Ok(None),
        }
    }

    /// Dereferences a place as the steps say.
    pub(super) fn apply_steps(&mut self, place: Expr, steps: &[Step]) -> Read<Expr> {
        let mut place = place;
        for step in steps {
            let span = place.span;
            place = match step.how {
                How::Start => place,
                How::Builtin => self.mk(ExprKind::Deref(place.into()), Rc::clone(&step.ty), span),
                How::Overloaded => self.overloaded_deref(place, &step.ty, span)?,
                How::Unsize => {
                    let array = self.borrow_of(false, place, span);
                    self.unsized_place(array, &step.ty, false, span)
                }
            };
        }
        Ok(place)
    }

    /// `*(array as &[T])` for a reference to an array.
    fn unsized_place(&mut self, array: Expr, slice: &Ty, mutable: bool, span: Span) -> Expr {
        let ty = reference(mutable, Rc::clone(slice));
        let slice_ref = self.mk(ExprKind::Coerce(array.into()), ty, span);
        self.mk(ExprKind::Deref(slice_ref.into()), Rc::clone(slice), span)
    }

    /// `*Deref::deref(&place)`.
    fn overloaded_deref(&mut self, place: Expr, to: &Ty, span: Span) -> Read<Expr> {
        let callee = self.lang_method("Deref", "deref", vec![Rc::clone(&place.ty)], span)?;
        let place = self.borrow_of(false, place, span);
        let ty = reference(false, Rc::clone(to));
        let kind = ExprKind::Call {
            callee,
            args: vec![place],
        };
        let call = self.mk(kind, ty, span);
        Ok(self.mk(ExprKind::Deref(call.into()), Rc::clone(to), span))
    }

    /// A method of a trait that the language knows, with the trait's arguments.
    pub(super) fn lang_method(
        &mut self,
        lang: &str,
        method: &str,
        args: Vec<Ty>,
        span: Span,
    ) -> Read<FnRef> {
        let def = self
            .pkg
            .lang_item(lang)
            .and_then(|def| self.pkg.defs.item_named(def, method, |_| true));
        match def {
            Some(def) => Ok(FnRef { def, args }),
            None => self.unsupported(span, format!("the trait `{lang}`")),
        }
    }

    /// The place as one that is written to or borrowed mutably: overloaded dereferences and indexing
    /// on the way to it take the mutable method.
    pub(super) fn make_mut(&mut self, place: Expr) -> Read<Expr> {
        let Expr { kind, ty, span } = place;
        let kind = match kind {
            ExprKind::Field { base, field } => ExprKind::Field {
                base: Box::new(self.make_mut(*base)?),
                field,
            },
            ExprKind::Index { base, index } => ExprKind::Index {
                base: Box::new(self.make_mut(*base)?),
                index,
            },
            ExprKind::Deref(inner) => match inner.kind {
                ExprKind::Call { callee, args } => {
                    let at = inner.span;
                    let call = self.make_call_mut(callee, args, inner.ty, at)?;
                    ExprKind::Deref(call.into())
                }
                ExprKind::Coerce(array)
                    if matches!(array.kind, ExprKind::Borrow { mutable: false, .. })
                        && matches!(*ty, TyKind::Slice(_)) =>
                {
                    let at = array.span;
                    let ExprKind::Borrow { of, .. } = array.kind else {
                        return self.unsupported(span, "a place of this form");
                    };
                    let place = self.make_mut(*of)?;
                    let array = self.borrow_of(true, place, at);
                    return Ok(self.unsized_place(array, &ty, true, span));
                }
                ExprKind::Match { scrutinee, arms } => {
                    let kind = ExprKind::Match { scrutinee, arms };
                    let mut pointer = Expr { kind, ..*inner };
                    if self.union_behind(&pointer).is_some()
                        && let ExprKind::Match { scrutinee, arms } = pointer.kind
                    {
                        let scrutinee = Box::new(self.make_mut(*scrutinee)?);
                        pointer.kind = ExprKind::Match { scrutinee, arms };
                    }
                    ExprKind::Deref(Box::new(pointer))
                }
                // Through a `Box` the place of the box itself is written to.
                kind => {
                    let inner = Expr { kind, ..*inner };
                    let is_box = matches!(&*self.infer.shallow(&inner.ty),
                        TyKind::Adt(def, _) if self.pkg.lang_is(*def, "Box"));
                    ExprKind::Deref(Box::new(if is_box { self.make_mut(inner)? } else { inner }))
                }
            },
            kind => kind,
        };
        Ok(self.mk(kind, ty, span))
    }

    fn make_call_mut(&mut self, callee: FnRef, args: Vec<Expr>, ty: Ty, span: Span) -> Read<Expr> {
        for (shared, shared_fn, exclusive, exclusive_fn) in [
            ("Deref", "deref", "DerefMut", "deref_mut"),
            ("Index", "index", "IndexMut", "index_mut"),
        ] {
            let known = self.lang_method(shared, shared_fn, Vec::new(), span);
            if known.is_ok_and(|known| known.def == callee.def) {
                let callee = self.lang_method(exclusive, exclusive_fn, callee.args, span)?;
                let mut args = args;
                if !args.is_empty() {
                    let receiver = args.remove(0);
                    let at = receiver.span;
                    let receiver = match receiver.kind {
                        ExprKind::Borrow { of, .. } => {
                            let place = self.make_mut(*of)?;
                            self.borrow_of(true, place, at)
                        }
                        kind => self.mk(kind, receiver.ty, at),
                    };
                    args.insert(0, receiver);
                }
                let to = match &*self.infer.shallow(&ty) {
                    TyKind::Ref { to, .. } => Rc::clone(to),
                    _ => return self.unsupported(span, "a place of this form"),
                };
                let kind = ExprKind::Call { callee, args };
                return Ok(self.mk(kind, reference(true, to), span));
            }
        }
        Ok(self.mk(ExprKind::Call { callee, args }, ty, span))
    }

    pub(super) fn deref(&mut self, of: &ast::Expr, span: Span) -> Read<Expr> {
        let inner = self.expr(of, None)?;
        let ty = self.known(&inner.ty)?;
        match &*ty {
            TyKind::RawPtr { to, .. } => {
                let to = Rc::clone(to);
                Ok(self.mk(ExprKind::Deref(inner.into()), to, span))
            }
            _ => match self.deref_step(&ty)? {
                Some((to, How::Builtin)) => Ok(self.mk(ExprKind::Deref(inner.into()), to, span)),
                Some((to, _)) => self.overloaded_deref(inner, &to, span),
                // In a specification a value and a reference to it are alike.
                None if self.spec => Ok(inner),
                None => {
                    let shown = self.infer.show(&ty);
                    self.wrong(
                        codes::WRONG_TYPE,
                        span,
                        format!("`{shown}` cannot be dereferenced"),
                    )
                }
            },
        }
    }

    pub(super) fn field(&mut self, base: &ast::Expr, name: &ast::Ident, span: Span) -> Read<Expr> {
        let base = self.expr(base, None)?;
        if self.in_frame && is_set_of_nodes(&base) {
            return self.field_of_each(base, name, span);
        }
        self.field_on(base, name, span)
    }

    /// In a frame, a field of every node of a set.
    fn field_of_each(&mut self, base: Expr, name: &ast::Ident, span: Span) -> Read<Expr> {
        let (set, node, place) = match base.kind {
            ExprKind::Spec(form) if matches!(*form, SpecExpr::Each { .. }) => match *form {
                SpecExpr::Each { set, node, place } => (set, node, place),
                _ => return self.unsupported(span, "a field of a set"),
            },
            _ => {
                let element = match &*base.ty {
                    TyKind::Adt(_, args) if args.len() == 1 => Rc::clone(&args[0]),
                    _ => return self.unsupported(span, "a field of a set"),
                };
                let node = self.new_var(None, element, base.span);
                let place = self.var_expr(node, base.span);
                (base, node, place)
            }
        };
        let place = self.field_on(place, name, span)?;
        let ty = Rc::clone(&place.ty);
        Ok(self.spec_expr(SpecExpr::Each { set, node, place }, ty, span))
    }

    fn field_on(&mut self, base: Expr, name: &ast::Ident, span: Span) -> Read<Expr> {
        let steps = self.autoderef(&base.ty)?;
        for (at, step) in steps.iter().enumerate() {
            let Some((field, ty)) = self.field_at(&step.ty, name)? else {
                continue;
            };
            if let TyKind::Adt(def, _) = &*step.ty
                && self.is_ghost_field(*def, field)
            {
                self.refuse_ghost(name)?;
            }
            let mut place = base;
            place = self.apply_steps(place, &steps[1..=at])?;
            if matches!(&*step.ty, TyKind::Adt(def, _) if self.pkg.is_union(*def)) {
                return self.union_field(place, field, &ty, span);
            }
            let kind = ExprKind::Field {
                base: place.into(),
                field,
            };
            let place = self.mk(kind, ty, span);
            return self.value_of_kept(place);
        }
        // A specification field is computed by its abstraction function.
        let base = match self.spec_field(base, name, span)? {
            Ok(value) => return Ok(value),
            Err(base) => base,
        };
        let ty = match steps.last() {
            Some(last) => Rc::clone(&last.ty),
            None => Rc::clone(&base.ty),
        };
        if matches!(*ty, TyKind::Infer(_)) {
            return self.unsupported(span, "a field of a value whose type is not known here");
        }
        self.unknown_field(&ty, name)
    }

    fn field_at(&mut self, ty: &Ty, name: &ast::Ident) -> Read<Option<(FieldIdx, Ty)>> {
        match &**ty {
            TyKind::Tuple(parts) => Ok(name
                .name
                .parse::<usize>()
                .ok()
                .and_then(|at| Some((FieldIdx::from_index(at), Rc::clone(parts.get(at)?))))),
            TyKind::Adt(def, args) if !self.pkg.is_enum(*def) => {
                let first = VariantIdx::from_index(0);
                let mut found = self.field_of(*def, args, first, &name.name, name.span)?;
                // Fields of std's types are private: they do not hide those of what is behind them.
                if self.pkg.defs.def(*def).is_model
                    && self.pkg.map.is_user(name.span)
                    && !self.pkg.is_field_public(*def, &name.name)
                {
                    found = None;
                }
                if found.is_some() {
                    // A private field of a type further out does not hide one further in, but code
                    // that does so is too rare to follow.
                    self.refuse_odd_adt(*def, name.span)?;
                }
                Ok(found)
            }
            _ => Ok(None),
        }
    }

    pub(super) fn index(&mut self, base: &ast::Expr, index: &ast::Expr, span: Span) -> Read<Expr> {
        let base = self.expr(base, None)?;
        let steps = self.autoderef(&base.ty)?;
        if self.spec
            && let Some(found) = self.spec_index(&base, &steps, index, span)?
        {
            return Ok(found);
        }
        for (at, step) in steps.iter().enumerate() {
            let element = match &*step.ty {
                TyKind::Array(element, _) | TyKind::Slice(element) => Some(Rc::clone(element)),
                _ => None,
            };
            if let Some(element) = element
                && step.how != How::Unsize
                && let Some(index) = self.plain_index(index)?
            {
                let place = self.apply_steps(base, &steps[1..=at])?;
                let kind = ExprKind::Index {
                    base: place.into(),
                    index: index.into(),
                };
                return Ok(self.mk(kind, element, span));
            }
            if let Some(found) = self.overloaded_index(&base, &steps[1..=at], index, span)? {
                return Ok(found);
            }
        }
        let shown = self.infer.show(&base.ty);
        self.unsupported(span, format!("indexing a value of type `{shown}`"))
    }

    /// An index that is a `usize`; `None` if it is a range or another type.
    fn plain_index(&mut self, index: &ast::Expr) -> Read<Option<Expr>> {
        if matches!(index.kind, ast::ExprKind::Range { .. }) {
            return Ok(None);
        }
        let usize_ = int(IntTy::Usize);
        let checked = self.expr(index, Some(&usize_))?;
        let is_math = matches!(*self.infer.shallow(&checked.ty), TyKind::MathInt);
        if self.spec && is_math {
            return self.spec_coerce(checked, &usize_).map(Some);
        }
        Ok(self.infer.unify(&checked.ty, &usize_).then_some(checked))
    }

    /// `*Index::index(&place, index)`.
    fn overloaded_index(
        &mut self,
        base: &Expr,
        steps: &[Step],
        index: &ast::Expr,
        span: Span,
    ) -> Read<Option<Expr>> {
        let Some(def) = self.pkg.lang_item("Index") else {
            return Ok(None);
        };
        let base_ty = steps
            .last()
            .map_or_else(|| self.infer.shallow(&base.ty), |step| Rc::clone(&step.ty));
        if !matches!(
            *base_ty,
            TyKind::Adt(..) | TyKind::Param(_) | TyKind::Slice(_) | TyKind::Array(..) | TyKind::Str
        ) {
            return Ok(None);
        }
        // A vector is indexed as the slice that it dereferences to, as its own impl does it.
        if matches!(&*base_ty, TyKind::Adt(def, _) if self.pkg.lang_is(*def, "Vec")) {
            return Ok(None);
        }
        let index_ty = match &index.kind {
            ast::ExprKind::Range {
                low,
                high,
                inclusive,
            } if self.spec && !matches!(*base_ty, TyKind::Adt(..) | TyKind::Param(_)) => {
                let (lang, names) =
                    super::literal::range_type(low.is_some(), high.is_some(), *inclusive);
                let bounds = match names {
                    [] => Vec::new(),
                    _ => vec![int(IntTy::Usize)],
                };
                match self.pkg.lang_item(lang) {
                    Some(def) => adt(def, bounds),
                    None => self.infer.any(),
                }
            }
            _ => self.infer.any(),
        };
        let goal = TraitRef {
            def,
            args: vec![Rc::clone(&base_ty), Rc::clone(&index_ty)],
        };
        if !self.infer.may_hold(&goal) {
            return Ok(None);
        }
        // With one impl the type of the index is known before the index is looked at.
        self.infer.select(&goal);
        let index = self.expr_as(index, &index_ty)?;
        let Some(output) = self.pkg.assoc_type(def, "Output") else {
            return Ok(None);
        };
        let output = self
            .pkg
            .projection(output, vec![Rc::clone(&base_ty), Rc::clone(&index_ty)]);
        let output = self.infer.normalize(&output, Some(span));
        let place = self.apply_steps(base.clone(), steps)?;
        let callee = self.lang_method("Index", "index", vec![base_ty, index_ty], span)?;
        let place = self.borrow_of(false, place, span);
        let kind = ExprKind::Call {
            callee,
            args: vec![place, index],
        };
        let call = self.mk(kind, reference(false, Rc::clone(&output)), span);
        Ok(Some(self.mk(ExprKind::Deref(call.into()), output, span)))
    }
}

/// Whether the expression is what `reach` gives, or already a part of each of its nodes.
fn is_set_of_nodes(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Spec(form) => match &**form {
            SpecExpr::Reach { kind, .. } => *kind != ReachKind::Chain,
            SpecExpr::Each { .. } => true,
            _ => false,
        },
        _ => false,
    }
}
