//! Closures: what they hold, and how they are called.

use std::rc::Rc;

use super::fake::*;
use crate::ids::Id;
use crate::ir::BinOp;
use crate::thir::{Capture, CaptureBy, Closure, Expr, ExprKind, Stmt};
use crate::ty::{Ty, TyKind};

fn closure_ty() -> Ty {
    Rc::new(TyKind::Closure(Id::from_index(0), Vec::new()))
}

/// `let f = |y| body; f(2)` with `x` (variable 0) captured, `f` variable 1 and `y` variable 2.
fn calls_closure(by: CaptureBy, body: Expr) -> FakeFn {
    let closure = Closure {
        id: Id::from_index(0),
        params: vec![binding(2, int())],
        body,
        captures: vec![Capture {
            var: Id::from_index(0),
            of: None,
            by,
            follows: false,
            apart: false,
        }],
        consumes: false,
    };
    let closure = expr(ExprKind::Closure(Box::new(closure)), closure_ty());
    let bind = Stmt::Let {
        pat: binding(1, closure_ty()),
        init: Some(closure),
        otherwise: None,
        span: span(),
    };
    let call = ExprKind::CallValue {
        callee: Box::new(var(1, closure_ty())),
        args: vec![lit(2)],
    };
    let vars = vec![("x", int()), ("f", closure_ty()), ("y", int())];
    FakeFn::new(vars, 1, block(vec![bind], expr(call, int())))
}

#[test]
fn a_closure_is_called_with_a_pointer_to_what_it_holds() {
    let kind = ExprKind::Binary(
        BinOp::BitXor,
        Box::new(var(0, int())),
        Box::new(var(2, int())),
    );
    let function = calls_closure(CaptureBy::Ref, expr(kind, int()));
    insta::assert_snapshot!(lowered(vec![function]), @r"
    p0 fn f(_0 x: i32) -> _1: i32 {
        let _2 f: {closure}
        let _3: &i32
        let _4: &mut {closure}
        _3 := &_0
        _2 := {closure}(_3)
        _4 := &_2
        _1 := p1 {closure}(_4, 2_i32)
    }

    p1 fn {closure}(_0: &mut {closure}, _1 y: i32) -> _2: i32 {
        _2 := (*(*_0).f0) ^ _1
    }
    ");
}

#[test]
fn a_closure_that_writes_what_it_captured_writes_the_variable() {
    let write = Stmt::Expr(set(var(0, int()), var(2, int())));
    let body = block(vec![write], var(0, int()));
    let function = calls_closure(CaptureBy::RefMut, body);
    insta::assert_snapshot!(lowered(vec![function]), @r"
    p0 fn f(_0 x: i32) -> _1: i32 {
        let _2 f: {closure}
        let _3: &mut i32
        let _4: &mut {closure}
        _3 := &_0
        _2 := {closure}(_3)
        _4 := &_2
        _1 := p1 {closure}(_4, 2_i32)
    }

    p1 fn {closure}(_0: &mut {closure}, _1 y: i32) -> _2: i32 {
        let _3: ()
        (*(*_0).f0) := _1
        _2 := (*(*_0).f0)
    }
    ");
}
