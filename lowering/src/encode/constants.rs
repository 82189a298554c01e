//! The constants of a procedure: those that it writes down, those that it computes of constants alone
//! (`100 * 100`, `A + B`, `u32::MAX / 2`, `mask(4)`), and the numbers of which an operation or two with
//! constants makes one that something is compared with (770 and 779 for `x / 10 == 77`), also by way of
//! functions of one number (`x.swap_bytes() == 77`), so that they are among the numbers that come in.
//!
//! Nothing depends on how far this gets: a constant that is not seen is an input that is not tried.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};

use super::access::{Mention, for_each_mention};
use super::addressed_locals;
use super::preimages::preimages;
use crate::ids::Id;
use crate::ir::types::{IntTy, Ty, TyId, VariantIdx};
use crate::ir::{
    BinOp, Block, Const, Int, LabelId, LocalId, Operand, Place, Proc, ProcId, Program, Projection,
    Rvalue, Stmt, StmtKind, UnOp,
};

/// So many statements of a callee are followed to find out what it makes of constants.
const MOST_STEPS: u32 = 20_000;

/// So many statements of a callee are followed to find out of which number it makes one that is asked for,
const MOST_TRIED_STEPS: u32 = 2_000;

/// and so many numbers are tried in all.
const MOST_TRIED: u32 = 4_000;

/// Calls within calls that are followed.
const MOST_DEPTH: u32 = 32;

/// The constants of a procedure.
#[derive(Clone, Debug, Default)]
pub(super) struct Constants {
    /// The numbers, `char`s among them.
    pub(super) numbers: BTreeSet<Int>,
    /// The bytes of its text.
    pub(super) bytes: BTreeSet<Int>,
    /// The `char`s of its text.
    pub(super) chars: BTreeSet<Int>,
}

/// Finds the constants of a procedure.
pub(super) fn constants(program: &Program, id: ProcId) -> Constants {
    let proc = &program.procs[id];
    let mut found = Constants::default();
    for_each_mention(&proc.body, &mut |mention| match mention {
        Mention::Const(Const::Int(value, ty)) if is_number(program, *ty) => {
            found.numbers.insert(*value);
            if *program.types.get(*ty) == Ty::Char {
                found.bytes.extend(bytes_around(*value));
            }
        }
        Mention::Const(Const::Bytes(bytes, _)) => {
            found
                .bytes
                .extend(bytes.iter().map(|byte| Int::from(*byte)));
            if let Ok(text) = std::str::from_utf8(bytes) {
                let codes = text.chars().map(|c| Int::from(u32::from(c)));
                found.chars.extend(codes);
            }
        }
        _ => {}
    });
    let mut folder = Folder {
        program,
        proc,
        addressed: addressed_locals(&proc.body, proc.locals.len()),
        found: Some(found),
        left: Vec::new(),
        steps: 0,
        most_steps: MOST_STEPS,
        tried: Cell::new(0),
        depth: 0,
        gave_up: false,
    };
    folder.block(&proc.body, Env::new());
    folder.found.unwrap_or_default()
}

/// The bytes of a `char` in text, and of its neighbours. Those of ASCII are numbers like any other.
fn bytes_around(code: Int) -> Vec<Int> {
    let near = [code - Int::ONE, code, code + Int::ONE];
    let near = near.into_iter().filter_map(|code| u32::try_from(code).ok());
    let near = near.filter_map(char::from_u32).filter(|it| !it.is_ascii());
    near.flat_map(|it| it.to_string().into_bytes())
        .map(Int::from)
        .collect()
}

fn is_number(program: &Program, ty: TyId) -> bool {
    matches!(program.types.get(ty), Ty::Int(_) | Ty::MathInt | Ty::Char)
}

/// A value that is the same in every run.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Known {
    Bool(bool),
    Int(Int),
    Parts(VariantIdx, Vec<Option<Known>>),
    /// Not the same in every run: what is made of some number by these steps, one after the other.
    Made(Vec<Step>),
}

