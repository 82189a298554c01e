//! `--coverage`: which statements the contract does not constrain. Each write of the function to memory,
//! each call for its effect and each result is taken out in turn (a result is given any value), and the
//! function is checked again at the same scope: what is missed by no obligation is constrained by none.
//!
//! An unsat core would be cheaper, but says which constraints one proof happened to use: a statement may
//! be outside of it and needed all the same.

use lowering::encode;
use lowering::ids::Table;
use lowering::ir::types::{Ty, TyId};
use lowering::ir::{Block, Local, LocalId, Place, Proc, Program, Projection, Stmt, StmtKind};
use lowering::span::Span;

use super::{Check, Failure, oracle, solve};
use crate::report::{Coverage, Undecided};

/// More statements than this are not tried.
const MOST_STATEMENTS: usize = 200;

impl Check<'_> {
    /// Tries every statement of a function that has been verified.
    pub(super) fn coverage(&self) -> Result<Coverage, Failure> {
        let mut coverage = Coverage::default();
        let target = &self.program.procs[self.harness.target];
        let mut spans = Vec::new();
        let is_user = |span: Span| self.front.sources().is_user(span);
        collect(&target.body, &mut |stmt| {
            let known = spans.contains(&stmt.span);
            if !known && is_user(stmt.span) && effect(stmt, target, self.program).is_some() {
                spans.push(stmt.span);
            }
        });
        spans.sort_unstable();
        for span in spans.into_iter().take(MOST_STATEMENTS) {
            let program = without(self.program, self.harness.target, span);
            match self.is_noticed(&program) {
                Ok(Some(true)) => coverage.tried += 1,
                Ok(Some(false)) => {
                    coverage.tried += 1;
                    coverage.unnoticed.push(span);
                }
                Err(Failure::Undecided(why @ (Undecided::Time(_) | Undecided::Interrupted))) => {
                    return Err(Failure::Undecided(why));
                }
                // What is left of the function may not be something that can be checked.
                Ok(None) | Err(_) => coverage.untried.push(span),
            }
        }
        Ok(coverage)
    }

    /// Whether an obligation is violated by a changed program; `None` if that is not known.
    fn is_noticed(&self, program: &Program) -> Result<Option<bool>, Failure> {
        let check = Check { program, ..*self };
        let bounds = check.encoder_bounds(check.bounds.scope);
        let mut oracle = oracle::SolverOracle::new(self.budget.clone(), self.backend());
        let encoded = encode::encode(
            program,
            self.harness,
            &bounds,
            self.translator(),
            &mut oracle,
            false,
        );
        let (encoding, translator) = encoded.map_err(|abort| self.aborted(abort))?;
        let mut solving = solve::Solving::new(&check, &encoding, translator)?;
        Ok(match solving.run(&[], true)? {
            solve::Answer::Violated(_) => Some(true),
            solve::Answer::Holds(cut) if cut.is_empty() => Some(false),
            _ => None,
        })
    }
}

/// What is done to a statement to see whether anyone misses it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Effect {
    /// It is left out.
    Dropped,
    /// What it computes is computed, and not written.
    Unwritten,
    /// Any value is written instead.
    AnyValue,
}

/// How a statement is tried; `None` if it is not.
fn effect(stmt: &Stmt, proc: &Proc, program: &Program) -> Option<Effect> {
    let dst = match &stmt.kind {
        StmtKind::Assign { dst, .. }
        | StmtKind::Allocate { dst, .. }
        | StmtKind::Call { dst, .. } => dst,
        _ => return None,
    };
    let is_call = matches!(stmt.kind, StmtKind::Call { .. });
    let in_memory = dst.projection.contains(&Projection::Deref);
    let ty = proc.locals[dst.local].ty;
    match program.types.get(ty) {
        _ if in_memory && is_call => Some(Effect::Unwritten),
        _ if in_memory => Some(Effect::Dropped),
        Ty::Tuple(parts) if parts.is_empty() && is_call => Some(Effect::Dropped),
        Ty::Bool | Ty::Int(_) | Ty::Char if dst.local == proc.ret && dst.projection.is_empty() => {
            Some(Effect::AnyValue)
        }
        _ => None,
    }
}

