//! The forms that only specifications have.

use crate::front::Read;
use crate::ir::types::{Ty as IrTy, TyId};
use crate::ir::{
    BinOp, Branch, Comprehension, ComprehensionKind, Domain, LocalId, Operand, Place, Reach,
    ReachKind, Rvalue, StmtKind, UnOp,
};
use crate::span::Span;
use crate::thir::{Expr, SpecExpr, VarId};

use super::function::FnCx;

impl FnCx<'_, '_> {
    /// `dst := spec`.
    pub(super) fn spec(&mut self, dst: &Place, spec: &SpecExpr, expr: &Expr) -> Read<()> {
        let span = expr.span;
        match spec {
            SpecExpr::Old(of) => self.old(dst, of, span),
            SpecExpr::ForAll { var, body } => {
                self.over_all(dst, ComprehensionKind::ForAll, *var, body, expr)
            }
            SpecExpr::Exists { var, body } => {
                self.over_all(dst, ComprehensionKind::Exists, *var, body, expr)
            }
            SpecExpr::SetOf { var, body } => {
                self.over_all(dst, ComprehensionKind::FilterToSet, *var, body, expr)
            }
            SpecExpr::Reach {
                kind,
                start,
                node,
                steps,
            } => self.reach(dst, *kind, start, *node, steps, expr),
            SpecExpr::Ghost(value) => {
                let outer = std::mem::replace(&mut self.frame.is_spec, true);
                let lowered = self.into(dst, value);
                self.frame.is_spec = outer;
                lowered
            }
            SpecExpr::Each { .. } => {
                self.unsupported(span, "a place of every node outside a modifies clause")
            }
            SpecExpr::Same(left, right) => self.same(dst, left, right, span),
            SpecExpr::Fresh(pointer) => {
                let Some(entry) = self.entry.filter(|_| !self.in_entry) else {
                    return self.unsupported(span, "fresh where there is no state on entry");
                };
                let pointer = self.as_operand(pointer)?;
                let existed = self.flag(Rvalue::ExistedAt(entry, pointer), span);
                let value = Rvalue::Unary(UnOp::Not, existed.into());
                self.b.assign(dst.clone(), value, span);
                Ok(())
            }
            SpecExpr::Unchanged(places) => self.unchanged(dst, places, span),
            SpecExpr::StructuralEq(left, right) => {
                if let Some(across) = self.equal_across(left, right)? {
                    self.b.assign(dst.clone(), across, span);
                    return Ok(());
                }
                let ty = self.ty(&left.ty, left.span)?;
                let operands = self.operands(&[left, right])?;
                let Ok([left, right]) = <[Operand; 2]>::try_from(operands) else {
                    return self.unsupported(span, "an equality without two sides");
                };
                self.equal_values(dst, ty, left, right, span)
            }
            SpecExpr::ToMath(of) => {
                let math = self.math_ty();
                let from = self.ty(&of.ty, of.span)?;
                if from == math {
                    return self.into(dst, of);
                }
                let operand = self.as_operand(of)?;
                self.b
                    .assign(dst.clone(), Rvalue::Cast(operand, math), span);
                Ok(())
            }
        }
    }

    /// Equality of two values that may differ in how many references lead to them.
    fn equal_values(
        &mut self,
        dst: &Place,
        ty: TyId,
        left: Operand,
        right: Operand,
        span: Span,
    ) -> Read<()> {
        let (mut left, mut left_ty) = (left, ty);
        let Some(mut right_ty) = self.operand_ty(&right) else {
            return self.unsupported(span, "an equality of these types");
        };
        let mut right = right;
        while left_ty != right_ty {
            let (left_to, right_to) = (
                self.session.types.pointee(left_ty),
                self.session.types.pointee(right_ty),
            );
            match (left_to, right_to) {
                (Some(to), _) if self.depth(left_ty) >= self.depth(right_ty) => {
                    left = self.behind(left, left_ty, span).into();
                    left_ty = to;
                }
                (_, Some(to)) => {
                    right = self.behind(right, right_ty, span).into();
                    right_ty = to;
                }
                _ => {
                    let types = &self.session.types;
                    let (left, right) = (types.name(left_ty), types.name(right_ty));
                    return self.unsupported(span, format!("an equality of {left} and {right}"));
                }
            }
        }
        self.structural_eq(dst, left_ty, left, right, span)
    }

