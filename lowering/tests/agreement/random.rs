//! Random programs over memory: arrays, slices, buffers, boxes, raw pointers, rooms, panics and choices.
//! Of each, every pre-state in a small scope must end in the same way on both sides: with the same
//! obligation violated at the same statement, or with none.

use lowering::encode::{Bounds, Window};
use lowering::ids::{Id, Table};
use lowering::ir::build::ProcBuilder;
use lowering::ir::types::{Adt, Field, FieldIdx, IntTy, Ty, TyId, Types, Variant, VariantIdx};
use lowering::ir::{
    Asked, BinOp, Branch, CheckBounds, Const, FrameItem, FunctionId, Harness, Int, LocalId,
    MemoryError, Obligation, ObligationKind, Operand, Panic, PanicKind, PanicPolicy, Place,
    Program, Projection, Rvalue, SnapshotId, StmtKind, UnknownFunction, validate,
};
use lowering::span::Span;

use super::compare_exactly;

/// A small generator of numbers, the same on every run.
pub(super) struct Random(u64);

impl Random {
    /// Different seeds give different numbers, also if they are close.
    pub(super) fn new(seed: u64) -> Self {
        Self(seed.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 >> 11
    }

    pub(super) fn below(&mut self, count: usize) -> usize {
        usize::try_from(self.next()).unwrap_or(0) % count
    }

    pub(super) fn pick<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }
}

/// The types that the programs use.
#[derive(Clone, Copy)]
struct Tys {
    unit: TyId,
    bool_: TyId,
    byte: TyId,
    index: TyId,
    signed: TyId,
    pointer: TyId,
    room: TyId,
    room_pointer: TyId,
    boxed: TyId,
    reference: TyId,
    slice: TyId,
    array: TyId,
    buffer: TyId,
    node: TyId,
}

impl Tys {
    fn new(types: &mut Types) -> Self {
        let byte = types.intern(Ty::Int(IntTy::I8));
        let room = types.intern(Ty::Maybe(byte));
        let elements = types.intern(Ty::Slice(byte));
        let node = types.declare_adt(Adt {
            name: "Node".into(),
            base_name: "Node".into(),
            is_enum: false,
            is_union: false,
            never_null: false,
            compared: lowering::ir::types::Compared::ByFields,
            raw_pointers: Default::default(),
            variants: Table::new(),
            span: span(0),
        });
        let inside = types.intern(Ty::Adt(node));
        let node_pointer = types.intern(Ty::RawPtr {
            mutable: true,
            to: inside,
        });
        let field = |name: &str, ty| Field {
            name: name.into(),
            ty,
        };
        let fields = [field("value", byte), field("next", node_pointer)];
        let variant = Variant {
            name: "Node".into(),
            fields: fields.into_iter().collect(),
            named_fields: true,
            discriminant: Int::ZERO,
        };
        types.define_adt(node, [variant].into_iter().collect());
        Self {
            unit: types.intern(Ty::Tuple(Vec::new())),
            bool_: types.intern(Ty::Bool),
            byte,
            index: types.intern(Ty::Int(IntTy::Usize)),
            signed: types.intern(Ty::Int(IntTy::Isize)),
            pointer: types.intern(Ty::RawPtr {
                mutable: true,
                to: byte,
            }),
            room,
            room_pointer: types.intern(Ty::RawPtr {
                mutable: true,
                to: room,
            }),
            boxed: types.intern(Ty::Box(byte)),
            reference: types.intern(Ty::Ref {
                mutable: true,
                to: byte,
            }),
            slice: types.intern(Ty::Ref {
                mutable: true,
                to: elements,
            }),
            array: types.intern(Ty::Array(byte, 2)),
            buffer: types.intern(Ty::Buffer(byte)),
            node: node_pointer,
        }
    }
}