/// The program without the effects of the statements at a place.
fn without(program: &Program, target: lowering::ir::ProcId, span: Span) -> Program {
    let mut changed = program.clone();
    let proc = program.procs[target].clone();
    let mut locals = proc.locals.clone();
    let body = rewrite(&proc.body, &proc, program, span, &mut locals);
    changed.procs[target] = Proc {
        locals,
        body,
        ..proc
    };
    changed
}

fn rewrite(
    block: &Block,
    proc: &Proc,
    program: &Program,
    span: Span,
    locals: &mut Table<LocalId, Local>,
) -> Block {
    let mut rewritten = Vec::new();
    for stmt in block {
        let mut stmt = stmt.clone();
        for inner in blocks_mut(&mut stmt.kind) {
            *inner = rewrite(inner, proc, program, span, locals);
        }
        let effect = effect(&stmt, proc, program).filter(|_| stmt.span == span);
        match effect {
            None => rewritten.push(stmt),
            Some(Effect::Dropped) => {}
            Some(effect) => {
                let at = stmt.span;
                let dst = match &mut stmt.kind {
                    StmtKind::Assign { dst, .. }
                    | StmtKind::Allocate { dst, .. }
                    | StmtKind::Call { dst, .. } => dst,
                    _ => continue,
                };
                let ty = written_type(dst, proc, program);
                let Some(ty) = ty else {
                    rewritten.push(stmt);
                    continue;
                };
                let aside = locals.push(Local {
                    name: None,
                    ty,
                    span: at,
                });
                let written = std::mem::replace(dst, Place::local(aside));
                rewritten.push(stmt);
                if effect == Effect::AnyValue {
                    let kind = StmtKind::Choose {
                        dst: written,
                        function: None,
                        whole: true,
                    };
                    rewritten.push(Stmt { kind, span: at });
                }
            }
        }
    }
    rewritten
}

/// The type of what a place holds.
fn written_type(place: &Place, proc: &Proc, program: &Program) -> Option<TyId> {
    let types = &program.types;
    let mut ty = proc.locals[place.local].ty;
    let first = lowering::ids::Id::from_index(0);
    let mut variant = first;
    for step in &place.projection {
        ty = match step {
            Projection::Deref => types.pointee(ty)?,
            Projection::Field(field) => {
                let fields = types.field_types(ty, variant);
                variant = first;
                *fields.get(lowering::ids::Id::index(*field))?
            }
            Projection::Index(_) => types.element(ty)?,
            Projection::Variant(chosen) => {
                variant = *chosen;
                ty
            }
        };
    }
    Some(ty)
}

/// Calls `visit` on every statement, those of specifications apart.
fn collect<'s>(block: &'s Block, visit: &mut dyn FnMut(&'s Stmt)) {
    for stmt in block {
        visit(stmt);
        match &stmt.kind {
            StmtKind::If {
                then, otherwise, ..
            } => {
                collect(then, visit);
                collect(otherwise, visit);
            }
            StmtKind::Unwind { body, .. }
            | StmtKind::Loop { body, .. }
            | StmtKind::Block { body, .. } => collect(body, visit),
            _ => {}
        }
    }
}

/// The blocks that [`collect`] looks into.
fn blocks_mut(kind: &mut StmtKind) -> Vec<&mut Block> {
    match kind {
        StmtKind::If {
            then, otherwise, ..
        } => vec![then, otherwise],
        StmtKind::Unwind { body, .. }
        | StmtKind::Loop { body, .. }
        | StmtKind::Block { body, .. } => vec![body],
        _ => Vec::new(),
    }
}
