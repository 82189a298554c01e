//! Model values, comprehensions and walks.

use super::*;
use crate::ir::{Comprehension, ComprehensionKind, Domain, Reach, ReachKind};

fn set(values: &[i64]) -> Value {
    Value::Set(values.iter().copied().map(int).collect::<Vec<_>>().into())
}

fn seq(values: &[i64]) -> Value {
    Value::Seq(values.iter().copied().map(int).collect::<Vec<_>>().into())
}

/// The value of an operation on arguments of these types.
fn apply(w: &mut World, op: SpecOp, args: Vec<(TyId, Value)>, ret: TyId) -> Ran {
    let tys: Vec<TyId> = args.iter().map(|(ty, _)| *ty).collect();
    let f = w.proc(&tys, ret, |b, p, ret| {
        let operands = p.iter().map(|p| (*p).into()).collect();
        b.assign(ret.into(), Rvalue::Spec(op, operands), at(1));
    });
    w.run(
        f,
        vec![],
        args.into_iter().map(|(_, value)| value).collect(),
    )
}

#[test]
fn sets_behave_as_sets() {
    let mut w = World::new();
    let (i32, math, boolean) = (w.i32, w.math, w.boolean);
    let s = w.ty(Ty::Set(i32));
    let (a, c) = ((s, set(&[1, 2, 5])), (s, set(&[2, 3, 5])));
    let mut eval = |op, args, ret| apply(&mut w, op, args, ret).result;
    let three = vec![(i32, int(3)), (i32, int(-1)), (i32, int(3))];
    assert_eq!(eval(SpecOp::SetOf, three, s), set(&[-1, 3]));
    assert_eq!(eval(SpecOp::SetOf, vec![], s), set(&[]));
    let mut on = |op, x, ret| eval(op, vec![a.clone(), (i32, int(x))], ret);
    assert_eq!(on(SpecOp::SetInsert, 3, s), set(&[1, 2, 3, 5]));
    assert_eq!(on(SpecOp::SetInsert, 2, s), set(&[1, 2, 5]));
    assert_eq!(on(SpecOp::SetRemove, 2, s), set(&[1, 5]));
    assert_eq!(on(SpecOp::SetRemove, 9, s), set(&[1, 2, 5]));
    assert_eq!(on(SpecOp::SetContains, 5, boolean), Value::Bool(true));
    assert_eq!(on(SpecOp::SetContains, 4, boolean), Value::Bool(false));
    let mut both = |op, ret| eval(op, vec![a.clone(), c.clone()], ret);
    assert_eq!(both(SpecOp::SetUnion, s), set(&[1, 2, 3, 5]));
    assert_eq!(both(SpecOp::SetIntersection, s), set(&[2, 5]));
    assert_eq!(both(SpecOp::SetDifference, s), set(&[1]));
    assert_eq!(both(SpecOp::SetSubset, boolean), Value::Bool(false));
    let inside = vec![(s, set(&[2, 5])), a.clone()];
    assert_eq!(eval(SpecOp::SetSubset, inside, boolean), Value::Bool(true));
    assert_eq!(eval(SpecOp::SetLen, vec![a], math), int(3));
}

#[test]
fn sequences_behave_as_sequences() {
    let mut w = World::new();
    let (i32, math, boolean) = (w.i32, w.math, w.boolean);
    let (s, of) = (w.ty(Ty::Seq(i32)), w.ty(Ty::Set(i32)));
    let a = (s, seq(&[4, 1, 4]));
    let mut eval = |op, args, ret| apply(&mut w, op, args, ret).result;
    assert_eq!(
        eval(SpecOp::SeqOf, vec![(i32, int(2)), (i32, int(1))], s),
        seq(&[2, 1])
    );
    assert_eq!(eval(SpecOp::SeqLen, vec![a.clone()], math), int(3));
    assert_eq!(
        eval(SpecOp::SeqReverse, vec![(s, seq(&[1, 2, 3]))], s),
        seq(&[3, 2, 1])
    );
    assert_eq!(eval(SpecOp::SeqToSet, vec![a.clone()], of), set(&[1, 4]));
    assert_eq!(
        eval(SpecOp::SeqConcat, vec![a.clone(), a.clone()], s),
        seq(&[4, 1, 4, 4, 1, 4])
    );
    let mut on = |op, x, ret| eval(op, vec![a.clone(), (i32, int(x))], ret);
    assert_eq!(on(SpecOp::SeqPush, 9, s), seq(&[4, 1, 4, 9]));
    assert_eq!(on(SpecOp::SeqPushFront, 9, s), seq(&[9, 4, 1, 4]));
    assert_eq!(on(SpecOp::SeqContains, 1, boolean), Value::Bool(true));
    assert_eq!(on(SpecOp::SeqContains, 9, boolean), Value::Bool(false));
    let mut by = |op, n, ret| eval(op, vec![a.clone(), (math, int(n))], ret);
    assert_eq!(by(SpecOp::SeqIndex, 1, i32), int(1));
    assert_eq!(by(SpecOp::SeqTake, 2, s), seq(&[4, 1]));
    assert_eq!(by(SpecOp::SeqTake, 20, s), seq(&[4, 1, 4]));
    assert_eq!(by(SpecOp::SeqTake, -1, s), seq(&[]));
    assert_eq!(by(SpecOp::SeqSkip, 2, s), seq(&[4]));
    assert_eq!(by(SpecOp::SeqSkip, 20, s), seq(&[]));
    let update = vec![a.clone(), (math, int(1)), (i32, int(8))];
    assert_eq!(eval(SpecOp::SeqUpdate, update, s), seq(&[4, 8, 4]));
    let beyond = apply(&mut w, SpecOp::SeqIndex, vec![a, (math, int(3))], i32);
    assert_eq!(beyond.fault(), FaultKind::SeqIndex);
}