    /// How many pointers lead to the value.
    fn depth(&self, ty: TyId) -> usize {
        std::iter::successors(Some(ty), |ty| self.session.types.pointee(*ty)).count()
    }

    /// A quantifier over every value of a type.
    fn over_all(
        &mut self,
        dst: &Place,
        kind: ComprehensionKind,
        var: VarId,
        body: &Expr,
        expr: &Expr,
    ) -> Read<()> {
        let info = self.frame.body.vars[var].clone();
        let ty = self.ty(&info.ty, info.span)?;
        let is_node = matches!(self.session.types.get(ty), IrTy::Adt(_))
            && self.session.holds_pointers(ty)
            && kind != ComprehensionKind::FilterToSet;
        let is_reference = matches!(self.session.types.get(ty), IrTy::Ref { .. });
        if (is_node || is_reference) && !self.session.is_node(&info.ty)? {
            let name = self.session.name(&info.ty);
            let what = format!("a quantifier over {name}, which is no type of nodes");
            return self.unsupported(info.span, what);
        }
        let range = match self.machine_int(ty) {
            Some(int) => {
                let of = (int, info.ty.clone());
                self.range_of(kind, var, of, body, info.span)?
            }
            None if is_node || is_reference => None,
            None => {
                self.refuse_computed(var, ty, body, info.span)?;
                None
            }
        };
        // A value with pointers is one that is in memory: a node, and so its location.
        let bound = if range.is_some() {
            let math = self.math_ty();
            self.b.local(info.name, math, info.span)
        } else if is_node {
            let to = self.session.types.intern(IrTy::Ref {
                mutable: false,
                to: ty,
            });
            let bound = self.b.local(info.name, to, info.span);
            self.frame.vars.insert(var, Place::local(bound).deref());
            bound
        } else {
            let bound = self.b.local(info.name, ty, info.span);
            self.frame.vars.insert(var, bound.into());
            bound
        };
        let bound_ty = self.b.local_ty(bound);
        if let IrTy::Ref { to: node, .. } = *self.session.types.get(bound_ty) {
            self.session.counts_objects = true;
            let types = &self.session.types;
            let mut held = self.session.held.iter();
            if let Some(held) = held.find(|held| types.has_part(**held, node)) {
                // It is in no object: nothing that goes over objects would meet it.
                let (node, held) = (types.name(node), types.name(*held));
                let what =
                    format!("a quantifier over every {node} where a {held} is passed by value");
                return self.unsupported(info.span, what);
            }
        }
        self.b.open();
        if range.is_some() {
            let number = self.hold(ty, Rvalue::Cast(bound.into(), ty), info.span);
            self.frame.vars.insert(var, number.into());
        }
        let mut value = self.as_operand(body)?;
        if range.is_some() && kind == ComprehensionKind::FilterToSet {
            value = self.within(value, var, bound, info.span);
        }
        let block = self.b.close().block;
        let produced = self.ty(&expr.ty, expr.span)?;
        // What a range is filtered to are numbers of any size, which are made those of the type.
        let widened = range.is_some() && kind == ComprehensionKind::FilterToSet;
        let collected = match widened {
            true => {
                let math = self.math_ty();
                self.session.types.intern(IrTy::Set(math))
            }
            false => produced,
        };
        let mut held = self.b.temp(collected, expr.span);
        let comprehension = Box::new(Comprehension {
            kind,
            domain: range.unwrap_or(Domain::All),
            bound,
            body: block,
            value,
        });
        let stmt = StmtKind::Comprehend {
            dst: held,
            comprehension,
        };
        self.b.emit(stmt, expr.span);
        if widened {
            held = self.narrowed(held, ty, produced, expr.span);
        }
        self.put(dst, held.into(), expr.span);
        Ok(())
    }