/// The variables of a program, by type.
struct Vars {
    bytes: Vec<LocalId>,
    indices: Vec<LocalId>,
    signed: LocalId,
    conditions: Vec<LocalId>,
    pointers: Vec<LocalId>,
    rooms: Vec<LocalId>,
    room_pointers: Vec<LocalId>,
    boxes: Vec<LocalId>,
    references: Vec<LocalId>,
    slices: Vec<LocalId>,
    arrays: Vec<LocalId>,
    buffers: Vec<LocalId>,
    nodes: Vec<LocalId>,
}

struct Generator {
    random: Random,
    tys: Tys,
    builder: ProcBuilder,
    snapshot: SnapshotId,
    vars: Vars,
    function: FunctionId,
    position: u32,
}

fn span(at: u32) -> Span {
    Span {
        file: Id::from_index(0),
        start: at,
        end: at + 1,
    }
}

fn read(local: LocalId) -> Operand {
    Operand::Read(Place::local(local))
}

fn deref(local: LocalId) -> Place {
    Place::local(local).deref()
}

fn with(place: Place, step: Projection) -> Place {
    let mut place = place;
    place.projection.push(step);
    place
}

impl Generator {
    fn here(&mut self) -> Span {
        self.position += 1;
        span(self.position)
    }

    fn assign(&mut self, dst: impl Into<Place>, value: Rvalue) {
        let at = self.here();
        self.builder.assign(dst.into(), value, at);
    }

    fn emit(&mut self, kind: StmtKind) {
        let at = self.here();
        self.builder.emit(kind, at);
    }

    fn byte(&mut self) -> Operand {
        match self.random.below(4) {
            0 => Operand::int(self.random.below(3) as i64 - 1, self.tys.byte),
            _ => read(self.random.pick(&self.vars.bytes)),
        }
    }

    fn index(&mut self) -> Operand {
        match self.random.below(2) {
            0 => Operand::int(self.random.below(3) as i64, self.tys.index),
            _ => read(self.random.pick(&self.vars.indices)),
        }
    }

    /// A place that holds a byte.
    fn byte_place(&mut self) -> Place {
        let element = |place: Place, index: LocalId| with(place, Projection::Index(index));
        let index = self.random.pick(&self.vars.indices);
        let field = FieldIdx::from_index(0);
        match self.random.below(10) {
            9 => deref(self.random.pick(&self.vars.nodes)).field(field),
            0 => Place::local(self.random.pick(&self.vars.bytes)),
            1..=3 => deref(self.random.pick(&self.vars.pointers)),
            4 => element(deref(self.random.pick(&self.vars.slices)), index),
            5 => element(Place::local(self.random.pick(&self.vars.arrays)), index),
            6 => Place::local(self.random.pick(&self.vars.rooms)).field(FieldIdx::from_index(0)),
            7 => deref(self.random.pick(&self.vars.references)),
            _ => deref(self.random.pick(&self.vars.boxes)),
        }
    }

    fn pointer_value(&mut self) -> Rvalue {
        let tys = self.tys;
        match self.random.below(12) {
            0 => Rvalue::Use(Operand::Const(Const::Null(tys.pointer))),
            1 => Rvalue::Use(Operand::Const(Const::Dangling(tys.pointer))),
            2 | 3 => Rvalue::FirstElement(read(self.random.pick(&self.vars.buffers))),
            4 => Rvalue::FirstElement(read(self.random.pick(&self.vars.slices))),
            5 | 6 => {
                let pointer = read(self.random.pick(&self.vars.pointers));
                let by = match self.random.below(2) {
                    0 => Operand::int(self.random.below(4) as i64 - 1, tys.signed),
                    _ => self.index(),
                };
                Rvalue::Offset(pointer, by)
            }
            7 => {
                let room = read(self.random.pick(&self.vars.room_pointers));
                Rvalue::PointerCast(room, tys.pointer)
            }
            8 => Rvalue::AddressOf(deref(self.random.pick(&self.vars.pointers))),
            _ => Rvalue::AddressOf(self.byte_place()),
        }
    }

    fn room_place(&mut self) -> Place {
        match self.random.below(2) {
            0 => Place::local(self.random.pick(&self.vars.rooms)),
            _ => deref(self.random.pick(&self.vars.room_pointers)),
        }
    }