#[test]
fn elements_of_many_cells_are_kept_apart() {
    let mut w = World::new();
    let (i32, boolean) = (w.i32, w.boolean);
    let pair = w.ty(Ty::Tuple(vec![i32, i32]));
    let s = w.ty(Ty::Set(pair));
    let p = |a, b| adt(0, vec![int(a), int(b)]);
    let some = Value::Set(vec![p(1, 2), p(2, 1)].into());
    let contains = |w: &mut World, element| {
        let args = vec![(s, some.clone()), (pair, element)];
        apply(w, SpecOp::SetContains, args, boolean).result
    };
    assert_eq!(contains(&mut w, p(2, 1)), Value::Bool(true));
    // Across the border between two elements.
    assert_eq!(contains(&mut w, p(2, 2)), Value::Bool(false));
    let args = vec![(s, some.clone()), (pair, p(1, 3))];
    let more = apply(&mut w, SpecOp::SetInsert, args, s).result;
    assert_eq!(more, Value::Set(vec![p(1, 2), p(1, 3), p(2, 1)].into()));
}

#[test]
fn model_values_are_equal_by_content() {
    let mut w = World::new();
    let s = w.ty(Ty::Set(w.i32));
    let f = w.proc(&[s, s], w.boolean, |b, p, ret| {
        let equal = Rvalue::Binary(BinOp::Eq, p[0].into(), p[1].into());
        b.assign(ret.into(), equal, at(1));
    });
    assert_eq!(
        w.eval(f, vec![set(&[1, 2]), set(&[1, 2])]),
        Value::Bool(true)
    );
    assert_eq!(w.eval(f, vec![set(&[1, 2]), set(&[1])]), Value::Bool(false));
}

/// `dst := kind(|x in domain| 2 <= x)`, or of `x + x` for maps; a scratch local must keep its value.
fn comprehension(
    w: &mut World,
    kind: ComprehensionKind,
    domain: impl FnOnce(&[LocalId]) -> Domain,
    params: &[TyId],
    ret: TyId,
) -> ProcId {
    let (i32, boolean) = (w.i32, w.boolean);
    w.proc(params, ret, |b, p, ret| {
        let (x, scratch, flag) = (
            b.temp(i32, at(1)),
            b.temp(i32, at(1)),
            b.temp(boolean, at(1)),
        );
        let seven = Operand::int(7, i32);
        b.assign(scratch.into(), Rvalue::Use(seven.clone()), at(1));
        b.open();
        let double = Rvalue::Binary(BinOp::Add, x.into(), x.into());
        b.assign(scratch.into(), double, at(2));
        let large = Rvalue::Binary(BinOp::Le, Operand::int(2, i32), x.into());
        b.assign(flag.into(), large, at(2));
        let body = b.close().block;
        let maps = matches!(
            kind,
            ComprehensionKind::MapToSeq | ComprehensionKind::MapToSet
        );
        let comprehension = Box::new(Comprehension {
            kind,
            domain: domain(p),
            bound: x,
            body,
            value: if maps { scratch.into() } else { flag.into() },
        });
        b.emit(
            StmtKind::Comprehend {
                dst: ret,
                comprehension,
            },
            at(2),
        );
        let same = b.temp(boolean, at(3));
        b.assign(
            same.into(),
            Rvalue::Binary(BinOp::Eq, scratch.into(), seven),
            at(3),
        );
        let why = obligation(ObligationKind::Proof, 3);
        b.emit(
            StmtKind::Assert {
                cond: same.into(),
                why,
            },
            at(3),
        );
    })
}

