//! Arrays, slices, buffers and pointers into them.

use super::*;
use crate::ir::Const;
use crate::ir::state::{ObjectKind, PathStep};

struct Slices {
    w: World,
    usize: TyId,
    array: TyId,
    raw: TyId,
    slice: TyId,
    buffer: TyId,
    room: TyId,
}

impl Slices {
    fn new() -> Self {
        let mut w = World::new();
        let i32 = w.i32;
        let usize = w.ty(Ty::Int(IntTy::Usize));
        w.ty(Ty::Int(IntTy::Isize));
        let array = w.ty(Ty::Array(i32, 3));
        let raw = w.ty(Ty::RawPtr {
            mutable: true,
            to: i32,
        });
        let unsized_ = w.ty(Ty::Slice(i32));
        let slice = w.mut_ref(unsized_);
        let buffer = w.ty(Ty::Buffer(i32));
        let room = w.ty(Ty::Maybe(i32));
        Self {
            w,
            usize,
            array,
            raw,
            slice,
            buffer,
            room,
        }
    }

    fn slots(&self, slots: &[Option<i64>]) -> Object {
        let slots = slots.iter().map(|slot| slot.map_or(Value::Uninit, int));
        Object {
            ty: self.w.i32,
            kind: ObjectKind::Buffer,
            value: adt(0, slots.collect()),
        }
    }
}

fn index(place: &Place, by: LocalId) -> Place {
    let mut place = place.clone();
    place.projection.push(crate::ir::Projection::Index(by));
    place
}

/// A pointer to a slot of object 0.
fn slot(at: usize) -> Value {
    Value::Pointer(Pointer {
        object: object(0),
        path: vec![PathStep {
            variant: var(0),
            field: fld(at),
        }],
    })
}

fn array(values: [i64; 3]) -> Value {
    adt(0, values.map(int).to_vec())
}

#[test]
fn an_array_is_its_elements() {
    let mut s = Slices::new();
    let (i32, ty) = (s.w.i32, s.array);
    let f = s.w.proc(&[ty, s.usize, i32], ty, |b, p, ret| {
        b.assign(ret.into(), Rvalue::Use(p[0].into()), at(1));
        let element = index(&ret.into(), p[1]);
        b.assign(element, Rvalue::Use(p[2].into()), at(2));
    });
    let set = |at: i64| vec![array([1, 2, 3]), int(at), int(9)];
    assert_eq!(s.w.eval(f, set(1)), array([1, 9, 3]));
    let outside = s.w.run(f, vec![], set(3)).memory_error();
    assert_eq!(outside, (MemoryError::OutOfBounds, at(2)));
}

#[test]
fn a_slice_is_a_window_on_an_array() {
    let mut s = Slices::new();
    let (i32, usize, raw, slice) = (s.w.i32, s.usize, s.raw, s.slice);
    let array_ty = s.array;
    let to_array = s.w.mut_ref(array_ty);
    // `&mut a[from..][..len]`, then its first element is set, and read through the array.
    let f =
        s.w.proc(&[array_ty, usize, usize, usize], i32, |b, p, ret| {
            let whole = b.temp(to_array, at(1));
            b.assign(whole.into(), Rvalue::AddressOf(p[0].into()), at(1));
            let first = b.temp(raw, at(2));
            b.assign(first.into(), Rvalue::PointerCast(whole.into(), raw), at(2));
            b.assign(
                first.into(),
                Rvalue::Offset(first.into(), p[1].into()),
                at(3),
            );
            let window = b.temp(slice, at(4));
            let made = Rvalue::SliceFrom(first.into(), p[2].into());
            b.assign(window.into(), made, at(4));
            let element = index(&Place::local(window).deref(), p[3]);
            b.assign(element, Rvalue::Use(Operand::int(7, i32)), at(5));
            let read = index(&Place::local(whole).deref(), p[1]);
            b.assign(ret.into(), Rvalue::Use(read.into()), at(6));
        });
    let run = |from: i64, len: i64, which: i64| {
        let inputs = vec![array([1, 2, 3]), int(from), int(len), int(which)];
        s.w.run(f, vec![], inputs)
    };
    assert_eq!(run(1, 2, 0).result, int(7));
    assert_eq!(run(1, 2, 1).result, int(2));
    let outside = |at_span| (MemoryError::OutOfBounds, at(at_span));
    assert_eq!(run(1, 2, 2).memory_error(), outside(5));
    assert_eq!(run(1, 9, 3).memory_error(), outside(5));
    assert_eq!(run(3, 0, 0).memory_error(), outside(5));
    assert_eq!(run(4, 0, 0).memory_error(), outside(3));
}

