//! Ghost fields and ghost code: what exists only for verification must not be seen by the program, and
//! ghost code must change nothing else.

use std::rc::Rc;

use super::super::stop::mistake;
use super::super::subst::{bool_ty, unit};
use super::FnCtxt;
use crate::diag::Diagnostic;
use crate::front::{Read, Stop};
use crate::ids::Id;
use crate::source::ast::{self, ExprKind as Ast};
use crate::source::codes;
use crate::span::Span;
use crate::thir::{Expr, ExprKind, PatKind, SpecExpr, Stmt};
use crate::ty::{DefId, FieldIdx, FnRef, Ty, TyKind, VariantIdx};

impl FnCtxt<'_> {
    /// `ghost! { … }`.
    pub(super) fn ghost_code(&mut self, block: &ast::Block, span: Span) -> Read<Expr> {
        if self.spec {
            return Err(ghost_mistake(span, "a specification has no ghost code"));
        }
        let outer = self.ghost_vars.replace(Vec::new());
        let checked = self.ghost_block(block);
        self.ghost_vars = outer;
        checked
    }

    fn ghost_block(&mut self, block: &ast::Block) -> Read<Expr> {
        self.scoped(|this| {
            let mut stmts = Vec::new();
            for stmt in &block.stmts {
                stmts.push(this.ghost_stmt(stmt)?);
            }
            if let Some(tail) = &block.tail {
                stmts.push(Stmt::Expr(this.ghost_effect(tail)?));
            }
            let kind = ExprKind::Block {
                scope: None,
                stmts,
                tail: None,
            };
            Ok(this.mk(kind, unit(), block.span))
        })
    }

    fn ghost_stmt(&mut self, stmt: &ast::Stmt) -> Read<Stmt> {
        match stmt {
            ast::Stmt::Let {
                pat,
                ty,
                init: Some(init),
                otherwise: None,
                span,
            } => {
                let ast::PatKind::Ident {
                    name, sub: None, ..
                } = &pat.kind
                else {
                    return self.unsupported(pat.span, "a pattern in ghost code");
                };
                let declared = match ty {
                    Some(ty) => Some(self.lower_ty(ty)?),
                    None => None,
                };
                let init = self.ghost_value(init, declared.as_ref())?;
                let ty = declared.unwrap_or_else(|| Rc::clone(&init.ty));
                let pat = self.named_param(name, &ty);
                if let PatKind::Binding { var, .. } = &pat.kind
                    && let Some(vars) = &mut self.ghost_vars
                {
                    vars.push(*var);
                }
                Ok(Stmt::Let {
                    pat,
                    init: Some(init),
                    otherwise: None,
                    span: *span,
                })
            }
            ast::Stmt::Expr(expr, _) => Ok(Stmt::Expr(self.ghost_effect(expr)?)),
            ast::Stmt::Let { span, .. } => self.unsupported(*span, "this `let` in ghost code"),
        }
    }

    fn ghost_effect(&mut self, expr: &ast::Expr) -> Read<Expr> {
        let span = expr.span;
        match &expr.kind {
            Ast::Assign(place, value) => self.ghost_assign(place, value, span),
            Ast::AssignOp(op, place, value) => {
                let value = ast::Expr {
                    kind: Ast::Binary(*op, place.clone(), value.clone()),
                    span,
                };
                self.ghost_assign(place, &value, span)
            }
            Ast::If {
                cond,
                then,
                otherwise,
            } => {
                let cond = self.ghost_value(cond, Some(&bool_ty()))?;
                let then = self.ghost_block(then)?;
                let otherwise = match otherwise {
                    Some(otherwise) => Some(Box::new(self.ghost_effect(otherwise)?)),
                    None => None,
                };
                let kind = ExprKind::If {
                    cond: cond.into(),
                    then: then.into(),
                    otherwise,
                };
                Ok(self.mk(kind, unit(), span))
            }
            Ast::Block { label: None, block } => self.ghost_block(block),
            Ast::Macro(_) => self.expr(expr, None),
            _ => self.unsupported(span, "this statement in ghost code"),
        }
    }

    fn ghost_assign(&mut self, place: &ast::Expr, value: &ast::Expr, span: Span) -> Read<Expr> {
        let place = self.expr(place, None)?;
        if !self.is_ghost_place(&place) {
            let message = "ghost code changes something that the program has";
            return Err(ghost_mistake(place.span, message));
        }
        let place = self.make_mut(place)?;
        let ty = Rc::clone(&place.ty);
        let value = self.kept_value(value, &ty)?;
        let kind = ExprKind::Assign {
            place: place.into(),
            value: value.into(),
        };
        Ok(self.mk(kind, unit(), span))
    }

    /// A value of ghost code, which is an expression of specifications.
    fn ghost_value(&mut self, value: &ast::Expr, ty: Option<&Ty>) -> Read<Expr> {
        let outer = self.enter_spec();
        let checked = match ty {
            Some(ty) => self.expr_as(value, ty),
            None => self.expr(value, None),
        };
        self.leave_spec(outer);
        let checked = checked?;
        let (ty, span) = (Rc::clone(&checked.ty), checked.span);
        Ok(self.spec_expr(SpecExpr::Ghost(checked), ty, span))
    }

    /// A value of ghost code that is kept in a field, or in a variable, of the type.
    fn kept_value(&mut self, value: &ast::Expr, ty: &Ty) -> Read<Expr> {
        let resolved = self.infer.resolve(ty);
        let Some((model, _, keep)) = self.pkg.model_of_kept(&resolved) else {
            return self.ghost_value(value, Some(ty));
        };
        let value = self.ghost_value(value, Some(&model))?;
        let (args, span) = (type_args(&resolved), value.span);
        let Some(def) = self.pkg.lang_item(keep) else {
            return self.unsupported(span, "a ghost field of a model type");
        };
        let kind = ExprKind::Call {
            callee: FnRef { def, args },
            args: vec![value],
        };
        Ok(self.mk(kind, resolved, span))
    }

    /// What is kept in a ghost field, as the model value that it stands for.
    pub(super) fn value_of_kept(&mut self, place: Expr) -> Read<Expr> {
        let ty = self.infer.resolve(&place.ty);
        let Some((_, value, _)) = self.pkg.model_of_kept(&ty) else {
            return Ok(place);
        };
        if !self.spec || self.in_frame {
            return Ok(place);
        }
        let span = place.span;
        let place = self.borrow_of(false, place, span);
        self.lang_call(value, type_args(&ty), vec![place], span)
    }

    fn is_ghost_place(&self, place: &Expr) -> bool {
        match &place.kind {
            ExprKind::Var(var) => self.ghost_vars.iter().flatten().any(|it| it == var),
            ExprKind::Field { base, field } => {
                let own = match &*self.infer.shallow(&base.ty) {
                    TyKind::Adt(def, _) => self.is_ghost_field(*def, *field),
                    _ => false,
                };
                own || self.is_ghost_place(base)
            }
            ExprKind::Index { base, .. } => self.is_ghost_place(base),
            _ => false,
        }
    }

    pub(super) fn is_ghost_field(&self, def: DefId, field: FieldIdx) -> bool {
        let variant = self.pkg.variant_of(def, VariantIdx::from_index(0));
        variant
            .and_then(|it| it.fields.get(field.index()))
            .is_some_and(|it| it.ghost.is_some())
    }

    /// A ghost field outside of specifications and ghost code: an ordinary build does not have it.
    pub(super) fn refuse_ghost(&self, name: &ast::Ident) -> Read<()> {
        if self.spec || self.ghost_vars.is_some() || !self.pkg.map.is_user(name.span) {
            return Ok(());
        }
        let message = format!("the program does not have the ghost field `{}`", name.name);
        Err(ghost_mistake(name.span, message))
    }

    /// The same of a specification field.
    pub(super) fn refuse_spec_field(&self, name: &ast::Ident) -> Read<()> {
        if self.spec || self.ghost_vars.is_some() {
            return Ok(());
        }
        let field = &name.name;
        let message = format!("the program does not have the specification field `{field}`");
        Err(ghost_mistake(name.span, message))
    }

    /// Adds the ghost fields that a literal does not name.
    pub(super) fn fill_ghosts(
        &mut self,
        def: DefId,
        args: &[Ty],
        variant: VariantIdx,
        fields: &mut Vec<(FieldIdx, Expr)>,
        span: Span,
    ) -> Read<()> {
        let pkg = self.pkg;
        let Some(all) = pkg.variant_of(def, variant) else {
            return Ok(());
        };
        for (at, field) in all.fields.iter().enumerate() {
            let index = FieldIdx::from_index(at);
            let Some(ghost) = &field.ghost else { continue };
            if fields.iter().any(|(known, _)| *known == index) {
                continue;
            }
            let ty = pkg.field_ty(def, args, field)?;
            let ty = self.infer.normalize(&ty, Some(span));
            let value = match &ghost.init {
                Some(init) => self.kept_value(init, &ty)?,
                None if pkg.model_of_kept(&ty).is_some() => {
                    let what = format!(
                        "the ghost field `{}`, of a model type and without `#[ghost(init = e)]`",
                        field.name.name
                    );
                    return self.unsupported(span, what);
                }
                None => self.any_value(ty, span)?,
            };
            fields.push((index, value));
        }
        Ok(())
    }

    /// Any value of a type.
    fn any_value(&mut self, ty: Ty, span: Span) -> Read<Expr> {
        let Some(choose) = self.pkg.lang_item("choose") else {
            return self.unsupported(span, "a ghost field without a value");
        };
        let kind = ExprKind::Call {
            callee: FnRef {
                def: choose,
                args: vec![Rc::clone(&ty)],
            },
            args: Vec::new(),
        };
        Ok(self.mk(kind, ty, span))
    }
}

fn type_args(ty: &Ty) -> Vec<Ty> {
    match &**ty {
        TyKind::Adt(_, args) => args.clone(),
        _ => Vec::new(),
    }
}

/// A mistake about ghost code, wherever it stands.
fn ghost_mistake(span: Span, message: impl Into<String>) -> Stop {
    let diagnostic = Diagnostic::error(codes::GHOST_CODE, span, message)
        .help("ghost fields are for specifications and `ghost! { … }`, which changes nothing else");
    mistake(diagnostic)
}