#[test]
fn comprehensions_run_over_ranges_and_members() {
    use ComprehensionKind as K;
    let mut w = World::new();
    let (i32, boolean, math) = (w.i32, w.boolean, w.math);
    let (sequence, of) = (w.ty(Ty::Seq(i32)), w.ty(Ty::Set(i32)));
    let mut range = |kind, low, high, ret| {
        let domain = |p: &[LocalId]| Domain::Range(p[0].into(), p[1].into());
        let f = comprehension(&mut w, kind, domain, &[i32, i32], ret);
        w.eval(f, vec![int(low), int(high)])
    };
    assert_eq!(range(K::ForAll, 2, 5, boolean), Value::Bool(true));
    assert_eq!(range(K::ForAll, 1, 5, boolean), Value::Bool(false));
    assert_eq!(range(K::ForAll, 5, 1, boolean), Value::Bool(true));
    assert_eq!(range(K::Exists, 5, 1, boolean), Value::Bool(false));
    assert_eq!(range(K::Exists, 0, 3, boolean), Value::Bool(true));
    assert_eq!(range(K::Count, 0, 5, math), int(3));
    assert_eq!(range(K::MapToSeq, 0, 3, sequence), seq(&[0, 2, 4]));
    assert_eq!(range(K::FilterToSet, 0, 4, of), set(&[2, 3]));
    let mut members = |kind, values: &[i64], ret| {
        let domain = |p: &[LocalId]| Domain::Members(p[0].into());
        let f = comprehension(&mut w, kind, domain, &[sequence], ret);
        w.eval(f, vec![seq(values)])
    };
    assert_eq!(
        members(K::FilterToSeq, &[5, 1, 3, 5], sequence),
        seq(&[5, 3, 5])
    );
    assert_eq!(members(K::MapToSet, &[5, 1, 5], of), set(&[2, 10]));
    assert_eq!(members(K::Count, &[5, 1, 5], math), int(2));
}

#[test]
fn a_quantifier_ranges_over_what_the_scope_lists() {
    let mut w = World::new();
    let (i32, math) = (w.i32, w.math);
    let count = |p: &[LocalId]| {
        assert!(p.is_empty());
        Domain::All
    };
    let f = comprehension(&mut w, ComprehensionKind::Count, count, &[], math);
    let mut scope = Scope::default();
    scope
        .ints
        .insert(IntTy::I32, (-4..4).map(Int::from).collect());
    let ran = w.run_within(f, vec![], vec![], Limits::default(), scope);
    assert_eq!(ran.result, int(2));
    let ran = w.run(f, vec![], vec![]);
    assert_eq!(ran.fault(), FaultKind::CannotEnumerate(i32));
}

#[test]
fn values_of_structs_and_enums_are_products() {
    let mut w = World::new();
    let (boolean, math) = (w.boolean, w.math);
    let param = w.program.types.add_param(crate::ir::types::Param {
        name: "T".into(),
        ordered: false,
        changes: false,
    });
    let t = w.ty(Ty::Param(param));
    let pair = w.ty(Ty::Tuple(vec![boolean, t]));
    let variants = vec![
        variant("A", &[]),
        variant("B", &[pair, boolean]),
        variant("C", &[t]),
    ];
    let e = declare(&mut w.program.types, "E", true, variants);
    let distinct = w.ty(Ty::Set(e));
    let f = w.proc(&[], math, |b, _, ret| {
        let (x, all) = (b.temp(e, at(1)), b.temp(distinct, at(1)));
        let comprehension = Box::new(Comprehension {
            kind: ComprehensionKind::FilterToSet,
            domain: Domain::All,
            bound: x,
            body: Vec::new(),
            value: Operand::bool(true),
        });
        b.emit(
            StmtKind::Comprehend {
                dst: all,
                comprehension,
            },
            at(1),
        );
        b.assign(
            ret.into(),
            Rvalue::Spec(SpecOp::SetLen, vec![all.into()]),
            at(2),
        );
    });
    let scope = Scope {
        members: 3,
        ..Scope::default()
    };
    let ran = w.run_within(f, vec![], vec![], Limits::default(), scope);
    assert_eq!(ran.result, int(1 + 2 * 3 * 2 + 3));
}