#[test]
fn slots_of_a_buffer_are_written_before_they_are_read() {
    let mut s = Slices::new();
    let (i32, usize, raw, buffer) = (s.w.i32, s.usize, s.raw, s.buffer);
    let f = s.w.proc(&[usize, usize, usize], i32, |b, p, ret| {
        let slots = b.temp(buffer, at(1));
        b.emit(
            StmtKind::AllocateBuffer {
                dst: slots.into(),
                capacity: p[0].into(),
            },
            at(1),
        );
        let first = b.temp(raw, at(2));
        b.assign(first.into(), Rvalue::FirstElement(slots.into()), at(2));
        let write = b.temp(raw, at(3));
        b.assign(
            write.into(),
            Rvalue::Offset(first.into(), p[1].into()),
            at(3),
        );
        let there = Place::local(write).deref();
        b.assign(there, Rvalue::Use(Operand::int(5, i32)), at(4));
        let read = b.temp(raw, at(5));
        b.assign(
            read.into(),
            Rvalue::Offset(first.into(), p[2].into()),
            at(5),
        );
        let there = Place::local(read).deref();
        b.assign(ret.into(), Rvalue::Use(there.into()), at(6));
        let pointer = slots.into();
        b.emit(StmtKind::Free { pointer }, at(7));
    });
    let run = |capacity, write, read| {
        s.w.run(f, vec![], vec![int(capacity), int(write), int(read)])
    };
    assert_eq!(run(4, 2, 2).result, int(5));
    assert_eq!(run(4, 2, 1).memory_error(), (MemoryError::Uninit, at(6)));
    assert_eq!(
        run(4, 4, 1).memory_error(),
        (MemoryError::OutOfBounds, at(4))
    );
    assert_eq!(
        run(4, 5, 1).memory_error(),
        (MemoryError::OutOfBounds, at(3))
    );
    assert_eq!(run(0, 0, 0).memory_error(), (MemoryError::Dangling, at(4)));
    assert_eq!(
        run(0, 1, 0).memory_error(),
        (MemoryError::OutOfBounds, at(3))
    );
}

#[test]
fn a_state_holds_buffers_and_pointers_to_their_ends() {
    let mut s = Slices::new();
    let (usize, raw, buffer) = (s.usize, s.raw, s.buffer);
    let isize = s.w.ty(Ty::Int(IntTy::Isize));
    let pair = s.w.ty(Ty::Tuple(vec![raw, isize, usize]));
    // The pointer moved back by one, its distance from the start before that, and the capacity.
    let f = s.w.proc(&[buffer, raw], pair, |b, p, ret| {
        let first = b.temp(raw, at(1));
        b.assign(first.into(), Rvalue::FirstElement(p[0].into()), at(1));
        let field = |at| Place::local(ret).field(fld(at));
        b.assign(field(1), Rvalue::Distance(p[1].into(), first.into()), at(2));
        let back = Rvalue::Offset(p[1].into(), Operand::int(-1, isize));
        b.assign(field(0), back, at(3));
        b.assign(field(2), Rvalue::Capacity(p[0].into()), at(4));
    });
    let objects = vec![s.slots(&[Some(1), None, None])];
    let ran = s.w.run(f, objects.clone(), vec![to(0), slot(3)]);
    assert_eq!(ran.result, adt(0, vec![slot(2), int(3), int(3)]));
    assert_eq!(ran.state.objects.values().next(), objects.first());
    let before = s.w.run(f, objects, vec![to(0), slot(0)]).memory_error();
    assert_eq!(before, (MemoryError::OutOfBounds, at(3)));
}

