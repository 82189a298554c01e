//! The procedures that contracts become.

use super::fake::*;
use crate::front::ClauseKind;
use crate::ir::BinOp;
use crate::thir::{Expr, ExprKind, SpecExpr, Stmt};

fn binary(op: BinOp, left: Expr, right: Expr) -> Expr {
    let ty = match op {
        BinOp::Lt | BinOp::Le | BinOp::Eq | BinOp::Gt => boolean(),
        _ => left.ty.clone(),
    };
    expr(ExprKind::Binary(op, Box::new(left), Box::new(right)), ty)
}

fn and(left: Expr, right: Expr) -> Expr {
    expr(ExprKind::And(Box::new(left), Box::new(right)), boolean())
}

fn old(of: Expr) -> Expr {
    let ty = of.ty.clone();
    expr(ExprKind::Spec(Box::new(SpecExpr::Old(of))), ty)
}

#[test]
fn clauses_surround_the_call() {
    let x = || var(0, int());
    let mut function = FakeFn::new(vec![("x", int())], 1, x());
    let result = || var(1, int());
    function.clauses = vec![
        (ClauseKind::Requires, binary(BinOp::Lt, x(), lit(9))),
        (ClauseKind::Panics, binary(BinOp::Eq, x(), lit(0))),
        (
            ClauseKind::Ensures,
            and(
                binary(BinOp::Le, x(), result()),
                binary(BinOp::Eq, binary(BinOp::Div, lit(6), x()), result()),
            ),
        ),
    ];
    insta::assert_snapshot!(harness(vec![function]), @r#"
    fn contract of f(_0 x: i32) -> _1: () {
        let _2: bool
        let _3: i32
        let _4: bool
        let _5: i32
        let _6 result: i32
        let _7: bool
        let _8: bool
        let _9: bool
        let _10: i32
        let _11: i32
        let _12: bool
        let _13: i32
        let _14: i32
        let _15: bool
        let _16: bool
        let _17: i32
        let _18: bool
        let _19: bool
        _3 := _0
        _2 := _3 < 9_i32
        assume _2 (Precondition)
        snapshot s0
        _5 := _0
        _4 := _5 == 0_i32
        _7 := try, panics allowed if _4 {
            _6 := p0 f(_0)
        }
        if hidden _7 {
        } else {
            _8 := !_4
            assert _8 (MissingPanic)
            _10 := _0
            _11 := _6
            _9 := _10 <= _11
            assert _9 (Postcondition)
            _12 := false
            _18 := try, panics note {
                _14 := _0
                _15 := _14 == 0_i32
                if hidden _15 {
                    panic DivisionByZero "attempt to divide by zero"
                }
                _16 := overflows(6_i32 / _14)
                if hidden _16 {
                    panic Overflow "attempt to divide with overflow"
                }
                _13 := 6_i32 / _14
                _17 := _6
                _12 := _13 == _17
            }
            _19 := !_18
            assert _19 (NotWellDefined)
            assert _12 (Postcondition)
        }
    }
    "#);
}

#[test]
fn old_values_are_read_in_the_state_on_entry() {
    let p = || var(0, ref_mut(int()));
    let body = block(
        vec![Stmt::Expr(set(deref(p(), int()), lit(1)))],
        tuple(Vec::new()),
    );
    let mut function = FakeFn::new(vec![("p", ref_mut(int()))], 1, body);
    let before = old(deref(p(), int()));
    let changed = binary(BinOp::Gt, before, deref(p(), int()));
    function.clauses = vec![(ClauseKind::Ensures, changed)];
    insta::assert_snapshot!(harness(vec![function]), @r"
    fn contract of f(_0 p: &mut i32) -> _1: () {
        let _2 result: ()
        let _3: bool
        let _4: bool
        let _5: i32
        let _6: i32
        let _7: i32
        snapshot s0
        _3 := try, panics allowed if false {
            _2 := p0 f(_0)
        }
        if hidden _3 {
        } else {
            in s0 {
                _6 := (*_0)
            }
            _5 := _6
            _7 := (*_0)
            _4 := _5 > _7
            assert _4 (Postcondition)
        }
    }
    ");
}

#[test]
fn unchanged_compares_across_states() {
    let p = || var(0, ref_mut(int()));
    let mut function = FakeFn::new(vec![("p", ref_mut(int()))], 1, tuple(Vec::new()));
    let spec = SpecExpr::Unchanged(vec![p(), deref(p(), int())]);
    let unchanged = expr(ExprKind::Spec(Box::new(spec)), boolean());
    let frame = tuple(vec![deref(p(), int())]);
    function.clauses = vec![
        (ClauseKind::Ensures, unchanged),
        (ClauseKind::Modifies, frame),
    ];
    insta::assert_snapshot!(harness(vec![function]), @r"
    fn contract of f(_0 p: &mut i32) -> _1: () {
        let _2 result: ()
        let _3: bool
        let _4: bool
        let _5: &mut i32
        let _6: &mut i32
        let _7: bool
        let _8: i32
        let _9: i32
        let _10: bool
        let _11: i32
        let _12: bool
        snapshot s0
        _3 := try, panics allowed if false {
            _2 := p0 f(_0)
        }
        if hidden _3 {
        } else {
            in s0 {
                _6 := _0
            }
            _5 := _6
            _7 := _5 at s0 == _0
            in s0 {
                _9 := (*_0)
            }
            _8 := _9
            _11 := (*_0)
            _10 := _8 == _11
            _12 := _7 & _10
            _4 := _12
            assert _4 (Postcondition)
            check frame since s0 but [(*_0)]
        }
    }
    ");
}
