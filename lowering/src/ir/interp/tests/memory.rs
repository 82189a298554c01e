//! Places, values by value, aliasing, allocation, and states in and out.

use super::*;
use crate::ir::state::PathStep;

fn pair(w: &mut World) -> TyId {
    let i32 = w.i32;
    w.ty(Ty::Tuple(vec![i32, i32]))
}

#[test]
fn an_aggregate_reads_its_parts_before_it_writes() {
    let mut w = World::new();
    let pair = pair(&mut w);
    let swap = w.proc(&[pair], pair, |b, p, ret| {
        let x = Place::local(p[0]);
        let fields = vec![x.field(fld(1)).into(), x.field(fld(0)).into()];
        b.assign(x.clone(), Rvalue::Aggregate(pair, var(0), fields), at(1));
        b.assign(ret.into(), Rvalue::Use(x.into()), at(2));
    });
    let value = adt(0, vec![int(1), int(2)]);
    assert_eq!(w.eval(swap, vec![value]), adt(0, vec![int(2), int(1)]));
}

#[test]
fn variants_overlap_and_the_last_one_written_counts() {
    let mut w = World::new();
    let (i32, boolean) = (w.i32, w.boolean);
    let pair = pair(&mut w);
    let variants = vec![
        variant("A", &[pair, boolean]),
        variant("B", &[i32]),
        variant("C", &[]),
    ];
    let e = declare(&mut w.program.types, "E", true, variants);
    // e = B((e as A).0.1): the source lies inside what is overwritten.
    let f = w.proc(&[e], e, |b, p, ret| {
        let x = Place::local(p[0]);
        let inner = x.variant(var(0)).field(fld(0)).field(fld(1));
        b.assign(
            x.clone(),
            Rvalue::Aggregate(e, var(1), vec![inner.into()]),
            at(1),
        );
        b.assign(ret.into(), Rvalue::Use(x.into()), at(2));
    });
    let a = adt(0, vec![adt(0, vec![int(7), int(8)]), Value::Bool(true)]);
    assert_eq!(w.eval(f, vec![a]), adt(1, vec![int(8)]));
}

#[test]
fn a_discriminant_is_what_the_enum_declares() {
    let mut w = World::new();
    let i8 = w.ty(Ty::Int(IntTy::I8));
    let mut variants = vec![variant("A", &[]), variant("B", &[])];
    variants[0].discriminant = Int::from(-3);
    variants[1].discriminant = Int::from(200);
    let e = declare(&mut w.program.types, "E", true, variants);
    let f = w.proc(&[e], i8, |b, p, ret| {
        b.assign(ret.into(), Rvalue::Discriminant(p[0].into()), at(1));
    });
    assert_eq!(w.eval(f, vec![adt(0, vec![])]), int(-3));
    assert_eq!(w.eval(f, vec![adt(1, vec![])]), int(200u8 as i8 as i64));
}

#[test]
fn a_cursor_walks_to_the_end_and_appends() {
    let mut w = World::new();
    let (link, boxed, node, unit, boolean) = (w.link, w.boxed, w.node, w.unit, w.boolean);
    let cursor = w.mut_ref(link);
    // fn push(mut cur: &mut Option<Box<Node>>, value: i32) {
    //     while let Some(n) = cur { cur = &mut n.next }
    //     *cur = Some(Box::new(Node { next: None, value }));
    // }
    let push = w.proc(&[cursor, w.i32], unit, |b, p, ret| {
        let here = Place::local(p[0]).deref();
        let some = b.temp(boolean, at(1));
        let label = b.label();
        b.open();
        b.assign(some.into(), Rvalue::IsVariant(here.clone(), var(1)), at(1));
        b.open();
        let next = here.variant(var(1)).field(fld(0)).deref().field(fld(0));
        b.assign(p[0].into(), Rvalue::AddressOf(next), at(2));
        let then = b.close();
        b.open();
        b.emit(StmtKind::Break(label), at(1));
        let otherwise = b.close();
        b.if_else(some.into(), then, otherwise, Branch::Pattern, at(1));
        let body = b.close();
        b.loop_(label, body, at(1));
        let (none, new, owner) = (
            b.temp(link, at(3)),
            b.temp(node, at(3)),
            b.temp(boxed, at(3)),
        );
        b.assign(none.into(), Rvalue::Aggregate(link, var(0), vec![]), at(3));
        let fields = vec![none.into(), p[1].into()];
        b.assign(new.into(), Rvalue::Aggregate(node, var(0), fields), at(3));
        let dst = owner.into();
        b.emit(
            StmtKind::Allocate {
                dst,
                value: new.into(),
            },
            at(3),
        );
        b.assign(
            here,
            Rvalue::Aggregate(link, var(1), vec![owner.into()]),
            at(3),
        );
        b.assign(ret.into(), Rvalue::Use(Operand::unit()), at(3));
    });
    let mut objects = w.list(&[5, 6]);
    let head = Object {
        kind: crate::ir::state::ObjectKind::Single,
        ty: link,
        value: adt(1, vec![to(0)]),
    };
    objects.push(head.clone());
    let ran = w.run(push, objects, vec![to(2), int(7)]);
    assert_eq!(ran.outcome, Outcome::Completed);
    let mut expected = w.list(&[5, 6]);
    expected[1].value = adt(0, vec![adt(1, vec![to(3)]), int(6)]);
    expected.push(head);
    expected.push(Object {
        kind: crate::ir::state::ObjectKind::Single,
        ty: node,
        value: adt(0, vec![adt(0, vec![]), int(7)]),
    });
    assert_eq!(ran.state.objects, expected.into_iter().collect());
    let path = vec![PathStep {
        variant: var(0),
        field: fld(0),
    }];
    let object = object(1);
    assert_eq!(
        ran.state.inputs[0],
        Value::Pointer(Pointer { object, path })
    );
}