/// What is done with a number.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Step {
    /// An operation on it and a constant.
    Op(Op),
    /// A call with it, of that type, in the place of the argument that is missing.
    Call(ProcId, Vec<Option<Known>>, IntTy),
}

/// An operation on a number and a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Op {
    op: BinOp,
    constant: Int,
    /// Whether the constant is the left operand.
    is_left: bool,
}

/// More steps than this are not gone back.
const MOST_MADE: usize = 2;

impl Op {
    /// The least and the greatest number of which the step makes this one, as far as that is one range.
    fn back(self, to: Int) -> Option<[Int; 2]> {
        let by = self.constant;
        let one = |number: Int| [number, number];
        // Far beyond all machine types nothing is exact, and nothing comes in.
        let wide = |number: Int| number.unsigned_abs() > Int::ONE.wrapping_shl(129).unsigned_abs();
        if wide(by) || wide(to) {
            return None;
        }
        let bits = || u32::try_from(by).ok().filter(|bits| *bits < 128);
        Some(match (self.op, self.is_left) {
            (BinOp::Add, _) => one(to.checked_sub(by)?),
            (BinOp::Sub, false) => one(to.checked_add(by)?),
            (BinOp::Sub, true) => one(by.checked_sub(to)?),
            (BinOp::Mul, _) if by != Int::ZERO => one(to.checked_div(by)?),
            (BinOp::Div, false) if by != Int::ZERO => {
                let first = to.checked_mul(by)?;
                let last = match to < Int::ZERO {
                    true => first.checked_sub(by)?.checked_add(Int::ONE)?,
                    false => first.checked_add(by)?.checked_sub(Int::ONE)?,
                };
                [first, last]
            }
            (BinOp::Div, true) if to != Int::ZERO => one(by.checked_div(to)?),
            (BinOp::Rem, false) => [to, to.checked_add(by)?],
            (BinOp::Shr, false) => {
                let power = Int::ONE.wrapping_shl(bits()?);
                let first = to.checked_mul(power)?;
                [first, first.checked_add(power)?.checked_sub(Int::ONE)?]
            }
            (BinOp::Shl, false) => one(to.wrapping_shr(bits()?)),
            (BinOp::BitOr, _) => [to & !by, to],
            (BinOp::BitXor, _) => one(to ^ by),
            _ => return None,
        })
    }
}

/// What is known of locals.
type Env = BTreeMap<LocalId, Known>;

/// How a block is left other than by its end.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Exit {
    Break(LabelId),
    Continue(LabelId),
    Return,
}

struct Folder<'p> {
    program: &'p Program,
    proc: &'p Proc,
    addressed: Vec<bool>,
    /// What has been found. Without it, one run is followed, of a call that is given constants.
    found: Option<Constants>,
    left: Vec<(Exit, Env)>,
    steps: u32,
    most_steps: u32,
    /// How many numbers have been tried to find one of which a call makes another.
    tried: Cell<u32>,
    depth: u32,
    gave_up: bool,
}

impl<'p> Folder<'p> {
    /// Follows a block; what is known at its end, if that is reached.
    fn block(&mut self, block: &'p Block, env: Env) -> Option<Env> {
        let mut env = env;
        for stmt in block {
            self.steps += 1;
            if self.found.is_none() && self.steps > self.most_steps {
                self.gave_up = true;
            }
            if self.gave_up {
                return None;
            }
            env = self.stmt(stmt, env)?;
        }
        Some(env)
    }

