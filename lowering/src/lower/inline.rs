//! Functions of the models that are given a closure which speaks of the state on entry: `(0..n).any(|i|
//! old(v[i]) != v[i])`, and those of iterators that do no more with it than call it. A state that was remembered is known only in the procedure that did, so the
//! function is lowered where it is called, and the closure where the function calls it.

use std::rc::Rc;

use crate::front::Read;
use crate::ir::Place;
use crate::span::Span;
use crate::thir::{Closure, Expr, ExprKind, Pat, SpecExpr, Stmt, VarId};
use crate::ty::{FnRef, Ty, TyKind};

use super::function::{FnCx, Frame, ReturnTo, plain_name};
use super::quantify::written_closure;
use super::walk;

/// How many functions may pass a closure on before it is called.
const MAX_PASSED: usize = 8;

/// A closure that is lowered where it is called.
#[derive(Clone, Debug)]
pub(super) struct Inlined {
    closure: Rc<Closure>,
    /// Which of the frames around the one at hand it belongs to.
    depth: usize,
}

impl Inlined {
    pub(super) fn params(&self) -> &[Pat] {
        &self.closure.params
    }
}

impl FnCx<'_, '_> {
    /// `dst := callee(args)` without a call, if a closure among the arguments asks for it.
    pub(super) fn call_inlined(
        &mut self,
        dst: &Place,
        callee: &FnRef,
        args: &[&Expr],
        span: Span,
    ) -> Read<bool> {
        if !self.frame.is_spec || !args.iter().any(|arg| self.must_inline(arg)) {
            return Ok(false);
        }
        if !self.session.front.contract(callee.def)?.model {
            if !self.only_calls(callee, args)? {
                return Ok(false);
            }
            args.iter().try_for_each(|arg| self.refuse_lent(arg))?;
        }
        if self.outer.len() >= MAX_PASSED {
            return self.unsupported(span, "a closure passed on this often");
        }
        let body = self.session.front.body(callee)?;
        self.session.register_closures(&body);
        let mut frame = Frame::new(Rc::clone(&body));
        frame.is_spec = true;
        let mut patterns = Vec::new();
        for (pat, arg) in body.params.iter().zip(args) {
            if let Some(inlined) = self.inlined_closure(arg)
                && let Some(var) = plain_name(pat)
            {
                frame.closures.insert(var, inlined);
                continue;
            }
            let ty = self.ty(&arg.ty, arg.span)?;
            let held: Place = self.b.temp(ty, arg.span).into();
            self.into(&held, arg)?;
            match plain_name(pat) {
                Some(var) => {
                    frame.vars.insert(var, held);
                }
                None => patterns.push((pat, held)),
            }
        }
        let label = self.b.label();
        frame.ret = Some(ReturnTo {
            dst: dst.clone(),
            label: Some(label),
        });
        self.b.open();
        let outer = std::mem::replace(&mut self.frame, frame);
        self.outer.push(outer);
        let mut lowered = Ok(());
        for (pat, held) in patterns {
            lowered = lowered.and_then(|()| self.bind(pat, &held));
        }
        let lowered = lowered.and_then(|()| self.into(dst, &body.value));
        if let Some(outer) = self.outer.pop() {
            self.frame = outer;
        }
        let block = self.b.close();
        self.b.labelled(label, block, span);
        lowered.map(|()| true)
    }

    /// Whether a function of the models calls the closures that it is given, and does nothing else with
    /// them.
    fn only_calls(&self, callee: &FnRef, args: &[&Expr]) -> Read<bool> {
        let front = self.session.front;
        if front.sources().is_user(front.span(callee.def)) || front.intrinsic(callee.def).is_some()
        {
            return Ok(false);
        }
        let body = front.body(callee)?;
        let mut names = Vec::new();
        for (pat, arg) in body.params.iter().zip(args) {
            if self.inlined_closure(arg).is_some() {
                match plain_name(pat) {
                    Some(var) => names.push(var),
                    None => return Ok(false),
                }
            }
        }
        walk::each_expr(&body.value, &mut |expr| {
            if let ExprKind::Block { stmts, .. } = &expr.kind {
                let more: Vec<VarId> = stmts.iter().filter_map(|it| renamed(it, &names)).collect();
                names.extend(more);
            }
        });
        // Each use is a call, or gives it another name.
        let (mut uses, mut known) = (0_usize, 0_usize);
        let is_closure =
            |expr: &Expr| matches!(&expr.kind, ExprKind::Var(var) if names.contains(var));
        walk::each_expr(&body.value, &mut |expr| {
            uses += usize::from(is_closure(expr));
            known += match &expr.kind {
                ExprKind::CallValue { callee, .. } => usize::from(is_closure(callee)),
                ExprKind::Block { stmts, .. } => {
                    let renamed = stmts.iter().filter_map(|stmt| renamed(stmt, &names));
                    renamed.count()
                }
                _ => 0,
            };
        });
        Ok(uses == known)
    }

