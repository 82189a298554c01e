//! Symbolic execution of statements: every path at once, merged where paths meet.
//!
//! Loops and calls are unrolled as they are met, because only here is it known which further rounds
//! any input can need: a round whose path condition folds to false, or is refuted by the oracle, is
//! never built. A round beyond the limit becomes an *unwinding*: what lies behind it was not looked at.

use std::collections::BTreeSet;

use solver_bridge::Formula;

use super::leaks::Asked;
use super::state::{Catch, Exit, Exits, Slot, State};
use super::value::{Targets, Value};
use super::{Abort, EncodedObligation, Encoder, Unwinding, UnwindingKind};
use crate::ids::Id;
use crate::ir::types::Ty;
use crate::ir::{
    Block, MemoryError, Obligation, ObligationKind, Operand, Panic, PanicPolicy, Place, Proc,
    ProcId, Stmt, StmtKind, pretty,
};
use crate::span::Span;

/// Statements between two looks at the clock.
const STEPS_PER_CHECK: u64 = 256;
/// More rounds and calls than this are not counted: a counterexample need not be the shortest of all.
const MOST_STEPS: usize = 4096;

/// What is known of the round of a loop that is executed.
#[derive(Default)]
pub(super) struct Rounds {
    /// Whether it is the body of a loop of the procedure at hand.
    in_loop: bool,
    /// Whether it is executed for one way of a conditional by itself.
    is_apart: bool,
    /// The conditionals of which both ways were followed apart for nothing.
    both_go_on: BTreeSet<Span>,
}

/// How far two ways of a conditional were followed.
enum Apart {
    /// To where they meet.
    After(Option<State>),
    /// To the end of the block.
    AtTheEnd(Option<State>),
}

/// Whether some statement, outside of inner loops, leaves the block.
fn leaves(block: &[Stmt]) -> bool {
    block.iter().any(|stmt| match &stmt.kind {
        StmtKind::Break(_) | StmtKind::Continue(_) | StmtKind::Return => true,
        StmtKind::Loop { .. } => false,
        other => other.blocks().into_iter().any(|inner| leaves(inner)),
    })
}

impl<'a> Encoder<'a> {
    /// Runs a block; `None` if no path gets to its end.
    pub(super) fn block(
        &mut self,
        proc: &'a Proc,
        block: &'a [Stmt],
        mut state: State,
        exits: &mut Exits,
    ) -> Result<Option<State>, Abort> {
        for (index, stmt) in block.iter().enumerate() {
            let rest = &block[index + 1..];
            let next = match self.may_keep_apart(stmt, rest) {
                true => match self.keep_apart(proc, stmt, rest, state, exits)? {
                    Apart::After(next) => next,
                    Apart::AtTheEnd(end) => return Ok(end),
                },
                false => self.stmt(proc, stmt, state, exits)?,
            };
            match next {
                Some(next) => state = next,
                None => return Ok(None),
            }
        }
        Ok(Some(state))
    }

    /// Whether the two ways of a conditional in a round of a loop are followed to the end of the round
    /// before they are merged: one of them may be about to leave, and the next round should not have to
    /// deal with what it did. Where both went on once, that is not tried again.
    fn may_keep_apart(&self, stmt: &Stmt, rest: &[Stmt]) -> bool {
        matches!(stmt.kind, StmtKind::If { .. })
            && self.rounds.in_loop
            && !self.rounds.is_apart
            && !self.rounds.both_go_on.contains(&stmt.span)
            && leaves(rest)
    }

