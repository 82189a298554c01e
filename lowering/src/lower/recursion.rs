//! Recursion that a measure is not asked of: where a function that states one leads back to itself by a
//! call whose arguments are not known where it is written, through a closure, a function pointer or a
//! trait object. It is found in the finished program, where each such call is one of procedures.

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;

use crate::front::{ClauseKind, Read};
use crate::ir::calls::callees;
use crate::ir::{Block, ProcId, Program, StmtKind};
use crate::span::Span;

use super::session::{Instance, Session, unsupported};

/// What is known of measures and calls.
#[derive(Default)]
pub(super) struct Recursion {
    /// The functions that state a measure.
    measured: Vec<ProcId>,
    /// The calls at which it is asked, or need not be, as clauses make them.
    asked: FxHashSet<(ProcId, Span)>,
}

impl Session<'_> {
    /// Notes an instance that states a measure.
    pub(super) fn note_measured(&mut self, proc: ProcId, instance: &Instance) -> Read<()> {
        if let Instance::Function(function) = instance {
            let contract = self.front.contract(function.def)?;
            let mut clauses = contract.clauses.iter();
            if !contract.trusted && clauses.any(|it| it.kind == ClauseKind::Decreases) {
                self.recursion.measured.push(proc);
            }
        }
        Ok(())
    }

    /// The measure has been asked at this call, if it must be.
    pub(super) fn note_asked(&mut self, callee: ProcId, span: Span) {
        self.recursion.asked.insert((callee, span));
    }

    /// Refuses measures of functions that lead back to themselves by calls at which they were not asked.
    pub(super) fn refuse_hidden_recursion(&self, program: &Program) -> Read<()> {
        for proc in &self.recursion.measured {
            let mut calls = Vec::new();
            calls_of(&program.procs[*proc].body, &mut calls);
            for (callee, span) in calls {
                if !self.recursion.asked.contains(&(callee, span))
                    && leads_to(program, callee, *proc)
                {
                    let name = &program.procs[*proc].name;
                    let what =
                        format!("a measure of `{name}` at a call of itself that is not direct");
                    return Err(self.blame_user(unsupported(span, what)));
                }
            }
        }
        Ok(())
    }
}

fn calls_of(block: &Block, all: &mut Vec<(ProcId, Span)>) {
    for stmt in block {
        if let StmtKind::Call { proc, .. } = &stmt.kind {
            all.push((*proc, stmt.span));
        }
        for inner in stmt.kind.blocks() {
            calls_of(inner, all);
        }
    }
}

fn leads_to(program: &Program, from: ProcId, to: ProcId) -> bool {
    let mut met = BTreeSet::from([from]);
    let mut queue = vec![from];
    while let Some(proc) = queue.pop() {
        if proc == to {
            return true;
        }
        let mut called = Vec::new();
        callees(&program.procs[proc].body, &mut called);
        queue.extend(called.into_iter().filter(|callee| met.insert(*callee)));
    }
    false
}
