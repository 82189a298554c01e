//! Calls: of functions, of constructors, and of values.

use std::rc::Rc;

use super::super::generics::TraitRef;
use super::super::subst::Subst;
use super::FnCtxt;
use super::values::Value;
use crate::front::Read;
use crate::ids::Id;
use crate::source::ast::{self, ExprKind as Ast, Shape};
use crate::source::codes;
use crate::span::Span;
use crate::thir::{Expr, ExprKind};
use crate::ty::{FieldIdx, FnRef, Ty, TyKind};

impl FnCtxt<'_> {
    pub(super) fn call(
        &mut self,
        callee: &ast::Expr,
        args: &[ast::Expr],
        expected: Option<&Ty>,
        span: Span,
    ) -> Read<Expr> {
        if let Ast::Path(path) = &callee.kind {
            if let Some(built_in) = self.spec_call(path, args, expected, span)? {
                return Ok(built_in);
            }
            match self.value(path)? {
                Value::Fn(function) => {
                    return self.call_fn(function, None, args, expected, path.span, span);
                }
                Value::Ctor {
                    ty,
                    variant,
                    shape: Shape::Tuple,
                } => {
                    if let Some(expected) = expected {
                        self.hint(&ty, expected);
                    }
                    let fields = self.ctor_fields(&ty, variant, path.span)?;
                    let args = self.args(&fields, args, span)?;
                    let fields = args
                        .into_iter()
                        .enumerate()
                        .map(|(at, arg)| (FieldIdx::from_index(at), arg))
                        .collect();
                    let kind = ExprKind::Adt {
                        variant,
                        fields,
                        base: None,
                    };
                    return Ok(self.mk(kind, ty, span));
                }
                _ => {}
            }
        }
        let callee = self.expr(callee, None)?;
        self.call_value(callee, args, span)
    }

    /// Takes an expected type as a hint where the two can be equal at all. A type that a coercion
    /// may still change is left alone.
    fn hint(&mut self, ty: &Ty, expected: &Ty) {
        let snapshot = self.infer.snapshot();
        if !self.infer.unify(ty, expected) {
            self.infer.rollback(&snapshot);
        }
    }

    /// A call of a known function; a method has its receiver checked already.
    pub(super) fn call_fn(
        &mut self,
        function: FnRef,
        receiver: Option<Expr>,
        args: &[ast::Expr],
        expected: Option<&Ty>,
        name_span: Span,
        span: Span,
    ) -> Read<Expr> {
        let function = match self.spec {
            true => self.without_counting(function),
            false => function,
        };
        self.refuse_odd_fn(&function, name_span)?;
        let (params, ret) = self.signature(&function, name_span)?;
        self.require_bounds(function.def, &function.args, name_span)?;
        let skip = usize::from(receiver.is_some());
        if params.len() != args.len() + skip {
            let message = format!(
                "the call has {} arguments, and {} are expected",
                args.len(),
                params.len().saturating_sub(skip)
            );
            return self.wrong(codes::WRONG_TYPE, span, message);
        }
        let mut formal = params[skip..].to_vec();
        if let Some(expected) = expected {
            self.take_result(&ret, expected, args);
            formal = self.expected_inputs(&ret, expected, formal);
        }
        let mut checked: Vec<Expr> = receiver.into_iter().collect();
        // A function of the user's looks at all of its arguments in one state.
        let together = params.len() > 1 && !self.pkg.defs.def(function.def).is_model;
        let given = self.args_hinted(&params[skip..], &formal, args, together)?;
        checked.extend(given);
        if self.spec {
            self.refuse_impure(&function, &params, &checked, name_span)?;
        } else if self.ghost_vars.is_none() {
            self.refuse_model(&function, name_span)?;
        }
        let kind = ExprKind::Call {
            callee: function,
            args: checked,
        };
        Ok(self.mk(kind, ret, span))
    }

    /// Functions whose attributes may change what they mean.
    fn refuse_odd_fn(&self, function: &FnRef, span: Span) -> Read<()> {
        let def = self.pkg.defs.def(function.def);
        match &def.attrs.unsupported {
            Some((what, _)) => {
                self.unsupported(span, format!("the function `{}` with {what}", def.name))
            }
            None => Ok(()),
        }
    }

    /// Parameters and result of a function instance.
    pub(super) fn signature(&mut self, function: &FnRef, span: Span) -> Read<(Vec<Ty>, Ty)> {
        let (params, ret) = self.pkg.declared_signature(function.def)?;
        let subst = Subst::new(&self.pkg.params_of(function.def), &function.args);
        let params = params
            .iter()
            .map(|ty| self.infer.normalize(&subst.apply(ty), Some(span)))
            .collect();
        let ret = self.infer.normalize(&subst.apply(&ret), Some(span));
        Ok((params, ret))
    }

    /// A result that is a type parameter, where closures are among the arguments: their bodies need to
    /// know it, and no coercion leads to a type like the expected one.
    fn take_result(&mut self, ret: &Ty, expected: &Ty, args: &[ast::Expr]) {
        let closures = args.iter().any(|arg| matches!(arg.kind, Ast::Closure(_)));
        let open = matches!(*self.infer.shallow(ret), TyKind::Infer(_));
        let fixed = match &*self.infer.shallow(expected) {
            TyKind::Int(_) | TyKind::Bool | TyKind::Char => true,
            TyKind::Adt(def, _) => !self.pkg.lang_is(*def, "Box"),
            _ => false,
        };
        if closures && open && fixed {
            self.hint(ret, expected);
        }
    }

    /// What the expected result says of the arguments, without committing to it.
    fn expected_inputs(&mut self, ret: &Ty, expected: &Ty, formal: Vec<Ty>) -> Vec<Ty> {
        let told: Vec<Ty> = self.infer.probe(|infer| {
            if infer.unify(ret, expected) {
                formal.iter().map(|ty| infer.resolve(ty)).collect()
            } else {
                Vec::new()
            }
        });
        formal
            .into_iter()
            .enumerate()
            .map(|(at, formal)| match told.get(at) {
                Some(told) if self.infer.is_known(told) => Rc::clone(told),
                _ => formal,
            })
            .collect()
    }

    /// Checks arguments against the types of parameters.
    pub(super) fn args(
        &mut self,
        formal: &[Ty],
        args: &[ast::Expr],
        span: Span,
    ) -> Read<Vec<Expr>> {
        if formal.len() != args.len() {
            let message = format!(
                "there are {} arguments, and {} are expected",
                args.len(),
                formal.len()
            );
            return self.wrong(codes::WRONG_TYPE, span, message);
        }
        self.args_hinted(formal, formal, args, false)
    }

    /// Closures come last: what the other arguments say of types they need to know.
    fn args_hinted(
        &mut self,
        formal: &[Ty],
        hints: &[Ty],
        args: &[ast::Expr],
        together: bool,
    ) -> Read<Vec<Expr>> {
        let mut checked: Vec<Option<Expr>> = vec![None; args.len()];
        for closures in [false, true] {
            if closures {
                self.select()?;
            }
            for (at, arg) in args.iter().enumerate() {
                if matches!(arg.kind, Ast::Closure(_)) != closures {
                    continue;
                }
                // What bounds and the arguments before it say of its type is needed for coercions.
                if self.is_open_arg(&formal[at]) {
                    self.select()?;
                }
                let mut value = self.expr(arg, Some(&hints[at]))?;
                if together {
                    value = self.brought_along(value)?;
                }
                let value = self.coerce_to_hint(value, &hints[at])?;
                checked[at] = Some(self.coerce(value, &formal[at])?);
            }
        }
        Ok(checked.into_iter().flatten().collect())
    }

    /// Whether nothing is known of a type, or of what it refers to.
    fn is_open_arg(&self, ty: &Ty) -> bool {
        match &*self.infer.shallow(ty) {
            TyKind::Infer(_) => true,
            TyKind::Ref { to, .. } => matches!(*self.infer.shallow(to), TyKind::Infer(_)),
            _ => false,
        }
    }

    /// What the result is expected to be may ask for a function pointer, a raw pointer, or for a reference to a
    /// slice, where the parameter alone would take the function, a reference, or a reference to the vector.
    fn coerce_to_hint(&mut self, value: Expr, hint: &Ty) -> Read<Expr> {
        let hint = self.infer.shallow(hint);
        let given = self.infer.shallow(&value.ty);
        match (&*hint, &*given) {
            (TyKind::FnPtr(..), TyKind::FnDef(_) | TyKind::Closure(..)) => {
                self.coerce(value, &hint)
            }
            (TyKind::RawPtr { .. } | TyKind::Ref { .. }, TyKind::Ref { .. })
                if self.infer.is_known(&hint) =>
            {
                let fits = self.infer.probe(|infer| infer.unify(&given, &hint));
                match fits {
                    true => Ok(value),
                    false => self.coerce(value, &hint),
                }
            }
            _ => Ok(value),
        }
    }

    /// A call of a closure, a function pointer, or a parameter with an `Fn` bound.
    pub(super) fn call_value(
        &mut self,
        callee: Expr,
        args: &[ast::Expr],
        span: Span,
    ) -> Read<Expr> {
        let mut callee = callee;
        loop {
            let ty = self.known(&callee.ty)?;
            if let Some((params, ret)) = self.infer.hidden_call(&ty, span) {
                let args = self.args(&params, args, span)?;
                let kind = ExprKind::CallValue {
                    callee: callee.into(),
                    args,
                };
                return Ok(self.mk(kind, ret, span));
            }
            if let TyKind::FnDef(function) = &*ty {
                return self.call_fn(function.clone(), None, args, None, callee.span, span);
            }
            if let Some((params, ret)) = self.infer.callable(&ty) {
                let args = self.args(&params, args, span)?;
                let kind = ExprKind::CallValue {
                    callee: callee.into(),
                    args,
                };
                return Ok(self.mk(kind, ret, span));
            }
            match &*ty {
                TyKind::Ref { to, .. } => {
                    let to = Rc::clone(to);
                    let at = callee.span;
                    callee = self.mk(ExprKind::Deref(callee.into()), to, at);
                }
                TyKind::Adt(def, parts) if self.pkg.lang_is(*def, "Box") && !parts.is_empty() => {
                    let to = Rc::clone(&parts[0]);
                    let at = callee.span;
                    callee = self.mk(ExprKind::Deref(callee.into()), to, at);
                }
                TyKind::Param(_) | TyKind::Dyn(..) => {
                    return self.call_bound(callee, &ty, args, span);
                }
                _ => {
                    // `Rc<dyn Fn()>` and others that lead to what is called.
                    let steps = self.autoderef(&ty)?;
                    let Some(step) = steps.get(1..2) else {
                        let shown = self.infer.show(&ty);
                        let what = format!("a call of a value of type `{shown}`");
                        return self.unsupported(span, what);
                    };
                    callee = self.apply_steps(callee, step)?;
                }
            }
        }
    }

    /// A call of a value of which a bound says that it can be called.
    fn call_bound(&mut self, callee: Expr, ty: &Ty, args: &[ast::Expr], span: Span) -> Read<Expr> {
        for (lang, method) in [
            ("Fn", "call"),
            ("FnMut", "call_mut"),
            ("FnOnce", "call_once"),
        ] {
            let Some(def) = self.pkg.lang_item(lang) else {
                continue;
            };
            let tuple = self.infer.any();
            let goal = TraitRef {
                def,
                args: vec![Rc::clone(ty), Rc::clone(&tuple)],
            };
            if !self.infer.holds(&goal) {
                continue;
            }
            self.infer.select(&goal);
            let trait_fn = self.pkg.defs.item_named(def, method, |_| true);
            let TyKind::Tuple(params) = &*self.infer.shallow(&tuple) else {
                continue;
            };
            let Some(trait_fn) = trait_fn else { continue };
            let args = self.args(params, args, span)?;
            let Some(once) = self.pkg.lang_item("FnOnce") else {
                continue;
            };
            let Some(output) = self.pkg.assoc_type(once, "Output") else {
                continue;
            };
            let projection = self.pkg.projection(output, vec![Rc::clone(ty), tuple]);
            let ret = self.infer.normalize(&projection, Some(span));
            let mut all = vec![callee];
            all.extend(args);
            let method = FnRef {
                def: trait_fn,
                args: goal.args,
            };
            let kind = ExprKind::CallParam { method, args: all };
            return Ok(self.mk(kind, ret, span));
        }
        let shown = self.infer.show(ty);
        self.unsupported(span, format!("a call of a value of type `{shown}`"))
    }
}
