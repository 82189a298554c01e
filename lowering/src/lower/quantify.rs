//! Primitives that take a closure: quantifiers, `map`, `filter` and `count` over ranges and model
//! values become comprehensions.

use crate::front::Read;
use crate::ir::types::TyId;
use crate::ir::{Comprehension, ComprehensionKind, Domain, Operand, Place, Rvalue, StmtKind};
use crate::span::Span;
use crate::thir::{Closure, Expr, ExprKind};
use crate::ty::{Ty, TyKind};

use super::function::FnCx;
use super::session::Instance;

impl FnCx<'_, '_> {
    /// A quantifier, `map`, `filter` or `count` over a range or a model value: the first argument (two
    /// for a range) is the domain, the last the closure.
    pub(super) fn comprehension(
        &mut self,
        dst: &Place,
        kind: ComprehensionKind,
        args: &[&Expr],
        expr: &Expr,
    ) -> Read<()> {
        let Some((closure, domain)) = args.split_last() else {
            return self.unsupported(expr.span, "a quantifier without a body");
        };
        let (domain, element) = match domain {
            [collection] => {
                let ty = self.collection_behind(collection)?;
                let Some(element) = self.element(ty) else {
                    let name = self.session.types.name(ty);
                    return self.unsupported(expr.span, format!("a quantifier over {name}"));
                };
                let members = self.fit_all(&[(*collection, ty)])?.remove(0);
                (Domain::Members(members), element)
            }
            [low, high] => {
                let ty = self.ty(&low.ty, low.span)?;
                let operands = self.fit_all(&[(*low, ty), (*high, ty)])?;
                let Ok([low, high]) = <[Operand; 2]>::try_from(operands) else {
                    return self.unsupported(expr.span, "a quantifier over this range");
                };
                (Domain::Range(low, high), ty)
            }
            _ => return self.unsupported(expr.span, "a quantifier over this domain"),
        };
        let ty = self.ty(&expr.ty, expr.span)?;
        let bound = self.b.temp(element, closure.span);
        let produced = match kind {
            ComprehensionKind::Count => self.math_ty(),
            _ => ty,
        };
        let result_ty = match (kind, self.element(ty)) {
            (ComprehensionKind::MapToSet | ComprehensionKind::MapToSeq, Some(to)) => to,
            (ComprehensionKind::MapToSet | ComprehensionKind::MapToSeq, None) => {
                return self.unsupported(expr.span, "a map to something that is no model value");
            }
            _ => self.bool_ty(),
        };
        let env = self.closure_value(closure)?;
        self.b.open();
        let value = self.b.temp(result_ty, closure.span);
        self.apply(&value.into(), closure, env, bound.into(), element)?;
        let body = self.b.close().block;
        let held = self.b.temp(produced, expr.span);
        self.b.emit(
            StmtKind::Comprehend {
                dst: held,
                comprehension: Box::new(Comprehension {
                    kind,
                    domain,
                    bound,
                    body,
                    value: value.into(),
                }),
            },
            expr.span,
        );
        self.deliver(dst, ty, produced, Rvalue::Use(held.into()), expr.span)
    }

    /// A pointer to the captures of a closure that is not written in place.
    fn closure_value(&mut self, closure: &Expr) -> Read<Option<Operand>> {
        if self.inlined_closure(closure).is_some() {
            return Ok(None);
        }
        let (place, ty) = self.through_references(closure)?;
        match &*ty {
            TyKind::Closure(..) => Ok(Some(self.environment(&ty, place, closure.span)?)),
            _ => Ok(None),
        }
    }

    /// The place behind all references of an expression, and its type.
    fn through_references(&mut self, expr: &Expr) -> Read<(Place, Ty)> {
        let mut place = self.as_place(expr)?;
        let mut ty = expr.ty.clone();
        while let TyKind::Ref { to, .. } = &*ty {
            place = place.deref();
            ty = to.clone();
        }
        Ok((place, ty))
    }