    /// Refuses `old(…)` of a reference that an iterator lends: it may be meant as the value that is there
    /// now, or as the place.
    fn refuse_lent(&self, arg: &Expr) -> Read<()> {
        let Some(inlined) = self.inlined_closure(arg) else {
            return Ok(());
        };
        let mut lent = Vec::new();
        for pat in inlined.params() {
            walk::each_bound(pat, &mut |var| lent.push(var));
        }
        walk::each_var_bound_in(&inlined.closure.body, &mut |var| lent.push(var));
        let mut found = None;
        walk::each_expr(&inlined.closure.body, &mut |expr| {
            if let ExprKind::Spec(spec) = &expr.kind
                && let SpecExpr::Old(of) = &**spec
            {
                walk::each_expr(of, &mut |expr| match &expr.kind {
                    ExprKind::Var(var) if lent.contains(var) && holds_reference(&expr.ty) => {
                        found = Some(expr.span);
                    }
                    _ => {}
                });
            }
        });
        match found {
            Some(span) => {
                self.unsupported(span, "a reference that an iterator lends, inside of `old`")
            }
            None => Ok(()),
        }
    }

    /// A closure that is lowered where it is called gets another name; whether it is one.
    pub(super) fn rename_inlined(&mut self, pat: &Pat, init: &Expr) -> bool {
        if let (Some(new), ExprKind::Var(var)) = (plain_name(pat), &init.kind)
            && let Some(inlined) = self.frame.closures.get(var).cloned()
        {
            self.frame.closures.insert(new, inlined);
            return true;
        }
        false
    }

    /// `dst := closure(args)`, lowered here; the arguments are in places.
    pub(super) fn apply_inlined(
        &mut self,
        dst: &Place,
        inlined: &Inlined,
        args: Vec<Place>,
        span: Span,
    ) -> Read<()> {
        let closure = &inlined.closure;
        if closure.params.len() != args.len() {
            return self.unsupported(span, "a closure with this many variables");
        }
        let label = self.b.label();
        self.b.open();
        let depth = inlined.depth;
        let own = depth < self.outer.len();
        if own {
            std::mem::swap(&mut self.frame, &mut self.outer[depth]);
        }
        let back = self.frame.ret.replace(ReturnTo {
            dst: dst.clone(),
            label: Some(label),
        });
        let mut lowered = Ok(());
        // Parts of variables have names of their own in the closure.
        for capture in closure.captures.iter().filter(|it| it.of.is_some()) {
            lowered = lowered.and_then(|()| {
                let part = self.captured(capture)?;
                self.frame.vars.insert(capture.var, part);
                Ok(())
            });
        }
        for (pat, arg) in closure.params.iter().zip(args) {
            match plain_name(pat) {
                Some(var) if arg.projection.is_empty() => {
                    self.frame.vars.insert(var, arg);
                }
                _ => lowered = lowered.and_then(|()| self.bind(pat, &arg)),
            }
        }
        let lowered = lowered.and_then(|()| self.into(dst, &closure.body));
        self.frame.ret = back;
        if own {
            std::mem::swap(&mut self.frame, &mut self.outer[depth]);
        }
        let body = self.b.close();
        self.b.labelled(label, body, span);
        lowered
    }

    /// The closure that an expression is, if it is to be lowered where it is called: one that is written
    /// here, or that the function around was given.
    pub(super) fn inlined_closure(&self, expr: &Expr) -> Option<Inlined> {
        if let Some(closure) = written_closure(expr) {
            return Some(Inlined {
                closure: Rc::new(closure.clone()),
                depth: self.outer.len(),
            });
        }
        match &expr.kind {
            ExprKind::Var(var) => self.frame.closures.get(var).cloned(),
            ExprKind::Borrow { of, .. } | ExprKind::Coerce(of) | ExprKind::Deref(of) => {
                self.inlined_closure(of)
            }
            _ => None,
        }
    }

    /// Whether the argument is a closure that cannot be a procedure of its own.
    fn must_inline(&self, arg: &Expr) -> bool {
        let Some(closure) = written_closure(arg) else {
            return self.inlined_closure(arg).is_some();
        };
        let mut found = false;
        walk::each_expr(&closure.body, &mut |expr| {
            found |= match &expr.kind {
                ExprKind::Spec(spec) => matches!(
                    **spec,
                    SpecExpr::Old(_) | SpecExpr::Fresh(_) | SpecExpr::Unchanged(_)
                ),
                ExprKind::Var(var) => {
                    self.frame.entry_vars.contains(var) || self.frame.closures.contains_key(var)
                }
                _ => false,
            }
        });
        found
    }
}

/// The new name that a statement gives to one of the variables.
fn renamed(stmt: &Stmt, names: &[VarId]) -> Option<VarId> {
    match stmt {
        Stmt::Let {
            pat,
            init:
                Some(Expr {
                    kind: ExprKind::Var(var),
                    ..
                }),
            ..
        } if names.contains(var) => plain_name(pat),
        _ => None,
    }
}

fn holds_reference(ty: &Ty) -> bool {
    match &**ty {
        TyKind::Ref { .. } => true,
        TyKind::Tuple(parts) | TyKind::Adt(_, parts) => parts.iter().any(holds_reference),
        TyKind::Array(of, _) | TyKind::Slice(of) => holds_reference(of),
        _ => false,
    }
}
