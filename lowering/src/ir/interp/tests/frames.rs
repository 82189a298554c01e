//! Snapshots, what is seen in them, and frame checks.

use super::*;
use crate::ir::state::PathStep;
use crate::ir::{FrameItem, PanicPolicy, SnapshotId};

const S: fn() -> SnapshotId = || Id::from_index(0);

fn path(fields: &[(usize, usize)]) -> Vec<PathStep> {
    let step = |(variant, field): &(usize, usize)| PathStep {
        variant: var(*variant),
        field: fld(*field),
    };
    fields.iter().map(step).collect()
}

/// Takes a snapshot, adds 1 to the value of the node, and then does what `after` says.
fn bump(w: &mut World, ret: TyId, after: impl FnOnce(&mut ProcBuilder, Place, LocalId)) -> ProcId {
    let i32 = w.i32;
    let node = w.mut_ref(w.node);
    w.proc(&[node], ret, |b, p, ret| {
        let snapshot = b.snapshot();
        b.emit(StmtKind::Snapshot(snapshot), at(1));
        let node = Place::local(p[0]).deref();
        let value = node.field(fld(1));
        let sum = Rvalue::Binary(BinOp::Add, value.clone().into(), Operand::int(1, i32));
        b.assign(value, sum, at(2));
        after(b, node, ret);
    })
}

#[test]
fn a_snapshot_shows_objects_as_they_were_and_locals_as_they_are() {
    let mut w = World::new();
    let (i32, number) = (w.i32, w.mut_ref(w.i32));
    let pair = w.ty(Ty::Tuple(vec![i32, i32]));
    let f = bump(&mut w, pair, |b, node, ret| {
        let (old, local, pointer) = (
            b.temp(i32, at(3)),
            b.temp(i32, at(3)),
            b.temp(number, at(3)),
        );
        b.assign(local.into(), Rvalue::Use(Operand::int(70, i32)), at(3));
        b.assign(pointer.into(), Rvalue::AddressOf(local.into()), at(3));
        b.open();
        let here = Place::local(pointer).deref();
        let sum = Rvalue::Binary(BinOp::Add, node.field(fld(1)).into(), here.into());
        b.assign(old.into(), sum, at(3));
        let body = b.close().block;
        b.emit(StmtKind::InSnapshot { at: S(), body }, at(3));
        let fields = vec![old.into(), node.field(fld(1)).into()];
        b.assign(ret.into(), Rvalue::Aggregate(pair, var(0), fields), at(4));
    });
    let ran = w.run(f, w.list(&[5]), vec![to(0)]);
    assert_eq!(ran.result, adt(0, vec![int(75), int(6)]));
    assert_eq!(ran.state.objects[object(0)].value, w.list(&[6])[0].value);
}

#[test]
fn a_panic_out_of_a_snapshot_brings_the_heap_back() {
    let mut w = World::new();
    let (i32, boolean) = (w.i32, w.boolean);
    let f = bump(&mut w, i32, |b, node, ret| {
        let panicked = b.temp(boolean, at(3));
        b.open();
        b.open();
        b.emit(StmtKind::Panic(overflow()), at(3));
        let body = b.close().block;
        b.emit(StmtKind::InSnapshot { at: S(), body }, at(3));
        let body = b.close().block;
        let policy = PanicPolicy::Note;
        b.emit(
            StmtKind::Try {
                body,
                panicked,
                policy,
            },
            at(3),
        );
        b.assign(ret.into(), Rvalue::Use(node.field(fld(1)).into()), at(4));
    });
    assert_eq!(w.run(f, w.list(&[5]), vec![to(0)]).result, int(6));
}

#[test]
fn objects_freed_since_are_alive_in_the_snapshot() {
    let mut w = World::new();
    let i32 = w.i32;
    let f = w.proc(&[w.boxed], i32, |b, p, ret| {
        let snapshot = b.snapshot();
        b.emit(StmtKind::Snapshot(snapshot), at(1));
        b.emit(
            StmtKind::Free {
                pointer: p[0].into(),
            },
            at(2),
        );
        b.open();
        let value = Place::local(p[0]).deref().field(fld(1));
        b.assign(ret.into(), Rvalue::Use(value.into()), at(3));
        let body = b.close().block;
        b.emit(StmtKind::InSnapshot { at: snapshot, body }, at(3));
    });
    let ran = w.run(f, w.list(&[5]), vec![to(0)]);
    assert_eq!(ran.result, int(5));
    assert_eq!(ran.state.objects[object(0)].value, Value::Uninit);
}

