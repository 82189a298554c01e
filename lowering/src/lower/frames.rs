//! Frames: the places that `modifies` clauses name, found on the state on entry.

use crate::front::{Clause, Read};
use crate::ir::types::Ty as IrTy;
use crate::ir::{FrameItem, LocalId, Place, Rvalue, StmtKind};
use crate::thir::{Expr, ExprKind, SpecExpr};

use super::clause::Held;
use super::contract::Target;
use super::function::FnCx;

/// Places, and the flags that tell of those that could not be evaluated.
type Places = (Vec<FrameItem>, Vec<LocalId>);

impl FnCx<'_, '_> {
    /// The places that the `modifies` clauses name, on the state on entry.
    pub(super) fn frame_places(&mut self, target: &Target, clauses: &[Clause]) -> Read<Places> {
        let (mut places, mut undefined) = Places::default();
        for clause in clauses {
            let locals = target.locals();
            self.with_clause(&target.function, &locals, *clause, None, |cx, body| {
                cx.frame_items(&body.value, &mut places, &mut undefined)
            })?;
        }
        Ok((places, undefined))
    }

    /// The places of a `modifies` clause.
    fn frame_items(
        &mut self,
        value: &Expr,
        places: &mut Vec<FrameItem>,
        undefined: &mut Vec<LocalId>,
    ) -> Read<()> {
        match &value.kind {
            ExprKind::Block {
                scope: None,
                stmts,
                tail: Some(tail),
            } if stmts.is_empty() => self.frame_items(tail, places, undefined),
            ExprKind::Tuple(parts) => parts
                .iter()
                .try_for_each(|part| self.frame_items(part, places, undefined)),
            _ => {
                places.push(self.frame_item(value, undefined)?);
                Ok(())
            }
        }
    }

    fn frame_item(&mut self, expr: &Expr, undefined: &mut Vec<LocalId>) -> Read<FrameItem> {
        if let ExprKind::Borrow { of, .. } = &expr.kind {
            return self.frame_item(of, undefined);
        }
        if let ExprKind::Spec(form) = &expr.kind {
            return match &**form {
                SpecExpr::Each { set, node, place } => {
                    let info = self.frame.body.vars[*node].clone();
                    let ty = self.ty(&info.ty, info.span)?;
                    let local = self.b.local(info.name, ty, info.span);
                    self.frame.vars.insert(*node, local.into());
                    self.frame_of_each(set, local, Some(place), undefined)
                }
                SpecExpr::Reach { .. } => {
                    let set = self.ty(&expr.ty, expr.span)?;
                    let Some(node) = self.element(set) else {
                        return self.unsupported(expr.span, "this place in a modifies clause");
                    };
                    let local = self.b.temp(node, expr.span);
                    self.frame_of_each(expr, local, None, undefined)
                }
                _ => self.unsupported(expr.span, "this place in a modifies clause"),
            };
        }
        let place = match self.path(expr)? {
            Some(place) => place,
            None => self.element_on_entry(expr, undefined)?,
        };
        Ok(FrameItem::one(self.through(place, expr)?))
    }

    /// The place of each node of a set, from the node on; the whole node, if there is no more to it.
    fn frame_of_each(
        &mut self,
        set: &Expr,
        node: LocalId,
        place: Option<&Expr>,
        undefined: &mut Vec<LocalId>,
    ) -> Read<FrameItem> {
        let ty = self.ty(&set.ty, set.span)?;
        let held = self.b.temp(ty, set.span);
        self.on_entry(held, set, undefined)?;
        let place = match place {
            None => Place::local(node).deref(),
            Some(place) => match self.path(place)? {
                Some(found) => self.through(found, place)?,
                None => return self.unsupported(place.span, "this place in a modifies clause"),
            },
        };
        Ok(FrameItem {
            place,
            each: Some((node, held.into())),
        })
    }

    /// The place that a path from a variable leads to, without a call.
    fn path(&mut self, expr: &Expr) -> Read<Option<Place>> {
        if !is_path(expr) {
            return Ok(None);
        }
        let outer = std::mem::replace(&mut self.in_entry, true);
        let place = self.as_place(expr);
        self.in_entry = outer;
        place.map(Some)
    }

    /// The place behind a pointer that is computed on the state on entry: an element of a vector is where
    /// `index` says that it is.
    fn element_on_entry(&mut self, expr: &Expr, undefined: &mut Vec<LocalId>) -> Read<Place> {
        if !is_element(expr) {
            return self.unsupported(expr.span, "this place in a modifies clause");
        }
        let to = self.ty(&expr.ty, expr.span)?;
        let ty = self.session.types.intern(IrTy::Ref { mutable: false, to });
        let held = self.b.temp(ty, expr.span);
        self.guarded(held, expr, undefined, |cx| {
            let place = cx.as_place(expr)?;
            cx.b.assign(held.into(), Rvalue::AddressOf(place), expr.span);
            Ok(())
        })?;
        Ok(Place::local(held).deref())
    }

    fn on_entry(&mut self, dst: LocalId, expr: &Expr, undefined: &mut Vec<LocalId>) -> Read<()> {
        self.guarded(dst, expr, undefined, |cx| cx.into(&dst.into(), expr))
    }

    /// Runs what computes `dst` on the state on entry; if that panics, the clause is not well defined.
    fn guarded(
        &mut self,
        dst: LocalId,
        expr: &Expr,
        undefined: &mut Vec<LocalId>,
        lower: impl FnOnce(&mut Self) -> Read<()>,
    ) -> Read<()> {
        let Some(at) = self.entry else {
            return self.unsupported(expr.span, "a frame where there is no state on entry");
        };
        self.b.open();
        self.in_entry = true;
        self.b.open();
        let lowered = lower(self);
        let body = self.b.close().block;
        self.in_entry = false;
        self.b.emit(StmtKind::InSnapshot { at, body }, expr.span);
        let body = self.b.close().block;
        lowered?;
        let panicked = self.run_noting(body, expr.span);
        let held = Held {
            holds: dst,
            panicked,
        };
        self.assert_defined(&held, expr.span);
        undefined.extend(panicked);
        Ok(())
    }

    /// What the references at a place lead to.
    fn through(&mut self, place: Place, expr: &Expr) -> Read<Place> {
        let mut place = place;
        let mut ty = self.ty(&expr.ty, expr.span)?;
        while let IrTy::Ref { to, .. } = *self.session.types.get(ty) {
            place = place.deref();
            ty = to;
        }
        Ok(place)
    }
}

/// Whether the expression is a path from a variable, without a call.
fn is_path(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Var(_) => true,
        ExprKind::Field { base: of, .. } | ExprKind::Deref(of) => is_path(of),
        _ => false,
    }
}

/// Whether the expression is an element of something, or a part of one.
fn is_element(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Index { .. } => true,
        // What `index` of a vector returns.
        ExprKind::Deref(of) => matches!(of.kind, ExprKind::Call { .. }) || is_element(of),
        ExprKind::Field { base, .. } => is_element(base),
        _ => false,
    }
}
