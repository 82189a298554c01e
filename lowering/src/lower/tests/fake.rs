//! A front end without a source: functions are trees made by hand.

use std::rc::Rc;

use crate::front::{
    AdtInfo, Clause, ClauseId, ClauseKind, Contract, Front, FunctionInfo, Implementors, Invariant,
    Lang, ParamBounds, ParamInfo, Read, Signature, VariantInfo,
};
use crate::ids::{Id, Table};
use crate::ir::types::IntTy;
use crate::ir::{BinOp, Harness, Program};
use crate::lower::Semantics;
use crate::span::{Origin, SourceFile, SourceMap, Span};
use crate::thir::{BindBy, Body, Expr, ExprKind, Literal, Pat, PatKind, ScopeId, Stmt, Var, VarId};
use crate::ty::{ClosureId, DefId, FnRef, Ty, TyKind};

/// The items that every fake package has: `Option<T>`, `Box<T>` and
/// `struct Node { val: i32, next: Option<Box<Node>> }`, whose invariant is `0 <= val`.
const OPTION: usize = 100;
const NODE: usize = 101;
const BOX: usize = 102;

/// A function: its parameters are the first variables.
pub(super) struct FakeFn {
    pub(super) name: &'static str,
    pub(super) params: usize,
    pub(super) vars: Vec<(&'static str, Ty)>,
    pub(super) value: Expr,
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
        match def.index() {
            OPTION => "Option".to_owned(),
            NODE => "Node".to_owned(),
            BOX => "Box".to_owned(),
            _ => self.function(def).name.to_owned(),
        }
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
    fn shares_values_of(&self, ty: &Ty) -> Ty {
        ty.clone()
    }
    fn const_params(&self, _: DefId) -> Read<Vec<crate::front::ConstParam>> {
        Ok(Vec::new())
    }
    fn bounds_of(&self, _: &Ty) -> ParamBounds {
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
    fn writes_shared(&self, _: DefId) -> bool {
        false
    }
    fn implementors(&self, _: &Ty) -> Rc<Implementors> {
        Rc::default()
    }
    fn closure_owner(&self, _: ClosureId) -> Option<FnRef> {
        None
    }
    fn method_for(&self, method: &FnRef) -> Read<FnRef> {
        Ok(method.clone())
    }
    fn constant(&self, constant: &FnRef) -> Read<Rc<Body>> {
        self.body(constant)
    }
    fn contract(&self, def: DefId) -> Read<Rc<Contract>> {
        let clauses = self.function(def).clauses.iter().enumerate();
        let clauses = clauses.map(|(index, (kind, _))| Clause {
            inherited: false,
            id: Id::from_index(index),
            kind: *kind,
            span: span(),
        });
        Ok(Rc::new(Contract {
            clauses: clauses.collect(),
            invariants: true,
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
    fn trees(&self, _: &[Ty]) -> Read<Vec<Invariant>> {
        Ok(Vec::new())
    }
    fn invariants(&self, ty: &Ty) -> Read<Vec<Invariant>> {
        if *ty != node() {
            return Ok(Vec::new());
        }
        // 0 <= self.val
        let this = var(0, shared(node()));
        let val = field(deref(this, node()), 0, int());
        let kind = ExprKind::Binary(BinOp::Le, Box::new(lit(0)), Box::new(val));
        let body = Body {
            vars: [Var {
                name: Some("self".into()),
                ty: shared(node()),
                span: span(),
            }]
            .into_iter()
            .collect(),
            params: vec![binding(0, shared(node()))],
            value: expr(kind, boolean()),
            is_spec: true,
        };
        Ok(vec![Invariant {
            span: span(),
            body: Rc::new(body),
        }])
    }
    fn adt(&self, def: DefId, args: &[Ty]) -> Read<Rc<AdtInfo>> {
        let variant = |index, name: &str, fields| VariantInfo {
            index: Id::from_index(index),
            name: name.into(),
            named_fields: true,
            fields,
            discriminant: index as i128,
        };
        let (name, variants) = match def.index() {
            OPTION => {
                let some = vec![("0".to_owned(), args[0].clone())];
                let variants = vec![variant(0, "None", Vec::new()), variant(1, "Some", some)];
                ("Option", variants)
            }
            _ => {
                let next = option(boxed(node()));
                let fields = vec![("val".to_owned(), int()), ("next".to_owned(), next)];
                ("Node", vec![variant(0, "Node", fields)])
            }
        };
        Ok(Rc::new(AdtInfo {
            name: name.into(),
            is_enum: def.index() == OPTION,
            is_union: false,
            has_lifetimes: false,
            variants,
            span: span(),
        }))
    }
    fn lang(&self, def: DefId) -> Option<Lang> {
        match def.index() {
            BOX => Some(Lang::Box),
            OPTION => Some(Lang::Option),
            _ => None,
        }
    }
    fn intrinsic(&self, _: DefId) -> Option<&str> {
        None
    }
    fn float_bits(&self, _: u32) -> Option<Ty> {
        None
    }
    fn lang_fn(&self, _: &str, _: &[Ty]) -> Option<FnRef> {
        None
    }
    fn size_and_align(&self, _: &Ty) -> Option<(u64, u64)> {
        None
    }

    fn is_copy(&self, _: &Ty) -> bool {
        true
    }
    fn is_hashed_as_compared(&self, _: &Ty, _: &Ty) -> bool {
        true
    }
    fn with_boxes(&self, _: DefId) -> Option<FnRef> {
        None
    }
    fn formats_by_hand(&self, _: &Ty, _: Option<&str>) -> crate::front::ByHand {
        crate::front::ByHand::No
    }
    fn drop_impl(&self, _: &Ty) -> Option<FnRef> {
        None
    }
}

/// The text of the program of the first function.
pub(super) fn lowered(functions: Vec<FakeFn>) -> String {
    match lower(functions) {
        Ok(program) => crate::ir::pretty::program(&program),
        Err(stop) => format!("{stop:?}"),
    }
}

/// The program and harness of the first function.
pub(super) fn checked(functions: Vec<FakeFn>) -> Read<(Program, Harness)> {
    super::super::lower_function(
        &Fake::new(functions),
        Id::from_index(0),
        Semantics::default(),
    )
}

/// The text of the harness of the first function.
pub(super) fn harness(functions: Vec<FakeFn>) -> String {
    match checked(functions) {
        Ok((program, harness)) => {
            crate::ir::pretty::procedure(&program, &program.procs[harness.entry])
        }
        Err(stop) => format!("{stop:?}"),
    }
}

pub(super) fn lower(functions: Vec<FakeFn>) -> Read<Program> {
    let fake = Fake::new(functions);
    let program = super::super::lower_only(&fake, Id::from_index(0))?;
    super::super::lower_function(&fake, Id::from_index(0), Semantics::default())?;
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

pub(super) fn shared(to: Ty) -> Ty {
    Rc::new(TyKind::Ref { mutable: false, to })
}

pub(super) fn node() -> Ty {
    Rc::new(TyKind::Adt(Id::from_index(NODE), Vec::new()))
}

pub(super) fn option(of: Ty) -> Ty {
    Rc::new(TyKind::Adt(Id::from_index(OPTION), vec![of]))
}

pub(super) fn boxed(of: Ty) -> Ty {
    Rc::new(TyKind::Adt(Id::from_index(BOX), vec![of]))
}

pub(super) fn field(base: Expr, index: usize, ty: Ty) -> Expr {
    let kind = ExprKind::Field {
        base: Box::new(base),
        field: Id::from_index(index),
    };
    expr(kind, ty)
}