    fn condition(&mut self) -> LocalId {
        let dst = self.random.pick(&self.vars.conditions);
        let value = match self.random.below(6) {
            5 => {
                let a = read(self.random.pick(&self.vars.nodes));
                let b = read(self.random.pick(&self.vars.nodes));
                Rvalue::Binary(BinOp::Eq, a, b)
            }
            0 => {
                let (a, b) = (self.byte(), self.byte());
                Rvalue::Binary(BinOp::Lt, a, b)
            }
            1 => {
                let a = read(self.random.pick(&self.vars.pointers));
                let b = read(self.random.pick(&self.vars.pointers));
                Rvalue::Binary(BinOp::Eq, a, b)
            }
            2 => {
                let place = self.room_place();
                Rvalue::IsInit(place)
            }
            3 => {
                let (a, b) = (self.index(), self.index());
                Rvalue::Binary(BinOp::Lt, a, b)
            }
            _ => {
                let pointer = read(self.random.pick(&self.vars.pointers));
                Rvalue::ExistedAt(self.snapshot, pointer)
            }
        };
        self.assign(dst, value);
        dst
    }

    fn block(&mut self, statements: usize, depth: usize) {
        for _ in 0..statements {
            self.statement(depth);
        }
    }

    fn statement(&mut self, depth: usize) {
        let tys = self.tys;
        match self.random.below(if depth < 2 { 31 } else { 25 }) {
            0..=4 => {
                let dst = self.random.pick(&self.vars.pointers);
                let value = self.pointer_value();
                self.assign(dst, value);
            }
            5..=7 => {
                let dst = self.random.pick(&self.vars.bytes);
                let place = self.byte_place();
                self.assign(dst, Rvalue::Use(Operand::Read(place)));
            }
            8..=10 => {
                let place = self.byte_place();
                let value = self.byte();
                self.assign(place, Rvalue::Use(value));
            }
            11 => {
                let dst = self.random.pick(&self.vars.indices);
                let value = match self.random.below(3) {
                    0 => Rvalue::Len(deref(self.random.pick(&self.vars.slices))),
                    1 => Rvalue::Capacity(read(self.random.pick(&self.vars.buffers))),
                    _ => Rvalue::Use(self.index()),
                };
                self.assign(dst, value);
            }
            12 => {
                let dst = self.random.pick(&self.vars.room_pointers);
                let value = match self.random.below(2) {
                    0 => {
                        let from = read(self.random.pick(&self.vars.pointers));
                        Rvalue::PointerCast(from, tys.room_pointer)
                    }
                    _ => Rvalue::AddressOf(Place::local(self.random.pick(&self.vars.rooms))),
                };
                self.assign(dst, value);
            }
            13 => {
                let dst = self.room_place();
                let value = match self.random.below(3) {
                    0 => Rvalue::Aggregate(tys.room, VariantIdx::from_index(0), Vec::new()),
                    1 => {
                        let byte = self.byte();
                        Rvalue::Aggregate(tys.room, VariantIdx::from_index(0), vec![byte])
                    }
                    _ => Rvalue::Use(Operand::Read(self.room_place())),
                };
                self.assign(dst, value);
            }
            14 if self.random.below(2) == 0 => {
                let next = FieldIdx::from_index(1);
                let node = self.random.pick(&self.vars.nodes);
                let link = deref(self.random.pick(&self.vars.nodes)).field(next);
                match self.random.below(4) {
                    0 => self.assign(link, Rvalue::Use(read(node))),
                    1 => self.emit(StmtKind::Free {
                        pointer: read(node),
                    }),
                    _ => self.assign(node, Rvalue::Use(Operand::Read(link))),
                }
            }
            14 => {
                let dst = Place::local(self.random.pick(&self.vars.boxes));
                let value = self.byte();
                self.emit(StmtKind::Allocate { dst, value });
            }
            15 | 16 => {
                let dst = Place::local(self.random.pick(&self.vars.buffers));
                let capacity = match self.random.below(3) {
                    0 => read(self.random.pick(&self.vars.indices)),
                    _ => Operand::int(self.random.below(3) as i64, tys.index),
                };
                // Numbers beyond the limit are cut, which tells nothing.
                if let Operand::Read(place) = &capacity {
                    let small = self.random.pick(&self.vars.conditions);
                    let three = Operand::int(3, tys.index);
                    let index = Operand::Read(place.clone());
                    self.assign(small, Rvalue::Binary(BinOp::Lt, index, three));
                    let at = self.here();
                    let why = Obligation {
                        kind: ObligationKind::Assumption,
                        span: at,
                    };
                    let cond = read(small);
                    self.emit(StmtKind::Assume { cond, why });
                }
                self.emit(StmtKind::AllocateBuffer { dst, capacity });
            }
            17 => {
                let pointer = read(match self.random.below(4) {
                    0 => self.random.pick(&self.vars.boxes),
                    1 | 2 => self.random.pick(&self.vars.buffers),
                    _ => self.random.pick(&self.vars.pointers),
                });
                self.emit(StmtKind::Free { pointer });
            }
            18 => {
                let dst = self.random.pick(&self.vars.references);
                let place = self.byte_place();
                self.assign(dst, Rvalue::AddressOf(place));
            }
            19 => {
                let dst = self.random.pick(&self.vars.slices);
                let from = self.random.pick(&self.vars.pointers);
                let len = Operand::int(self.random.below(3) as i64, tys.index);
                self.assign(dst, Rvalue::SliceFrom(read(from), len));
            }
            20 => {
                let a = read(self.random.pick(&self.vars.pointers));
                let b = read(self.random.pick(&self.vars.pointers));
                let dst = self.vars.signed;
                self.assign(dst, Rvalue::Distance(a, b));
            }
            21 => {
                let dst = Place::local(self.random.pick(&self.vars.bytes));
                let function = match self.random.below(2) {
                    0 => None,
                    _ => Some(Asked {
                        function: self.function,
                        args: vec![self.byte()],
                        remembers: false,
                    }),
                };
                self.emit(StmtKind::Choose {
                    dst,
                    function,
                    whole: false,
                });
            }
            22 => {
                let cond = self.condition();
                let at = self.here();
                let why = Obligation {
                    kind: ObligationKind::Proof,
                    span: at,
                };
                self.builder.emit(
                    StmtKind::Assert {
                        cond: read(cond),
                        why,
                    },
                    at,
                );
            }
            23 => {
                let at = self.here();
                let place = self.byte_place();
                let allowed = vec![FrameItem::one(place)];
                let why = Obligation {
                    kind: ObligationKind::Frame,
                    span: at,
                };
                self.builder.emit(
                    StmtKind::CheckFrame {
                        since: self.snapshot,
                        allowed,
                        why,
                    },
                    at,
                );
            }
            24 => {
                if self.random.below(8) == 0 {
                    self.emit(StmtKind::Undefined(MemoryError::Overlap));
                    return;
                }
                // Its next life begins at once: what holds nothing must not be read by its name.
                match self.random.below(3) {
                    0 => {
                        let local = self.random.pick(&self.vars.rooms);
                        let byte = self.byte();
                        self.emit(StmtKind::End(local));
                        let room = VariantIdx::from_index(0);
                        self.assign(local, Rvalue::Aggregate(tys.room, room, vec![byte]));
                    }
                    _ => {
                        let local = self.random.pick(&self.vars.bytes);
                        let byte = Operand::int(self.random.below(3) as i64 - 1, tys.byte);
                        self.emit(StmtKind::End(local));
                        self.assign(local, Rvalue::Use(byte));
                    }
                }
            }
            25..=27 => {
                let cond = self.condition();
                let statements = 1 + self.random.below(3);
                self.builder.open();
                self.block(statements, depth + 1);
                if self.random.below(4) == 0 {
                    self.emit(StmtKind::Panic(Panic {
                        kind: PanicKind::Explicit,
                        message: "on purpose".into(),
                    }));
                }
                let then = self.builder.close();
                self.builder.open();
                self.block(statements / 2, depth + 1);
                let otherwise = self.builder.close();
                let at = self.here();
                self.builder
                    .if_else(read(cond), then, otherwise, Branch::Hidden, at);
            }
            28 | 29 => {
                self.builder.open();
                self.block(2, depth + 1);
                let body = self.builder.close().block;
                self.builder.open();
                self.block(1, depth + 1);
                let cleanup = self.builder.close().block;
                self.emit(StmtKind::Unwind { body, cleanup });
            }
            _ => {
                self.builder.open();
                self.block(3, depth + 1);
                let body = self.builder.close().block;
                let panicked = self.random.pick(&self.vars.conditions);
                let policy = match self.random.below(3) {
                    0 => PanicPolicy::Note,
                    _ => PanicPolicy::Oblige {
                        allowed: read(self.random.pick(&self.vars.conditions)),
                    },
                };
                self.emit(StmtKind::Try {
                    body,
                    panicked,
                    policy,
                });
            }
        }
    }