    /// Runs a conditional, and what comes after it if the two ways differ.
    fn keep_apart(
        &mut self,
        proc: &'a Proc,
        stmt: &'a Stmt,
        rest: &'a [Stmt],
        state: State,
        exits: &mut Exits,
    ) -> Result<Apart, Abort> {
        let StmtKind::If {
            cond,
            then,
            otherwise,
            ..
        } = &stmt.kind
        else {
            return Err(self.internal("what has no two ways is followed on both"));
        };
        self.tick()?;
        self.log(proc, stmt);
        let program = self.program;
        let head = || pretty::head(program, proc, stmt);
        let Some((state, cond)) = self.decide(proc, state, cond, stmt.span, exits)? else {
            return Ok(Apart::After(None));
        };
        let ways = self.both_ways(proc, (cond, &head), then, otherwise, state, exits)?;
        let (yes, no) = match ways {
            (Some(yes), Some(no)) if yes.heap.leaves != no.heap.leaves => (yes, no),
            (Some(yes), Some(no)) => {
                let merged = self.memory().merge(cond, yes, no);
                return Ok(Apart::After(Some(merged)));
            }
            (one, None) | (None, one) => return Ok(Apart::After(one)),
        };
        self.rounds.is_apart = true;
        let yes = self.block(proc, rest, yes, exits)?;
        let no = self.block(proc, rest, no, exits)?;
        self.rounds.is_apart = false;
        let [yes, no] = [yes, no].map(|end| end.filter(|end| !self.is_infeasible(end.path)));
        Ok(Apart::AtTheEnd(match (yes, no) {
            (Some(yes), Some(no)) => {
                self.rounds.both_go_on.insert(stmt.span);
                Some(self.memory().merge(cond, yes, no))
            }
            (one, None) | (None, one) => one,
        }))
    }

