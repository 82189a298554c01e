//! Whether it can matter that two shared references of the arguments lead to the same place.
//!
//! The pre-state gives each reference an object of its own. Values behind shared references cannot
//! change, so only a comparison of locations could tell; a program that makes one, and has two such
//! references, is refused.

use super::Encoder;
use crate::ir::types::{Ty, TyId, Types};
use crate::ir::{BinOp, Block, Operand, Proc, Rvalue, SpecOp, StmtKind};
use crate::span::Span;

impl Encoder<'_> {
    /// A comparison of locations in the program, if the inputs hold two shared references.
    pub(super) fn aliasing_matters(&self) -> Option<Span> {
        let types = &self.program.types;
        let entry = &self.program.procs[self.harness.entry];
        let params = entry.params.iter();
        let shared: usize = params
            .map(|param| shared_references(types, entry.locals[*param].ty))
            .sum();
        if shared < 2 {
            return None;
        }
        let procs = self.program.procs.values();
        let mut found = procs.filter_map(|proc| self.comparison(proc, &proc.body));
        found.next()
    }

    /// The first statement that compares locations.
    fn comparison(&self, proc: &Proc, block: &Block) -> Option<Span> {
        let types = &self.program.types;
        let locations = |operand: &Operand| is_location(types, self.operand_ty(proc, operand));
        let inside = |block: &Block| self.comparison(proc, block);
        block.iter().find_map(|stmt| {
            let compares = match &stmt.kind {
                StmtKind::Assign { value, .. } => match value {
                    Rvalue::Binary(BinOp::Eq | BinOp::Ne, left, _) => locations(left),
                    Rvalue::Spec(op, parts) => {
                        !matches!(op, SpecOp::SetLen | SpecOp::SeqLen | SpecOp::SeqIndex)
                            && parts.first().is_some_and(&locations)
                    }
                    _ => false,
                },
                _ => false,
            };
            if compares {
                return Some(stmt.span);
            }
            match &stmt.kind {
                StmtKind::If {
                    then, otherwise, ..
                } => inside(then).or_else(|| inside(otherwise)),
                StmtKind::Loop { body, .. }
                | StmtKind::Block { body, .. }
                | StmtKind::Try { body, .. }
                | StmtKind::InSnapshot { body, .. } => inside(body),
                StmtKind::Unwind { body, cleanup } => inside(body).or_else(|| inside(cleanup)),
                StmtKind::Comprehend { comprehension, .. } => inside(&comprehension.body),
                StmtKind::Reach { reach, .. } => {
                    let mut steps = reach.steps.iter();
                    steps.find_map(|(step, _)| inside(step))
                }
                _ => None,
            }
        })
    }
}

/// How many shared references a value of the type holds at most; behind a pointer there are none,
/// since the pre-state has no references in objects.
fn shared_references(types: &Types, ty: TyId) -> usize {
    match types.get(ty) {
        Ty::Ref { mutable: false, .. } => 1,
        Ty::Tuple(parts) => {
            let parts = parts.iter();
            parts.map(|part| shared_references(types, *part)).sum()
        }
        Ty::Adt(adt) => {
            let variants = types.adt(*adt).variants.values();
            let fields = variants.flat_map(|variant| variant.fields.values());
            fields.map(|field| shared_references(types, field.ty)).sum()
        }
        _ => 0,
    }
}

/// Whether values of the type are locations, or collections of them.
fn is_location(types: &Types, ty: TyId) -> bool {
    match types.get(ty) {
        Ty::Ref { .. } | Ty::RawPtr { .. } | Ty::Box(_) | Ty::Counted { .. } => true,
        Ty::Set(element) | Ty::Seq(element) => is_location(types, *element),
        _ => false,
    }
}
