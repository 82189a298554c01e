//! What a block of statements has inside, and which procedures it calls.

use super::{Block, ProcId, StmtKind};

/// The blocks directly inside a statement.
pub fn blocks(stmt: &StmtKind) -> Vec<&Block> {
    match stmt {
        StmtKind::If {
            then, otherwise, ..
        } => vec![then, otherwise],
        StmtKind::Loop { body, .. }
        | StmtKind::Block { body, .. }
        | StmtKind::Try { body, .. }
        | StmtKind::InSnapshot { body, .. } => vec![body],
        StmtKind::Unwind { body, cleanup } => vec![body, cleanup],
        StmtKind::Comprehend { comprehension, .. } => vec![&comprehension.body],
        StmtKind::Reach { reach, .. } => reach.steps.iter().map(|(body, _)| body).collect(),
        _ => Vec::new(),
    }
}

/// Takes the procedures that a block calls to those that are known.
pub fn callees(block: &Block, all: &mut Vec<ProcId>) {
    for stmt in block {
        if let StmtKind::Call { proc, .. } = &stmt.kind {
            all.push(*proc);
        }
        for inner in blocks(&stmt.kind) {
            callees(inner, all);
        }
    }
}
