//! What a trace shows and what it leaves out.

use super::super::trace::{Event, EventKind, Recorder};
use super::*;
use crate::ir::PanicPolicy;

/// A harness that assigns, calls the function under check in a clause and then in earnest.
fn harness(w: &mut World, target: ProcId, params: &[TyId], ret: TyId) -> ProcId {
    let boolean = w.boolean;
    w.proc(params, w.unit, |b, p, _| {
        let result = b.local(Some("result".into()), ret, at(90));
        let panicked = b.temp(boolean, at(90));
        let args: Vec<Operand> = p.iter().map(|p| (*p).into()).collect();
        b.call(result.into(), target, args.clone(), at(90));
        b.open();
        b.call(result.into(), target, args, at(91));
        let body = b.close().block;
        let allowed = Operand::bool(false);
        let policy = PanicPolicy::Oblige { allowed };
        let kind = StmtKind::Try {
            body,
            panicked,
            policy,
        };
        b.emit(kind, at(92));
    })
}

fn trace(
    w: &World,
    entry: ProcId,
    target: ProcId,
    objects: Vec<Object>,
    inputs: Vec<Value>,
) -> Vec<Event> {
    let is_user = |span: Span| span.start < 1000;
    let prepared = Prepared::new(&w.program).unwrap();
    let environment = Environment {
        scope: Scope::default(),
        limits: Limits::default(),
        is_user: &is_user,
    };
    let mut machine = Machine::new(&prepared, &environment);
    let mut recorder = Recorder::new(target, &is_user, 100);
    let objects = objects.into_iter().collect();
    let state = State {
        choices: Vec::new(),
        objects,
        inputs,
    };
    machine.run(entry, &state, &mut recorder).unwrap();
    recorder.finish(&machine, None).events
}

/// One line an event, for comparison.
fn show(events: &[Event]) -> Vec<String> {
    let line = |event: &Event| {
        let what = match &event.kind {
            EventKind::Assigned {
                place,
                location,
                before,
                after,
                ..
            } => {
                let place = place.clone().unwrap_or_default();
                let heap = location.as_ref().map(|at| format!(" at {}", at.object));
                format!(
                    "{place}{} {before:?} -> {after:?}",
                    heap.unwrap_or_default()
                )
            }
            EventKind::Decided { branch, taken } => format!("{branch:?} {taken}"),
            EventKind::Called { callee, args } => format!("call {callee} {args:?}"),
            EventKind::Returned { value } => format!("return {value:?}"),
            EventKind::Chosen(index) => format!("chosen {index}"),
            EventKind::Panicked(panic) => format!("panic {:?}", panic.kind),
        };
        format!("{} @{} {what}", event.depth, event.span.start)
    };
    events.iter().map(line).collect()
}

#[test]
fn a_trace_shows_variables_fields_branches_and_calls() {
    let mut w = World::new();
    let (i32, boolean) = (w.i32, w.boolean);
    let node = w.mut_ref(w.node);
    let helper = w.proc(&[i32], i32, |b, p, ret| {
        b.assign(ret.into(), Rvalue::Use(p[0].into()), at(20));
    });
    // A procedure of a model: its own steps are not shown.
    let model = w.proc(&[i32], i32, |b, p, ret| {
        let inner = b.local(Some("inner".into()), i32, at(1001));
        b.assign(inner.into(), Rvalue::Use(p[0].into()), at(1001));
        b.assign(ret.into(), Rvalue::Use(inner.into()), at(1002));
    });
    let target = w.proc(&[node, i32], i32, |b, p, ret| {
        let (flag, x) = (
            b.temp(boolean, at(1)),
            b.local(Some("x".into()), i32, at(1)),
        );
        let test = Rvalue::Binary(BinOp::Lt, p[1].into(), Operand::int(5, i32));
        b.assign(flag.into(), test, at(1));
        b.open();
        b.call(x.into(), helper, vec![p[1].into()], at(2));
        b.call(x.into(), model, vec![p[1].into()], at(3));
        let then = b.close();
        b.open();
        let otherwise = b.close();
        b.if_else(flag.into(), then, otherwise, Branch::Condition, at(1));
        let value = Place::local(p[0]).deref().field(fld(1));
        b.assign(value, Rvalue::Use(p[1].into()), at(4));
        b.assign(ret.into(), Rvalue::Use(p[1].into()), at(5));
    });
    let entry = harness(&mut w, target, &[node, i32], i32);
    let events = trace(&w, entry, target, w.list(&[9]), vec![to(0), int(3)]);
    let expected = [
        "0 @1 Condition true",
        "0 @2 call p0 [Int(3)]",
        "1 @20 return Int(3)",
        "0 @2 x Uninit -> Int(3)",
        "0 @3 call p1 [Int(3)]",
        "1 @3 return Int(3)",
        "0 @3 x Int(3) -> Int(3)",
        "0 @4 p0.value at #0 Int(3) -> Int(3)",
        "0 @5 return Int(3)",
    ];
    assert_eq!(show(&events), expected);
}