    fn stmt(&mut self, stmt: &'p Stmt, mut env: Env) -> Option<Env> {
        match &stmt.kind {
            StmtKind::Assign { dst, value } => {
                let value = self.rvalue(dst, value, &env);
                self.write(dst, value, &mut env);
                Some(env)
            }
            StmtKind::Call { dst, proc, args } => {
                let known: Option<Vec<Known>> =
                    args.iter().map(|arg| self.operand(arg, &env)).collect();
                let value = match known {
                    Some(args) => self.call(*proc, args, self.most_steps),
                    None => self.half_known_call(*proc, args, &env),
                };
                self.note(value.as_ref());
                self.write(dst, value, &mut env);
                Some(env)
            }
            StmtKind::If {
                cond,
                then,
                otherwise,
                ..
            } => match self.operand(cond, &env) {
                Some(Known::Bool(true)) => self.block(then, env),
                Some(Known::Bool(false)) => self.block(otherwise, env),
                _ if self.found.is_none() => self.give_up(),
                _ => {
                    let one = self.block(then, env.clone());
                    let other = self.block(otherwise, env);
                    merge(one, other)
                }
            },
            StmtKind::Block { label, body } => {
                let end = self.block(body, env);
                let left = self.take(Exit::Break(*label));
                merge(end, left)
            }
            StmtKind::Loop { label, body } if self.found.is_none() => {
                let mut next = Some(env);
                while let Some(env) = next {
                    let end = self.block(body, env);
                    if let Some(left) = self.take(Exit::Break(*label)) {
                        return Some(left);
                    }
                    let again = self.take(Exit::Continue(*label));
                    next = merge(end, again);
                }
                None
            }
            StmtKind::Loop { label, body } => {
                forget_written(body, &mut env);
                self.block(body, env);
                self.take(Exit::Continue(*label));
                self.take(Exit::Break(*label))
            }
            StmtKind::Unwind { body, cleanup } => {
                if self.found.is_some() {
                    let mut after = env.clone();
                    forget_written(body, &mut after);
                    self.block(cleanup, after);
                }
                self.block(body, env)
            }
            StmtKind::Try { body, panicked, .. } => {
                let mut after = env.clone();
                forget_written(body, &mut after);
                after.remove(panicked);
                self.block(body, env);
                Some(after)
            }
            StmtKind::InSnapshot { body, .. } => self.block(body, env),
            StmtKind::Comprehend { dst, comprehension } => {
                env.remove(&comprehension.bound);
                let mut inside = env.clone();
                forget_written(&comprehension.body, &mut inside);
                self.block(&comprehension.body, inside);
                env.remove(dst);
                Some(env)
            }
            StmtKind::Reach { dst, reach } => {
                for (body, _) in &reach.steps {
                    let mut inside = env.clone();
                    forget_written(body, &mut inside);
                    self.block(body, inside);
                }
                env.remove(dst);
                Some(env)
            }
            StmtKind::Allocate { dst, .. }
            | StmtKind::AllocateBuffer { dst, .. }
            | StmtKind::GrowBuffer { buffer: dst, .. }
            | StmtKind::Choose { dst, .. } => {
                self.write(dst, None, &mut env);
                Some(env)
            }
            StmtKind::Break(label) => self.leave(Exit::Break(*label), env),
            StmtKind::Continue(label) => self.leave(Exit::Continue(*label), env),
            StmtKind::Return => self.leave(Exit::Return, env),
            StmtKind::Panic(_) => None,
            StmtKind::Free { .. }
            | StmtKind::End(_)
            | StmtKind::Undefined(_)
            | StmtKind::Item { .. }
            | StmtKind::Assume { .. }
            | StmtKind::Assert { .. }
            | StmtKind::Snapshot(_)
            | StmtKind::CheckFrame { .. }
            | StmtKind::CheckLeaks { .. }
            | StmtKind::Forget { .. } => Some(env),
        }
    }

    fn give_up(&mut self) -> Option<Env> {
        self.gave_up = true;
        None
    }

    fn leave(&mut self, exit: Exit, env: Env) -> Option<Env> {
        self.left.push((exit, env));
        None
    }

    /// What is known wherever that exit was taken.
    fn take(&mut self, exit: Exit) -> Option<Env> {
        let all = std::mem::take(&mut self.left);
        let (here, others): (Vec<_>, Vec<_>) = all.into_iter().partition(|(it, _)| *it == exit);
        self.left = others;
        here.into_iter()
            .fold(None, |all, (_, env)| merge(all, Some(env)))
    }

