//! What has no meaning is found, and said what it is.

use super::*;

#[test]
fn a_freed_object_is_not_accessible() {
    let mut w = World::new();
    let i32 = w.i32;
    let f = w.proc(&[w.boxed, w.node_ref], i32, |b, p, ret| {
        b.emit(
            StmtKind::Free {
                pointer: p[0].into(),
            },
            at(1),
        );
        let value = Place::local(p[1]).deref().field(fld(1));
        b.assign(ret.into(), Rvalue::Use(value.into()), at(2));
    });
    let mut objects = w.list(&[1]);
    objects.extend(w.list(&[2]));
    let ran = w.run(f, objects.clone(), vec![to(0), to(0)]);
    assert_eq!(ran.memory_error(), (MemoryError::Dangling, at(2)));
    let ran = w.run(f, objects, vec![to(0), to(1)]);
    assert_eq!(ran.result, int(2));
    assert_eq!(ran.state.objects[object(0)].value, Value::Uninit);
}

#[test]
fn freeing_twice_or_a_part_or_a_local_is_a_fault() {
    let mut w = World::new();
    let (i32, unit) = (w.i32, w.unit);
    let twice = w.proc(&[w.boxed], unit, |b, p, _| {
        b.emit(
            StmtKind::Free {
                pointer: p[0].into(),
            },
            at(1),
        );
        b.emit(
            StmtKind::Free {
                pointer: p[0].into(),
            },
            at(2),
        );
    });
    let number = w.mut_ref(i32);
    let part = w.proc(&[w.node_ref], unit, |b, p, _| {
        let inner = b.temp(number, at(1));
        let value = Place::local(p[0]).deref().field(fld(1));
        b.assign(inner.into(), Rvalue::AddressOf(value), at(1));
        b.emit(
            StmtKind::Free {
                pointer: inner.into(),
            },
            at(1),
        );
    });
    let local = w.proc(&[i32], unit, |b, p, _| {
        let inner = b.temp(number, at(1));
        b.assign(inner.into(), Rvalue::AddressOf(p[0].into()), at(1));
        b.emit(
            StmtKind::Free {
                pointer: inner.into(),
            },
            at(1),
        );
    });
    let invalid = MemoryError::InvalidFree;
    assert_eq!(
        w.run(twice, w.list(&[1]), vec![to(0)]).memory_error().0,
        invalid
    );
    assert_eq!(
        w.run(part, w.list(&[1]), vec![to(0)]).memory_error().0,
        invalid
    );
    assert_eq!(w.run(local, vec![], vec![int(1)]).memory_error().0, invalid);
}

#[test]
fn null_and_uninitialised_memory_are_not_read() {
    let mut w = World::new();
    let i32 = w.i32;
    let raw = w.ty(Ty::RawPtr {
        mutable: false,
        to: i32,
    });
    let null = w.proc(&[raw], i32, |b, p, ret| {
        let there = Place::local(p[0]).deref();
        b.assign(ret.into(), Rvalue::Use(there.into()), at(1));
    });
    assert_eq!(
        w.run(null, vec![], vec![Value::Null]).memory_error().0,
        MemoryError::Null
    );
    let uninit = w.proc(&[], i32, |b, _, ret| {
        let x = b.temp(i32, at(1));
        b.assign(ret.into(), Rvalue::Use(x.into()), at(1));
    });
    assert_eq!(w.run(uninit, vec![], vec![]).fault(), FaultKind::Unwritten);
    let pair = w.ty(Ty::Tuple(vec![i32, i32]));
    // A value may be copied whole while a part of it is missing; the part may not be used.
    let partly = w.proc(&[], i32, |b, _, ret| {
        let (x, y) = (b.temp(pair, at(1)), b.temp(pair, at(1)));
        let one = Rvalue::Use(Operand::int(1, i32));
        b.assign(Place::local(x).field(fld(0)), one, at(1));
        b.assign(y.into(), Rvalue::Use(x.into()), at(2));
        let first = Place::local(y).field(fld(0)).into();
        let second = Place::local(y).field(fld(1)).into();
        b.assign(ret.into(), Rvalue::Use(first), at(3));
        b.assign(ret.into(), Rvalue::Use(second), at(4));
    });
    let ran = w.run(partly, vec![], vec![]);
    let Outcome::Fault(fault) = ran.outcome else {
        panic!("{:?}", ran.outcome);
    };
    assert_eq!((fault.kind, fault.span), (FaultKind::Unwritten, at(4)));
}

