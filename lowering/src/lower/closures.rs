//! Closures: a struct of what they capture, and a procedure that is given a pointer to it.

use std::rc::Rc;

use crate::front::Read;
use crate::ids::Id;
use crate::ir::Proc;
use crate::ir::types::{FieldIdx, Ty as IrTy, TyId};
use crate::span::Span;
use crate::thir::{Body, Capture, CaptureBy, Closure};
use crate::ty::Ty;

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

impl Session<'_> {
    /// The type of the field that holds a captured variable.
    pub(super) fn capture_ty(&mut self, capture: Capture, ty: &Ty, span: Span) -> Read<TyId> {
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
        cx.lower_body(&closure.params, &params, &closure.body, ret)?;
        let is_spec = cx.frame.is_spec;
        Ok(cx.b.finish(ret, "{closure}".into(), span, is_spec))
    }

    /// The pointer through which a closure is called.
    pub(super) fn environment_ty(&mut self, closure: &Ty, span: Span) -> Read<TyId> {
        let to = self.ty(closure, span)?;
        Ok(self.types.intern(IrTy::Ref { mutable: true, to }))
    }
}

fn env_field(env: crate::ir::LocalId, index: usize) -> crate::ir::Place {
    let field: FieldIdx = Id::from_index(index);
    crate::ir::Place::local(env).deref().field(field)
}