#[test]
fn what_was_allocated_since_did_not_exist() {
    let mut w = World::new();
    let (boolean, boxed, node) = (w.boolean, w.boxed, w.node);
    let pair = w.ty(Ty::Tuple(vec![boolean, boolean]));
    let f = bump(&mut w, pair, |b, place, ret| {
        let copy = b.temp(node, at(3));
        let owner = b.temp(boxed, at(3));
        let (old, new) = (b.temp(boolean, at(3)), b.temp(boolean, at(3)));
        b.assign(copy.into(), Rvalue::Use(place.clone().into()), at(3));
        let (dst, value) = (owner.into(), copy.into());
        b.emit(StmtKind::Allocate { dst, value }, at(3));
        let given: Operand = Place::local(place.local).into();
        b.assign(old.into(), Rvalue::ExistedAt(S(), given), at(4));
        b.assign(new.into(), Rvalue::ExistedAt(S(), owner.into()), at(4));
        let fields = vec![old.into(), new.into()];
        b.assign(ret.into(), Rvalue::Aggregate(pair, var(0), fields), at(5));
    });
    let ran = w.run(f, w.list(&[5]), vec![to(0)]);
    assert_eq!(
        ran.result,
        adt(0, vec![Value::Bool(true), Value::Bool(false)])
    );
}

fn check(b: &mut ProcBuilder, allowed: Vec<Place>) {
    let allowed = allowed.into_iter().map(FrameItem::one);
    let kind = StmtKind::CheckFrame {
        since: S(),
        allowed: allowed.collect(),
        why: obligation(ObligationKind::Frame, 50),
    };
    b.emit(kind, at(9));
}

#[test]
fn a_frame_check_names_the_smallest_place_that_changed() {
    let mut w = World::new();
    let unit = w.unit;
    let f = bump(&mut w, unit, |b, node, _| {
        check(b, vec![node.field(fld(0))])
    });
    let ran = w.run(f, w.list(&[5]), vec![to(0)]);
    let violation = ran.violation();
    assert_eq!(violation.obligation, obligation(ObligationKind::Frame, 50));
    let expected = Change {
        at: Pointer {
            object: object(0),
            path: path(&[(0, 1)]),
        },
        ty: w.i32,
        before: int(5),
        after: int(6),
    };
    assert_eq!(violation.cause, Cause::Changed(expected));
}

#[test]
fn a_frame_allows_the_very_field_and_all_around_it() {
    let mut w = World::new();
    let unit = w.unit;
    let field = bump(&mut w, unit, |b, node, _| {
        check(b, vec![node.field(fld(1))])
    });
    let whole = bump(&mut w, unit, |b, node, _| check(b, vec![node]));
    for f in [field, whole] {
        let ran = w.run(f, w.list(&[5, 6]), vec![to(0)]);
        assert_eq!(ran.outcome, Outcome::Completed);
    }
}

/// Changes the second node of a list, then checks the frame.
fn change_second(w: &mut World, allowed: impl FnOnce(Place) -> Vec<Place>) -> ProcId {
    let i32 = w.i32;
    w.proc(&[w.node_ref], w.unit, |b, p, _| {
        let snapshot = b.snapshot();
        b.emit(StmtKind::Snapshot(snapshot), at(1));
        let first = Place::local(p[0]).deref();
        let next = first.field(fld(0)).variant(var(1)).field(fld(0)).deref();
        b.assign(next.field(fld(1)), Rvalue::Use(Operand::int(9, i32)), at(2));
        check(b, allowed(first));
    })
}

#[test]
fn a_frame_covers_what_is_owned_and_nothing_else() {
    let mut w = World::new();
    let owned = change_second(&mut w, |node| vec![node.field(fld(0))]);
    assert_eq!(
        w.run(owned, w.list(&[5, 6, 7]), vec![to(0)]).outcome,
        Outcome::Completed
    );
    let beside = change_second(&mut w, |node| vec![node.field(fld(1))]);
    let ran = w.run(beside, w.list(&[5, 6, 7]), vec![to(0)]);
    let Cause::Changed(change) = &ran.violation().cause else {
        panic!("{:?}", ran.outcome);
    };
    assert_eq!(change.at.object, object(1));
    assert_eq!(change.at.path, path(&[(0, 1)]));
    // A reference does not own.
    let reference = change_second(&mut w, |node| vec![Place::local(node.local)]);
    let ran = w.run(reference, w.list(&[5, 6, 7]), vec![to(0)]);
    assert!(matches!(ran.outcome, Outcome::Violated(_)));
}

