//! Which procedures a block of statements calls.

use super::{Block, ProcId, StmtKind};

/// Takes the procedures that a block calls to those that are known.
pub fn callees(block: &Block, all: &mut Vec<ProcId>) {
    for stmt in block {
        if let StmtKind::Call { proc, .. } = &stmt.kind {
            all.push(*proc);
        }
        for inner in stmt.kind.blocks() {
            callees(inner, all);
        }
    }
}
