//! Which locals the body of a comprehension may write: what has to be put back after each member.

use std::collections::BTreeSet;

use crate::ir::{Block, Comprehension, LocalId, Place, Proc, Projection, Rvalue, Stmt, StmtKind};

/// The variable, all locals that the body assigns, and all whose address is taken in the procedure.
pub(super) fn written_locals(proc: &Proc, comprehension: &Comprehension) -> BTreeSet<LocalId> {
    let mut locals = BTreeSet::from([comprehension.bound]);
    walk(&comprehension.body, |stmt| match &stmt.kind {
        StmtKind::Assign { dst, .. }
        | StmtKind::Allocate { dst, .. }
        | StmtKind::AllocateBuffer { dst, .. }
        | StmtKind::GrowBuffer { buffer: dst, .. }
        | StmtKind::Choose { dst, .. }
        | StmtKind::Call { dst, .. } => note(&mut locals, dst),
        StmtKind::Try {
            panicked: local, ..
        }
        | StmtKind::End(local) => {
            locals.insert(*local);
        }
        StmtKind::Comprehend { dst, comprehension } => {
            locals.extend([*dst, comprehension.bound]);
        }
        StmtKind::Reach { dst, reach } => locals.extend([*dst, reach.node]),
        _ => {}
    });
    walk(&proc.body, |stmt| {
        if let StmtKind::Assign {
            value: Rvalue::AddressOf(place),
            ..
        } = &stmt.kind
        {
            note(&mut locals, place);
        }
    });
    locals
}

fn note(locals: &mut BTreeSet<LocalId>, place: &Place) {
    if !place.projection.contains(&Projection::Deref) {
        locals.insert(place.local);
    }
}

/// Visits every statement, in no particular order, on a stack of its own.
fn walk(block: &Block, mut visit: impl FnMut(&Stmt)) {
    let mut blocks = vec![block];
    while let Some(block) = blocks.pop() {
        for stmt in block {
            visit(stmt);
            match &stmt.kind {
                StmtKind::If {
                    then, otherwise, ..
                } => blocks.extend([then, otherwise]),
                StmtKind::Loop { body, .. }
                | StmtKind::Block { body, .. }
                | StmtKind::Try { body, .. }
                | StmtKind::InSnapshot { body, .. } => blocks.push(body),
                StmtKind::Unwind { body, cleanup } => blocks.extend([body, cleanup]),
                StmtKind::Comprehend { comprehension, .. } => blocks.push(&comprehension.body),
                StmtKind::Reach { reach, .. } => {
                    blocks.extend(reach.steps.iter().map(|(block, _)| block));
                }
                _ => {}
            }
        }
    }
}
