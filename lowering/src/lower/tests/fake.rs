//! A front end without a source: functions are trees made by hand.

use std::rc::Rc;

use crate::front::{
    AdtInfo, Clause, ClauseId, ClauseKind, Contract, Front, FunctionInfo, Invariant, Lang,
    ParamBounds, ParamInfo, Read, Signature,
};
use crate::ids::{Id, Table};
use crate::ir::Program;
use crate::ir::types::IntTy;
use crate::span::{Origin, SourceFile, SourceMap, Span};
use crate::thir::{BindBy, Body, Expr, ExprKind, Literal, Pat, PatKind, ScopeId, Stmt, Var, VarId};
use crate::ty::{DefId, FnRef, Ty, TyKind, TypeParam};

/// A function: its parameters are the first variables.
pub(super) struct FakeFn {
    pub(super) name: &'static str,
    pub(super) params: usize,
    pub(super) vars: Vec<(&'static str, Ty)>,
    pub(super) value: Expr,
    pub(super) dropped: bool,
    /// Kind and condition of each clause; variables as in the body, the result after the parameters.
    pub(super) clauses: Vec<(ClauseKind, Expr)>,
}

impl FakeFn {
    pub(super) fn new(vars: Vec<(&'static str, Ty)>, params: usize, value: Expr) -> Self {
        Self {
            name: "f",
            params,
            vars,
            value,
            dropped: false,
            clauses: Vec::new(),
        }
    }
}

/// The functions, by position.
pub(super) struct Fake {
    pub(super) functions: Vec<FakeFn>,
    sources: SourceMap,
}

impl Fake {
    pub(super) fn new(functions: Vec<FakeFn>) -> Self {
        let mut sources = SourceMap::default();
        sources.add(SourceFile::new(
            "fake.rs".into(),
            String::new(),
            Origin::User,
        ));
        Self { functions, sources }
    }

