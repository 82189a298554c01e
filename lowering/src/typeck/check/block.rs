//! Blocks, statements and control flow; `while`, `for` and `?` are rewritten to simpler forms.

use std::rc::Rc;

use super::super::generics::TraitRef;
use super::super::subst::{adt, bool_ty, never, unit};
use super::coerce::Merge;
use super::{FnCtxt, LoopScope};
use crate::front::Read;
use crate::ids::Id;
use crate::source::ast;
use crate::source::codes;
use crate::source::macros::hygiene;
use crate::span::Span;
use crate::thir::{Arm, BindBy, Expr, ExprKind, Pat, PatKind, Stmt, VarId};
use crate::ty::{FieldIdx, FnRef, Ty, TyKind, VariantIdx};

impl FnCtxt<'_> {
    /// A block as an expression; its type is `!` if it does not end.
    pub(super) fn block(&mut self, block: &ast::Block, expected: Option<&Ty>) -> Read<Expr> {
        let names = self.scope.names;
        if let Some(scope) = block.scope
            && let Some(inner) = self.pkg.defs.def(self.scope.owner).inner.get(scope)
        {
            self.scope.names = *inner;
        }
        let checked = self.scoped(|this| this.block_inside(block, expected));
        self.scope.names = names;
        checked
    }

    fn block_inside(&mut self, block: &ast::Block, expected: Option<&Ty>) -> Read<Expr> {
        let mut stmts = Vec::new();
        let mut diverges = false;
        for stmt in &block.stmts {
            let checked = self.stmt(stmt)?;
            let value = match &checked {
                Stmt::Expr(value) => Some(value),
                Stmt::Let { init, .. } => init.as_ref(),
            };
            diverges |= value.is_some_and(|it| *self.infer.shallow(&it.ty) == TyKind::Never);
            stmts.push(checked);
        }
        let (tail, ty) = match &block.tail {
            Some(tail) => {
                let tail = self.expr(tail, expected)?;
                let ty = Rc::clone(&tail.ty);
                (Some(Box::new(tail)), ty)
            }
            None => (None, unit()),
        };
        let ty = if diverges && tail.is_none() {
            never()
        } else {
            ty
        };
        let kind = ExprKind::Block {
            scope: None,
            stmts,
            tail,
        };
        Ok(self.mk(kind, ty, block.span))
    }

    /// A block whose value is of a type.
    fn block_as(&mut self, block: &ast::Block, ty: &Ty) -> Read<Expr> {
        let checked = self.block(block, Some(ty))?;
        self.coerce(checked, ty)
    }

    fn stmt(&mut self, stmt: &ast::Stmt) -> Read<Stmt> {
        match stmt {
            ast::Stmt::Let {
                pat,
                ty,
                init,
                otherwise,
                span,
            } => {
                let declared = match ty {
                    Some(ty) => Some(self.lower_ty(ty)?),
                    None => None,
                };
                let init = match (init, &declared) {
                    (Some(init), Some(ty)) => Some(self.expr_as(init, ty)?),
                    (Some(init), None) => {
                        let init = self.expr(init, None)?;
                        Some(self.brought_along(init)?)
                    }
                    (None, _) => None,
                };
                let ty = match (&declared, &init) {
                    (Some(ty), _) => Rc::clone(ty),
                    (None, Some(init)) => Rc::clone(&init.ty),
                    (None, None) => self.infer.any(),
                };
                let otherwise = match otherwise {
                    Some(otherwise) => {
                        let value = self.expr(otherwise, Some(&never()))?;
                        if *self.infer.shallow(&value.ty) != TyKind::Never {
                            return self.unsupported(value.span, "an `else` of `let` that may end");
                        }
                        Some(value)
                    }
                    None => None,
                };
                let pat = self.pat(pat, &ty)?;
                Ok(Stmt::Let {
                    pat,
                    init,
                    otherwise,
                    span: *span,
                })
            }
            ast::Stmt::Expr(expr, semicolon) => {
                // A statement without a semicolon is `()` (or does not end).
                let unit = unit();
                let expected = (!*semicolon).then_some(&unit);
                let value = self.expr(expr, expected)?;
                Ok(Stmt::Expr(if *semicolon {
                    value
                } else {
                    match *self.infer.shallow(&value.ty) {
                        TyKind::Never => value,
                        _ => self.coerce(value, &unit)?,
                    }
                }))
            }
        }
    }

    pub(super) fn labelled_block(
        &mut self,
        label: Option<&ast::Ident>,
        block: &ast::Block,
        expected: Option<&Ty>,
        span: Span,
    ) -> Read<Expr> {
        let Some(label) = label else {
            return self.block(block, expected);
        };
        let id = self.fresh_scope();
        let ty = match expected {
            Some(ty) => Rc::clone(ty),
            None => self.infer.any(),
        };
        self.loops.push(LoopScope {
            label: Some(label.name.clone()),
            id,
            value: Some(Rc::clone(&ty)),
            left: false,
            is_block: true,
        });
        let checked = self.block_as(block, &ty);
        self.loops.pop();
        let checked = checked?;
        let kind = ExprKind::Block {
            scope: Some(id),
            stmts: Vec::new(),
            tail: Some(checked.into()),
        };
        Ok(self.mk(kind, ty, span))
    }

    pub(super) fn if_expr(
        &mut self,
        cond: &ast::Expr,
        then: &ast::Block,
        otherwise: Option<&ast::Expr>,
        expected: Option<&Ty>,
        span: Span,
    ) -> Read<Expr> {
        let Some(otherwise) = otherwise else {
            let (cond, then) = self.scoped(|this| -> Read<_> {
                let cond = this.expr_as(cond, &bool_ty())?;
                Ok((cond, this.block_as(then, &unit())?))
            })?;
            let kind = ExprKind::If {
                cond: cond.into(),
                then: then.into(),
                otherwise: None,
            };
            return Ok(self.mk(kind, unit(), span));
        };
        let mut merge = Merge::new(self, expected);
        let (cond, then) = self.scoped(|this| -> Read<_> {
            let cond = this.expr_as(cond, &bool_ty())?;
            let then = this.block(then, merge.expected())?;
            Ok((cond, merge.add(this, then)?))
        })?;
        let otherwise = self.expr(otherwise, merge.expected())?;
        let otherwise = merge.add(self, otherwise)?;
        let ends = [&then, &otherwise]
            .iter()
            .any(|it| *self.infer.shallow(&it.ty) != TyKind::Never);
        let ty = merge.ty(ends);
        let then = Merge::finish(self, then, &ty);
        let otherwise = Merge::finish(self, otherwise, &ty);
        let kind = ExprKind::If {
            cond: cond.into(),
            then: then.into(),
            otherwise: Some(otherwise.into()),
        };
        Ok(self.mk(kind, ty, span))
    }

    pub(super) fn match_expr(
        &mut self,
        scrutinee: &ast::Expr,
        arms: &[ast::Arm],
        expected: Option<&Ty>,
        span: Span,
    ) -> Read<Expr> {
        let scrutinee = self.expr(scrutinee, None)?;
        let ty = self.known(&scrutinee.ty)?;
        let mut merge = Merge::new(self, expected);
        let mut checked = Vec::new();
        for arm in arms {
            let arm = self.scoped(|this| -> Read<Arm> {
                let pat = this.pat(&arm.pat, &ty)?;
                let guard = match &arm.guard {
                    Some(guard) => Some(this.expr_as(guard, &bool_ty())?),
                    None => None,
                };
                let body = this.expr(&arm.body, merge.expected())?;
                let body = merge.add(this, body)?;
                Ok(Arm { pat, guard, body })
            })?;
            checked.push(arm);
        }
        let ends = checked
            .iter()
            .any(|arm| *self.infer.shallow(&arm.body.ty) != TyKind::Never);
        let ty = merge.ty(ends);
        let arms = checked
            .into_iter()
            .map(|arm| Arm {
                body: Merge::finish(self, arm.body, &ty),
                ..arm
            })
            .collect();
        let kind = ExprKind::Match {
            scrutinee: scrutinee.into(),
            arms,
        };
        Ok(self.mk(kind, ty, span))
    }

    /// Runs `inside` within a loop and tells whether a `break` leaves it.
    fn in_loop<R>(
        &mut self,
        label: Option<&ast::Ident>,
        value: Option<Ty>,
        inside: impl FnOnce(&mut Self, crate::thir::ScopeId) -> Read<R>,
    ) -> Read<(R, crate::thir::ScopeId, bool)> {
        let id = self.fresh_scope();
        self.loops.push(LoopScope {
            label: label.map(|label| label.name.clone()),
            id,
            value,
            left: false,
            is_block: false,
        });
        let result = inside(self, id);
        let left = self.loops.pop().is_some_and(|scope| scope.left);
        Ok((result?, id, left))
    }

    pub(super) fn loop_expr(
        &mut self,
        label: Option<&ast::Ident>,
        body: &ast::Block,
        expected: Option<&Ty>,
        span: Span,
    ) -> Read<Expr> {
        let ty = match expected {
            Some(ty) if **ty != TyKind::Never => Rc::clone(ty),
            _ => self.infer.any(),
        };
        let (body, scope, left) = self.in_loop(label, Some(Rc::clone(&ty)), |this, _| {
            this.block_as(body, &unit())
        })?;
        let ty = if left { ty } else { never() };
        let kind = ExprKind::Loop {
            scope,
            body: body.into(),
        };
        Ok(self.mk(kind, ty, span))
    }

    fn break_from(&self, scope: crate::thir::ScopeId, span: Span) -> Expr {
        self.mk(ExprKind::Break { scope, value: None }, never(), span)
    }

    /// `loop { if cond { body } else { break } }`.
    pub(super) fn while_expr(
        &mut self,
        label: Option<&ast::Ident>,
        cond: &ast::Expr,
        body: &ast::Block,
        span: Span,
    ) -> Read<Expr> {
        let ((cond, body), scope, _) = self.in_loop(label, None, |this, _| {
            this.scoped(|this| {
                let cond = this.expr_as(cond, &bool_ty())?;
                Ok((cond, this.block_as(body, &unit())?))
            })
        })?;
        let leave = self.break_from(scope, span);
        let leave = Merge::finish(self, leave, &unit());
        let kind = ExprKind::If {
            cond: cond.into(),
            then: body.into(),
            otherwise: Some(leave.into()),
        };
        let step = self.mk(kind, unit(), span);
        let kind = ExprKind::Loop {
            scope,
            body: step.into(),
        };
        Ok(self.mk(kind, unit(), span))
    }

    pub(super) fn binding_pat(&self, var: VarId, span: Span) -> Pat {
        Pat {
            kind: PatKind::Binding {
                var,
                by: BindBy::Value,
                sub: None,
            },
            ty: Rc::clone(&self.vars[var].ty),
            span,
        }
    }

    /// The pattern `Variant(sub)` or `Variant` of an enum.
    fn variant_pat(&self, ty: &Ty, variant: usize, sub: Option<Pat>, span: Span) -> Pat {
        let fields = sub
            .into_iter()
            .map(|sub| (FieldIdx::from_index(0), sub))
            .collect();
        Pat {
            kind: PatKind::Adt {
                variant: VariantIdx::from_index(variant),
                fields,
            },
            ty: Rc::clone(ty),
            span,
        }
    }

    /// `{ match into_iter(iter) { mut it => loop { match next(&mut it) { None => break, Some(pat) => body } } }; }`:
    /// the temporaries of the head live as long as the loop.
    pub(super) fn for_expr(
        &mut self,
        label: Option<&ast::Ident>,
        pat: &ast::Pat,
        iter: &ast::Expr,
        body: &ast::Block,
        span: Span,
    ) -> Read<Expr> {
        let source = self.expr(iter, None)?;
        let iter_span = source.span;
        self.select()?;
        let source_ty = self.infer.resolve(&source.ty);
        let into = self.lang_method(
            "IntoIterator",
            "into_iter",
            vec![Rc::clone(&source_ty)],
            iter_span,
        )?;
        let iter_ty = self.assoc(
            "IntoIterator",
            "IntoIter",
            vec![Rc::clone(&source_ty)],
            iter_span,
        )?;
        let iter_ty = self.known(&iter_ty)?;
        if matches!(*iter_ty, TyKind::Infer(_) | TyKind::Projection(..))
            && !matches!(*self.pkg.projection_root(&iter_ty), TyKind::Param(_))
        {
            let shown = self.infer.show(&source_ty);
            return self.unsupported(iter_span, format!("a `for` loop over `{shown}`"));
        }
        let item = self.assoc("Iterator", "Item", vec![Rc::clone(&iter_ty)], iter_span)?;
        let call = ExprKind::Call {
            callee: into,
            args: vec![source],
        };
        let call = self.mk(call, Rc::clone(&iter_ty), iter_span);
        let var = self.new_var(None, Rc::clone(&iter_ty), iter_span);
        let next = self.lang_method("Iterator", "next", vec![Rc::clone(&iter_ty)], iter_span)?;
        let Some(option) = self.pkg.lang_item("Option") else {
            return self.unsupported(span, "`Option`");
        };
        let option = adt(option, vec![Rc::clone(&item)]);
        let ((pat, body), scope, _) = self.in_loop(label, None, |this, _| {
            this.scoped(|this| {
                let pat = this.pat(pat, &item)?;
                Ok((pat, this.block_as(body, &unit())?))
            })
        })?;
        let place = self.var_expr(var, iter_span);
        let receiver = self.borrow_of(true, place, iter_span);
        let step = ExprKind::Call {
            callee: next,
            args: vec![receiver],
        };
        let step = self.mk(step, Rc::clone(&option), iter_span);
        let leave = self.break_from(scope, iter_span);
        let arms = vec![
            Arm {
                pat: self.variant_pat(&option, 0, None, iter_span),
                guard: None,
                body: Merge::finish(self, leave, &unit()),
            },
            Arm {
                pat: {
                    let at = pat.span;
                    self.variant_pat(&option, 1, Some(pat), at)
                },
                guard: None,
                body,
            },
        ];
        let kind = ExprKind::Match {
            scrutinee: step.into(),
            arms,
        };
        let matching = self.mk(kind, unit(), span);
        let kind = ExprKind::Loop {
            scope,
            body: matching.into(),
        };
        let looping = self.mk(kind, unit(), span);
        let kind = ExprKind::Match {
            scrutinee: call.into(),
            arms: vec![Arm {
                pat: self.binding_pat(var, iter_span),
                guard: None,
                body: looping,
            }],
        };
        let matching = self.mk(kind, unit(), span);
        let kind = ExprKind::Block {
            scope: None,
            stmts: vec![Stmt::Expr(matching)],
            tail: None,
        };
        Ok(self.mk(kind, unit(), span))
    }

    /// An associated type of a trait that the language knows; the trait is required to hold.
    fn assoc(&mut self, lang: &str, name: &str, args: Vec<Ty>, span: Span) -> Read<Ty> {
        let Some(def) = self.pkg.lang_item(lang) else {
            return self.unsupported(span, format!("the trait `{lang}`"));
        };
        let goal = TraitRef {
            def,
            args: args.clone(),
        };
        if !self.infer.may_hold(&goal) {
            let shown = self.infer.show(&args[0]);
            return self.unsupported(span, format!("`{shown}` as an implementation of `{lang}`"));
        }
        let Some(assoc) = self.pkg.assoc_type(def, name) else {
            return self.unsupported(span, format!("the trait `{lang}`"));
        };
        let projection = self.pkg.projection(assoc, args);
        Ok(self.infer.normalize(&projection, Some(span)))
    }

    fn find_loop(&self, label: Option<&ast::Ident>, for_continue: bool) -> Option<usize> {
        let Some(label) = label else {
            return self.loops.iter().rposition(|scope| !scope.is_block);
        };
        let mut name = label.name.clone();
        loop {
            let found = self.loops.iter().rposition(|scope| {
                scope.label.as_ref() == Some(&name) && !(for_continue && scope.is_block)
            });
            if found.is_some() {
                return found;
            }
            name = hygiene::around_definition(&name)?;
        }
    }

    pub(super) fn break_expr(
        &mut self,
        label: Option<&ast::Ident>,
        value: Option<&ast::Expr>,
        span: Span,
    ) -> Read<Expr> {
        let Some(at) = self.find_loop(label, false) else {
            return self.wrong(codes::BAD_SPEC_FORM, span, "there is no loop to leave");
        };
        let id = self.loops[at].id;
        let wanted = self.loops[at].value.clone();
        let value = match (value, &wanted) {
            (Some(value), Some(ty)) => Some(Box::new(self.expr_as(value, ty)?)),
            (Some(value), None) => return self.unsupported(value.span, "a value here"),
            (None, Some(ty)) => {
                if !self.infer.unify(ty, &unit()) {
                    return self.mismatch(span, ty, &unit());
                }
                None
            }
            (None, None) => None,
        };
        self.loops[at].left = true;
        Ok(self.mk(ExprKind::Break { scope: id, value }, never(), span))
    }

    pub(super) fn continue_expr(&mut self, label: Option<&ast::Ident>, span: Span) -> Read<Expr> {
        let Some(at) = self.find_loop(label, true) else {
            return self.wrong(codes::BAD_SPEC_FORM, span, "there is no loop to continue");
        };
        Ok(self.mk(ExprKind::Continue(self.loops[at].id), never(), span))
    }

    /// `match value { Ok(v) => v, Err(e) => return Err(From::from(e)) }`, and the same for `Option` and `ControlFlow`.
    pub(super) fn try_expr(&mut self, value: &ast::Expr, span: Span) -> Read<Expr> {
        let value = self.expr(value, None)?;
        let ty = self.known(&value.ty)?;
        let Some(ret) = self.ret.clone() else {
            return self.unsupported(span, "`?` in this position");
        };
        let (option, result) = (self.pkg.lang_item("Option"), self.pkg.lang_item("Result"));
        let control = self.pkg.lang_item("ControlFlow");
        let TyKind::Adt(def, args) = &*ty else {
            return self.unsupported(span, "`?` on this type");
        };
        let (good, bad, good_ty) = if Some(*def) == option {
            (1, 0, Rc::clone(&args[0]))
        } else if Some(*def) == result {
            (0, 1, Rc::clone(&args[0]))
        } else if Some(*def) == control {
            (0, 1, Rc::clone(&args[1]))
        } else {
            let shown = self.infer.show(&ty);
            return self.unsupported(span, format!("`?` on a value of type `{shown}`"));
        };
        let wanted = adt(*def, self.infer.fresh_args(*def));
        if !self.infer.unify(&ret, &wanted) {
            return self.unsupported(span, "`?` that leaves with another type");
        }
        let TyKind::Adt(_, ret_args) = &*self.infer.shallow(&ret) else {
            return self.unsupported(span, "`?` that leaves with another type");
        };
        let mut bad_pat = None;
        let mut bad_fields = Vec::new();
        if Some(*def) == control {
            let (from, to) = (Rc::clone(&args[0]), Rc::clone(&ret_args[0]));
            if !self.infer.unify(&from, &to) {
                return self.mismatch(span, &to, &from);
            }
            let var = self.new_var(None, from, span);
            bad_pat = Some(self.binding_pat(var, span));
            bad_fields.push((FieldIdx::from_index(0), self.var_expr(var, span)));
        }
        if Some(*def) == result {
            let (from, to) = (Rc::clone(&args[1]), Rc::clone(&ret_args[1]));
            let var = self.new_var(None, Rc::clone(&from), span);
            bad_pat = Some(self.binding_pat(var, span));
            let callee: FnRef =
                self.lang_method("From", "from", vec![Rc::clone(&to), Rc::clone(&from)], span)?;
            let Some(trait_def) = self.pkg.lang_item("From") else {
                return self.unsupported(span, "`From`");
            };
            let predicate = super::super::generics::Predicate {
                trait_ref: TraitRef {
                    def: trait_def,
                    args: vec![Rc::clone(&to), from],
                },
                assoc: Vec::new(),
            };
            self.require(predicate, span);
            let arg = self.var_expr(var, span);
            let kind = ExprKind::Call {
                callee,
                args: vec![arg],
            };
            bad_fields.push((FieldIdx::from_index(0), self.mk(kind, to, span)));
        }
        let kind = ExprKind::Adt {
            variant: VariantIdx::from_index(bad),
            fields: bad_fields,
            base: None,
        };
        let failure = self.mk(kind, Rc::clone(&ret), span);
        let leave = self.mk(ExprKind::Return(Some(failure.into())), never(), span);
        let var = self.new_var(None, Rc::clone(&good_ty), span);
        let good_pat = self.binding_pat(var, span);
        let arms = vec![
            Arm {
                pat: self.variant_pat(&ty, good, Some(good_pat), span),
                guard: None,
                body: self.var_expr(var, span),
            },
            Arm {
                pat: self.variant_pat(&ty, bad, bad_pat, span),
                guard: None,
                body: Merge::finish(self, leave, &good_ty),
            },
        ];
        let kind = ExprKind::Match {
            scrutinee: value.into(),
            arms,
        };
        Ok(self.mk(kind, good_ty, span))
    }
}