#[test]
fn a_trace_ends_with_the_panic() {
    let mut w = World::new();
    let (i32, boolean) = (w.i32, w.boolean);
    let target = w.proc(&[i32], i32, |b, p, ret| {
        b.assign(p[0].into(), Rvalue::Use(Operand::int(4, i32)), at(1));
        b.emit(StmtKind::Panic(overflow()), at(1005));
        b.assign(ret.into(), Rvalue::Use(p[0].into()), at(2));
    });
    let entry = w.proc(&[i32], w.unit, |b, p, _| {
        let (result, panicked) = (b.temp(i32, at(9)), b.temp(boolean, at(9)));
        b.open();
        b.call(result.into(), target, vec![p[0].into()], at(91));
        let body = b.close().block;
        let allowed = Operand::bool(true);
        let policy = PanicPolicy::Oblige { allowed };
        let kind = StmtKind::Try {
            body,
            panicked,
            policy,
        };
        b.emit(kind, at(92));
        let after = b.local(Some("after".into()), i32, at(9));
        b.assign(after.into(), Rvalue::Use(p[0].into()), at(93));
    });
    let events = trace(&w, entry, target, vec![], vec![int(3)]);
    let expected = ["0 @1 p0 Int(3) -> Int(4)", "0 @91 panic Overflow"];
    assert_eq!(show(&events), expected);
}

#[test]
fn of_a_long_run_both_ends_are_kept() {
    let mut w = World::new();
    let (i32, boolean) = (w.i32, w.boolean);
    let target = w.proc(&[i32], i32, |b, p, ret| {
        let (label, flag) = (b.label(), b.temp(boolean, at(1)));
        b.open();
        let next = Rvalue::Binary(BinOp::Add, p[0].into(), Operand::int(1, i32));
        b.assign(p[0].into(), next, at(1));
        let test = Rvalue::Binary(BinOp::Le, Operand::int(500, i32), p[0].into());
        b.assign(flag.into(), test, at(1));
        b.open();
        b.emit(StmtKind::Break(label), at(1));
        let then = b.close();
        b.open();
        let otherwise = b.close();
        b.if_else(flag.into(), then, otherwise, Branch::Hidden, at(1));
        let body = b.close();
        b.loop_(label, body, at(1));
        b.assign(ret.into(), Rvalue::Use(p[0].into()), at(2));
    });
    let entry = harness(&mut w, target, &[i32], i32);
    let events = trace(&w, entry, target, vec![], vec![int(0)]);
    let lines = show(&events);
    assert_eq!(lines.len(), 200);
    assert_eq!(lines[99], "0 @1 p0 Int(99) -> Int(100)");
    assert_eq!(lines[100], "0 @1 p0 Int(401) -> Int(402)");
    assert_eq!(lines[199], "0 @2 return Int(500)");
}

#[test]
fn places_are_written_as_in_the_source() {
    use super::super::source_place::source_place;
    let mut w = World::new();
    let link = w.mut_ref(w.link);
    let proc = World::build(&[link, w.node_ref], w.unit, |_, _, _| {});
    let (cur, node) = (Place::local(proc.params[0]), Place::local(proc.params[1]));
    let some = |place: &Place| place.variant(var(1)).field(fld(0));
    let number = |_| Value::Uninit;
    let show = |place: &Place| source_place(&w.program.types, &proc, place, number).unwrap();
    assert_eq!(show(&cur), "p0");
    assert_eq!(show(&cur.deref()), "*p0");
    assert_eq!(show(&some(&cur.deref())), "(*p0 as Some).0");
    assert_eq!(show(&node.deref().field(fld(0))), "p1.next");
    let next = some(&node.deref().field(fld(0))).deref();
    assert_eq!(show(&next.field(fld(1))), "(p1.next as Some).0.value");
    assert_eq!(
        source_place(&w.program.types, &proc, &Place::local(proc.ret), number),
        None
    );
}
