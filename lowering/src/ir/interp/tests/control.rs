//! Branches, loops, calls, panics and limits.

use super::*;
use crate::ir::PanicPolicy;

fn less(b: &mut ProcBuilder, w: (TyId, TyId), x: impl Into<Operand>, bound: i64) -> LocalId {
    let (i32, boolean) = w;
    let flag = b.temp(boolean, at(1));
    let test = Rvalue::Binary(BinOp::Lt, x.into(), Operand::int(bound, i32));
    b.assign(flag.into(), test, at(1));
    flag
}

#[test]
fn breaks_and_continues_find_their_label() {
    let mut w = World::new();
    let (i32, boolean) = (w.i32, w.boolean);
    // 'outer: loop { i += 1; loop { if i < 5 { continue 'outer } break 'outer } }
    let f = w.proc(&[i32], i32, |b, p, ret| {
        let (outer, inner) = (b.label(), b.label());
        b.open();
        let next = Rvalue::Binary(BinOp::Add, p[0].into(), Operand::int(1, i32));
        b.assign(p[0].into(), next, at(1));
        b.open();
        let flag = less(b, (i32, boolean), p[0], 5);
        b.open();
        b.emit(StmtKind::Continue(outer), at(2));
        let then = b.close();
        b.open();
        let otherwise = b.close();
        b.if_else(flag.into(), then, otherwise, Branch::Condition, at(2));
        b.emit(StmtKind::Break(outer), at(3));
        let body = b.close();
        b.loop_(inner, body, at(4));
        let body = b.close();
        b.loop_(outer, body, at(5));
        b.assign(ret.into(), Rvalue::Use(p[0].into()), at(6));
    });
    assert_eq!(w.eval(f, vec![int(0)]), int(5));
    assert_eq!(w.eval(f, vec![int(9)]), int(10));
}

/// `fn sum(n) { if n < 1 { 0 } else { n + sum(n - 1) } }`, which panics instead of reaching `panic_at`.
fn recursive_sum(w: &mut World, panic_at: Option<i64>) -> ProcId {
    let (i32, boolean) = (w.i32, w.boolean);
    let own = w.program.procs.next_id();
    w.proc(&[i32], i32, |b, p, ret| {
        if let Some(panic_at) = panic_at {
            let flag = b.temp(boolean, at(1));
            let test = Rvalue::Binary(BinOp::Eq, p[0].into(), Operand::int(panic_at, i32));
            b.assign(flag.into(), test, at(1));
            b.open();
            b.emit(StmtKind::Panic(overflow()), at(1001));
            let then = b.close();
            b.open();
            let otherwise = b.close();
            b.if_else(flag.into(), then, otherwise, Branch::Hidden, at(1));
        }
        let flag = less(b, (i32, boolean), p[0], 1);
        b.open();
        b.assign(ret.into(), Rvalue::Use(Operand::int(0, i32)), at(2));
        let then = b.close();
        b.open();
        let (below, rest) = (b.temp(i32, at(3)), b.temp(i32, at(3)));
        let minus = Rvalue::Binary(BinOp::Sub, p[0].into(), Operand::int(1, i32));
        b.assign(below.into(), minus, at(3));
        b.call(rest.into(), own, vec![below.into()], at(3));
        let sum = Rvalue::Binary(BinOp::Add, p[0].into(), rest.into());
        b.assign(ret.into(), sum, at(3));
        let otherwise = b.close();
        b.if_else(flag.into(), then, otherwise, Branch::Condition, at(2));
    })
}

#[test]
fn each_call_has_a_frame_of_its_own() {
    let mut w = World::new();
    let sum = recursive_sum(&mut w, None);
    assert_eq!(w.eval(sum, vec![int(10)]), int(55));
    // Deeper than the host's stack, and than the stack that memory starts with.
    assert_eq!(w.eval(sum, vec![int(9000)]), int(9000 * 9001 / 2));
}

#[test]
fn every_limit_is_an_outcome() {
    let mut w = World::new();
    let sum = recursive_sum(&mut w, None);
    let limited = |limits| w.run_within(sum, vec![], vec![int(500)], limits, Scope::default());
    let limits = Limits::default();
    let steps = limited(Limits {
        steps: 100,
        ..limits
    });
    assert_eq!(steps.outcome, Outcome::OutOfFuel(Budget::Steps));
    let depth = limited(Limits {
        depth: 100,
        ..limits
    });
    assert_eq!(depth.outcome, Outcome::OutOfFuel(Budget::Depth));
    let cells = limited(Limits {
        cells: 4096,
        ..limits
    });
    assert_eq!(cells.outcome, Outcome::Completed);
    let (boxed, node) = (w.boxed, w.node);
    let f = w.proc(&[], w.unit, |b, _, _| {
        let (label, owner) = (b.label(), b.temp(boxed, at(1)));
        let node = b.temp(node, at(1));
        b.open();
        let (dst, value) = (owner.into(), node.into());
        b.emit(StmtKind::Allocate { dst, value }, at(1));
        let body = b.close();
        b.loop_(label, body, at(1));
    });
    let limits = Limits {
        cells: 1 << 14,
        ..limits
    };
    let cells = w.run_within(f, vec![], vec![], limits, Scope::default());
    assert_eq!(cells.outcome, Outcome::OutOfFuel(Budget::Cells));
}