    fn stmt(
        &mut self,
        proc: &'a Proc,
        stmt: &'a Stmt,
        mut state: State,
        exits: &mut Exits,
    ) -> Result<Option<State>, Abort> {
        self.tick()?;
        self.log(proc, stmt);
        match &stmt.kind {
            StmtKind::Assign { dst, value } => {
                let before = self.before(&state);
                let value = self.rvalue(proc, &state, dst, value, stmt.span)?;
                self.write_place(proc, &mut state, dst, value)?;
                return self.settle_since(before, state, stmt.span, exits);
            }
            StmtKind::Allocate { dst, value } => {
                let before = self.before(&state);
                let ty = self.operand_ty(proc, value);
                let value = self.operand(proc, &state, value)?;
                let pointer = self.allocate(&mut state, ty, &value, stmt.span)?;
                self.write_place(proc, &mut state, dst, Value::Pointer(pointer))?;
                return self.settle_since(before, state, stmt.span, exits);
            }
            StmtKind::AllocateBuffer { dst, capacity } => {
                let before = self.before(&state);
                let ty = self.place_ty(proc, dst);
                let Ty::Buffer(element) = self.program.types.get(ty) else {
                    return Err(self.internal("a buffer is kept in what is none"));
                };
                let Value::Int(capacity) = self.operand(proc, &state, capacity)? else {
                    let Some(state) = self.settle(state, stmt.span, exits)? else {
                        return Ok(None);
                    };
                    self.leave_unwritten(state.path, "a capacity was never written", stmt.span)?;
                    return Ok(None);
                };
                let buffer = self.allocate_buffer(&mut state, *element, capacity, stmt.span)?;
                self.write_place(proc, &mut state, dst, Value::Pointer(buffer))?;
                return self.settle_since(before, state, stmt.span, exits);
            }
            StmtKind::GrowBuffer { buffer, capacity } => {
                let before = self.before(&state);
                let ty = self.place_ty(proc, buffer);
                let old = self.operand(proc, &state, &Operand::Read(buffer.clone()))?;
                let capacity = self.operand(proc, &state, capacity)?;
                let (Ty::Buffer(element), Value::Pointer(old), Value::Int(capacity)) =
                    (self.program.types.get(ty), old, capacity)
                else {
                    let Some(state) = self.settle(state, stmt.span, exits)? else {
                        return Ok(None);
                    };
                    self.leave_unwritten(state.path, "what grows was never written", stmt.span)?;
                    return Ok(None);
                };
                let grown = self.grow_buffer(&mut state, *element, &old, capacity, stmt.span)?;
                self.write_place(proc, &mut state, buffer, Value::Pointer(grown))?;
                return self.settle_since(before, state, stmt.span, exits);
            }
            StmtKind::Free { pointer } => {
                let before = self.before(&state);
                let ty = self.operand_ty(proc, pointer);
                let pointer = self.operand(proc, &state, pointer)?;
                self.free(&mut state, &pointer, ty);
                return self.settle_since(before, state, stmt.span, exits);
            }
            StmtKind::Undefined(MemoryError::Unknown) if !self.program.formats => {}
            StmtKind::Undefined(kind) => {
                let always = self.logic.truth();
                self.must_not(*kind, always);
                return self.settle(state, stmt.span, exits);
            }
            StmtKind::End(local) => self.end_local(&mut state, *local),
            StmtKind::Unwind { body, cleanup } => {
                return self.unwind(proc, body, cleanup, state, exits);
            }
            StmtKind::Choose {
                dst,
                function,
                whole,
            } => {
                let before = self.before(&state);
                let value = self.chosen(proc, &state, dst, function.as_ref(), *whole, stmt.span)?;
                self.write_place(proc, &mut state, dst, value)?;
                return self.settle_since(before, state, stmt.span, exits);
            }
            StmtKind::If {
                cond,
                then,
                otherwise,
                ..
            } => {
                let program = self.program;
                let head = || pretty::head(program, proc, stmt);
                let decided = self.decide(proc, state, cond, stmt.span, exits)?;
                let Some((state, cond)) = decided else {
                    return Ok(None);
                };
                return self.branch(proc, (cond, &head), then, otherwise, state, exits);
            }
            StmtKind::Loop { label, body } => {
                let mut rounds = 0;
                let mut left = Vec::new();
                let mut next = Some(state);
                while let Some(round) = next.take() {
                    if !self.may_go_on(rounds, round.path)? {
                        if self.is_beyond(rounds) {
                            self.unwindings.push(Unwinding {
                                cut: round.path,
                                entered: !self.entry.is_empty(),
                                kind: UnwindingKind::Loop,
                                span: stmt.span,
                            });
                        }
                        break;
                    }
                    if rounds > 0 {
                        self.count_step(round.path);
                    }
                    rounds += 1;
                    self.unrolled.open(|| format!("round {rounds} of {label}"));
                    let mut inner = Vec::new();
                    let around = std::mem::replace(&mut self.rounds.in_loop, true);
                    let end = self.block(proc, body, round, &mut inner)?;
                    self.rounds.in_loop = around;
                    self.unrolled.close();
                    let mut again: Vec<State> = end.into_iter().collect();
                    for (exit, state) in inner {
                        match exit {
                            Exit::Break(to) if to == *label => left.push(state),
                            Exit::Continue(to) if to == *label => again.push(state),
                            other => exits.push((other, state)),
                        }
                    }
                    next = self.memory().merge_all(again);
                }
                return Ok(self.memory().merge_all(left));
            }
            StmtKind::Block { label, body } => {
                let mut inner = Vec::new();
                let mut ends: Vec<State> = self
                    .block(proc, body, state, &mut inner)?
                    .into_iter()
                    .collect();
                for (exit, state) in inner {
                    match exit {
                        Exit::Break(to) if to == *label => ends.push(state),
                        other => exits.push((other, state)),
                    }
                }
                return Ok(self.memory().merge_all(ends));
            }
            StmtKind::Break(label) => {
                exits.push((Exit::Break(*label), state));
                return Ok(None);
            }
            StmtKind::Continue(label) => {
                exits.push((Exit::Continue(*label), state));
                return Ok(None);
            }
            StmtKind::Return => {
                exits.push((Exit::Return, state));
                return Ok(None);
            }
            StmtKind::Call {
                dst,
                proc: callee,
                args,
            } => {
                let args: Vec<Value> = args
                    .iter()
                    .map(|arg| self.operand(proc, &state, arg))
                    .collect::<Result<_, _>>()?;
                let Some(state) = self.settle(state, stmt.span, exits)? else {
                    return Ok(None);
                };
                let Some((mut state, result)) =
                    self.call(*callee, args, state, stmt.span, exits)?
                else {
                    return Ok(None);
                };
                let before = self.before(&state);
                self.write_place(proc, &mut state, dst, result)?;
                return self.settle_since(before, state, stmt.span, exits);
            }
            StmtKind::Panic(panic) => {
                let trace = self.trace(stmt.span);
                self.panic(panic.clone(), trace, state, exits);
                return Ok(None);
            }
            StmtKind::Try {
                body,
                panicked,
                policy,
            } => {
                let policy = (policy, stmt.span);
                return self.try_block(proc, body, *panicked, policy, state, exits);
            }
            StmtKind::Item { some } => {
                let Value::Bool(some) = self.operand(proc, &state, some)? else {
                    return Err(self.internal("an item whose being there is no truth value"));
                };
                let fits = self.count_item(&mut state, some);
                state.path = self.logic.and(&[state.path, fits]);
                return Ok(self.feasible(state));
            }
            StmtKind::Assume { cond, why } => {
                let decided = self.decide(proc, state, cond, stmt.span, exits)?;
                let Some((mut state, cond)) = decided else {
                    return Ok(None);
                };
                self.assumptions.push(super::Assumption {
                    path: state.path,
                    cond,
                    why: why.clone(),
                    entered: !self.entry.is_empty(),
                });
                state.path = self.logic.and(&[state.path, cond]);
                return Ok(self.feasible(state));
            }
            StmtKind::Assert { cond, why } => {
                let decided = self.decide(proc, state, cond, stmt.span, exits)?;
                let Some((state, cond)) = decided else {
                    return Ok(None);
                };
                return Ok(self.oblige(state, cond, why.clone(), stmt.span, None));
            }
            StmtKind::Snapshot(id) => {
                if self.frames.len() == 1 && *id == self.harness.entry_snapshot {
                    // What has been assumed so far is what a call in scope may rely on: a fact from
                    // here on, so that path conditions stay small.
                    self.entry.push(state.path);
                    if self.stops_at_entry {
                        return Ok(None);
                    }
                    state.path = self.logic.truth();
                }
                let now = state.remember();
                state.snapshots.insert(*id, now);
            }
            StmtKind::InSnapshot { at, body } => {
                let Some(then) = state.snapshots.get(at).cloned() else {
                    return Err(self.internal("a snapshot is used before it is taken"));
                };
                let now = state.exchange(then);
                let before = state.allocated.clone();
                let mut inner = Vec::new();
                self.inside_snapshots += 1;
                let end = self.block(proc, body, state, &mut inner);
                self.inside_snapshots -= 1;
                let end = end?;
                for (exit, mut state) in inner {
                    state.exchange(now.clone());
                    exits.push((exit, state));
                }
                let Some(mut state) = end else {
                    return Ok(None);
                };
                let inside = state.exchange(now).heap;
                let mut then = state.snapshots[at].clone();
                self.keep_allocated(&before, &state.allocated, &inside, &mut state.heap);
                self.keep_allocated(&before, &state.allocated, &inside, &mut then.heap);
                state.snapshots.insert(*at, then);
                return Ok(Some(state));
            }
            StmtKind::CheckFrame {
                since,
                allowed,
                why,
            } => {
                let unchanged = self.frame_holds(proc, &state, *since, allowed)?;
                let Some(state) = self.settle(state, stmt.span, exits)? else {
                    return Ok(None);
                };
                return Ok(self.oblige(state, unchanged, why.clone(), stmt.span, None));
            }
            StmtKind::CheckLeaks {
                since,
                given,
                boxed,
                kept,
                gone,
                why,
            } => {
                let asked = Asked {
                    since: *since,
                    given,
                    boxed,
                    kept,
                    gone: gone.as_ref(),
                };
                let kept = self.nothing_lost(proc, &state, &asked)?;
                let Some(state) = self.settle(state, stmt.span, exits)? else {
                    return Ok(None);
                };
                return Ok(self.oblige(state, kept, why.clone(), stmt.span, None));
            }
            StmtKind::Forget { value } => {
                let ty = self.operand_ty(proc, value);
                let value = self.operand(proc, &state, value)?;
                self.forget_value(&state, &value, ty);
                return self.settle(state, stmt.span, exits);
            }
            StmtKind::Comprehend { dst, comprehension } => {
                return self.comprehend(proc, *dst, comprehension, state, stmt.span, exits);
            }
            StmtKind::Reach { dst, reach } => {
                return self.reach(proc, *dst, reach, state, stmt.span, exits);
            }
        }
        Ok(Some(state))
    }