#[test]
fn a_pointer_to_a_local_does_not_outlive_its_frame() {
    let mut w = World::new();
    let i32 = w.i32;
    let number = w.mut_ref(i32);
    let escape = w.proc(&[i32], number, |b, p, ret| {
        b.assign(ret.into(), Rvalue::AddressOf(p[0].into()), at(1));
    });
    let f = w.proc(&[i32], i32, |b, p, ret| {
        let x = b.temp(number, at(2));
        b.call(x.into(), escape, vec![p[0].into()], at(2));
        // Another frame now lies where the first did.
        b.call(x.into(), escape, vec![p[0].into()], at(2));
        b.assign(
            ret.into(),
            Rvalue::Use(Place::local(x).deref().into()),
            at(3),
        );
    });
    assert_eq!(
        w.run(f, vec![], vec![int(1)]).memory_error().0,
        MemoryError::OutOfScope
    );
}

#[test]
fn an_enum_is_not_read_as_another_variant() {
    let mut w = World::new();
    let f = w.proc(&[w.link], w.boxed, |b, p, ret| {
        let inner = Place::local(p[0]).variant(var(1)).field(fld(0));
        b.assign(ret.into(), Rvalue::Use(inner.into()), at(1));
    });
    let ran = w.run(f, vec![], vec![adt(0, vec![])]);
    assert_eq!(ran.fault(), FaultKind::WrongVariant);
}

#[test]
fn statements_that_do_not_fit_their_types_are_refused() {
    let mut w = World::new();
    let i32 = w.i32;
    w.proc(&[w.node], i32, |b, p, ret| {
        b.assign(ret.into(), Rvalue::Use(p[0].into()), at(7));
    });
    let error = Prepared::new(&w.program).unwrap_err();
    let PrepareError::IllFormed { span, .. } = error else {
        panic!("{error:?}");
    };
    assert_eq!(span, at(7));
}

#[test]
fn a_snapshot_must_have_been_taken() {
    let mut w = World::new();
    let mut proc = World::build(&[], w.unit, |_, _, _| {});
    let kind = StmtKind::InSnapshot {
        at: Id::from_index(0),
        body: Vec::new(),
    };
    proc.body = vec![crate::ir::Stmt { kind, span: at(1) }];
    let f = w.program.procs.push(proc);
    let prepared = Prepared::new(&w.program).unwrap();
    let environment = Environment {
        scope: Scope::default(),
        limits: Limits::default(),
        is_user: &|_| true,
    };
    let mut machine = Machine::new(&prepared, &environment);
    let state = State {
        choices: Vec::new(),
        objects: Default::default(),
        inputs: Vec::new(),
    };
    let outcome = machine.run(f, &state, &mut Unobserved).unwrap();
    assert!(matches!(outcome, Outcome::Fault(fault) if fault.kind == FaultKind::NoSnapshot));
}

#[test]
fn what_has_one_value_need_not_be_written() {
    let mut w = World::new();
    let unit = w.unit;
    let reference = w.mut_ref(unit);
    let silent = w.proc(&[], unit, |_, _, _| {});
    let f = w.proc(&[], unit, |b, _, ret| {
        let (x, p) = (b.temp(unit, at(1)), b.temp(reference, at(1)));
        b.assign(p.into(), Rvalue::AddressOf(x.into()), at(1));
        b.assign(
            ret.into(),
            Rvalue::Use(Place::local(p).deref().into()),
            at(2),
        );
        b.call(x.into(), silent, vec![], at(3));
        b.assign(ret.into(), Rvalue::Use(x.into()), at(4));
    });
    assert_eq!(w.eval(f, vec![]), adt(0, vec![]));
}