    /// The result of a call with these arguments.
    fn call(&self, id: ProcId, args: Vec<Known>, most_steps: u32) -> Option<Known> {
        if self.depth >= MOST_DEPTH {
            return None;
        }
        let proc = &self.program.procs[id];
        let mut inside = Folder {
            program: self.program,
            proc,
            addressed: addressed_locals(&proc.body, proc.locals.len()),
            found: None,
            left: Vec::new(),
            steps: if self.found.is_some() { 0 } else { self.steps },
            most_steps,
            tried: Cell::new(MOST_TRIED),
            depth: self.depth + 1,
            gave_up: false,
        };
        let params = proc.params.iter().copied();
        let env = params
            .zip(args)
            .filter(|(local, _)| !inside.is_addressed(*local));
        let end = inside.block(&proc.body, env.collect());
        let left = inside.take(Exit::Return);
        if inside.gave_up {
            return None;
        }
        merge(end, left)?.remove(&proc.ret)
    }

    fn is_addressed(&self, local: LocalId) -> bool {
        self.addressed.get(local.index()).copied().unwrap_or(true)
    }

    /// Takes the numbers of what was computed to those that were found.
    fn note(&mut self, value: Option<&Known>) {
        match value {
            Some(Known::Int(value)) => {
                if let Some(found) = &mut self.found {
                    found.numbers.insert(*value);
                }
            }
            Some(Known::Parts(_, parts)) => {
                for part in parts {
                    self.note(part.as_ref());
                }
            }
            Some(Known::Bool(_) | Known::Made(_)) | None => {}
        }
    }

    /// What a value was made of by operations with constants; nothing if it is itself a constant.
    fn steps(&self, operand: &Operand, env: &Env) -> Option<Vec<Step>> {
        let Operand::Read(place) = operand else {
            return None;
        };
        match env.get(&place.local) {
            Some(Known::Made(steps)) if place.projection.is_empty() => Some(steps.clone()),
            _ if self.read(place, env).is_some() => None,
            _ => Some(Vec::new()),
        }
    }

    /// What a call makes of a number that is not known, if all else that it is given is.
    fn half_known_call(&self, proc: ProcId, args: &[Operand], env: &Env) -> Option<Known> {
        self.found.as_ref()?;
        let known: Vec<Option<Known>> = args.iter().map(|arg| self.operand(arg, env)).collect();
        let mut open = args.iter().zip(&known).filter(|(_, it)| it.is_none());
        let ((arg, _), None) = (open.next()?, open.next()) else {
            return None;
        };
        let int = self.machine(self.operand_ty(arg))?;
        let callee = &self.program.procs[proc];
        self.machine(Some(callee.locals[callee.ret].ty))?;
        let mut steps = self.steps(arg, env)?;
        steps.push(Step::Call(proc, known, int));
        (steps.len() <= MOST_MADE).then_some(Known::Made(steps))
    }

    /// The numbers of which a step makes this one, or the first and the last of them.
    fn back(&self, step: &Step, to: Int) -> Vec<Int> {
        match step {
            Step::Op(op) => op.back(to).map_or(Vec::new(), Vec::from),
            Step::Call(proc, args, int) => {
                let mut eval = |number: Int| {
                    if self.tried.get() >= MOST_TRIED {
                        return None;
                    }
                    self.tried.set(self.tried.get() + 1);
                    let args = args.iter().cloned();
                    let args = args.map(|arg| arg.unwrap_or(Known::Int(number)));
                    match self.call(*proc, args.collect(), MOST_TRIED_STEPS)? {
                        Known::Int(result) => Some(result),
                        _ => None,
                    }
                };
                preimages(*int, to, &mut eval).into_iter().collect()
            }
        }
    }

    /// An operation on a constant and what is none: what it makes, or where the number comes from that
    /// it compares.
    fn half_known(&mut self, op: BinOp, a: &Operand, b: &Operand, env: &Env) -> Option<Known> {
        let (mut steps, constant, is_left) = match (self.operand(a, env), self.operand(b, env)) {
            (None, Some(Known::Int(constant))) => (self.steps(a, env)?, constant, false),
            (Some(Known::Int(constant)), None) => (self.steps(b, env)?, constant, true),
            _ => return None,
        };
        let compares = matches!(
            op,
            BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge
        );
        if !compares {
            steps.push(Step::Op(Op {
                op,
                constant,
                is_left,
            }));
            return (steps.len() <= MOST_MADE).then_some(Known::Made(steps));
        }
        let mut numbers = BTreeSet::from([constant]);
        for step in steps.iter().rev() {
            let back = numbers.iter().flat_map(|number| self.back(step, *number));
            numbers = back.collect();
        }
        if let Some(found) = &mut self.found {
            found.numbers.extend(numbers);
        }
        None
    }

