//! Model functions that are given a closure which speaks of the state on entry: `(0..n).any(|i|
//! old(v[i]) != v[i])`. A state that was remembered is known only in the procedure that did, so the
//! function is lowered where it is called, and the closure where the function calls it.

use std::rc::Rc;

use crate::front::Read;
use crate::ir::Place;
use crate::span::Span;
use crate::thir::{Closure, Expr, ExprKind, Pat, SpecExpr};
use crate::ty::FnRef;

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
            return Ok(false);
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