    /// `dst := closure(bound)`. A closure that is written in place is evaluated here, without a call.
    fn apply(
        &mut self,
        dst: &Place,
        closure: &Expr,
        env: Option<Operand>,
        bound: Place,
        element: TyId,
    ) -> Read<()> {
        let span = closure.span;
        if let Some(inlined) = self.inlined_closure(closure) {
            let [param] = inlined.params() else {
                return self.unsupported(span, "a quantifier with this many variables");
            };
            let due = self.ty(&param.ty, param.span)?;
            let bound = self.present(bound, element, due, span)?;
            return self.apply_inlined(dst, &inlined, vec![bound], span);
        }
        let mut ty = closure.ty.clone();
        while let TyKind::Ref { to, .. } = &*ty {
            ty = to.clone();
        }
        match (&*ty, env) {
            (TyKind::Closure(..), Some(env)) => {
                let Some(info) = self.session.closures.get(&ty).cloned() else {
                    return self.unsupported(span, "a closure that comes from elsewhere");
                };
                let [param] = info.closure.params.as_slice() else {
                    return self.unsupported(span, "a quantifier with this many variables");
                };
                let due = self.ty(&param.ty, param.span)?;
                let bound = self.present(bound, element, due, span)?;
                self.call_closure(dst, &ty, env, vec![bound.into()], span)
            }
            (TyKind::FnDef(function), _) => {
                let signature = self.session.front.signature(function)?;
                let [param] = signature.params.as_slice() else {
                    return self.unsupported(span, "a quantifier with this many variables");
                };
                let due = self.ty(&param.ty, span)?;
                let bound = self.present(bound, element, due, span)?;
                let ret = self.ty(&signature.ret, span)?;
                let instance = Instance::Function(function.clone());
                let proc = self.session.instance(instance, span)?;
                self.emit_call(dst, proc, vec![bound.into()], ret, span);
                Ok(())
            }
            _ => {
                let name = self.session.name(&closure.ty);
                self.unsupported(span, format!("a call of a value of type {name}"))
            }
        }
    }

    /// A member of a domain as the closure wants it: itself, or a reference to it.
    fn present(&mut self, bound: Place, element: TyId, due: TyId, span: Span) -> Read<Place> {
        if element == due {
            return Ok(bound);
        }
        if self.session.types.pointee(due) == Some(element) {
            return Ok(self.hold(due, Rvalue::AddressOf(bound), span).into());
        }
        if self.session.types.pointee(element) == Some(due) {
            return Ok(bound.deref());
        }
        let (element, due) = (
            self.session.types.name(element),
            self.session.types.name(due),
        );
        self.unsupported(
            span,
            format!("a variable of type {due} over members of type {element}"),
        )
    }
}

/// The closure that is written at this place, if it is one.
pub(super) fn written_closure(expr: &Expr) -> Option<&Closure> {
    match &expr.kind {
        ExprKind::Closure(closure) => Some(closure),
        ExprKind::Borrow { of, .. } | ExprKind::Coerce(of) => written_closure(of),
        _ => None,
    }
}

/// What a primitive makes of the members.
pub(super) fn comprehension(name: &str) -> Option<ComprehensionKind> {
    Some(match name {
        "set_all" | "seq_all" | "range_all" => ComprehensionKind::ForAll,
        "set_any" | "seq_any" | "range_any" => ComprehensionKind::Exists,
        "set_count" | "seq_count" | "range_count" => ComprehensionKind::Count,
        "set_map" | "seq_map_to_set" | "range_map_to_set" => ComprehensionKind::MapToSet,
        "seq_map" | "range_map" => ComprehensionKind::MapToSeq,
        "set_filter" => ComprehensionKind::FilterToSet,
        "seq_filter" => ComprehensionKind::FilterToSeq,
        _ => return None,
    })
}