    fn write(&self, dst: &Place, value: Option<Known>, env: &mut Env) {
        if dst.projection.contains(&Projection::Deref) {
            // Locals that pointers lead to are not kept.
            return;
        }
        match value {
            Some(value) if dst.projection.is_empty() && !self.is_addressed(dst.local) => {
                env.insert(dst.local, value);
            }
            _ => {
                env.remove(&dst.local);
            }
        }
    }

    fn operand(&self, operand: &Operand, env: &Env) -> Option<Known> {
        match operand {
            Operand::Const(Const::Bool(value)) => Some(Known::Bool(*value)),
            Operand::Const(Const::Int(value, _)) => Some(Known::Int(*value)),
            Operand::Const(Const::Unit) => Some(Known::Parts(VariantIdx::from_index(0), vec![])),
            Operand::Const(_) => None,
            Operand::Read(place) => self.read(place, env),
        }
    }

    fn read(&self, place: &Place, env: &Env) -> Option<Known> {
        let mut value = env.get(&place.local)?;
        for step in &place.projection {
            let index = match step {
                Projection::Variant(_) => continue,
                Projection::Field(field) => field.index(),
                Projection::Index(local) => match env.get(local)? {
                    Known::Int(index) => usize::try_from(*index).ok()?,
                    _ => return None,
                },
                Projection::Deref => return None,
            };
            value = match value {
                Known::Parts(_, parts) => parts.get(index)?.as_ref()?,
                _ => return None,
            };
        }
        Some(value.clone()).filter(|value| !matches!(value, Known::Made(_)))
    }

    fn rvalue(&mut self, dst: &Place, value: &Rvalue, env: &Env) -> Option<Known> {
        let value = match value {
            Rvalue::Use(operand) => {
                let made = || self.steps(operand, env).map(Known::Made);
                return self.operand(operand, env).or_else(made);
            }
            Rvalue::Unary(op, a) => match self.operand(a, env) {
                Some(a) => self.unary(dst, *op, &a),
                None => return self.made_by_unary(dst, *op, a, env),
            },
            Rvalue::Binary(op, a, b) => {
                let ty = self.operand_ty(a);
                match (self.operand(a, env), self.operand(b, env)) {
                    (Some(a), Some(b)) => binary(self.machine(ty), *op, &a, &b),
                    _ => self.half_known(*op, a, b, env),
                }
            }
            Rvalue::Overflows(op, a, b) => {
                let int = self.machine(self.operand_ty(a))?;
                let (a, b) = (self.operand(a, env)?, self.operand(b, env)?);
                let (Known::Int(a), Known::Int(b)) = (a, b) else {
                    return None;
                };
                let leaves = match op {
                    BinOp::Shl | BinOp::Shr => b < Int::ZERO || b >= Int::from(int.bits()),
                    BinOp::Div | BinOp::Rem if b == Int::ZERO => false,
                    BinOp::Div | BinOp::Rem => a == int.min() && int.is_signed() && b == -Int::ONE,
                    _ => !int.contains(exact(*op, a, b)?),
                };
                Some(Known::Bool(leaves))
            }
            Rvalue::Cast(a, to) => {
                let number = match self.operand(a, env) {
                    Some(Known::Int(value)) => value,
                    Some(Known::Bool(value)) => Int::from(u8::from(value)),
                    Some(Known::Parts(..) | Known::Made(_)) => return None,
                    None => return self.steps(a, env).map(Known::Made),
                };
                Some(Known::Int(match self.program.types.get(*to) {
                    Ty::Int(int) => int.wrap(number),
                    _ => number,
                }))
            }
            Rvalue::Aggregate(_, variant, parts) => {
                let parts = parts.iter().map(|part| self.operand(part, env));
                // What it is made of has been noted.
                return Some(Known::Parts(*variant, parts.collect()));
            }
            Rvalue::IsVariant(place, variant) => match self.read(place, env)? {
                Known::Parts(is, _) => Some(Known::Bool(is == *variant)),
                _ => None,
            },
            Rvalue::Discriminant(place) => {
                let ty = self.place_ty(place)?;
                let Ty::Adt(adt) = self.program.types.get(ty) else {
                    return None;
                };
                let variants = &self.program.types.adt(*adt).variants;
                let all: Vec<Int> = variants.values().map(|it| it.discriminant).collect();
                if let Some(found) = &mut self.found {
                    found.numbers.extend(&all);
                }
                match self.read(place, env)? {
                    Known::Parts(is, _) => Some(Known::Int(*all.get(is.index())?)),
                    _ => None,
                }
            }
            Rvalue::AddressOf(_)
            | Rvalue::ExistedAt(..)
            | Rvalue::Apart(_)
            | Rvalue::Panicking
            | Rvalue::EqualAcross { .. }
            | Rvalue::Len(_)
            | Rvalue::SliceFrom(..)
            | Rvalue::FirstElement(_)
            | Rvalue::Capacity(_)
            | Rvalue::NthObject(_)
            | Rvalue::Offset(..)
            | Rvalue::Distance(..)
            | Rvalue::HasCount(..)
            | Rvalue::PointerCast(..)
            | Rvalue::IsInit(_)
            | Rvalue::Spec(..) => None,
        };
        self.note(value.as_ref());
        value
    }

