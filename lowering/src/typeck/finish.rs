//! The last pass over a body: no inference variable is left, every call of a trait's method is one of
//! the impl that is meant, every closure knows what it captures.

use std::rc::Rc;

use super::Package;
use super::captures::{Asked, captures, name_parts};
use super::check::FnCtxt;
use super::generics::TraitRef;
use super::stop::unsupported;
use super::subst;
use super::traits::{Answer, Source};
use crate::front::{Front, Read, Stop};
use crate::ids::{Id, Table};
use crate::resolve::DefKind;
use crate::span::Span;
use crate::thir::{
    Body, Capture, CaptureBy, Expr, ExprKind, Literal, Pat, PatKind, SpecExpr, Stmt, Var, VarId,
};
use crate::ty::{FnRef, Ty, TyKind};

/// A trait's method with its `Self` known.
enum Resolved {
    /// A function that can be looked up.
    Fn(FnRef),
    /// What a bound promises.
    Bound,
}

impl FnCtxt<'_> {
    /// The finished body.
    pub(super) fn finish(mut self, mut params: Vec<Pat>, mut value: Expr) -> Read<Body> {
        self.settle()?;
        for var in self.vars.ids().collect::<Vec<_>>() {
            let (ty, span) = (Rc::clone(&self.vars[var].ty), self.vars[var].span);
            self.vars[var].ty = self.finish_ty(&ty, span)?;
        }
        for param in &mut params {
            self.finish_pat(param)?;
        }
        self.finish_expr(&mut value)?;
        Ok(Body {
            vars: self.vars,
            params,
            value,
            is_spec: self.spec,
        })
    }

    /// Draws all conclusions, then gives literals their default types.
    fn settle(&mut self) -> Read<()> {
        self.select_all()?;
        let int = if self.spec && !self.machine {
            subst::math_int()
        } else {
            subst::int(crate::ty::IntTy::I32)
        };
        self.infer.apply_defaults(&int);
        for ty in std::mem::take(&mut self.diverging) {
            if matches!(*self.infer.shallow(&ty), TyKind::Infer(_)) {
                self.infer.unify(&ty, &subst::unit());
            }
        }
        self.select_all()
    }

    fn finish_ty(&mut self, ty: &Ty, span: Span) -> Read<Ty> {
        let resolved = self.infer.resolve(ty);
        let normal = self.infer.normalize(&resolved, None);
        let normal = self.infer.resolve(&normal);
        let mut problem = None;
        let finished = subst::map(&normal, &mut |part| match &**part {
            TyKind::Infer(_) => {
                problem = Some(unsupported(
                    span,
                    "an expression whose type could not be inferred",
                ));
                Some(Rc::clone(part))
            }
            TyKind::FnDef(function) if self.pkg.defs.is_trait_item(function.def) => {
                match self.resolve_method(function.clone(), span) {
                    Ok(Resolved::Fn(function)) => Some(Rc::new(TyKind::FnDef(function))),
                    // What is called then is what the bound promises.
                    Ok(Resolved::Bound) => Some(Rc::clone(part)),
                    Err(stop) => {
                        problem = Some(stop);
                        Some(Rc::clone(part))
                    }
                }
            }
            _ => None,
        });
        match problem {
            Some(stop) => Err(stop),
            None => Ok(finished),
        }
    }

    fn finish_args(&mut self, args: &mut [Ty], span: Span) -> Read<()> {
        for arg in args {
            *arg = self.finish_ty(arg, span)?;
        }
        Ok(())
    }

    /// The function that a trait's method is for a type that implements it.
    pub(super) fn method_for(mut self, method: &FnRef, span: Span) -> Read<FnRef> {
        match self.resolve_method(method.clone(), span)? {
            Resolved::Fn(function) => Ok(function),
            Resolved::Bound => Err(unsupported(span, "a trait object of a type parameter")),
        }
    }

    /// The function that a call of a trait's method means.
    fn resolve_method(&mut self, mut function: FnRef, span: Span) -> Read<Resolved> {
        self.finish_args(&mut function.args, span)?;
        let pkg = self.pkg;
        let Some(container) = pkg.defs.container(function.def) else {
            return Ok(Resolved::Fn(function));
        };
        if !matches!(pkg.defs.def(container).kind, DefKind::Trait { .. }) {
            return Ok(Resolved::Fn(function));
        }
        let count = pkg.params_of(container).len();
        let goal = TraitRef {
            def: container,
            args: function.args[..count].to_vec(),
        };
        let item = pkg.defs.def(function.def);
        let has_default = match &item.kind {
            DefKind::Fn(ast) => ast.body.is_some(),
            DefKind::Const(ast) => ast.value.is_some(),
            _ => false,
        };
        let describe = |this: &Self| -> Stop {
            let ty = this.infer.show(&goal.args[0]);
            let name = &item.name;
            let owner = &pkg.defs.def(container).name;
            unsupported(span, format!("`{name}` of `{owner}` for the type `{ty}`"))
        };
        match self.infer.select(&goal) {
            Answer::Yes(Source::Bound(_)) => Ok(Resolved::Bound),
            Answer::Yes(Source::Impl { def, args }) => {
                let is_same = |kind: &DefKind| {
                    matches!(
                        (kind, &item.kind),
                        (DefKind::Fn(_), DefKind::Fn(_)) | (DefKind::Const(_), DefKind::Const(_))
                    )
                };
                match pkg.defs.item_named(def, &item.name, is_same) {
                    Some(own) => {
                        let mut all: Vec<Ty> = args;
                        self.finish_args(&mut all, span)?;
                        all.extend(function.args[count..].iter().cloned());
                        if all.len() != pkg.params_of(own).len() {
                            return Err(describe(self));
                        }
                        Ok(Resolved::Fn(FnRef {
                            def: own,
                            args: all,
                        }))
                    }
                    None if has_default => Ok(Resolved::Fn(function)),
                    None => Err(describe(self)),
                }
            }
            Answer::Yes(Source::Builtin) if has_default => Ok(Resolved::Fn(function)),
            Answer::Yes(Source::Builtin) => match self.copying(&goal) {
                Some(copying) => Ok(Resolved::Fn(copying)),
                None => Err(describe(self)),
            },
            Answer::No | Answer::Maybe => Err(describe(self)),
        }
    }

    /// What clones functions, and closures that hold nothing but what is copied.
    fn copying(&self, goal: &TraitRef) -> Option<FnRef> {
        let of = goal.args.first()?;
        let is_copied = match &**of {
            TyKind::Closure(id, _) => self.pkg.closure_signature(*id)?.is_copy,
            TyKind::FnDef(_) | TyKind::FnPtr(..) => true,
            _ => false,
        };
        (is_copied && self.pkg.lang_is(goal.def, "Clone")).then_some(FnRef {
            def: self.pkg.lang_item("copying")?,
            args: vec![Rc::clone(of)],
        })
    }

    fn finish_pat(&mut self, pat: &mut Pat) -> Read<()> {
        pat.ty = self.finish_ty(&pat.ty, pat.span)?;
        match &mut pat.kind {
            PatKind::Wild => Ok(()),
            PatKind::Range { low, high, .. } => {
                let (low, high) = (*low, *high);
                self.check_fits(low, &pat.ty, pat.span)?;
                self.check_fits(high, &pat.ty, pat.span)
            }
            PatKind::Binding { sub, .. } => match sub {
                Some(sub) => self.finish_pat(sub),
                None => Ok(()),
            },
            PatKind::Adt { fields, .. } => fields
                .iter_mut()
                .try_for_each(|(_, pat)| self.finish_pat(pat)),
            PatKind::Deref(inner) => self.finish_pat(inner),
            PatKind::Constant(value) => self.finish_expr(value),
            PatKind::Or(cases) => cases.iter_mut().try_for_each(|pat| self.finish_pat(pat)),
            PatKind::Slice {
                prefix,
                rest,
                suffix,
            } => {
                for pat in prefix.iter_mut().chain(suffix) {
                    self.finish_pat(pat)?;
                }
                match rest {
                    Some(rest) => self.finish_pat(rest),
                    None => Ok(()),
                }
            }
        }
    }

    fn check_fits(&self, value: Option<crate::ir::Int>, ty: &Ty, span: Span) -> Read<()> {
        match (value, &**ty) {
            (Some(value), TyKind::Int(int)) if !int.contains(value) => {
                let message = format!("{value} is not a `{}`", int.name());
                Err(self.out_of_range(span, message))
            }
            _ => Ok(()),
        }
    }

    fn finish_exprs(&mut self, exprs: &mut [Expr]) -> Read<()> {
        exprs.iter_mut().try_for_each(|expr| self.finish_expr(expr))
    }

    fn finish_expr(&mut self, expr: &mut Expr) -> Read<()> {
        self.finish_parts(expr)?;
        self.finish_float(expr)
    }

    fn finish_parts(&mut self, expr: &mut Expr) -> Read<()> {
        let span = expr.span;
        expr.ty = self.finish_ty(&expr.ty, span)?;
        match &mut expr.kind {
            ExprKind::Literal(Literal::Int(value)) => {
                let value = *value;
                self.check_fits(Some(value), &expr.ty, span)
            }
            ExprKind::Literal(_)
            | ExprKind::Var(_)
            | ExprKind::ConstParam(_)
            | ExprKind::Static(_)
            | ExprKind::Continue(_)
            | ExprKind::Panic { .. } => Ok(()),
            ExprKind::Const(function) | ExprKind::Fn(function) => {
                match self.resolve_method(function.clone(), span)? {
                    Resolved::Fn(found) => {
                        *function = found;
                        Ok(())
                    }
                    Resolved::Bound
                        if matches!(self.pkg().defs.def(function.def).kind, DefKind::Const(_)) =>
                    {
                        // A call without arguments of what the bound promises.
                        let mut function = function.clone();
                        self.finish_args(&mut function.args, span)?;
                        expr.kind = ExprKind::CallParam {
                            method: function,
                            args: Vec::new(),
                        };
                        Ok(())
                    }
                    Resolved::Bound => self.finish_args(&mut function.args, span),
                }
            }
            ExprKind::Call { callee, args } => {
                self.finish_exprs(args)?;
                match self.resolve_method(callee.clone(), span)? {
                    Resolved::Fn(found) => *callee = found,
                    Resolved::Bound => {
                        let mut function = callee.clone();
                        self.finish_args(&mut function.args, span)?;
                        let of_object = matches!(**function.self_ty(), TyKind::Dyn(..));
                        if !of_object && let Some(stand_in) = self.pkg.stand_in(&function) {
                            *callee = stand_in;
                            return Ok(());
                        }
                        expr.kind = ExprKind::CallParam {
                            method: function,
                            args: std::mem::take(args),
                        };
                    }
                }
                Ok(())
            }
            ExprKind::CallParam { method, args } => {
                self.finish_args(&mut method.args, span)?;
                self.finish_exprs(args)
            }
            ExprKind::CallValue { callee, args } => {
                self.finish_expr(callee)?;
                self.finish_exprs(args)
            }
            ExprKind::Field { base: inner, .. }
            | ExprKind::Deref(inner)
            | ExprKind::Borrow { of: inner, .. }
            | ExprKind::AddressOf { of: inner, .. }
            | ExprKind::Unary(_, inner)
            | ExprKind::Cast(inner)
            | ExprKind::Coerce(inner)
            | ExprKind::Repeat(inner)
            | ExprKind::Loop { body: inner, .. }
            | ExprKind::Claim { cond: inner, .. } => self.finish_expr(inner),
            ExprKind::Index { base: a, index: b }
            | ExprKind::Binary(_, a, b)
            | ExprKind::And(a, b)
            | ExprKind::Or(a, b)
            | ExprKind::Assign { place: a, value: b }
            | ExprKind::AssignOp {
                place: a, value: b, ..
            } => {
                self.finish_expr(a)?;
                self.finish_expr(b)
            }
            ExprKind::Adt { fields, base, .. } => {
                for (_, value) in fields {
                    self.finish_expr(value)?;
                }
                base.iter_mut().try_for_each(|base| self.finish_expr(base))
            }
            ExprKind::Tuple(parts) | ExprKind::Array(parts) | ExprKind::Opaque(parts) => {
                self.finish_exprs(parts)
            }
            ExprKind::Closure(_) => self.finish_closure(expr),
            ExprKind::Block { stmts, tail, .. } => {
                for stmt in stmts {
                    self.finish_stmt(stmt)?;
                }
                tail.iter_mut().try_for_each(|tail| self.finish_expr(tail))
            }
            ExprKind::If {
                cond,
                then,
                otherwise,
            } => {
                self.finish_expr(cond)?;
                self.finish_expr(then)?;
                otherwise.iter_mut().try_for_each(|it| self.finish_expr(it))
            }
            ExprKind::Let { pat, value } => {
                self.finish_pat(pat)?;
                self.finish_expr(value)
            }
            ExprKind::Match { scrutinee, arms } => {
                self.finish_expr(scrutinee)?;
                for arm in arms {
                    self.finish_pat(&mut arm.pat)?;
                    arm.guard
                        .iter_mut()
                        .try_for_each(|it| self.finish_expr(it))?;
                    self.finish_expr(&mut arm.body)?;
                }
                Ok(())
            }
            ExprKind::Break { value, .. } | ExprKind::Return(value) => {
                value.iter_mut().try_for_each(|it| self.finish_expr(it))
            }
            ExprKind::Spec(form) => {
                self.finish_spec(form)?;
                // What turned out to be mathematical already needs no conversion.
                if let SpecExpr::ToMath(inner) = &mut **form
                    && *inner.ty == TyKind::MathInt
                {
                    let inner = std::mem::replace(&mut inner.kind, ExprKind::Tuple(Vec::new()));
                    expr.kind = inner;
                }
                Ok(())
            }
        }
    }

    fn finish_stmt(&mut self, stmt: &mut Stmt) -> Read<()> {
        match stmt {
            Stmt::Let {
                pat,
                init,
                otherwise,
                ..
            } => {
                self.finish_pat(pat)?;
                init.iter_mut().try_for_each(|it| self.finish_expr(it))?;
                otherwise.iter_mut().try_for_each(|it| self.finish_expr(it))
            }
            Stmt::Expr(value) => self.finish_expr(value),
        }
    }

    fn finish_spec(&mut self, form: &mut SpecExpr) -> Read<()> {
        match form {
            SpecExpr::Old(inner)
            | SpecExpr::Ghost(inner)
            | SpecExpr::ForAll { body: inner, .. }
            | SpecExpr::Exists { body: inner, .. }
            | SpecExpr::SetOf { body: inner, .. }
            | SpecExpr::Fresh(inner)
            | SpecExpr::ToMath(inner) => self.finish_expr(inner),
            SpecExpr::Reach { start, steps, .. } => {
                self.finish_expr(start)?;
                self.finish_exprs(steps)
            }
            SpecExpr::Same(a, b)
            | SpecExpr::StructuralEq(a, b)
            | SpecExpr::Each {
                set: a, place: b, ..
            } => {
                self.finish_expr(a)?;
                self.finish_expr(b)
            }
            SpecExpr::Unchanged(places) => self.finish_exprs(places),
        }
    }

    fn finish_closure(&mut self, expr: &mut Expr) -> Read<()> {
        let span = expr.span;
        let ExprKind::Closure(closure) = &mut expr.kind else {
            return Ok(());
        };
        for param in &mut closure.params {
            self.finish_pat(param)?;
        }
        self.finish_expr(&mut closure.body)?;
        if let Some(mut signature) = self.pkg.closure_signature(closure.id) {
            self.finish_args(&mut signature.params, span)?;
            let ret = self.finish_ty(&signature.ret, span)?;
            self.pkg.set_closure(closure.id, signature.params, ret);
        }
        let is_move = !closure.captures.is_empty();
        let pkg = self.pkg;
        let types = Types {
            pkg,
            spec: self.spec,
            vars: &self.vars,
        };
        let fields = !self.spec && pkg.map.captures_fields(span);
        let found = captures(closure, is_move, fields, &types);
        closure.captures = found.captures;
        closure.consumes = found.consumes;
        name_parts(closure, &mut |part, of| {
            let whole = &self.vars[of];
            let var = Var {
                name: whole.name.as_ref().map(|name| pkg.shown_part(name, part)),
                ty: Rc::clone(&part.ty),
                span: whole.span,
            };
            self.vars.push(var)
        });
        let is_copied = |capture: &Capture| match capture.by {
            CaptureBy::Ref => true,
            CaptureBy::RefMut => false,
            CaptureBy::Value => pkg.is_copy_ty(&self.infer.resolve(&self.vars[capture.var].ty)),
        };
        if closure.captures.iter().all(is_copied) {
            self.pkg.set_closure_copied(closure.id);
        }
        Ok(())
    }
}