    fn branch(
        &mut self,
        proc: &'a Proc,
        (cond, head): (Formula, &dyn Fn() -> String),
        then: &'a Block,
        otherwise: &'a Block,
        state: State,
        exits: &mut Exits,
    ) -> Result<Option<State>, Abort> {
        let ways = self.both_ways(proc, (cond, head), then, otherwise, state, exits)?;
        Ok(match ways {
            (Some(yes), Some(no)) => Some(self.memory().merge(cond, yes, no)),
            (one, None) | (None, one) => one,
        })
    }

    /// Where the two ways of a conditional end.
    fn both_ways(
        &mut self,
        proc: &'a Proc,
        (cond, head): (Formula, &dyn Fn() -> String),
        then: &'a Block,
        otherwise: &'a Block,
        state: State,
        exits: &mut Exits,
    ) -> Result<(Option<State>, Option<State>), Abort> {
        let mut yes = state.clone();
        let mut no = state;
        yes.path = self.logic.and(&[yes.path, cond]);
        no.path = self.logic.and(&[no.path, self.logic.not(cond)]);
        let yes = match self.feasible(yes) {
            Some(yes) => {
                self.unrolled.open(head);
                let end = self.block(proc, then, yes, exits)?;
                self.unrolled.close();
                end
            }
            None => None,
        };
        let no = match self.feasible(no) {
            Some(no) if otherwise.is_empty() => Some(no),
            Some(no) => {
                self.unrolled.open(|| format!("not {}", head()));
                let end = self.block(proc, otherwise, no, exits)?;
                self.unrolled.close();
                end
            }
            None => None,
        };
        Ok((yes, no))
    }

