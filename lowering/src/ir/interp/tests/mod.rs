//! Programs built by hand, and what they must do.

mod arithmetic;
mod control;
mod faults;
mod frames;
mod memory;
mod slices;
mod spec;
mod trace;
mod unwinding;

use super::*;
use crate::ids::Id;
use crate::ir::build::ProcBuilder;
use crate::ir::state::{Object, ObjectId, Pointer, State, Value};
use crate::ir::types::{Adt, Field, FieldIdx, IntTy, Ty, TyId, Types, Variant, VariantIdx};
use crate::ir::validate::validate;
use crate::ir::{
    BinOp, Branch, LocalId, MemoryError, Obligation, ObligationKind, Operand, Panic, PanicKind,
    Place, Proc, Rvalue, SpecOp, StmtKind,
};

/// Spans are told apart by their start. Those from 1000 on are not in user code.
pub(super) fn at(start: u32) -> Span {
    Span {
        file: Id::from_index(0),
        start,
        end: start + 1,
    }
}

pub(super) fn var(index: usize) -> VariantIdx {
    Id::from_index(index)
}

pub(super) fn fld(index: usize) -> FieldIdx {
    Id::from_index(index)
}

pub(super) fn object(index: usize) -> ObjectId {
    Id::from_index(index)
}

pub(super) fn int(value: i64) -> Value {
    Value::Int(Int::from(value))
}

/// A pointer to the whole of an object.
pub(super) fn to(index: usize) -> Value {
    Value::Pointer(Pointer {
        object: object(index),
        path: Vec::new(),
    })
}

pub(super) fn adt(variant: usize, fields: Vec<Value>) -> Value {
    Value::Adt(var(variant), fields)
}

pub(super) fn obligation(kind: ObligationKind, start: u32) -> Obligation {
    Obligation {
        kind,
        span: at(start),
    }
}

pub(super) fn overflow() -> Panic {
    Panic {
        kind: PanicKind::Overflow,
        message: "attempt to add with overflow".into(),
    }
}

/// A program with the types that most tests use.
pub(super) struct World {
    pub program: Program,
    pub i32: TyId,
    pub boolean: TyId,
    pub unit: TyId,
    pub math: TyId,
    /// `struct Node { next: Option<Box<Node>>, value: i32 }`.
    pub node: TyId,
    /// `Option<Box<Node>>`.
    pub link: TyId,
    /// `Box<Node>`.
    pub boxed: TyId,
    /// `&Node`.
    pub node_ref: TyId,
    /// `Option<&Node>`.
    pub maybe_ref: TyId,
}

pub(super) fn variant(name: &str, fields: &[TyId]) -> Variant {
    let fields = fields.iter().enumerate().map(|(at, ty)| Field {
        name: at.to_string(),
        ty: *ty,
    });
    Variant {
        name: name.into(),
        fields: fields.collect(),
        named_fields: false,
        discriminant: Int::ZERO,
    }
}

pub(super) fn declare(
    types: &mut Types,
    name: &str,
    is_enum: bool,
    variants: Vec<Variant>,
) -> TyId {
    let id = types.declare_adt(Adt {
        name: name.into(),
        base_name: name.into(),
        is_enum,
        variants: variants.into_iter().collect(),
        is_union: false,
        never_null: false,
        compared: crate::ir::types::Compared::ByFields,
        raw_pointers: crate::ir::types::RawPointers::Own,
        span: at(0),
    });
    types.intern(Ty::Adt(id))
}

impl World {
    pub(super) fn new() -> Self {
        let mut program = Program::default();
        let types = &mut program.types;
        let i32 = types.intern(Ty::Int(IntTy::I32));
        let node = declare(types, "Node", false, vec![]);
        let boxed = types.intern(Ty::Box(node));
        let link = declare(
            types,
            "Option<Box<Node>>",
            true,
            vec![variant("None", &[]), variant("Some", &[boxed])],
        );
        let mut fields = variant("Node", &[link, i32]);
        fields.named_fields = true;
        fields.fields[fld(0)].name = "next".into();
        fields.fields[fld(1)].name = "value".into();
        let Ty::Adt(node_adt) = *types.get(node) else {
            panic!("a struct was declared");
        };
        types.define_adt(node_adt, [fields].into_iter().collect());
        let node_ref = types.intern(Ty::Ref {
            mutable: false,
            to: node,
        });
        let maybe_ref = declare(
            types,
            "Option<&Node>",
            true,
            vec![variant("None", &[]), variant("Some", &[node_ref])],
        );
        let boolean = types.intern(Ty::Bool);
        let unit = types.intern(Ty::Tuple(Vec::new()));
        let math = types.intern(Ty::MathInt);
        Self {
            program,
            i32,
            boolean,
            unit,
            math,
            node,
            link,
            boxed,
            node_ref,
            maybe_ref,
        }
    }