    /// The set of these numbers as numbers of a machine type, which they all are.
    fn narrowed(&mut self, of: LocalId, to: TyId, set: TyId, span: Span) -> LocalId {
        let math = self.math_ty();
        let bound = self.b.temp(math, span);
        self.b.open();
        let value = self.hold(to, Rvalue::Cast(bound.into(), to), span);
        let body = self.b.close().block;
        let dst = self.b.temp(set, span);
        let comprehension = Box::new(Comprehension {
            kind: ComprehensionKind::MapToSet,
            domain: Domain::Members(of.into()),
            bound,
            body,
            value: value.into(),
        });
        let stmt = StmtKind::Comprehend { dst, comprehension };
        self.b.emit(stmt, span);
        dst
    }

    /// Whether a condition holds of a variable, and the number at hand is one of its type.
    fn within(&mut self, holds: Operand, var: VarId, number: LocalId, span: Span) -> Operand {
        let (boolean, math) = (self.bool_ty(), self.math_ty());
        let Some(place) = self.frame.vars.get(&var).cloned() else {
            return holds;
        };
        let of_type = self.hold(math, Rvalue::Cast(place.into(), math), span);
        let same = Rvalue::Binary(BinOp::Eq, of_type.into(), number.into());
        let same = self.flag(same, span);
        let both = Rvalue::Binary(BinOp::BitAnd, holds, same.into());
        self.hold(boolean, both, span).into()
    }

    fn reach(
        &mut self,
        dst: &Place,
        kind: ReachKind,
        start: &Expr,
        node: VarId,
        steps: &[Expr],
        expr: &Expr,
    ) -> Read<()> {
        let start = self.as_location(start)?;
        let info = self.frame.body.vars[node].clone();
        let ty = self.ty(&info.ty, info.span)?;
        let bound = self.b.local(info.name, ty, info.span);
        self.frame.vars.insert(node, bound.into());
        let mut lowered = Vec::new();
        for step in steps {
            self.b.open();
            let next = self.as_operand(step)?;
            lowered.push((self.b.close().block, next));
        }
        let produced = self.ty(&expr.ty, expr.span)?;
        let held = self.b.temp(produced, expr.span);
        let reach = Box::new(Reach {
            kind,
            start,
            node: bound,
            steps: lowered,
        });
        self.b.emit(StmtKind::Reach { dst: held, reach }, expr.span);
        self.put(dst, held.into(), expr.span);
        Ok(())
    }

    /// `same(left, right)`: both are pointers, or options of pointers.
    fn same(&mut self, dst: &Place, left: &Expr, right: &Expr, span: Span) -> Read<()> {
        let left_place = self.location_place(left)?;
        let right_place = self.location_place(right)?;
        let left_some = self.some_of(left, span)?;
        let right_some = self.some_of(right, span)?;
        let boolean = self.bool_ty();
        // The pointer of each side, where there is one.
        let payload = |place: &Place, some: Option<crate::ty::VariantIdx>| match some {
            Some(some) => place.variant(some).field(crate::ids::Id::from_index(0)),
            None => place.clone(),
        };
        let (left_pointer, right_pointer) = (
            payload(&left_place, left_some),
            payload(&right_place, right_some),
        );
        let present = |cx: &mut Self, place: &Place, some: Option<crate::ty::VariantIdx>| match some
        {
            Some(some) => cx.flag(Rvalue::IsVariant(place.clone(), some), span).into(),
            None => Operand::bool(true),
        };
        let left_present = present(self, &left_place, left_some);
        let right_present = present(self, &right_place, right_some);
        let agree = self.b.temp(boolean, span);
        let both = Rvalue::Binary(BinOp::Eq, left_present.clone(), right_present);
        self.b.assign(agree.into(), both, span);
        let compare = self.b.temp(boolean, span);
        let and = Rvalue::Binary(BinOp::BitAnd, agree.into(), left_present);
        self.b.assign(compare.into(), and, span);
        self.b.open();
        self.same_location(dst, left_pointer, right_pointer, span)?;
        let then = self.b.close();
        self.b.open();
        self.put(dst, agree.into(), span);
        let otherwise = self.b.close();
        self.b
            .if_else(compare.into(), then, otherwise, Branch::Hidden, span);
        Ok(())
    }

