//! The stages of a check as text, for `--emit`.

use lowering::encode::Encoding;
use lowering::ir::pretty;
use solver_bridge::Formula;

use super::solve::Solving;
use super::{Check, Failure, Findings, internal};
use crate::options::Emit;
use crate::report::Emitted;

impl Check<'_> {
    /// The program as lowered.
    pub(super) fn emit_ir(&self, findings: &mut Findings) {
        if self.wants(Emit::Ir) {
            let text = pretty::program(self.program);
            findings.emitted.push(Emitted {
                form: Emit::Ir,
                text,
            });
        }
    }

    /// The program as executed, the relational problem and its clauses.
    pub(super) fn emit_problem(
        &self,
        encoding: &Encoding,
        solving: &mut Solving<'_>,
        findings: &mut Findings,
    ) -> Result<(), Failure> {
        if self.wants(Emit::Unrolled) {
            findings.emitted.push(Emitted {
                form: Emit::Unrolled,
                text: encoding.unrolled.clone(),
            });
        }
        if self.wants(Emit::Relational) {
            findings.emitted.push(Emitted {
                form: Emit::Relational,
                text: relational(encoding),
            });
        }
        if self.wants(Emit::Dimacs) {
            let clauses = solving.dimacs().map_err(internal)?;
            findings.emitted.push(Emitted {
                form: Emit::Dimacs,
                text: String::from_utf8_lossy(&clauses).into_owned(),
            });
        }
        Ok(())
    }

    pub(super) fn wants(&self, form: Emit) -> bool {
        self.options.emit.contains(&form)
    }
}

/// The bounds, what is known of every input, and what would violate an obligation.
fn relational(encoding: &Encoding) -> String {
    let logic = &encoding.logic;
    let known: Vec<Formula> = encoding
        .facts
        .iter()
        .chain(&encoding.entry)
        .copied()
        .collect();
    let violated: Vec<Formula> = encoding
        .obligations
        .iter()
        .map(|obligation| obligation.violated)
        .collect();
    format!(
        "{}\n// every input in scope\n{}\n// an obligation is violated\n{}",
        logic.print_bounds(),
        logic.print(&[logic.and(&known)]),
        logic.print(&[logic.or(&violated)]),
    )
}