    /// What `!` and `-` make of a number is a difference: of the greatest and the least, or of zero.
    fn made_by_unary(&self, dst: &Place, op: UnOp, a: &Operand, env: &Env) -> Option<Known> {
        let constant = match (op, self.machine(self.place_ty(dst))) {
            (UnOp::Neg, _) => Int::ZERO,
            (UnOp::Not, Some(int)) => int.min().checked_add(int.max())?,
            (UnOp::Not, None) => return None,
        };
        let mut steps = self.steps(a, env)?;
        steps.push(Step::Op(Op {
            op: BinOp::Sub,
            constant,
            is_left: true,
        }));
        (steps.len() <= MOST_MADE).then_some(Known::Made(steps))
    }

    fn unary(&self, dst: &Place, op: UnOp, a: &Known) -> Option<Known> {
        Some(match (op, a) {
            (UnOp::Not, Known::Bool(value)) => Known::Bool(!value),
            (_, Known::Int(value)) => {
                let int = self.machine(self.place_ty(dst));
                let exact = match op {
                    UnOp::Not => !*value,
                    UnOp::Neg => value.checked_neg()?,
                };
                Known::Int(int.map_or(exact, |int| int.wrap(exact)))
            }
            _ => return None,
        })
    }

    fn machine(&self, ty: Option<TyId>) -> Option<IntTy> {
        match self.program.types.get(ty?) {
            Ty::Int(int) => Some(*int),
            _ => None,
        }
    }

    fn operand_ty(&self, operand: &Operand) -> Option<TyId> {
        match operand {
            Operand::Const(Const::Int(_, ty)) => Some(*ty),
            Operand::Const(_) => None,
            Operand::Read(place) => self.place_ty(place),
        }
    }

    fn place_ty(&self, place: &Place) -> Option<TyId> {
        let start = self.proc.locals[place.local].ty;
        self.program.types.of_place(start, &place.projection)
    }
}

/// What is known on both ways to a place; a way that is none says nothing.
fn merge(one: Option<Env>, other: Option<Env>) -> Option<Env> {
    match (one, other) {
        (Some(mut one), Some(other)) => {
            one.retain(|local, value| other.get(local) == Some(value));
            Some(one)
        }
        (one, other) => one.or(other),
    }
}

