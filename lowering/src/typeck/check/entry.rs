//! How bodies, constants and clauses are entered.

use std::rc::Rc;

use super::super::subst::{Subst, unit};
use super::FnCtxt;
use crate::front::{Read, Stop};
use crate::source::ast;
use crate::source::codes;
use crate::span::Span;
use crate::thir::{BindBy, Expr, ExprKind, Pat, PatKind};
use crate::ty::{DefId, FnRef, Ty, TyKind};

impl<'p> FnCtxt<'p> {
    /// Parameters and result of the function that the body belongs to.
    pub(in super::super) fn signature_of(
        &mut self,
        function: &FnRef,
        span: Span,
    ) -> Read<(Vec<Ty>, Ty)> {
        let (params, ret) = match self.pkg.hides_result(function.def) {
            true => self.hidden_signature(function, span)?,
            false => self.signature(function, span)?,
        };
        Ok((params, ret))
    }

    /// The same where the result hides types: it is not to be computed from the body at hand.
    fn hidden_signature(&mut self, function: &FnRef, span: Span) -> Read<(Vec<Ty>, Ty)> {
        let (params, _) = self.pkg.declared_signature(function.def)?;
        let subst = Subst::new(&self.pkg.params_of(function.def), &function.args);
        let params = params
            .iter()
            .map(|ty| self.infer.normalize(&subst.apply(ty), Some(span)))
            .collect();
        let ret = self.result_of(function, unit(), span)?;
        Ok((params, ret))
    }

    /// A type as it is written in the body.
    pub(in super::super) fn written_ty(&mut self, ty: &ast::Type) -> Read<Ty> {
        self.lower_ty(ty)
    }

    /// Notes bounds that are written of a type.
    pub(in super::super) fn require_written(
        &mut self,
        owner: DefId,
        ty: &Ty,
        bounds: &[ast::Bound],
        span: Span,
    ) -> Read<()> {
        let mut predicates = Vec::new();
        self.pkg.bounds(owner, ty, bounds, &mut predicates)?;
        for predicate in predicates {
            let predicate = predicate.subst(&self.subst);
            self.require(predicate, span);
        }
        Ok(())
    }

    /// The package.
    pub(in super::super) fn pkg(&self) -> &'p super::super::Package {
        self.pkg
    }

    /// A parameter; its names can be used from here on.
    pub(in super::super) fn param(&mut self, pat: &ast::Pat, ty: &Ty) -> Read<Pat> {
        self.pat(pat, ty)
    }

    /// A parameter that is just a name.
    pub(in super::super) fn named_param(&mut self, name: &ast::Ident, ty: &Ty) -> Pat {
        let var = self.bind_var(&name.name, Rc::clone(ty), name.span);
        Pat {
            kind: PatKind::Binding {
                var,
                by: BindBy::Value,
                sub: None,
            },
            ty: Rc::clone(ty),
            span: name.span,
        }
    }

    /// The body of a function.
    pub(in super::super) fn function_body(&mut self, body: &ast::Block, ret: &Ty) -> Read<Expr> {
        self.ret = Some(Rc::clone(ret));
        let value = self.block(body, Some(ret))?;
        self.coerce(value, ret)
    }

    /// The value of a constant.
    pub(in super::super) fn constant_value(&mut self, value: &ast::Expr, ty: &Ty) -> Read<Expr> {
        let ty = self.infer.normalize(ty, Some(value.span));
        self.expr_as(value, &ty)
    }

    /// A clause that is a condition.
    pub(in super::super) fn spec_condition(&mut self, value: &ast::Expr, ty: &Ty) -> Read<Expr> {
        self.own_vars = self.vars.len();
        self.expr_as(value, ty)
    }

    /// A clause of any type.
    pub(in super::super) fn spec_value(&mut self, value: &ast::Expr) -> Read<Expr> {
        self.own_vars = self.vars.len();
        self.expr(value, None)
    }

    /// A measure: a mathematical integer, or a tuple of them.
    pub(in super::super) fn spec_measure(&mut self, value: &ast::Expr) -> Read<Expr> {
        self.own_vars = self.vars.len();
        if let ast::ExprKind::Tuple(parts) = &value.kind
            && !parts.is_empty()
        {
            let mut checked = Vec::new();
            for part in parts {
                let part = self.expr(part, None)?;
                checked.push(self.math(part)?);
            }
            let ty = TyKind::Tuple(checked.iter().map(|part| Rc::clone(&part.ty)).collect());
            return Ok(self.mk(ExprKind::Tuple(checked), Rc::new(ty), value.span));
        }
        let value = self.expr(value, None)?;
        self.math(value)
    }

    /// Draws all conclusions from what is pending.
    pub(in super::super) fn select_all(&mut self) -> Read<()> {
        self.select()?;
        self.settle_notes();
        Ok(())
    }

    /// A clause that means nothing where it stands.
    pub(in super::super) fn misplaced(&self, span: Span, message: &str) -> Stop {
        self.wrong_stop(codes::MISPLACED_CLAUSE, span, message.to_owned())
    }

    /// A literal that its type does not have.
    pub(in super::super) fn out_of_range(&self, span: Span, message: String) -> Stop {
        self.wrong_stop(codes::WRONG_TYPE, span, message)
    }
}
