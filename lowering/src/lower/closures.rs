//! Closures: a struct of what they capture, and a procedure that is given a pointer to it.

use std::rc::Rc;

use crate::front::Read;
use crate::ids::Id;
use crate::ir::Proc;
use crate::ir::types::{FieldIdx, Ty as IrTy, TyId};
use crate::span::Span;
use crate::thir::{Body, Capture, CaptureBy, Closure, Expr, ExprKind};
use crate::ty::{Ty, TyKind};

use super::function::{FnCx, Frame};
use super::session::{Session, unsupported};

/// A closure of some body that is being lowered.
#[derive(Debug)]
pub(super) struct ClosureInfo {
    /// The closure itself.
    pub(super) closure: Closure,
    /// The body around it, whose variables it shares.
    pub(super) body: Rc<Body>,
}

impl ClosureInfo {
    pub(super) fn new(closure: &Closure, body: &Rc<Body>) -> Self {
        Self {
            closure: closure.clone(),
            body: Rc::clone(body),
        }
    }
}

impl FnCx<'_, '_> {
    /// Whether the call of a closure uses it up, and what it owns is dropped by the call. That a closure gives
    /// nothing away does not tell: a function that asks for no more than `FnOnce` uses up any.
    pub(super) fn consumes_owned(&mut self, callee: &Expr, span: Span) -> Read<bool> {
        if self.frame.is_spec || !self.session.drop_is_seen(&callee.ty)? {
            return Ok(false);
        }
        let Some(info) = self.session.closures.get(&callee.ty).cloned() else {
            return self.unsupported(span, "a closure that comes from elsewhere");
        };
        if info.closure.consumes {
            return Ok(true);
        }
        // Those of std that use a closure up have nothing to do afterwards.
        let is_own = Rc::ptr_eq(&info.body, &self.frame.body);
        let sources = self.session.front.sources();
        let is_lent = match &callee.kind {
            ExprKind::Deref(of) => matches!(*of.ty, TyKind::Ref { .. }),
            _ => false,
        };
        if is_own || is_lent || !sources.is_user(self.frame.body.value.span) {
            return Ok(false);
        }
        let what = "a call, by generic code, of a closure that owns a value that is dropped";
        self.unsupported(span, what)
    }
}

impl Session<'_> {
    /// The type of the field that holds a captured variable.
    pub(super) fn capture_ty(&mut self, capture: &Capture, ty: &Ty, span: Span) -> Read<TyId> {
        let to = self.ty(ty, span)?;
        Ok(match capture.by {
            CaptureBy::Value => to,
            CaptureBy::Ref => self.types.intern(IrTy::Ref { mutable: false, to }),
            CaptureBy::RefMut => self.types.intern(IrTy::Ref { mutable: true, to }),
        })
    }

    /// The procedure of a closure: its first parameter points to the captures.
    pub(super) fn lower_closure(&mut self, ty: &Ty, origin: Span) -> Read<Proc> {
        let Some(info) = self.closures.get(ty).cloned() else {
            return Err(unsupported(origin, "a closure that comes from elsewhere"));
        };
        let closure = &info.closure;
        let span = closure.body.span;
        let env_ty = self.environment_ty(ty, span)?;
        let ret_ty = self.ty(&closure.body.ty, span)?;
        let mut cx = FnCx::new(self, Frame::new(Rc::clone(&info.body)));
        let env = cx.b.param(None, env_ty, span);
        let mut params = Vec::new();
        for pat in &closure.params {
            params.push(cx.declare_param(pat)?);
        }
        let ret = cx.b.temp(ret_ty, span);
        for (index, capture) in closure.captures.iter().enumerate() {
            let field = env_field(env, index);
            let place = match capture.by {
                CaptureBy::Value => field,
                CaptureBy::Ref | CaptureBy::RefMut => field.deref(),
            };
            cx.frame.vars.insert(capture.var, place);
        }
        let owns = closure.consumes && !cx.frame.is_spec && cx.session.drop_is_seen(ty)?;
        cx.in_scope(span, |cx| {
            if owns {
                cx.take_captures(closure, span)?;
            }
            cx.lower_body(&closure.params, &params, &closure.body, ret)
        })?;
        let is_spec = cx.frame.is_spec;
        Ok(cx.b.finish(ret, "{closure}".into(), span, is_spec))
    }

    /// The pointer through which a closure is called.
    pub(super) fn environment_ty(&mut self, closure: &Ty, span: Span) -> Read<TyId> {
        let to = self.ty(closure, span)?;
        Ok(self.types.intern(IrTy::Ref { mutable: true, to }))
    }
}

impl FnCx<'_, '_> {
    /// The place around a closure that it captures.
    pub(super) fn captured(&mut self, capture: &Capture) -> Read<crate::ir::Place> {
        match &capture.of {
            Some(of) => self.as_place(of),
            None => self.var(capture.var),
        }
    }

    /// Rust lets a closure take the fields that a pattern names, and leaves the rest to be dropped elsewhere.
    pub(super) fn refuse_partial_capture(
        &mut self,
        capture: &Capture,
        ty: &Ty,
        span: Span,
    ) -> Read<()> {
        let taken_apart = capture.apart
            && !self.frame.is_spec
            && self.session.front.drop_impl(ty).is_none()
            && self.session.drop_is_seen(ty)?;
        match taken_apart {
            true => self.unsupported(span, "a closure that takes fields that are dropped"),
            false => Ok(()),
        }
    }

    /// What a closure holds becomes the call's own: dropped in order at its end, unless it is given away.
    fn take_captures(&mut self, closure: &Closure, span: Span) -> Read<()> {
        for capture in closure.captures.iter().rev() {
            if capture.by != CaptureBy::Value {
                continue;
            }
            let ty = self.frame.body.vars[capture.var].ty.clone();
            let Some(field) = self.frame.vars.remove(&capture.var) else {
                continue;
            };
            let own = self.var(capture.var)?;
            self.put(&own, field.into(), span);
            self.track_var(&own, &ty, true, span)?;
        }
        Ok(())
    }
}

fn env_field(env: crate::ir::LocalId, index: usize) -> crate::ir::Place {
    let field: FieldIdx = Id::from_index(index);
    crate::ir::Place::local(env).deref().field(field)
}
