//! Closures: what is expected of them tells the types of their parameters.

use std::rc::Rc;

use super::super::traits::Obligation;
use super::FnCtxt;
use crate::front::Read;
use crate::source::ast;
use crate::source::codes;
use crate::span::Span;
use crate::thir::{BindBy, Capture, CaptureBy, Closure, Expr, ExprKind, Pat, PatKind};
use crate::ty::{Ty, TyKind};

impl FnCtxt<'_> {
    pub(super) fn closure(
        &mut self,
        closure: &ast::Closure,
        expected: Option<&Ty>,
        span: Span,
    ) -> Read<Expr> {
        let signature = match expected {
            Some(expected) => self.expected_signature(expected)?,
            None => None,
        };
        if let Some((params, _)) = &signature
            && params.len() != closure.params.len()
        {
            let message = format!("the closure should have {} parameters", params.len());
            return self.wrong(codes::WRONG_TYPE, span, message);
        }
        let outside = self.enter_closure();
        let checked = self.closure_inside(closure, signature, span);
        self.leave_closure(outside);
        checked
    }

    fn closure_inside(
        &mut self,
        closure: &ast::Closure,
        signature: Option<(Vec<Ty>, Option<Ty>)>,
        span: Span,
    ) -> Read<Expr> {
        let (wanted, wanted_ret) = match signature {
            Some((params, ret)) => (params, ret),
            None => (Vec::new(), None),
        };
        let mut params = Vec::new();
        let mut types = Vec::new();
        for (at, (pat, ty)) in closure.params.iter().enumerate() {
            let mut param_ty = match ty {
                Some(ty) => self.lower_ty(ty)?,
                None => self.infer.any(),
            };
            if let Some(wanted) = wanted.get(at)
                && !self.infer.unify(&param_ty, wanted)
            {
                if !self.spec {
                    return self.mismatch(pat.span, wanted, &param_ty);
                }
                // In a specification, `|n: Node|` may stand for references to nodes.
                param_ty = Rc::clone(wanted);
            }
            params.push(self.pat(pat, &param_ty)?);
            types.push(param_ty);
        }
        let ret = match (&closure.ret, wanted_ret) {
            (Some(ret), _) => self.lower_ty(ret)?,
            (None, Some(ret)) => ret,
            (None, None) => self.infer.any(),
        };
        let id = self
            .pkg
            .new_closure(self.function(), self.infer.id, types, Rc::clone(&ret));
        self.ret = Some(Rc::clone(&ret));
        let body = self.expr(&closure.body, Some(&ret))?;
        let body = self.coerce(body, &ret)?;
        let closure = Closure {
            id,
            params,
            body,
            // Which variables are captured, and how, is known when all types are; until then this
            // only remembers `move`.
            captures: if closure.is_move {
                vec![Capture {
                    var: crate::ids::Id::from_index(u32::MAX as usize),
                    of: None,
                    by: CaptureBy::Value,
                    follows: false,
                    apart: false,
                }]
            } else {
                Vec::new()
            },
            consumes: false,
        };
        let ty = Rc::new(TyKind::Closure(id, self.args.clone()));
        Ok(self.mk(ExprKind::Closure(closure.into()), ty, span))
    }

    /// A closure of one parameter that nobody has written.
    pub(super) fn made_closure(
        &mut self,
        param: Ty,
        ret: Ty,
        span: Span,
        body: impl FnOnce(&mut Self, Expr) -> Read<Expr>,
    ) -> Read<Expr> {
        let outside = self.enter_closure();
        let var = self.new_var(None, Rc::clone(&param), span);
        let types = vec![Rc::clone(&param)];
        let function = self.function();
        let id = self.pkg.new_closure(function, self.infer.id, types, ret);
        let at = self.var_expr(var, span);
        let body = body(self, at);
        self.leave_closure(outside);
        let kind = PatKind::Binding {
            var,
            by: BindBy::Value,
            sub: None,
        };
        let closure = Closure {
            id,
            params: vec![Pat {
                kind,
                ty: param,
                span,
            }],
            body: body?,
            captures: Vec::new(),
            consumes: false,
        };
        let ty = Rc::new(TyKind::Closure(id, self.args.clone()));
        Ok(self.mk(ExprKind::Closure(closure.into()), ty, span))
    }

    /// Parameters, and perhaps the result, that are expected of a closure.
    fn expected_signature(&mut self, expected: &Ty) -> Read<Option<(Vec<Ty>, Option<Ty>)>> {
        let expected = self.infer.shallow(expected);
        if let TyKind::FnPtr(params, ret) = &*expected {
            return Ok(Some((params.clone(), Some(Rc::clone(ret)))));
        }
        if let TyKind::Dyn(..) = &*expected
            && let Some(promised) = self.pkg.object_predicate(&expected)
            && let Some(tuple) = promised.trait_ref.args.get(1)
            && let TyKind::Tuple(params) = &*self.infer.shallow(tuple)
        {
            let ret = promised.assoc.first().map(|(_, ty)| Rc::clone(ty));
            return Ok(Some((params.clone(), ret)));
        }
        let TyKind::Infer(_) = &*expected else {
            return Ok(None);
        };
        let mut found: Option<(Vec<Ty>, Option<Ty>)> = None;
        for obligation in self.infer.pending.clone() {
            let Obligation::Implemented(predicate, obligation_span) = obligation else {
                continue;
            };
            let lang = self.pkg.lang_name(predicate.trait_ref.def);
            if !matches!(lang.as_deref(), Some("Fn" | "FnMut" | "FnOnce")) {
                continue;
            }
            if self.infer.shallow(&predicate.trait_ref.args[0]) != expected {
                continue;
            }
            let tuple = self
                .infer
                .normalize(&predicate.trait_ref.args[1], Some(obligation_span));
            if let TyKind::Tuple(params) = &*self.infer.shallow(&tuple) {
                let params = params
                    .iter()
                    .map(|ty| self.infer.normalize(ty, Some(obligation_span)))
                    .collect();
                let ret = predicate
                    .assoc
                    .iter()
                    .find(|(name, _)| &**name == "Output")
                    .map(|(_, ty)| self.infer.normalize(ty, Some(obligation_span)));
                let better = found.as_ref().is_none_or(|(_, old)| old.is_none());
                if better {
                    found = Some((params, ret));
                }
            }
        }
        Ok(found)
    }
}