#[test]
fn room_is_there_without_a_value() {
    let mut s = Slices::new();
    let (i32, room, boolean) = (s.w.i32, s.room, s.w.boolean);
    let two = s.w.ty(Ty::Tuple(vec![boolean, i32]));
    let f = s.w.proc(&[boolean, boolean], two, |b, p, ret| {
        let (empty, full) = (b.temp(room, at(1)), b.temp(room, at(1)));
        let none = Rvalue::Aggregate(room, var(0), vec![]);
        b.assign(empty.into(), none, at(1));
        b.assign(full.into(), Rvalue::Use(empty.into()), at(2));
        b.open();
        let value = Rvalue::Aggregate(room, var(0), vec![Operand::int(3, i32)]);
        b.assign(full.into(), value, at(3));
        let then = b.close();
        b.open();
        let otherwise = b.close();
        b.if_else(p[0].into(), then, otherwise, Branch::Hidden, at(3));
        let field = |at| Place::local(ret).field(fld(at));
        b.assign(field(0), Rvalue::IsInit(full.into()), at(4));
        b.assign(field(1), Rvalue::Use(Operand::int(0, i32)), at(4));
        b.open();
        let inside = Place::local(full).field(fld(0));
        b.assign(field(1), Rvalue::Use(inside.into()), at(5));
        let then = b.close();
        b.open();
        let otherwise = b.close();
        b.if_else(p[1].into(), then, otherwise, Branch::Hidden, at(5));
    });
    let flags = |a, b| vec![Value::Bool(a), Value::Bool(b)];
    let result = |a, b| adt(0, vec![Value::Bool(a), int(b)]);
    assert_eq!(s.w.eval(f, flags(true, true)), result(true, 3));
    assert_eq!(s.w.eval(f, flags(false, false)), result(false, 0));
    let missing = s.w.run(f, vec![], flags(false, true)).memory_error();
    assert_eq!(missing, (MemoryError::Uninit, at(5)));
}

#[test]
fn strings_are_static_bytes() {
    let mut s = Slices::new();
    let (usize, boolean) = (s.usize, s.w.boolean);
    let u8 = s.w.ty(Ty::Int(IntTy::U8));
    let bytes = s.w.ty(Ty::Slice(u8));
    let str_ = s.w.ty(Ty::Ref {
        mutable: false,
        to: bytes,
    });
    let all = s.w.ty(Ty::Tuple(vec![u8, usize, boolean]));
    let constant = |text: &str| Operand::Const(Const::Bytes(text.as_bytes().into(), str_));
    let f = s.w.proc(&[usize], all, |b, p, ret| {
        let text = b.temp(str_, at(1));
        b.assign(text.into(), Rvalue::Use(constant("abc")), at(1));
        let field = |at| Place::local(ret).field(fld(at));
        let whole = Place::local(text).deref();
        b.assign(field(1), Rvalue::Len(whole.clone()), at(2));
        let same = Rvalue::Binary(BinOp::Eq, text.into(), constant("abc"));
        b.assign(field(2), same, at(3));
        let letter = index(&whole, p[0]);
        b.assign(field(0), Rvalue::Use(letter.into()), at(4));
    });
    let result = s.w.eval(f, vec![int(1)]);
    assert_eq!(result, adt(0, vec![int(98), int(3), Value::Bool(true)]));
    let outside = s.w.run(f, vec![], vec![int(3)]).memory_error();
    assert_eq!(outside.0, MemoryError::OutOfBounds);
}

#[test]
fn a_pointer_is_cast_to_what_starts_there() {
    let mut s = Slices::new();
    let i32 = s.w.i32;
    let pair = s.w.ty(Ty::Tuple(vec![i32, i32]));
    let to_pair = s.w.ty(Ty::RawPtr {
        mutable: true,
        to: pair,
    });
    let raw = s.raw;
    // From the whole to its first part, perhaps to the next, and back to the whole.
    let f = s.w.proc(&[pair, s.w.boolean], i32, |b, p, ret| {
        let whole = b.temp(to_pair, at(1));
        b.assign(whole.into(), Rvalue::AddressOf(p[0].into()), at(1));
        let part = b.temp(raw, at(2));
        b.assign(part.into(), Rvalue::PointerCast(whole.into(), raw), at(2));
        b.open();
        let second = Place::local(whole).deref().field(fld(1));
        b.assign(part.into(), Rvalue::AddressOf(second), at(3));
        let then = b.close();
        b.open();
        let otherwise = b.close();
        b.if_else(p[1].into(), then, otherwise, Branch::Hidden, at(3));
        let back = Rvalue::PointerCast(part.into(), to_pair);
        b.assign(whole.into(), back, at(4));
        let second = Place::local(whole).deref().field(fld(1));
        b.assign(ret.into(), Rvalue::Use(second.into()), at(5));
    });
    let run = |next| {
        let inputs = vec![adt(0, vec![int(1), int(2)]), Value::Bool(next)];
        s.w.run(f, vec![], inputs)
    };
    assert_eq!(run(false).result, int(2));
    assert_eq!(run(true).memory_error(), (MemoryError::Dangling, at(5)));
}