    /// Gives every variable that is no input a value.
    fn initialise(&mut self, inputs: &[LocalId]) {
        let tys = self.tys;
        let fresh = |all: &[LocalId]| -> Vec<LocalId> {
            let all = all.iter().copied();
            all.filter(|local| !inputs.contains(local)).collect()
        };
        for local in fresh(&self.vars.bytes) {
            self.assign(local, Rvalue::Use(Operand::int(0, tys.byte)));
        }
        for local in fresh(&self.vars.indices) {
            self.assign(local, Rvalue::Use(Operand::int(1, tys.index)));
        }
        for local in fresh(&self.vars.conditions) {
            self.assign(local, Rvalue::Use(Operand::bool(true)));
        }
        for local in fresh(&self.vars.boxes) {
            let (dst, value) = (Place::local(local), Operand::int(1, tys.byte));
            self.emit(StmtKind::Allocate { dst, value });
        }
        for local in fresh(&self.vars.pointers) {
            let boxed = self.vars.boxes[0];
            self.assign(local, Rvalue::AddressOf(deref(boxed)));
        }
        for local in fresh(&self.vars.references) {
            let boxed = self.vars.boxes[0];
            self.assign(local, Rvalue::AddressOf(deref(boxed)));
        }
        for local in fresh(&self.vars.nodes) {
            self.assign(local, Rvalue::Use(Operand::Const(Const::Null(tys.node))));
        }
        for local in fresh(&self.vars.rooms) {
            let empty = Rvalue::Aggregate(tys.room, VariantIdx::from_index(0), Vec::new());
            self.assign(local, empty);
        }
        for local in fresh(&self.vars.room_pointers) {
            let room = self.vars.rooms[0];
            self.assign(local, Rvalue::AddressOf(Place::local(room)));
        }
        for local in fresh(&self.vars.arrays) {
            let parts = vec![Operand::int(0, tys.byte), Operand::int(1, tys.byte)];
            let array = Rvalue::Aggregate(tys.array, VariantIdx::from_index(0), parts);
            self.assign(local, array);
        }
        for local in fresh(&self.vars.buffers) {
            let (dst, capacity) = (Place::local(local), Operand::int(2, tys.index));
            self.emit(StmtKind::AllocateBuffer { dst, capacity });
        }
        for local in fresh(&self.vars.slices) {
            let first = self.vars.pointers[0];
            let len = Operand::int(1, tys.index);
            self.assign(local, Rvalue::SliceFrom(read(first), len));
        }
        // Types vouch for references only in programs that follow no raw pointer.
        let through = deref(self.vars.pointers[0]);
        let dst = self.vars.bytes[0];
        self.assign(dst, Rvalue::Use(Operand::Read(through)));
    }
}