    fn location_place(&mut self, expr: &Expr) -> Read<Place> {
        match self.as_location(expr)? {
            Operand::Read(place) => Ok(place),
            Operand::Const(_) => {
                self.unsupported(expr.span, "same of something that is no pointer")
            }
        }
    }

    /// The `Some` of an option, if the expression is one.
    fn some_of(&mut self, expr: &Expr, span: Span) -> Read<Option<crate::ty::VariantIdx>> {
        let ty = self.ty(&expr.ty, expr.span)?;
        if self.session.types.pointee(ty).is_some() {
            return Ok(None);
        }
        Ok(Some(self.variant_named(&expr.ty, "Some", span)?))
    }

    /// `dst :=` whether the pointers at two places lead to the same location.
    pub(super) fn same_location(
        &mut self,
        dst: &Place,
        left: Place,
        right: Place,
        span: Span,
    ) -> Read<()> {
        let left = self.shared(left, span)?;
        let right = self.shared(right, span)?;
        if self.operand_ty(&left) != self.operand_ty(&right) {
            return self.unsupported(span, "a comparison of these pointers");
        }
        let equal = Rvalue::Binary(BinOp::Eq, left, right);
        self.b.assign(dst.clone(), equal, span);
        Ok(())
    }

    /// The pointer at a place as a shared reference, so that any two compare; a raw pointer, which
    /// may lead nowhere, as it is.
    fn shared(&mut self, pointer: Place, span: Span) -> Read<Operand> {
        let pointee = self
            .place_ty(&pointer)
            .and_then(|ty| self.session.types.pointee(ty));
        let Some(to) = pointee else {
            return self.unsupported(span, "same of something that is no pointer");
        };
        let ty = self.session.types.intern(IrTy::Ref { mutable: false, to });
        let held = self.place_ty(&pointer);
        let raw = held.is_some_and(|ty| matches!(self.session.types.get(ty), IrTy::RawPtr { .. }));
        if raw || held == Some(ty) {
            return Ok(pointer.into());
        }
        Ok(self
            .hold(ty, Rvalue::AddressOf(pointer.deref()), span)
            .into())
    }

    /// Whether each place holds the value that it held on entry.
    fn unchanged(&mut self, dst: &Place, places: &[Expr], span: Span) -> Read<()> {
        let Some(at) = self.entry else {
            return self.unsupported(span, "unchanged where there is no state on entry");
        };
        if self.in_entry {
            self.put(dst, Operand::bool(true), span);
            return Ok(());
        }
        let boolean = self.bool_ty();
        let mut all = Operand::bool(true);
        for place in places {
            let ty = self.ty(&place.ty, place.span)?;
            let then = self.b.temp(ty, place.span);
            self.at_entry(&then.into(), place, place.span)?;
            let now = self.as_operand(place)?;
            let same = self.b.temp(boolean, span);
            if self.session.holds_pointers(ty) {
                let then = then.into();
                let equal = Rvalue::EqualAcross { at, then, now };
                self.b.assign(same.into(), equal, span);
            } else {
                // Held with its span, so that a report can tell it.
                let now = self.hold(ty, Rvalue::Use(now), place.span).into();
                self.structural_eq(&same.into(), ty, then.into(), now, span)?;
            }
            all = if all == Operand::bool(true) {
                same.into()
            } else {
                let both = Rvalue::Binary(BinOp::BitAnd, all, same.into());
                self.hold(boolean, both, span).into()
            };
        }
        self.put(dst, all, span);
        Ok(())
    }
}
