//! Cleanups on the way of a panic, choices, and memory errors in specification code.

use super::*;
use crate::ir::{Asked, FunctionId, Operand, PanicPolicy, UnknownFunction};

fn panics(b: &mut ProcBuilder, span: u32) -> crate::ir::build::Finished {
    b.open();
    b.emit(StmtKind::Panic(overflow()), at(span));
    b.close()
}

/// `p1 += by`, through a pointer.
fn bump(b: &mut ProcBuilder, counter: LocalId, by: i64, i32: TyId) {
    let place = Place::local(counter).deref();
    let more = Rvalue::Binary(BinOp::Add, place.clone().into(), Operand::int(by, i32));
    b.assign(place, more, at(9));
}

fn nothing(b: &mut ProcBuilder) -> crate::ir::build::Finished {
    b.open();
    b.close()
}

#[test]
fn cleanups_run_from_the_inside_out_and_only_after_a_panic() {
    let mut w = World::new();
    let (i32, unit, boolean) = (w.i32, w.unit, w.boolean);
    let counter = w.mut_ref(i32);
    let inner = w.proc(&[boolean, counter], unit, |b, p, _| {
        b.open();
        let then = panics(b, 1);
        let otherwise = nothing(b);
        b.if_else(p[0].into(), then, otherwise, Branch::Hidden, at(1));
        let body = b.close().block;
        b.open();
        bump(b, p[1], 1, i32);
        let cleanup = b.close().block;
        b.emit(StmtKind::Unwind { body, cleanup }, at(2));
    });
    let f = w.proc(&[boolean], i32, |b, p, ret| {
        b.assign(ret.into(), Rvalue::Use(Operand::int(1, i32)), at(3));
        let count = b.temp(counter, at(3));
        b.assign(count.into(), Rvalue::AddressOf(ret.into()), at(3));
        let panicked = b.temp(boolean, at(3));
        b.open();
        b.open();
        let sink = b.temp(unit, at(4));
        b.call(sink.into(), inner, vec![p[0].into(), count.into()], at(4));
        let body = b.close().block;
        b.open();
        let place = Place::local(count).deref();
        let twice = Rvalue::Binary(BinOp::Mul, place.clone().into(), Operand::int(10, i32));
        b.assign(place, twice, at(5));
        let cleanup = b.close().block;
        b.emit(StmtKind::Unwind { body, cleanup }, at(6));
        let body = b.close().block;
        let policy = PanicPolicy::Note;
        b.emit(
            StmtKind::Try {
                body,
                panicked,
                policy,
            },
            at(7),
        );
    });
    assert_eq!(w.eval(f, vec![Value::Bool(true)]), int(20));
    assert_eq!(w.eval(f, vec![Value::Bool(false)]), int(1));
}

#[test]
fn a_panic_in_a_cleanup_is_never_allowed() {
    let mut w = World::new();
    let (unit, boolean) = (w.unit, w.boolean);
    let f = w.proc(&[boolean], unit, |b, p, _| {
        let panicked = b.temp(boolean, at(1));
        b.open();
        let body = panics(b, 2).block;
        b.open();
        let then = panics(b, 3);
        let otherwise = nothing(b);
        b.if_else(p[0].into(), then, otherwise, Branch::Hidden, at(3));
        let cleanup = b.close().block;
        b.emit(StmtKind::Unwind { body, cleanup }, at(4));
        let body = b.close().block;
        let policy = PanicPolicy::Oblige {
            allowed: Operand::bool(true),
        };
        b.emit(
            StmtKind::Try {
                body,
                panicked,
                policy,
            },
            at(5),
        );
    });
    let fine = w.run(f, vec![], vec![Value::Bool(false)]);
    assert_eq!(fine.outcome, Outcome::Completed);
    let aborts = w.run(f, vec![], vec![Value::Bool(true)]);
    let expected = obligation(ObligationKind::Panic(PanicKind::Overflow), 3);
    assert_eq!(aborts.violation().obligation, expected);
}

#[test]
fn a_memory_error_in_specification_code_is_a_panic() {
    let mut w = World::new();
    let (i32, boolean) = (w.i32, w.boolean);
    let raw = w.ty(Ty::RawPtr {
        mutable: false,
        to: i32,
    });
    let f = w.proc(&[raw], boolean, |b, p, ret| {
        b.open();
        let x = b.temp(i32, at(1));
        let there = Place::local(p[0]).deref();
        b.assign(x.into(), Rvalue::Use(there.into()), at(1));
        let body = b.close().block;
        let policy = PanicPolicy::Note;
        b.emit(
            StmtKind::Try {
                body,
                panicked: ret,
                policy,
            },
            at(2),
        );
    });
    assert_eq!(w.eval(f, vec![Value::Null]), Value::Bool(true));
    assert_eq!(w.eval(f, vec![Value::Dangling]), Value::Bool(true));
}

#[test]
fn choices_are_taken_in_order_and_kept_for_equal_arguments() {
    let mut w = World::new();
    let i32 = w.i32;
    let function: FunctionId = w.program.functions.push(UnknownFunction {
        is_value_of: None,
        whole: true,
        name: "f".into(),
        span: at(0),
    });
    let three = w.ty(Ty::Tuple(vec![i32, i32, i32, i32]));
    let f = w.proc(&[i32, i32], three, |b, p, ret| {
        let field = |at| Place::local(ret).field(fld(at));
        let mut choose = |dst, asked: Option<(FunctionId, Vec<Operand>)>| {
            let function = asked.map(|(function, args)| Asked {
                function,
                args,
                remembers: false,
            });
            let whole = false;
            b.emit(
                StmtKind::Choose {
                    dst,
                    function,
                    whole,
                },
                at(1),
            );
        };
        choose(field(0), Some((function, vec![p[0].into()])));
        choose(field(1), None);
        choose(field(2), Some((function, vec![p[1].into()])));
        choose(field(3), Some((function, vec![p[0].into()])));
    });
    let run = |second: i64, choices: &[i64]| {
        let state = State {
            choices: choices.iter().copied().map(int).collect(),
            objects: crate::ids::Table::new(),
            inputs: vec![int(4), int(second)],
        };
        w.run_state(f, &state, Limits::default(), Scope::default())
    };
    let four = |values: [i64; 4]| adt(0, values.map(int).to_vec());
    assert_eq!(run(5, &[1, 2, 3]).result, four([1, 2, 3, 1]));
    assert_eq!(run(4, &[1, 2]).result, four([1, 2, 1, 1]));
    assert_eq!(run(5, &[1, 2]).outcome, Outcome::OutOfChoices);
}