/// A walk along `next` from the node given, with raw links so that there may be cycles.
fn walk(kind: ReachKind, next: &[Option<usize>], start: Option<usize>) -> Value {
    let mut w = World::new();
    let (node_ref, maybe) = (w.node_ref, w.maybe_ref);
    let link_node = declare(
        &mut w.program.types,
        "Cyclic",
        false,
        vec![variant("Cyclic", &[])],
    );
    let Ty::Adt(id) = *w.program.types.get(link_node) else {
        panic!("a struct was declared");
    };
    let own_ref = w.ty(Ty::Ref {
        mutable: false,
        to: link_node,
    });
    let own_maybe = declare(
        &mut w.program.types,
        "Option<&Cyclic>",
        true,
        vec![variant("None", &[]), variant("Some", &[own_ref])],
    );
    let fields = [variant("Cyclic", &[own_maybe])].into_iter().collect();
    w.program.types.define_adt(id, fields);
    assert_ne!((own_ref, own_maybe), (node_ref, maybe));
    let ret = match kind {
        ReachKind::Chain => w.ty(Ty::Seq(own_ref)),
        _ => w.ty(Ty::Set(own_ref)),
    };
    let f = w.proc(&[own_maybe], ret, |b, p, ret| {
        let (node, neighbour) = (b.temp(own_ref, at(1)), b.temp(own_maybe, at(1)));
        b.open();
        let next = Place::local(node).deref().field(fld(0));
        b.assign(neighbour.into(), Rvalue::Use(next.into()), at(1));
        let body = b.close().block;
        let reach = Box::new(Reach {
            kind,
            start: p[0].into(),
            node,
            steps: vec![(body, neighbour.into())],
        });
        b.emit(StmtKind::Reach { dst: ret, reach }, at(1));
    });
    let option = |at: Option<usize>| match at {
        Some(at) => adt(1, vec![to(at)]),
        None => adt(0, vec![]),
    };
    let objects = next.iter().map(|next| Object {
        kind: crate::ir::state::ObjectKind::Single,
        ty: link_node,
        value: adt(0, vec![option(*next)]),
    });
    w.run(f, objects.collect(), vec![option(start)]).result
}

#[test]
fn walks_stop_at_none_or_a_node_already_met() {
    let nodes = |nodes: &[usize]| nodes.iter().map(|at| to(*at)).collect::<Vec<_>>();
    let set = |at: &[usize]| Value::Set(nodes(at).into());
    let seq = |at: &[usize]| Value::Seq(nodes(at).into());
    let line = [Some(2), None, Some(1)];
    assert_eq!(walk(ReachKind::Chain, &line, Some(0)), seq(&[0, 2, 1]));
    assert_eq!(walk(ReachKind::ZeroOrMore, &line, Some(0)), set(&[0, 1, 2]));
    assert_eq!(walk(ReachKind::OneOrMore, &line, Some(0)), set(&[1, 2]));
    let lasso = [Some(1), Some(2), Some(1)];
    assert_eq!(walk(ReachKind::Chain, &lasso, Some(0)), seq(&[0, 1, 2]));
    assert_eq!(walk(ReachKind::OneOrMore, &lasso, Some(0)), set(&[1, 2]));
    assert_eq!(walk(ReachKind::OneOrMore, &lasso, Some(1)), set(&[1, 2]));
    assert_eq!(walk(ReachKind::ZeroOrMore, &lasso, None), set(&[]));
    assert_eq!(walk(ReachKind::Chain, &lasso, None), seq(&[]));
}

#[test]
fn a_panic_in_a_body_forgets_what_it_wrote() {
    let mut w = World::new();
    let (i32, boolean) = (w.i32, w.boolean);
    let f = w.proc(&[i32], i32, |b, p, ret| {
        let (x, all, panicked) = (
            b.temp(i32, at(1)),
            b.temp(boolean, at(1)),
            b.temp(boolean, at(1)),
        );
        b.open();
        b.open();
        b.assign(p[0].into(), Rvalue::Use(Operand::int(9, i32)), at(2));
        b.emit(StmtKind::Panic(overflow()), at(2));
        let body = b.close().block;
        let comprehension = Box::new(Comprehension {
            kind: ComprehensionKind::ForAll,
            domain: Domain::Range(Operand::int(0, i32), Operand::int(3, i32)),
            bound: x,
            body,
            value: Operand::bool(true),
        });
        b.emit(
            StmtKind::Comprehend {
                dst: all,
                comprehension,
            },
            at(2),
        );
        let body = b.close().block;
        let policy = crate::ir::PanicPolicy::Note;
        b.emit(
            StmtKind::Try {
                body,
                panicked,
                policy,
            },
            at(1),
        );
        b.assign(ret.into(), Rvalue::Use(p[0].into()), at(3));
    });
    assert_eq!(w.eval(f, vec![int(4)]), int(4));
}

#[test]
fn a_sequence_that_doubles_for_ever_runs_out_of_memory_in_good_order() {
    let mut w = World::new();
    let s = w.ty(Ty::Seq(w.i32));
    let f = w.proc(&[s], w.unit, |b, p, _| {
        let label = b.label();
        b.open();
        let twice = Rvalue::Spec(SpecOp::SeqConcat, vec![p[0].into(), p[0].into()]);
        b.assign(p[0].into(), twice, at(1));
        let body = b.close();
        b.loop_(label, body, at(1));
    });
    let ran = w.run(f, vec![], vec![seq(&[1])]);
    assert_eq!(ran.outcome, Outcome::OutOfFuel(Budget::Cells));
}