    fn try_block(
        &mut self,
        proc: &'a Proc,
        body: &'a Block,
        panicked: crate::ir::LocalId,
        (policy, span): (&PanicPolicy, Span),
        state: State,
        exits: &mut Exits,
    ) -> Result<Option<State>, Abort> {
        let (state, allowed) = match policy {
            PanicPolicy::Note => match self.settle(state, span, exits)? {
                Some(state) => (state, None),
                None => return Ok(None),
            },
            PanicPolicy::Oblige { allowed } => {
                match self.decide(proc, state, allowed, span, exits)? {
                    Some((state, allowed)) => (state, Some(allowed)),
                    None => return Ok(None),
                }
            }
        };
        let mut inner = Vec::new();
        self.catches.push(match allowed {
            None => Catch::Note,
            Some(allowed) => Catch::Oblige(allowed),
        });
        let end = self.block(proc, body, state, &mut inner);
        self.catches.pop();
        let end = end?;
        let mut ends = Vec::new();
        if let Some(mut state) = end {
            let no = Value::Bool(self.logic.falsehood());
            self.write_place(proc, &mut state, &Place::local(panicked), no)?;
            ends.push(state);
        }
        for (exit, mut state) in inner {
            if !matches!(exit, Exit::Panic(..)) {
                exits.push((exit, state));
                continue;
            }
            let yes = Value::Bool(self.logic.truth());
            self.write_place(proc, &mut state, &Place::local(panicked), yes)?;
            ends.push(state);
        }
        Ok(self.memory().merge_all(ends))
    }

