//! Calls of what only a bound is known of: closures that come as arguments, methods of type
//! parameters. Any function of the right type may stand behind one, so its value is chosen.
//!
//! What takes its arguments by value or `&` gives equal values for equal arguments, by content; what
//! is an `FnMut`, or takes `&mut self`, may give another value each time. Arguments that could be
//! changed through, or that cannot be compared, are refused.

use crate::front::Read;
use crate::ir::{FunctionId, Operand, Place, StmtKind, UnknownFunction};
use crate::span::Span;
use crate::thir::{Expr, ExprKind};
use crate::ty::{DefId, Ty, TyKind};

use super::function::FnCx;
use super::invariants::Mode;

impl FnCx<'_, '_> {
    /// `dst :=` what a method of a type parameter gives.
    pub(super) fn call_unknown(
        &mut self,
        dst: &Place,
        trait_fn: DefId,
        self_ty: &Ty,
        args: &[Expr],
        expr: &Expr,
    ) -> Read<()> {
        let front = self.session.front;
        let path = front.path(trait_fn);
        let method = path.rsplit("::").next().unwrap_or(&path).to_owned();
        let sort = self.session.name(self_ty);
        let name = format!("{sort}::{method}");
        let contract = front.contract(trait_fn)?;
        if !contract.clauses.is_empty() {
            return self.unsupported(expr.span, format!("the method {name}, by its contract"));
        }
        let span = expr.span;
        let ret = self.ty(&expr.ty, span)?;
        if self.session.holds_pointers(ret) {
            return self.unsupported(span, format!("the method {name}, which returns pointers"));
        }
        // A closure that may change itself is given no name for what it changes.
        let changing = method == "call_mut";
        let mut changed = None;
        let mut given = Vec::new();
        for (index, arg) in args.iter().enumerate() {
            let own = index == 0 && is_mutable_reference(&arg.ty);
            if own {
                let pointer = self.as_place(arg)?;
                changed = Some(pointer.deref());
                continue;
            }
            given.push(arg);
        }
        if (changing || changed.is_some()) && self.frame.is_spec {
            return self.unsupported(span, format!("the method {name} in a specification"));
        }
        let given = self.contents(&given, &name)?;
        let pure = !changing && changed.is_none();
        let function = match pure {
            true => Some((
                self.unknown_function(trait_fn, self_ty, expr, &method),
                given,
            )),
            false => None,
        };
        if let Some(place) = changed {
            self.choose_any(place, None, span);
        }
        if ret == self.unit_ty() {
            return Ok(());
        }
        self.choose_any(dst.clone(), function, span);
        self.invariants(Mode::Valid, dst, &expr.ty, span)
    }

    fn choose_any(&mut self, dst: Place, function: Option<(FunctionId, Vec<Operand>)>, span: Span) {
        let choose = StmtKind::Choose {
            dst,
            function,
            whole: false,
        };
        self.b.emit(choose, span);
    }

    /// The arguments as values that can be compared.
    fn contents(&mut self, args: &[&Expr], name: &str) -> Read<Vec<Operand>> {
        let mut fitted = Vec::new();
        for arg in args {
            let mut ty = arg.ty.clone();
            while let TyKind::Ref { mutable, to } = &*ty {
                if *mutable {
                    return self.unsupported(arg.span, format!("a `&mut` that {name} may change"));
                }
                ty = to.clone();
            }
            let lowered = self.ty(&ty, arg.span)?;
            let comparable = !self.session.holds_pointers(lowered)
                && !self.session.holds_slots(lowered)
                && self.session.types.slice_element(lowered).is_none();
            if !comparable {
                let what = self.session.types.name(lowered);
                return self.unsupported(
                    arg.span,
                    format!("an argument of type {what} of {name}, of which nothing is known"),
                );
            }
            fitted.push((*arg, lowered));
        }
        self.fit_all(&fitted)
    }

    /// The function that the method of a type is, as long as it is the same.
    fn unknown_function(
        &mut self,
        trait_fn: DefId,
        self_ty: &Ty,
        expr: &Expr,
        method: &str,
    ) -> FunctionId {
        let key = (trait_fn, self_ty.clone(), expr.ty.clone());
        if let Some(known) = self.session.unknown.get(&key) {
            return *known;
        }
        let sort = self.session.name(self_ty);
        let called = method == "call" || method == "call_once";
        let name = match &expr.kind {
            ExprKind::CallParam { args, .. } if called => match args.first().map(|it| &it.kind) {
                Some(ExprKind::Var(var)) => self.frame.body.vars[*var].name.clone(),
                _ => None,
            },
            _ => None,
        };
        let name = name.unwrap_or_else(|| match called {
            true => sort.clone(),
            false => format!("{sort}::{method}"),
        });
        let span = expr.span;
        let function = self.session.functions.push(UnknownFunction { name, span });
        self.session.unknown.insert(key, function);
        function
    }
}

fn is_mutable_reference(ty: &Ty) -> bool {
    matches!(&**ty, TyKind::Ref { mutable: true, .. })
}