/// What captures depend on.
struct Types<'a> {
    pkg: &'a Package,
    spec: bool,
    vars: &'a Table<VarId, Var>,
}

impl Asked for Types<'_> {
    fn is_copy(&self, ty: &Ty) -> bool {
        self.spec || self.pkg.is_copy_ty(ty)
    }

    fn has_drop(&self, ty: &Ty) -> bool {
        matches!(**ty, TyKind::Adt(..)) && self.pkg.drop_impl(ty).is_some()
    }

    fn has_one_form(&self, ty: &Ty) -> bool {
        match &**ty {
            TyKind::Adt(def, args) => {
                let info = self.pkg.adt(*def, args);
                info.is_ok_and(|info| info.variants.len() == 1 && !info.is_union)
            }
            _ => true,
        }
    }

    fn type_of(&self, var: VarId) -> Ty {
        Rc::clone(&self.vars[var].ty)
    }
}

impl Package {
    /// How a field of a variable is shown that a closure captures.
    fn shown_part(&self, var: &str, part: &Expr) -> String {
        let ExprKind::Field { base, field } = &part.kind else {
            return var.to_owned();
        };
        let base_name = self.shown_part(var, base);
        let name = match &*base.ty {
            TyKind::Adt(def, args) => self.adt(*def, args).ok().and_then(|info| {
                let variant = info.variants.first()?;
                variant
                    .fields
                    .get(field.index())
                    .map(|(name, _)| name.clone())
            }),
            _ => None,
        };
        match name {
            Some(name) => format!("{base_name}.{name}"),
            None => format!("{base_name}.{}", field.index()),
        }
    }
}