    /// Leaves by a panic where that is allowed. One that is not is a violation before anything is
    /// cleaned up, and one during a cleanup ends the process.
    pub(super) fn panic(
        &mut self,
        panic: Panic,
        trace: Vec<Span>,
        state: State,
        exits: &mut Exits,
    ) {
        let allowed = match self.catches.last() {
            None | Some(Catch::Note) => {
                exits.push((Exit::Panic(panic, trace), state));
                return;
            }
            Some(Catch::Oblige(allowed)) => *allowed,
            Some(Catch::Cleanup) => self.logic.falsehood(),
        };
        let why = Obligation {
            kind: ObligationKind::Panic(panic.kind),
            span: trace[0],
        };
        let left = self.oblige_at(state, allowed, why, trace.clone(), Some(panic.clone()));
        exits.extend(left.map(|state| (Exit::Panic(panic, trace), state)));
    }

    /// Runs a block, and another where a panic leaves it, before the panic goes on.
    fn unwind(
        &mut self,
        proc: &'a Proc,
        body: &'a Block,
        cleanup: &'a Block,
        state: State,
        exits: &mut Exits,
    ) -> Result<Option<State>, Abort> {
        let mut inner = Vec::new();
        let end = self.block(proc, body, state, &mut inner)?;
        let mut panics = Vec::new();
        let mut unwinding = Vec::new();
        for (exit, state) in inner {
            match exit {
                Exit::Panic(..) => {
                    panics.push((exit, state.path));
                    unwinding.push(state);
                }
                _ => exits.push((exit, state)),
            }
        }
        // All of them clean up at once; then each goes on as what it was.
        let Some(state) = self.memory().merge_all(unwinding) else {
            return Ok(end);
        };
        self.unrolled.open(|| "unwinding".into());
        let mut left = Vec::new();
        self.catches.push(Catch::Cleanup);
        let cleaned = self.block(proc, cleanup, state, &mut left);
        self.catches.pop();
        let cleaned = cleaned?;
        self.unrolled.close();
        if !left.is_empty() {
            return Err(self.internal("a jump leaves a cleanup"));
        }
        if let Some(cleaned) = cleaned {
            for (panic, path) in panics {
                let mut state = cleaned.clone();
                state.path = self.logic.and(&[state.path, path]);
                if let Some(state) = self.feasible(state) {
                    exits.push((panic, state));
                }
            }
        }
        Ok(end)
    }

    /// Calls a procedure in a frame of its own.
    pub(super) fn call(
        &mut self,
        callee: ProcId,
        args: Vec<Value>,
        state: State,
        site: Span,
        exits: &mut Exits,
    ) -> Result<Option<(State, Value)>, Abort> {
        if let Some(value) = self.tabulated(callee, &args, &state, site)? {
            return Ok(Some((state, value)));
        }
        match self.program.procs[callee].is_contract {
            true => self.call_contract(callee, args, state, site, exits),
            false => self.call_inlined(callee, args, state, site, exits),
        }
    }

    /// Notes a further round of a loop, or a call, in the run of the function under check.
    fn count_step(&mut self, path: Formula) {
        let target = self.harness.target;
        let of_target = self.frames.iter().any(|frame| frame.proc == target);
        // What a table is made of is evaluated for all inputs, not taken by some.
        if of_target && self.taken.len() < MOST_STEPS && !self.tables.is_open() {
            self.taken.push(path);
        }
    }

