//! `--all-obligations` past a claim that does not hold. In the encoding, and in a run, what follows a
//! claim is considered only where the claim holds; so what comes after a violated one has no verdict of
//! its own. A claim does nothing to the program, though: it is taken out, and the rest is checked again.
//!
//! What ends a run (a panic, a memory error) is no claim: what follows is about the other runs, and the
//! first verdict is the one that counts.

use std::collections::BTreeSet;

use lowering::ir::{Block, MemoryError, ObligationKind, Program, StmtKind};
use lowering::span::Span;

use super::{Check, Failure, Findings};
use crate::report::{Counterexample, ObligationVerdict, Verdict};

/// A claim: its kind and its place.
type Claim = (ObligationKind, Span);

impl Check<'_> {
    /// Checks everything; with `--all-obligations` also what comes after claims that do not hold.
    pub(super) fn run_all(&self, findings: &mut Findings) -> Result<Verdict, Failure> {
        let mut verdict = self.run(findings)?;
        if let (Verdict::Violated(found), true) = (&mut verdict, self.options.all_obligations) {
            self.look_further(found, findings)?;
        }
        Ok(verdict)
    }

    /// Adds what is found, and what is known, once the claims that do not hold are out of the way. If
    /// time runs out on the way, what is not known stays so.
    fn look_further(
        &self,
        found: &mut Vec<Counterexample>,
        findings: &mut Findings,
    ) -> Result<(), Failure> {
        let mut claims: BTreeSet<Claim> = BTreeSet::new();
        loop {
            let known: BTreeSet<Claim> = found.iter().map(claim).collect();
            let before = claims.len();
            claims.extend(known.iter().filter(|(kind, _)| is_claim(*kind)));
            if claims.len() == before {
                return Ok(());
            }
            let program = without(self.program, &claims);
            let check = Check {
                program: &program,
                ..*self
            };
            let mut rest = Findings::default();
            let verdict = match check.run(&mut rest) {
                Err(Failure::Undecided(_)) => return Ok(()),
                verdict => verdict?,
            };
            findings.solver.vars = findings.solver.vars.max(rest.solver.vars);
            findings.solver.clauses = findings.solver.clauses.max(rest.solver.clauses);
            findings.solver.conflicts += rest.solver.conflicts;
            for now in rest.obligations {
                let mut reports = findings.obligations.iter_mut();
                match reports.find(|it| (it.kind, it.span) == (now.kind, now.span)) {
                    Some(report) if report.verdict == ObligationVerdict::Undecided => {
                        report.verdict = now.verdict;
                    }
                    Some(_) => {}
                    None => findings.obligations.push(now),
                }
            }
            findings
                .obligations
                .sort_by_key(|report| (report.span, report.kind));
            let Verdict::Violated(more) = verdict else {
                return Ok(());
            };
            found.extend(more.into_iter().filter(|it| !known.contains(&claim(it))));
        }
    }
}

fn claim(found: &Counterexample) -> Claim {
    (found.violated.kind, found.violated.span)
}

/// Whether something that does not hold leaves the run as it is.
pub(super) fn is_claim(kind: ObligationKind) -> bool {
    match kind {
        ObligationKind::Postcondition
        | ObligationKind::Invariant
        | ObligationKind::Frame
        | ObligationKind::MissingPanic
        | ObligationKind::OnPanic
        | ObligationKind::Proof
        | ObligationKind::LoopInvariant
        | ObligationKind::Termination
        | ObligationKind::Memory(MemoryError::Leak) => true,
        // A contract that stands for a callee says nothing of a call that it refuses.
        ObligationKind::Precondition
        | ObligationKind::Panic(_)
        | ObligationKind::Assumption
        | ObligationKind::NotWellDefined
        | ObligationKind::Memory(_) => false,
    }
}

/// Whether runs end where this does not hold, so that what follows is only about others.
pub(super) fn ends_runs(kind: ObligationKind) -> bool {
    matches!(kind, ObligationKind::Panic(_) | ObligationKind::Memory(_)) && !is_claim(kind)
}

/// The program without claims.
fn without(program: &Program, claims: &BTreeSet<Claim>) -> Program {
    let mut changed = program.clone();
    for (id, _) in program.procs.iter() {
        take_out(&mut changed.procs[id].body, claims);
    }
    changed
}

fn take_out(block: &mut Block, claims: &BTreeSet<Claim>) {
    block.retain(|stmt| match &stmt.kind {
        StmtKind::Assert { why, .. }
        | StmtKind::CheckFrame { why, .. }
        | StmtKind::CheckLeaks { why, .. } => !claims.contains(&(why.kind, why.span)),
        _ => true,
    });
    for stmt in block {
        match &mut stmt.kind {
            StmtKind::If {
                then, otherwise, ..
            } => {
                take_out(then, claims);
                take_out(otherwise, claims);
            }
            StmtKind::Unwind { body, cleanup } => {
                take_out(body, claims);
                take_out(cleanup, claims);
            }
            StmtKind::Loop { body, .. }
            | StmtKind::Block { body, .. }
            | StmtKind::InSnapshot { body, .. } => take_out(body, claims),
            _ => {}
        }
    }
}
