//! Each kind of defect is found, and what is well formed has none.

use super::*;
use crate::ir::build::ProcBuilder;
use crate::ir::types::IntTy;

fn span() -> Span {
    Span {
        file: crate::ids::Id::from_index(0),
        start: 0,
        end: 0,
    }
}

/// Builds a program of one procedure `(i32, bool) -> bool` and lists its defects.
fn check(build: impl FnOnce(&mut ProcBuilder, &[LocalId], &mut Types), expected: &[&str]) {
    let mut program = Program::default();
    let int = program.types.intern(Ty::Int(IntTy::I32));
    let boolean = program.types.intern(Ty::Bool);
    let mut builder = ProcBuilder::new();
    let x = builder.param(Some("x".into()), int, span());
    let flag = builder.param(Some("flag".into()), boolean, span());
    let ret = builder.temp(boolean, span());
    build(&mut builder, &[x, flag, ret], &mut program.types);
    program
        .procs
        .push(builder.finish(ret, "f".into(), span(), false));
    let found: Vec<String> = validate(&program)
        .into_iter()
        .map(|it| it.message)
        .collect();
    assert_eq!(found, expected);
}

#[test]
fn a_well_typed_procedure_has_no_defect() {
    check(
        |b, locals, _| {
            let less = Rvalue::Binary(BinOp::Lt, locals[0].into(), locals[0].into());
            b.assign(locals[2].into(), less, span());
        },
        &[],
    );
}

#[test]
fn an_operand_of_the_wrong_type_is_found() {
    check(
        |b, locals, _| {
            b.assign(locals[2].into(), Rvalue::Use(locals[0].into()), span());
            let sum = Rvalue::Binary(BinOp::Add, locals[0].into(), locals[1].into());
            b.assign(locals[0].into(), sum, span());
        },
        &["i32 where bool is due", "bool where i32 is due"],
    );
}

#[test]
fn a_projection_that_does_not_apply_is_found() {
    check(
        |b, locals, _| {
            let inside = Place::local(locals[1]).deref();
            b.assign(locals[2].into(), Rvalue::Use(inside.into()), span());
        },
        &["Deref does not apply to bool"],
    );
}

#[test]
fn labels_and_snapshots_are_scoped() {
    check(
        |b, _, _| {
            let (label, snapshot) = (b.label(), b.snapshot());
            b.emit(
                StmtKind::InSnapshot {
                    at: snapshot,
                    body: Vec::new(),
                },
                span(),
            );
            b.emit(StmtKind::Break(label), span());
        },
        &["s0 has not been taken", "'l0 is not in scope"],
    );
}

#[test]
fn a_jump_does_not_leave_specification_code() {
    check(
        |b, locals, types| {
            let math = types.intern(Ty::MathInt);
            let bound = b.temp(math, span());
            b.open();
            b.emit(StmtKind::Return, span());
            let body = b.close().block;
            b.emit(
                StmtKind::Comprehend {
                    dst: locals[2],
                    comprehension: Box::new(Comprehension {
                        kind: ComprehensionKind::ForAll,
                        domain: Domain::Range(Operand::int(0, math), Operand::int(1, math)),
                        bound,
                        body,
                        value: Operand::bool(true),
                    }),
                },
                span(),
            );
        },
        &["a return leaves specification code"],
    );
}

#[test]
fn constants_fit_their_type() {
    check(
        |b, locals, _| {
            let int = b.local_ty(locals[0]);
            let big = Operand::int(1i64 << 40, int);
            b.assign(locals[0].into(), Rvalue::Use(big), span());
        },
        &["1099511627776 is no value of i32"],
    );
}