    /// Executes a procedure at the place where it is called.
    pub(super) fn call_inlined(
        &mut self,
        callee: ProcId,
        args: Vec<Value>,
        mut state: State,
        site: Span,
        exits: &mut Exits,
    ) -> Result<Option<(State, Value)>, Abort> {
        let depth = self
            .frames
            .iter()
            .filter(|frame| frame.proc == callee)
            .count();
        let depth = u32::try_from(depth).unwrap_or(u32::MAX);
        if !self.may_go_on(depth, state.path)? {
            if self.is_beyond(depth) {
                self.unwindings.push(Unwinding {
                    cut: state.path,
                    entered: !self.entry.is_empty(),
                    kind: UnwindingKind::Recursion,
                    span: site,
                });
            }
            return Ok(None);
        }
        // Whether a count falls to zero is seldom seen without asking, and what is dropped then has no
        // end that could be seen either.
        if self.recursive_glue[callee] && self.is_infeasible(state.path) {
            return Ok(None);
        }
        self.count_step(state.path);
        let program = self.program;
        let proc = &program.procs[callee];
        let locals = self.new_frame(callee, args, &mut state);
        let caller_locals = std::mem::replace(&mut state.locals, locals);
        let caller_snapshots = std::mem::take(&mut state.snapshots);
        self.frames.push(super::Frame { proc: callee, site });
        let mut inner = Vec::new();
        self.unrolled.open(|| proc.name.clone());
        let around = std::mem::replace(&mut self.rounds.in_loop, false);
        let end = self.block(proc, &proc.body, state, &mut inner)?;
        self.rounds.in_loop = around;
        self.unrolled.close();
        self.frames.pop();

        let mut returned: Vec<State> = end.into_iter().collect();
        for (exit, mut state) in inner {
            match exit {
                Exit::Return => returned.push(state),
                Exit::Panic(..) => {
                    self.leave_frame(&mut state, &caller_locals, &caller_snapshots);
                    exits.push((exit, state));
                }
                Exit::Break(_) | Exit::Continue(_) => {
                    return Err(self.internal("a jump leaves its procedure"));
                }
            }
        }
        let Some(mut state) = self.memory().merge_all(returned) else {
            return Ok(None);
        };
        let result = self.read_local(&state, proc.ret);
        self.leave_frame(&mut state, &caller_locals, &caller_snapshots);
        Ok(Some((state, result)))
    }

    fn new_frame(&mut self, callee: ProcId, args: Vec<Value>, state: &mut State) -> Vec<Slot> {
        let proc = &self.program.procs[callee];
        let mut args = args.into_iter();
        let mut values = vec![Value::Undef; proc.locals.len()];
        for param in &proc.params {
            values[param.index()] = args.next().unwrap_or(Value::Undef);
        }
        let addressed = self.addressed[callee].clone();
        let slots = values.into_iter().zip(proc.locals.values()).zip(&addressed);
        slots
            .map(|((value, local), in_memory)| {
                let ty = local.ty;
                if !in_memory {
                    return Slot::Value(value);
                }
                let cell = self.cells.begin(ty);
                state.cells.insert(cell, value);
                Slot::Cell(cell)
            })
            .collect()
    }

    fn leave_frame(
        &self,
        state: &mut State,
        locals: &[Slot],
        snapshots: &std::collections::BTreeMap<crate::ir::SnapshotId, super::state::Snapshot>,
    ) {
        let ended = std::mem::replace(&mut state.locals, locals.to_vec());
        self.end_locals(state, ended);
        state.snapshots = snapshots.clone();
    }

    /// Whether a further round (or nested call) after so many needs to be looked at.
    fn may_go_on(&mut self, rounds: u32, path: Formula) -> Result<bool, Abort> {
        if self.is_false(path)? || self.is_beyond(rounds) {
            return Ok(false);
        }
        // Within the scope the rounds are needed as a rule: asking costs more than it saves.
        if rounds <= self.bounds.scope {
            return Ok(true);
        }
        Ok(!self.is_infeasible(path))
    }

    /// Whether so many rounds have used up the bound. The last round only finds that there is no
    /// more to do, and a call that is not nested in itself is no recursion.
    fn is_beyond(&self, rounds: u32) -> bool {
        rounds > self.bounds.max_rounds()
    }

    /// The state, unless its path condition has folded to false.
    pub(super) fn feasible(&mut self, state: State) -> Option<State> {
        match self.is_false(state.path) {
            Ok(true) => None,
            Ok(false) => Some(state),
            Err(Abort::Logic(error)) => {
                self.failure.get_or_insert(error);
                Some(state)
            }
            // Whoever cancelled will be asked again at the next statements.
            Err(_) => Some(state),
        }
    }