    pub(super) fn ty(&mut self, ty: Ty) -> TyId {
        self.program.types.intern(ty)
    }

    pub(super) fn mut_ref(&mut self, to: TyId) -> TyId {
        self.ty(Ty::Ref { mutable: true, to })
    }

    /// Adds a procedure; `build` gets the parameters and the result. Parameters are named `p0`, `p1`, ….
    pub(super) fn proc(
        &mut self,
        params: &[TyId],
        ret: TyId,
        build: impl FnOnce(&mut ProcBuilder, &[LocalId], LocalId),
    ) -> ProcId {
        let proc = Self::build(params, ret, build);
        self.program.procs.push(proc)
    }

    pub(super) fn build(
        params: &[TyId],
        ret: TyId,
        build: impl FnOnce(&mut ProcBuilder, &[LocalId], LocalId),
    ) -> Proc {
        let mut b = ProcBuilder::new();
        let named = params.iter().enumerate();
        let locals: Vec<LocalId> = named
            .map(|(index, ty)| b.param(Some(format!("p{index}")), *ty, at(0)))
            .collect();
        let result = b.temp(ret, at(0));
        build(&mut b, &locals, result);
        b.finish(result, "f".into(), at(0), false)
    }

    /// A list of nodes with these values, the first at object 0.
    pub(super) fn list(&self, values: &[i64]) -> Vec<Object> {
        let node = |(index, value): (usize, &i64)| {
            let next = match index + 1 < values.len() {
                true => adt(1, vec![to(index + 1)]),
                false => adt(0, vec![]),
            };
            Object {
                kind: crate::ir::state::ObjectKind::Single,
                ty: self.node,
                value: adt(0, vec![next, int(*value)]),
            }
        };
        values.iter().enumerate().map(node).collect()
    }

    pub(super) fn run(&self, entry: ProcId, objects: Vec<Object>, inputs: Vec<Value>) -> Ran {
        self.run_within(entry, objects, inputs, Limits::default(), Scope::default())
    }

    pub(super) fn run_within(
        &self,
        entry: ProcId,
        objects: Vec<Object>,
        inputs: Vec<Value>,
        limits: Limits,
        scope: Scope,
    ) -> Ran {
        let state = State {
            choices: Vec::new(),
            objects: objects.into_iter().collect(),
            inputs,
        };
        self.run_state(entry, &state, limits, scope)
    }

    pub(super) fn run_state(
        &self,
        entry: ProcId,
        state: &State,
        limits: Limits,
        scope: Scope,
    ) -> Ran {
        let defects = validate(&self.program);
        assert!(defects.is_empty(), "{defects:?}");
        let prepared = Prepared::new(&self.program).unwrap();
        let environment = Environment {
            scope,
            limits,
            is_user: &|span| span.start < 1000,
        };
        let mut machine = Machine::new(&prepared, &environment);
        let outcome = machine.run(entry, state, &mut Unobserved).unwrap();
        let result = match outcome {
            Outcome::Completed => machine.local_value(self.program.procs[entry].ret),
            _ => Value::Uninit,
        };
        Ran {
            outcome,
            result,
            state: machine.state(),
        }
    }

    /// Runs a procedure without heap to its end and returns the result.
    pub(super) fn eval(&self, entry: ProcId, inputs: Vec<Value>) -> Value {
        let ran = self.run(entry, Vec::new(), inputs);
        assert_eq!(ran.outcome, Outcome::Completed);
        ran.result
    }
}

pub(super) struct Ran {
    pub outcome: Outcome,
    pub result: Value,
    pub state: State,
}

impl Ran {
    pub(super) fn fault(&self) -> FaultKind {
        match &self.outcome {
            Outcome::Fault(fault) => fault.kind,
            other => panic!("{other:?}"),
        }
    }

    /// The memory error that the run ended in, and where.
    pub(super) fn memory_error(&self) -> (MemoryError, Span) {
        let Obligation { kind, span } = self.violation().obligation;
        match kind {
            ObligationKind::Memory(error) => (error, span),
            other => panic!("{other:?}"),
        }
    }

    pub(super) fn violation(&self) -> &Violation {
        match &self.outcome {
            Outcome::Violated(violation) => violation,
            other => panic!("{other:?}"),
        }
    }
}