    fn function(&self, def: DefId) -> &FakeFn {
        &self.functions[def.index()]
    }
}

impl Front for Fake {
    fn sources(&self) -> &SourceMap {
        &self.sources
    }
    fn functions(&self) -> Vec<FunctionInfo> {
        Vec::new()
    }
    fn path(&self, def: DefId) -> String {
        self.function(def).name.to_owned()
    }
    fn span(&self, _: DefId) -> Span {
        span()
    }
    fn identity(&self, def: DefId) -> FnRef {
        FnRef {
            def,
            args: Vec::new(),
        }
    }
    fn bounds_of(&self, _: &TypeParam) -> ParamBounds {
        ParamBounds::default()
    }
    fn signature(&self, function: &FnRef) -> Read<Signature> {
        let function = self.function(function.def);
        let params = function.vars[..function.params].iter();
        let params = params.map(|(name, ty)| ParamInfo {
            name: Some((*name).to_owned()),
            ty: ty.clone(),
            span: span(),
        });
        Ok(Signature {
            params: params.collect(),
            ret: function.value.ty.clone(),
        })
    }
    fn body(&self, function: &FnRef) -> Read<Rc<Body>> {
        let function = self.function(function.def);
        let vars: Table<VarId, Var> = function
            .vars
            .iter()
            .map(|(name, ty)| Var {
                name: Some((*name).to_owned()),
                ty: ty.clone(),
                span: span(),
            })
            .collect();
        let params = function.vars[..function.params].iter().enumerate();
        let params = params
            .map(|(index, (_, ty))| binding(index, ty.clone()))
            .collect();
        Ok(Rc::new(Body {
            vars,
            params,
            value: function.value.clone(),
            is_spec: false,
        }))
    }
    fn constant(&self, constant: &FnRef) -> Read<Rc<Body>> {
        self.body(constant)
    }
    fn contract(&self, def: DefId) -> Read<Rc<Contract>> {
        let clauses = self.function(def).clauses.iter().enumerate();
        let clauses = clauses.map(|(index, (kind, _))| Clause {
            id: Id::from_index(index),
            kind: *kind,
            span: span(),
        });
        Ok(Rc::new(Contract {
            clauses: clauses.collect(),
            ..Contract::default()
        }))
    }
    fn clause(&self, function: &FnRef, clause: ClauseId) -> Read<Rc<Body>> {
        let mut body = (*self.body(function)?).clone();
        let (kind, value) = &self.function(function.def).clauses[clause.index()];
        if *kind == ClauseKind::Ensures {
            let ty = body.value.ty.clone();
            let result = body.vars.push(Var {
                name: Some("result".into()),
                ty: ty.clone(),
                span: span(),
            });
            body.params.push(binding(result.index(), ty));
        }
        body.value = value.clone();
        body.is_spec = true;
        Ok(Rc::new(body))
    }
    fn invariants(&self, _: &Ty) -> Read<Vec<Invariant>> {
        Ok(Vec::new())
    }
    fn adt(&self, _: DefId, _: &[Ty]) -> Read<Rc<AdtInfo>> {
        Ok(Rc::new(AdtInfo {
            name: "Adt".into(),
            is_enum: false,
            variants: Vec::new(),
            span: span(),
        }))
    }
    fn lang(&self, _: DefId) -> Option<Lang> {
        None
    }
    fn intrinsic(&self, _: DefId) -> Option<&str> {
        None
    }
    fn is_copy(&self, _: &Ty) -> bool {
        true
    }
    fn drop_impl(&self, ty: &Ty) -> Option<FnRef> {
        let dropped = matches!(**ty, TyKind::Tuple(ref parts) if parts.len() == 3);
        let any = self.functions.iter().any(|function| function.dropped);
        (dropped && any).then(|| self.identity(Id::from_index(0)))
    }
}

/// The text of the program of the first function.
pub(super) fn lowered(functions: Vec<FakeFn>) -> String {
    match lower(functions) {
        Ok(program) => crate::ir::pretty::program(&program),
        Err(stop) => format!("{stop:?}"),
    }
}

/// The text of the harness of the first function.
pub(super) fn harness(functions: Vec<FakeFn>) -> String {
    let fake = Fake::new(functions);
    match super::super::lower_function(&fake, Id::from_index(0)) {
        Ok((program, harness)) => {
            crate::ir::pretty::procedure(&program, &program.procs[harness.entry])
        }
        Err(stop) => format!("{stop:?}"),
    }
}

pub(super) fn lower(functions: Vec<FakeFn>) -> Read<Program> {
    let fake = Fake::new(functions);
    let program = super::super::lower_only(&fake, Id::from_index(0))?;
    super::super::lower_function(&fake, Id::from_index(0))?;
    Ok(program)
}

pub(super) fn span() -> Span {
    Span {
        file: Id::from_index(0),
        start: 0,
        end: 0,
    }
}

pub(super) fn int() -> Ty {
    Rc::new(TyKind::Int(IntTy::I32))
}

pub(super) fn boolean() -> Ty {
    Rc::new(TyKind::Bool)
}

pub(super) fn unit() -> Ty {
    tuple_ty(Vec::new())
}

pub(super) fn tuple_ty(parts: Vec<Ty>) -> Ty {
    Rc::new(TyKind::Tuple(parts))
}

pub(super) fn ref_mut(to: Ty) -> Ty {
    Rc::new(TyKind::Ref { mutable: true, to })
}

pub(super) fn expr(kind: ExprKind, ty: Ty) -> Expr {
    Expr {
        kind,
        ty,
        span: span(),
    }
}

pub(super) fn var(index: usize, ty: Ty) -> Expr {
    expr(ExprKind::Var(Id::from_index(index)), ty)
}

pub(super) fn lit(value: i32) -> Expr {
    expr(ExprKind::Literal(Literal::Int(value.into())), int())
}

pub(super) fn block(stmts: Vec<Stmt>, tail: Expr) -> Expr {
    let ty = tail.ty.clone();
    let kind = ExprKind::Block {
        scope: None,
        stmts,
        tail: Some(Box::new(tail)),
    };
    expr(kind, ty)
}

pub(super) fn set(place: Expr, value: Expr) -> Expr {
    let kind = ExprKind::Assign {
        place: Box::new(place),
        value: Box::new(value),
    };
    expr(kind, unit())
}

pub(super) fn tuple(parts: Vec<Expr>) -> Expr {
    let ty = tuple_ty(parts.iter().map(|part| part.ty.clone()).collect());
    expr(ExprKind::Tuple(parts), ty)
}

pub(super) fn deref(of: Expr, ty: Ty) -> Expr {
    expr(ExprKind::Deref(Box::new(of)), ty)
}

pub(super) fn binding(index: usize, ty: Ty) -> Pat {
    Pat {
        kind: PatKind::Binding {
            var: Id::from_index(index),
            by: BindBy::Value,
            sub: None,
        },
        ty,
        span: span(),
    }
}

pub(super) fn scope() -> ScopeId {
    Id::from_index(0)
}