/// A program of so many statements, made from the seed.
fn program(seed: u64, statements: usize) -> (Program, Harness) {
    let mut types = Types::default();
    let tys = Tys::new(&mut types);
    let mut random = Random::new(seed.wrapping_sub(1));
    for _ in 0..8 {
        random.next();
    }
    let mut builder = ProcBuilder::new();
    let at = span(0);
    let candidates = [
        tys.byte,
        tys.index,
        tys.buffer,
        tys.buffer,
        tys.slice,
        tys.array,
        tys.room,
        tys.boxed,
        tys.reference,
        tys.pointer,
        tys.node,
        tys.node,
    ];
    let mut inputs = Vec::new();
    for _ in 0..2 {
        let ty = random.pick(&candidates);
        let name = Some(format!("in{}", inputs.len()));
        inputs.push(builder.param(name, ty, at));
    }
    let mut vars = |ty: TyId, count: usize| -> Vec<LocalId> {
        let given = inputs.iter().copied();
        let mut all: Vec<LocalId> = given
            .filter(|local| builder.local_ty(*local) == ty)
            .collect();
        while all.len() < count {
            all.push(builder.temp(ty, at));
        }
        all
    };
    let vars = Vars {
        bytes: vars(tys.byte, 2),
        indices: vars(tys.index, 2),
        signed: vars(tys.signed, 1)[0],
        conditions: vars(tys.bool_, 2),
        pointers: vars(tys.pointer, 3),
        rooms: vars(tys.room, 1),
        room_pointers: vars(tys.room_pointer, 1),
        boxes: vars(tys.boxed, 1),
        references: vars(tys.reference, 1),
        slices: vars(tys.slice, 1),
        arrays: vars(tys.array, 1),
        buffers: vars(tys.buffer, 2),
        nodes: vars(tys.node, 2),
    };
    let ret = builder.temp(tys.unit, at);
    let snapshot = builder.snapshot();
    let mut functions = Table::new();
    let function = functions.push(UnknownFunction {
        name: "f".into(),
        is_value_of: None,
        whole: true,
        span: at,
    });
    let mut generator = Generator {
        random,
        tys,
        builder,
        snapshot,
        vars,
        function,
        position: 0,
    };
    generator.emit(StmtKind::Snapshot(snapshot));
    generator.initialise(&inputs);
    // What panics is caught in the end: both sides tell the same of it.
    generator.builder.open();
    generator.block(statements, 0);
    let body = generator.builder.close().block;
    let panicked = generator.vars.conditions[0];
    let policy = PanicPolicy::Oblige {
        allowed: Operand::bool(false),
    };
    generator.emit(StmtKind::Try {
        body,
        panicked,
        policy,
    });
    generator.assign(ret, Rvalue::Use(Operand::unit()));
    let proc = generator
        .builder
        .finish(ret, format!("random{seed}"), at, false);
    let mut procs = Table::new();
    let entry = procs.push(proc);
    let program = Program {
        formats: false,
        types,
        procs,
        functions,
    };
    let harness = Harness {
        function: format!("random{seed}"),
        span: at,
        entry,
        target: entry,
        entry_snapshot: snapshot,
        consts: Vec::new(),
        bounds: CheckBounds::default(),
        should_panic: false,
        is_unsafe: false,
        exchanges: false,
        followed: Vec::new(),
        params: Vec::new(),
        lawful: Vec::new(),
    };
    (program, harness)
}

#[test]
fn random_programs_over_memory_end_alike() {
    let bounds = Bounds {
        window: Window::Bits(1),
        unroll_limit: 8,
        ..Bounds::of_scope(2)
    };
    let first = std::env::var("RANDOM_SEED")
        .ok()
        .and_then(|seed| seed.parse().ok());
    let seeds = match first {
        Some(seed) => seed..seed + 1,
        None => 1..600,
    };
    let (mut violated, mut fine) = (0, 0);
    for seed in seeds {
        let (program, harness) = program(seed, 7);
        assert_eq!(validate::validate(&program), [], "seed {seed}");
        if let Some(tally) = compare_exactly(&program, &harness, &bounds) {
            violated += tally.violated;
            fine += tally.fine;
        }
    }
    assert!(violated > 100, "{violated} violations tell little");
    assert!(fine > 100, "{fine} good runs tell little");
}