#[test]
fn a_panic_that_nothing_catches_is_blamed_on_user_code() {
    let mut w = World::new();
    let sum = recursive_sum(&mut w, Some(1));
    let ran = w.run(sum, vec![], vec![int(3)]);
    let expected = Panicked {
        panic: overflow(),
        span: at(3),
        stack: vec![at(1001), at(3), at(3)],
    };
    assert_eq!(ran.outcome, Outcome::Panicked(Box::new(expected)));
}

/// Calls `sum` inside a `Try` and returns whether it panicked.
fn guarded(w: &mut World, sum: ProcId, policy: PanicPolicy) -> ProcId {
    let (i32, boolean) = (w.i32, w.boolean);
    w.proc(&[i32], boolean, |b, p, ret| {
        let result = b.temp(i32, at(5));
        b.open();
        b.call(result.into(), sum, vec![p[0].into()], at(5));
        let body = b.close().block;
        let panicked = ret;
        b.emit(
            StmtKind::Try {
                body,
                panicked,
                policy,
            },
            at(6),
        );
    })
}

#[test]
fn a_try_notes_the_panics_of_any_frame() {
    let mut w = World::new();
    let sum = recursive_sum(&mut w, Some(1));
    let f = guarded(&mut w, sum, PanicPolicy::Note);
    assert_eq!(w.eval(f, vec![int(3)]), Value::Bool(true));
    assert_eq!(w.eval(f, vec![int(0)]), Value::Bool(false));
}

#[test]
fn a_panic_that_is_not_allowed_is_a_violation() {
    let mut w = World::new();
    let sum = recursive_sum(&mut w, Some(1));
    let allowed = Operand::bool(false);
    let f = guarded(&mut w, sum, PanicPolicy::Oblige { allowed });
    let ran = w.run(f, vec![], vec![int(2)]);
    let violation = ran.violation();
    let kind = ObligationKind::Panic(PanicKind::Overflow);
    assert_eq!(violation.obligation, obligation(kind, 3));
    assert_eq!(violation.cause, Cause::Panic(overflow()));
    assert_eq!(violation.stack, [at(1001), at(3), at(5)]);
    let allowed = Operand::bool(true);
    let f = guarded(&mut w, sum, PanicPolicy::Oblige { allowed });
    assert_eq!(w.eval(f, vec![int(2)]), Value::Bool(true));
}

#[test]
fn the_innermost_try_catches() {
    let mut w = World::new();
    let sum = recursive_sum(&mut w, Some(1));
    let noted = guarded(&mut w, sum, PanicPolicy::Note);
    let boolean = w.boolean;
    let f = w.proc(&[w.i32], boolean, |b, p, ret| {
        let outer = b.temp(boolean, at(7));
        b.open();
        b.call(ret.into(), noted, vec![p[0].into()], at(7));
        let body = b.close().block;
        let allowed = Operand::bool(false);
        let policy = PanicPolicy::Oblige { allowed };
        let panicked = outer;
        b.emit(
            StmtKind::Try {
                body,
                panicked,
                policy,
            },
            at(7),
        );
    });
    assert_eq!(w.eval(f, vec![int(3)]), Value::Bool(true));
}

#[test]
fn assumptions_and_assertions_end_the_run_where_they_fail() {
    let mut w = World::new();
    let f = w.proc(&[w.boolean, w.boolean], w.unit, |b, p, _| {
        let (first, second) = (p[0].into(), p[1].into());
        let why = obligation(ObligationKind::Precondition, 11);
        b.emit(StmtKind::Assume { cond: first, why }, at(1));
        let why = obligation(ObligationKind::Postcondition, 12);
        b.emit(StmtKind::Assert { cond: second, why }, at(2));
    });
    let run = |a, b| w.run(f, vec![], vec![Value::Bool(a), Value::Bool(b)]);
    assert_eq!(run(true, true).outcome, Outcome::Completed);
    let why = obligation(ObligationKind::Precondition, 11);
    assert_eq!(run(false, false).outcome, Outcome::AssumptionFailed(why));
    let ran = run(true, false);
    let why = obligation(ObligationKind::Postcondition, 12);
    assert_eq!(ran.violation().obligation, why);
    assert_eq!(ran.violation().cause, Cause::Condition);
    assert_eq!(ran.violation().stack, [at(2)]);
}

#[test]
fn a_long_chain_of_branches_does_not_overflow_the_stack() {
    let mut w = World::new();
    let (i32, unit) = (w.i32, w.unit);
    let mut block = Vec::new();
    for _ in 0..3000 {
        let kind = StmtKind::If {
            cond: Operand::bool(false),
            then: Vec::new(),
            otherwise: block,
            branch: Branch::Condition,
        };
        block = vec![crate::ir::Stmt { kind, span: at(1) }];
    }
    let mut proc = World::build(&[i32], unit, |_, _, _| {});
    proc.body = block;
    let f = w.program.procs.push(proc);
    let prepared = Prepared::new(&w.program).unwrap();
    assert!(prepared.program().procs.get(f).is_some());
}