#[test]
fn a_write_through_one_pointer_is_seen_through_another() {
    let mut w = World::new();
    let i32 = w.i32;
    let (exclusive, raw) = (
        w.mut_ref(i32),
        w.ty(Ty::RawPtr {
            mutable: true,
            to: i32,
        }),
    );
    let f = w.proc(&[i32], i32, |b, p, ret| {
        let (x, y) = (b.temp(exclusive, at(1)), b.temp(raw, at(1)));
        b.assign(x.into(), Rvalue::AddressOf(p[0].into()), at(1));
        b.assign(y.into(), Rvalue::AddressOf(p[0].into()), at(1));
        let nine = Operand::int(9, i32);
        b.assign(Place::local(x).deref(), Rvalue::Use(nine), at(2));
        let sum = Rvalue::Binary(BinOp::Add, p[0].into(), Place::local(y).deref().into());
        b.assign(ret.into(), sum, at(3));
    });
    assert_eq!(w.eval(f, vec![int(1)]), int(18));
}

#[test]
fn pointers_are_equal_when_they_lead_to_one_location() {
    let mut w = World::new();
    let boolean = w.boolean;
    let f = w.proc(&[w.node_ref, w.node_ref], boolean, |b, p, ret| {
        let equal = Rvalue::Binary(BinOp::Eq, p[0].into(), p[1].into());
        b.assign(ret.into(), equal, at(1));
    });
    // Two nodes of equal content are still two.
    let mut objects = w.list(&[3]);
    objects.extend(w.list(&[3]));
    let same = w.run(f, objects.clone(), vec![to(0), to(0)]);
    let other = w.run(f, objects, vec![to(0), to(1)]);
    assert_eq!(same.result, Value::Bool(true));
    assert_eq!(other.result, Value::Bool(false));
}

#[test]
fn a_state_that_is_loaded_comes_back_unchanged() {
    let mut w = World::new();
    let unit = w.unit;
    let i128 = w.ty(Ty::Int(IntTy::U128));
    let element = w.node_ref;
    let (set, seq) = (w.ty(Ty::Set(element)), w.ty(Ty::Seq(i128)));
    let f = w.proc(&[w.link, i128, set, seq, unit], unit, |_, _, _| {});
    let wide = Value::Int(Int::from(u128::MAX));
    let inputs = vec![
        adt(1, vec![to(0)]),
        wide.clone(),
        Value::Set(vec![to(0), to(2)].into()),
        Value::Seq(vec![wide.clone(), int(0), wide].into()),
        adt(0, vec![]),
    ];
    let objects = w.list(&[1, -2, 3]);
    let ran = w.run(f, objects.clone(), inputs.clone());
    assert_eq!(ran.state.inputs, inputs);
    assert_eq!(ran.state.objects, objects.into_iter().collect());
}

#[test]
fn values_that_do_not_fit_their_type_are_refused() {
    let mut w = World::new();
    let f = w.proc(&[w.node_ref], w.unit, |_, _, _| {});
    let prepared = Prepared::new(&w.program).unwrap();
    let environment = Environment {
        scope: Scope::default(),
        limits: Limits::default(),
        is_user: &|_| true,
    };
    let mut machine = Machine::new(&prepared, &environment);
    let mut load = |objects: Vec<Object>, inputs| {
        let objects = objects.into_iter().collect();
        machine.run(
            f,
            &State {
                choices: Vec::new(),
                objects,
                inputs,
            },
            &mut Unobserved,
        )
    };
    let bad = Err(LoadError::BadPointer(w.node));
    assert_eq!(load(vec![], vec![to(0)]), bad);
    let mismatch = Err(LoadError::Mismatch(w.node_ref));
    assert_eq!(load(vec![], vec![Value::Null]), mismatch);
    let count = Err(LoadError::InputCount {
        given: 0,
        wanted: 1,
    });
    assert_eq!(load(vec![], vec![]), count);
    let mut objects = w.list(&[1]);
    objects[0].value = adt(0, vec![adt(0, vec![]), int(1 << 40)]);
    assert_eq!(load(objects, vec![to(0)]), Err(LoadError::Mismatch(w.i32)));
}

#[test]
fn a_type_that_contains_itself_has_no_layout() {
    let mut program = Program::default();
    let ty = declare(&mut program.types, "Loop", false, vec![]);
    let Ty::Adt(adt) = *program.types.get(ty) else {
        panic!("a struct was declared");
    };
    let itself = [variant("Loop", &[ty])].into_iter().collect();
    program.types.define_adt(adt, itself);
    let error = Prepared::new(&program).unwrap_err();
    assert_eq!(error.to_string(), "type `Loop` contains itself by value");
}

#[test]
fn a_type_that_doubles_too_often_is_refused() {
    let mut w = World::new();
    let mut ty = w.i32;
    for _ in 0..40 {
        ty = w.ty(Ty::Tuple(vec![ty, ty]));
    }
    assert!(matches!(
        Prepared::new(&w.program),
        Err(PrepareError::Layout(LayoutError::TooLarge(_)))
    ));
}
