//! Paths as expressions.

use std::rc::Rc;

use super::FnCtxt;
use super::values::Value;
use crate::front::Read;
use crate::ids::Id;
use crate::ir::Int;
use crate::source::ast::{self, Shape};
use crate::span::Span;
use crate::thir::{Closure, Expr, ExprKind, Literal, Pat, PatKind};
use crate::ty::{FieldIdx, FnRef, Ty, TyKind, VariantIdx};

impl FnCtxt<'_> {
    pub(in super::super) fn path(&mut self, path: &ast::Path, expected: Option<&Ty>) -> Read<Expr> {
        let span = path.span;
        match self.value(path)? {
            Value::Local(var) => Ok(self.var_expr(var, span)),
            Value::Fn(function) => {
                self.require_bounds(function.def, &function.args, span)?;
                let ty = Rc::new(TyKind::FnDef(function.clone()));
                Ok(self.mk(ExprKind::Fn(function), ty, span))
            }
            Value::Const(constant) => {
                let ty = self.constant_type(&constant, span)?;
                Ok(self.mk(ExprKind::Const(constant), ty, span))
            }
            Value::Static(def) => {
                let item = FnRef {
                    def,
                    args: Vec::new(),
                };
                let ty = self.constant_type(&item, span)?;
                Ok(self.mk(ExprKind::Static(def), ty, span))
            }
            Value::Ctor { ty, variant, shape } => {
                if let TyKind::Adt(def, _) = &*ty {
                    self.refuse_odd_adt(*def, span)?;
                }
                if let Some(expected) = expected
                    && shape == Shape::Unit
                {
                    let snapshot = self.infer.snapshot();
                    if !self.infer.unify(&ty, expected) {
                        self.infer.rollback(&snapshot);
                    }
                }
                match self.unit_adt(Rc::clone(&ty), variant, shape, span) {
                    Some(value) => Ok(value),
                    None => self.ctor_closure(ty, variant, span),
                }
            }
            Value::ConstParam(param, ty) => match (&*param, &*ty) {
                (TyKind::ConstValue(value), TyKind::Bool) => {
                    let literal = Literal::Bool(*value != 0);
                    Ok(self.mk(ExprKind::Literal(literal), ty, span))
                }
                (TyKind::ConstValue(value), _) => {
                    let literal = Literal::Int(Int::from(*value));
                    Ok(self.mk(ExprKind::Literal(literal), ty, span))
                }
                (TyKind::Param(param), _) => {
                    Ok(self.mk(ExprKind::ConstParam(param.clone()), ty, span))
                }
                _ => self.unsupported(span, "a const parameter as a value"),
            },
        }
    }

    /// The type of a constant or static, for its arguments.
    fn constant_type(&mut self, constant: &FnRef, span: Span) -> Read<Ty> {
        let ty = self.pkg.constant_ty(constant)?;
        self.require_bounds(constant.def, &constant.args, span)?;
        Ok(self.infer.normalize(&ty, Some(span)))
    }

    /// A tuple constructor as a function value: the closure that builds it.
    fn ctor_closure(&mut self, ty: Ty, variant: VariantIdx, span: Span) -> Read<Expr> {
        let fields = self.ctor_fields(&ty, variant, span)?;
        let mut params = Vec::new();
        let mut values = Vec::new();
        for (at, field) in fields.iter().enumerate() {
            let var = self.new_var(None, Rc::clone(field), span);
            params.push(Pat {
                kind: PatKind::Binding {
                    var,
                    by: crate::thir::BindBy::Value,
                    sub: None,
                },
                ty: Rc::clone(field),
                span,
            });
            values.push((FieldIdx::from_index(at), self.var_expr(var, span)));
        }
        let kind = ExprKind::Adt {
            variant,
            fields: values,
            base: None,
        };
        let body = self.mk(kind, Rc::clone(&ty), span);
        let id = self
            .pkg
            .new_closure(self.function(), self.infer.id, fields, ty);
        let closure = Closure {
            id,
            params,
            body,
            captures: Vec::new(),
            consumes: false,
        };
        let ty = Rc::new(TyKind::Closure(id, self.args.clone()));
        Ok(self.mk(ExprKind::Closure(closure.into()), ty, span))
    }

    /// The types of the fields of a variant.
    pub(super) fn ctor_fields(
        &mut self,
        ty: &Ty,
        variant: VariantIdx,
        span: Span,
    ) -> Read<Vec<Ty>> {
        let TyKind::Adt(def, args) = &*self.infer.shallow(ty) else {
            return self.unsupported(span, "a constructor of this type");
        };
        self.refuse_odd_adt(*def, span)?;
        self.require_bounds(*def, args, span)?;
        let Some(ast) = self.pkg.variant_of(*def, variant) else {
            return self.unsupported(span, "a constructor of this type");
        };
        let mut fields = Vec::new();
        for field in &ast.fields {
            let ty = self.pkg.field_ty(*def, args, field)?;
            fields.push(self.infer.normalize(&ty, Some(span)));
        }
        Ok(fields)
    }
}