#[test]
fn an_enum_that_changed_its_variant_is_the_change() {
    let mut w = World::new();
    let link = w.link;
    let node = w.mut_ref(w.node);
    let f = w.proc(&[node], w.unit, |b, p, _| {
        let snapshot = b.snapshot();
        b.emit(StmtKind::Snapshot(snapshot), at(1));
        let next = Place::local(p[0]).deref().field(fld(0));
        b.assign(next, Rvalue::Aggregate(link, var(0), vec![]), at(2));
        check(b, vec![]);
    });
    let ran = w.run(f, w.list(&[5, 6]), vec![to(0)]);
    let expected = Change {
        at: Pointer {
            object: object(0),
            path: path(&[(0, 0)]),
        },
        ty: link,
        before: adt(1, vec![to(1)]),
        after: adt(0, vec![]),
    };
    assert_eq!(ran.violation().cause, Cause::Changed(expected));
    // Nothing is written where there is nothing to begin with.
    assert_eq!(
        w.run(f, w.list(&[5]), vec![to(0)]).outcome,
        Outcome::Completed
    );
}

#[test]
fn a_freed_object_has_changed() {
    let mut w = World::new();
    let f = w.proc(&[w.boxed, w.boolean], w.unit, |b, p, _| {
        let snapshot = b.snapshot();
        b.emit(StmtKind::Snapshot(snapshot), at(1));
        b.emit(
            StmtKind::Free {
                pointer: p[0].into(),
            },
            at(2),
        );
        b.open();
        check(b, vec![p[0].into()]);
        let then = b.close();
        b.open();
        check(b, vec![]);
        let otherwise = b.close();
        b.if_else(p[1].into(), then, otherwise, Branch::Hidden, at(3));
    });
    let run = |owner| w.run(f, w.list(&[5]), vec![to(0), Value::Bool(owner)]);
    assert_eq!(run(true).outcome, Outcome::Completed);
    let ran = run(false);
    let Cause::Changed(change) = &ran.violation().cause else {
        panic!("{:?}", ran.outcome);
    };
    assert_eq!((&change.at.path, &change.after), (&vec![], &Value::Uninit));
}

#[test]
fn a_place_that_did_not_exist_covers_nothing() {
    let mut w = World::new();
    let unit = w.unit;
    let f = bump(&mut w, unit, |b, node, _| {
        let next = node.field(fld(0)).variant(var(1)).field(fld(0)).deref();
        check(b, vec![next]);
    });
    assert!(matches!(
        w.run(f, w.list(&[5]), vec![to(0)]).outcome,
        Outcome::Violated(_)
    ));
}

#[test]
fn equality_across_states_looks_into_both() {
    let mut w = World::new();
    let (i32, boolean, boxed) = (w.i32, w.boolean, w.boxed);
    // Two lists; the value of a node of the first is set, then both are compared with what the
    // first was.
    let f = w.proc(&[boxed, boxed, i32], boolean, |b, p, ret| {
        let snapshot = b.snapshot();
        b.emit(StmtKind::Snapshot(snapshot), at(1));
        let first = Place::local(p[0]).deref();
        let next = first.field(fld(0)).variant(var(1)).field(fld(0)).deref();
        b.assign(next.field(fld(1)), Rvalue::Use(p[2].into()), at(2));
        let equal = Rvalue::EqualAcross {
            at: snapshot,
            then: p[0].into(),
            now: p[1].into(),
        };
        b.assign(ret.into(), equal, at(3));
    });
    let run = |other: usize, value| {
        let mut objects = w.list(&[1, 2]);
        objects.extend(w.list(&[1, 2]));
        objects[2].value = adt(0, vec![adt(1, vec![to(3)]), int(1)]);
        w.run(f, objects, vec![to(0), to(other), int(value)]).result
    };
    assert_eq!(run(0, 2), Value::Bool(true));
    assert_eq!(run(0, 9), Value::Bool(false));
    assert_eq!(
        run(2, 9),
        Value::Bool(true),
        "equal content at another place"
    );
}