fn binary(int: Option<IntTy>, op: BinOp, a: &Known, b: &Known) -> Option<Known> {
    let truth = match (op, a, b) {
        (BinOp::Eq, _, _) => Some(a == b),
        (BinOp::Ne, _, _) => Some(a != b),
        (BinOp::BitAnd, Known::Bool(a), Known::Bool(b)) => Some(*a && *b),
        (BinOp::BitOr, Known::Bool(a), Known::Bool(b)) => Some(*a || *b),
        (BinOp::BitXor, Known::Bool(a), Known::Bool(b)) => Some(a != b),
        (BinOp::Lt, Known::Int(a), Known::Int(b)) => Some(a < b),
        (BinOp::Le, Known::Int(a), Known::Int(b)) => Some(a <= b),
        (BinOp::Gt, Known::Int(a), Known::Int(b)) => Some(a > b),
        (BinOp::Ge, Known::Int(a), Known::Int(b)) => Some(a >= b),
        _ => None,
    };
    if let Some(truth) = truth {
        return Some(Known::Bool(truth));
    }
    let (Known::Int(a), Known::Int(b)) = (a, b) else {
        return None;
    };
    let value = match (op, int) {
        (BinOp::Shl | BinOp::Shr, Some(int)) => {
            let by = b.rem_euclid(Int::from(int.bits())).as_u32();
            match op {
                BinOp::Shl => a.wrapping_shl(by),
                _ => a.wrapping_shr(by),
            }
        }
        _ => exact(op, *a, *b)?,
    };
    Some(Known::Int(int.map_or(value, |int| int.wrap(value))))
}

/// The exact result, if it is near enough to be told.
fn exact(op: BinOp, a: Int, b: Int) -> Option<Int> {
    match op {
        BinOp::Add => a.checked_add(b),
        BinOp::Sub => a.checked_sub(b),
        BinOp::Mul => a.checked_mul(b),
        BinOp::Div => a.checked_div(b),
        BinOp::Rem => a.checked_rem(b),
        BinOp::BitAnd => Some(a & b),
        BinOp::BitOr => Some(a | b),
        BinOp::BitXor => Some(a ^ b),
        _ => None,
    }
}

/// Forgets what a block may write.
fn forget_written(block: &Block, env: &mut Env) {
    for stmt in block {
        match &stmt.kind {
            StmtKind::Assign { dst, .. }
            | StmtKind::Allocate { dst, .. }
            | StmtKind::AllocateBuffer { dst, .. }
            | StmtKind::GrowBuffer { buffer: dst, .. }
            | StmtKind::Choose { dst, .. }
            | StmtKind::Call { dst, .. } => {
                env.remove(&dst.local);
            }
            StmtKind::If {
                then, otherwise, ..
            } => {
                forget_written(then, env);
                forget_written(otherwise, env);
            }
            StmtKind::Unwind { body, cleanup } => {
                forget_written(body, env);
                forget_written(cleanup, env);
            }
            StmtKind::Loop { body, .. }
            | StmtKind::Block { body, .. }
            | StmtKind::InSnapshot { body, .. } => forget_written(body, env),
            StmtKind::Try { body, panicked, .. } => {
                env.remove(panicked);
                forget_written(body, env);
            }
            StmtKind::Comprehend { dst, comprehension } => {
                env.remove(dst);
                env.remove(&comprehension.bound);
                forget_written(&comprehension.body, env);
            }
            StmtKind::Reach { dst, reach } => {
                env.remove(dst);
                env.remove(&reach.node);
                for (body, _) in &reach.steps {
                    forget_written(body, env);
                }
            }
            StmtKind::Free { .. }
            | StmtKind::End(_)
            | StmtKind::Undefined(_)
            | StmtKind::Break(_)
            | StmtKind::Continue(_)
            | StmtKind::Return
            | StmtKind::Panic(_)
            | StmtKind::Item { .. }
            | StmtKind::Assume { .. }
            | StmtKind::Assert { .. }
            | StmtKind::Snapshot(_)
            | StmtKind::CheckFrame { .. }
            | StmtKind::CheckLeaks { .. }
            | StmtKind::Forget { .. } => {}
        }
    }
}