    /// Records an obligation and goes on where it holds.
    pub(super) fn oblige(
        &mut self,
        state: State,
        cond: Formula,
        why: Obligation,
        at: Span,
        panic: Option<Panic>,
    ) -> Option<State> {
        let trace = self.trace(at);
        self.oblige_at(state, cond, why, trace, panic)
    }

    fn oblige_at(
        &mut self,
        mut state: State,
        cond: Formula,
        why: Obligation,
        trace: Vec<Span>,
        panic: Option<Panic>,
    ) -> Option<State> {
        let violated = self.logic.and(&[state.path, self.logic.not(cond)]);
        self.obligations.push(EncodedObligation {
            violated,
            entered: !self.entry.is_empty(),
            why,
            trace,
            panic,
        });
        state.path = self.logic.and(&[state.path, cond]);
        self.feasible(state)
    }

    /// Where execution is: the span at hand, then the call sites around it.
    pub(super) fn trace(&self, at: Span) -> Vec<Span> {
        let sites = self.frames.iter().rev().map(|frame| frame.site);
        std::iter::once(at).chain(sites).collect()
    }

    fn allocate(
        &mut self,
        state: &mut State,
        ty: crate::ir::types::TyId,
        value: &Value,
        span: Span,
    ) -> Result<Targets, Abort> {
        let Some(extent) = self.sorts.extent_of.get(&ty).copied() else {
            let name = self.program.types.name(ty);
            return Err(self.unsupported(&format!("a heap object of type {name}"), span));
        };
        let object = self.fresh_atom(state, extent);
        let object = self.logic.singleton(object);
        let mut heap = state.heap.clone();
        self.memory().store(&mut heap, extent, &[], object, value);
        state.heap = heap;
        let always = self.logic.truth();
        self.note_made(state, extent, object, always);
        Ok(Targets::object(extent, std::rc::Rc::from([]), object))
    }

    /// The truth value of an operand, and the state in which what reading it asks of memory is settled;
    /// nothing if that ends every path, or if the value was never written.
    fn decide(
        &mut self,
        proc: &'a Proc,
        state: State,
        operand: &Operand,
        span: Span,
        exits: &mut Exits,
    ) -> Result<Option<(State, Formula)>, Abort> {
        let value = self.operand(proc, &state, operand)?;
        let Some(state) = self.settle(state, span, exits)? else {
            return Ok(None);
        };
        match value {
            Value::Bool(formula) => Ok(Some((state, formula))),
            _ => {
                let what = "a value that was never written decides a branch";
                self.leave_unwritten(state.path, what, span)?;
                Ok(None)
            }
        }
    }

    /// Goes no further on a path on which something is needed that was never written. No input takes
    /// it, but that is not always seen before something is read that only exists on other paths. Where
    /// the oracle does not see it either, the solver is asked in the end: that it is left out is noted,
    /// and told.
    pub(super) fn leave_unwritten(
        &mut self,
        path: Formula,
        what: &str,
        span: Span,
    ) -> Result<bool, Abort> {
        if self.is_infeasible(path) {
            return Ok(false);
        }
        // What a table is made of is evaluated on paths that no input takes.
        if self.tables.is_open() {
            return Err(self.internal(what));
        }
        self.unwindings.push(Unwinding {
            cut: path,
            entered: !self.entry.is_empty(),
            kind: UnwindingKind::Unwritten,
            span,
        });
        Ok(true)
    }

    /// Whether no input in scope takes the path, as far as the oracle knows.
    pub(super) fn is_infeasible(&mut self, path: Formula) -> bool {
        let known = [self.facts.as_slice(), self.entry.as_slice()];
        self.oracle.is_infeasible(&self.logic, known, path)
    }

    fn tick(&mut self) -> Result<(), Abort> {
        self.steps += 1;
        if self.steps.is_multiple_of(STEPS_PER_CHECK) && self.oracle.is_cancelled() {
            return Err(Abort::Cancelled);
        }
        Ok(())
    }
}
