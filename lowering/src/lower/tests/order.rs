//! Evaluation order, and assignments that read what they write.

use super::fake::*;
use crate::front::Stop;
use crate::ids::Id;
use crate::ir::BinOp;
use crate::thir::{Expr, ExprKind, Stmt};
use crate::ty::Ty;

fn function(vars: Vec<(&'static str, Ty)>, params: usize, value: Expr) -> Vec<FakeFn> {
    vec![FakeFn::new(vars, params, value)]
}

fn add(left: Expr, right: Expr) -> Expr {
    let kind = ExprKind::Binary(BinOp::Add, Box::new(left), Box::new(right));
    expr(kind, int())
}

#[test]
fn an_operand_is_read_before_a_later_one_writes_it() {
    // (x, { x = 5; x })
    let later = block(vec![Stmt::Expr(set(var(0, int()), lit(5)))], var(0, int()));
    let pair = tuple(vec![var(0, int()), later]);
    insta::assert_snapshot!(lowered(function(vec![("x", int())], 1, pair)), @r"
    p0 fn f(_0 x: i32) -> _1: (i32, i32) {
        let _2: i32
        let _3: i32
        let _4: ()
        _2 := _0
        _0 := 5_i32
        _3 := _0
        _1 := (_2, _3)
    }
    ");
}

#[test]
fn overflow_panics_before_the_result_is_written() {
    let sum = add(var(0, int()), lit(1));
    let body = block(vec![Stmt::Expr(set(var(0, int()), sum))], var(0, int()));
    insta::assert_snapshot!(lowered(function(vec![("x", int())], 1, body)), @r#"
    p0 fn f(_0 x: i32) -> _1: i32 {
        let _2: ()
        let _3: bool
        _3 := overflows(_0 + 1_i32)
        if hidden _3 {
            panic Overflow "attempt to add with overflow"
        }
        _0 := _0 + 1_i32
        _1 := _0
    }
    "#);
}

#[test]
fn a_short_circuit_may_assign_what_it_reads() {
    // b = a || b
    let or = ExprKind::Or(Box::new(var(0, boolean())), Box::new(var(1, boolean())));
    let or = expr(or, boolean());
    let body = block(
        vec![Stmt::Expr(set(var(1, boolean()), or))],
        var(1, boolean()),
    );
    let vars = vec![("a", boolean()), ("b", boolean())];
    insta::assert_snapshot!(lowered(function(vars, 2, body)), @r"
    p0 fn f(_0 a: bool, _1 b: bool) -> _2: bool {
        let _3: ()
        if hidden _0 {
            _1 := true
        } else {
            _1 := _1
        }
        _2 := _1
    }
    ");
}

#[test]
fn the_value_is_computed_before_the_place() {
    // *p = { p = q; 1 }
    let (p, q) = (|| var(0, ref_mut(int())), || var(1, ref_mut(int())));
    let value = block(vec![Stmt::Expr(set(p(), q()))], lit(1));
    let body = set(deref(p(), int()), value);
    let vars = vec![("p", ref_mut(int())), ("q", ref_mut(int()))];
    insta::assert_snapshot!(lowered(function(vars, 2, body)), @r"
    p0 fn f(_0 p: &mut i32, _1 q: &mut i32) -> _2: () {
        let _3: i32
        let _4: ()
        _0 := _1
        _3 := 1_i32
        (*_0) := _3
    }
    ");
}

#[test]
fn a_loop_gives_the_value_of_its_break() {
    let leave = ExprKind::Break {
        scope: scope(),
        value: Some(Box::new(var(0, int()))),
    };
    let never = std::rc::Rc::new(crate::ty::TyKind::Never);
    let body = expr(leave, never);
    let kind = ExprKind::Loop {
        scope: scope(),
        body: Box::new(body),
    };
    insta::assert_snapshot!(lowered(function(vec![("x", int())], 1, expr(kind, int()))), @r"
    p0 fn f(_0 x: i32) -> _1: i32 {
        let _2: !
        'l0: loop {
            _1 := _0
            break 'l0
        }
    }
    ");
}

#[test]
fn recursion_is_a_call_of_the_same_procedure() {
    let callee = crate::ty::FnRef {
        def: Id::from_index(0),
        args: Vec::new(),
    };
    let call = ExprKind::Call {
        callee,
        args: vec![var(0, int())],
    };
    insta::assert_snapshot!(lowered(function(vec![("x", int())], 1, expr(call, int()))), @r"
    p0 fn f(_0 x: i32) -> _1: i32 {
        _1 := p0 f(_0)
    }
    ");
}

#[test]
fn endless_nesting_is_refused_not_a_crash() {
    let deep = (0..1_200).fold(lit(0), |inner, _| add(inner, lit(1)));
    let stop = lower(function(Vec::new(), 0, deep)).expect_err("too deep");
    let Stop::Unsupported(list) = stop else {
        panic!("not a mistake")
    };
    assert_eq!(list[0].construct, "code nested this deeply");
}
