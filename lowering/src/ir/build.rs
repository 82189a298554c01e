//! Builds one procedure, statement by statement. It knows the IR and nothing of where it comes from.
//!
//! Blocks nest as a stack: what is emitted goes to the innermost open one. Code that cannot be
//! reached (after a `Break`, `Return`, `Panic`, …) is dropped as it is emitted, so the result never
//! holds statements behind a jump.

use std::collections::BTreeSet;

use crate::ids::Table;
use crate::ir::types::{FieldIdx, TyId, VariantIdx};
use crate::ir::{
    Block, Branch, Const, Int, LabelId, Local, LocalId, Operand, Place, Proc, ProcId, Projection,
    Rvalue, SnapshotId, Stmt, StmtKind,
};
use crate::span::Span;

/// A procedure that is being built.
#[derive(Debug)]
pub struct ProcBuilder {
    locals: Table<LocalId, Local>,
    params: Vec<LocalId>,
    blocks: Vec<OpenBlock>,
    labels: Table<LabelId, LabelUse>,
    snapshots: usize,
    /// The locals whose address is taken.
    addressed: BTreeSet<LocalId>,
}

#[derive(Debug, Default)]
struct OpenBlock {
    stmts: Block,
    /// Nothing emitted from here on can run.
    dead: bool,
}

#[derive(Debug, Default)]
struct LabelUse {
    left: bool,
}

/// A finished block and whether control falls off its end.
#[derive(Debug)]
pub struct Finished {
    /// The statements.
    pub block: Block,
    /// Whether control can reach the end.
    pub falls_through: bool,
}

impl Default for ProcBuilder {
    fn default() -> Self {
        Self::new()
    }
}

impl ProcBuilder {
    /// An empty procedure with its body open.
    pub fn new() -> Self {
        Self {
            locals: Table::new(),
            params: Vec::new(),
            blocks: vec![OpenBlock::default()],
            labels: Table::new(),
            snapshots: 0,
            addressed: BTreeSet::new(),
        }
    }

    /// Adds a parameter; all of them come before any other local.
    pub fn param(&mut self, name: Option<String>, ty: TyId, span: Span) -> LocalId {
        debug_assert_eq!(
            self.params.len(),
            self.locals.len(),
            "parameters come first"
        );
        let local = self.locals.push(Local { name, ty, span });
        self.params.push(local);
        local
    }

    /// Adds a variable of the source.
    pub fn local(&mut self, name: Option<String>, ty: TyId, span: Span) -> LocalId {
        self.locals.push(Local { name, ty, span })
    }

    /// Adds a temporary.
    pub fn temp(&mut self, ty: TyId, span: Span) -> LocalId {
        self.local(None, ty, span)
    }

    /// The type of a local.
    pub fn local_ty(&self, local: LocalId) -> TyId {
        self.locals[local].ty
    }

    /// A label that is not in use yet.
    pub fn label(&mut self) -> LabelId {
        self.labels.push(LabelUse::default())
    }

    /// A snapshot that is not in use yet.
    pub fn snapshot(&mut self) -> SnapshotId {
        let id = <SnapshotId as crate::ids::Id>::from_index(self.snapshots);
        self.snapshots += 1;
        id
    }

    /// Whether what is emitted now can run.
    pub fn is_live(&self) -> bool {
        !self.top().dead
    }

    /// Says that control does not get past this point (after a call that never returns).
    pub fn diverge(&mut self) {
        self.top_mut().dead = true;
    }

    /// Appends a statement, unless it could never run.
    pub fn emit(&mut self, kind: StmtKind, span: Span) {
        if self.top().dead {
            return;
        }
        let jumps = matches!(
            kind,
            StmtKind::Break(_)
                | StmtKind::Continue(_)
                | StmtKind::Return
                | StmtKind::Panic(_)
                | StmtKind::Undefined(_)
        );
        match &kind {
            StmtKind::Break(label) => self.labels[*label].left = true,
            StmtKind::Assign {
                value: Rvalue::AddressOf(place),
                ..
            } if !place.derefs() => {
                self.addressed.insert(place.local);
            }
            _ => {}
        }
        let top = self.top_mut();
        top.stmts.push(Stmt { kind, span });
        top.dead = jumps;
    }

    /// `dst := value`.
    pub fn assign(&mut self, dst: Place, value: Rvalue, span: Span) {
        self.emit(StmtKind::Assign { dst, value }, span);
    }

    /// `dst := proc(args)`.
    pub fn call(&mut self, dst: Place, proc: ProcId, args: Vec<Operand>, span: Span) {
        self.emit(StmtKind::Call { dst, proc, args }, span);
    }

    /// Opens a block; it is dead from the start if the one around it is.
    pub fn open(&mut self) {
        let dead = self.top().dead;
        self.blocks.push(OpenBlock {
            stmts: Vec::new(),
            dead,
        });
    }

    /// Closes the innermost block.
    pub fn close(&mut self) -> Finished {
        debug_assert!(self.blocks.len() > 1, "the body is closed by `finish`");
        let block = self.blocks.pop().unwrap_or_default();
        Finished {
            block: block.stmts,
            falls_through: !block.dead,
        }
    }

    /// Appends the statements of a closed block.
    pub fn splice(&mut self, block: Block) {
        for stmt in block {
            self.emit(stmt.kind, stmt.span);
        }
    }

    /// A conditional; control ends here if it leaves both sides.
    pub fn if_else(
        &mut self,
        cond: Operand,
        then: Finished,
        otherwise: Finished,
        branch: Branch,
        span: Span,
    ) {
        let dead = !then.falls_through && !otherwise.falls_through;
        if then.block.is_empty() && otherwise.block.is_empty() {
            return;
        }
        self.emit(
            StmtKind::If {
                cond,
                then: then.block,
                otherwise: otherwise.block,
                branch,
            },
            span,
        );
        self.top_mut().dead |= dead;
    }

    /// A block that its label leaves; without such a jump it is spliced in place.
    pub fn labelled(&mut self, label: LabelId, body: Finished, span: Span) {
        if self.labels[label].left {
            let body = body.block;
            self.emit(StmtKind::Block { label, body }, span);
            return;
        }
        self.splice(body.block);
        if !body.falls_through {
            self.diverge();
        }
    }

    /// A loop; without a jump that leaves it, nothing behind it is reached.
    pub fn loop_(&mut self, label: LabelId, body: Finished, span: Span) {
        let left = self.labels[label].left;
        let body = body.block;
        self.emit(StmtKind::Loop { label, body }, span);
        if !left {
            self.diverge();
        }
    }

    /// The finished procedure; `ret` is the local that holds its result.
    pub fn finish(mut self, ret: LocalId, name: String, span: Span, is_spec: bool) -> Proc {
        debug_assert_eq!(self.blocks.len(), 1, "every opened block has been closed");
        let mut body = self.blocks.pop().unwrap_or_default().stmts;
        drop_unseen_ends(&mut body, &self.addressed);
        Proc {
            name,
            params: self.params,
            ret,
            locals: self.locals,
            body,
            span,
            end: None,
            is_spec,
            is_glue: false,
            is_contract: false,
        }
    }

    fn top(&self) -> &OpenBlock {
        self.blocks
            .last()
            .expect("the body stays open until `finish`")
    }

    fn top_mut(&mut self) -> &mut OpenBlock {
        self.blocks
            .last_mut()
            .expect("the body stays open until `finish`")
    }
}

/// Leaves out the ends of lives that no pointer could tell.
fn drop_unseen_ends(block: &mut Block, addressed: &BTreeSet<LocalId>) {
    block.retain(|stmt| !matches!(&stmt.kind, StmtKind::End(local) if !addressed.contains(local)));
    for stmt in block {
        match &mut stmt.kind {
            StmtKind::If {
                then: one,
                otherwise: other,
                ..
            }
            | StmtKind::Unwind {
                body: one,
                cleanup: other,
            } => {
                drop_unseen_ends(one, addressed);
                drop_unseen_ends(other, addressed);
            }
            StmtKind::Loop { body, .. }
            | StmtKind::Block { body, .. }
            | StmtKind::Try { body, .. } => drop_unseen_ends(body, addressed),
            _ => {}
        }
    }
}

impl Place {
    /// The local itself.
    pub fn local(local: LocalId) -> Self {
        Self {
            local,
            projection: Vec::new(),
        }
    }

    /// What the pointer at this place points to.
    #[must_use]
    pub fn deref(&self) -> Self {
        self.then(Projection::Deref)
    }

    /// A field of the struct or tuple (or variant) at this place.
    #[must_use]
    pub fn field(&self, field: FieldIdx) -> Self {
        self.then(Projection::Field(field))
    }

    /// The enum at this place as one of its variants.
    #[must_use]
    pub fn variant(&self, variant: VariantIdx) -> Self {
        self.then(Projection::Variant(variant))
    }

    /// The element, of the array or slice at this place, whose number the local holds.
    #[must_use]
    pub fn index(&self, at: LocalId) -> Self {
        self.then(Projection::Index(at))
    }

    /// Whether the path goes through memory.
    pub fn derefs(&self) -> bool {
        self.projection.contains(&Projection::Deref)
    }

    fn then(&self, step: Projection) -> Self {
        let mut place = self.clone();
        place.projection.push(step);
        place
    }
}

impl StmtKind {
    /// The blocks that the statement is made of.
    pub fn blocks(&self) -> Vec<&Block> {
        match self {
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
}

impl From<LocalId> for Place {
    fn from(local: LocalId) -> Self {
        Place::local(local)
    }
}

impl From<Place> for Operand {
    fn from(place: Place) -> Self {
        Operand::Read(place)
    }
}

impl From<LocalId> for Operand {
    fn from(local: LocalId) -> Self {
        Operand::Read(local.into())
    }
}

impl Operand {
    /// A truth value.
    pub fn bool(value: bool) -> Self {
        Operand::Const(Const::Bool(value))
    }

    /// A number.
    pub fn int(value: impl Into<Int>, ty: TyId) -> Self {
        Operand::Const(Const::Int(value.into(), ty))
    }

    /// `()`.
    pub fn unit() -> Self {
        Operand::Const(Const::Unit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::types::{Ty, Types};

    #[test]
    fn what_cannot_run_is_not_kept() {
        let span = Span {
            file: crate::ids::Id::from_index(0),
            start: 0,
            end: 0,
        };
        let mut types = Types::default();
        let unit = types.intern(Ty::Tuple(Vec::new()));
        let mut b = ProcBuilder::new();
        let ret = b.temp(unit, span);
        let label = b.label();
        b.open();
        b.open();
        b.emit(StmtKind::Return, span);
        b.emit(StmtKind::Return, span);
        let then = b.close();
        b.open();
        b.emit(StmtKind::Continue(label), span);
        let otherwise = b.close();
        b.if_else(Operand::bool(true), then, otherwise, Branch::Hidden, span);
        assert!(!b.is_live());
        let body = b.close();
        b.loop_(label, body, span);
        b.emit(StmtKind::Return, span);
        let proc = b.finish(ret, "f".into(), span, false);
        assert_eq!(
            proc.body.len(),
            1,
            "a loop that nothing leaves ends the body"
        );
    }

    #[test]
    fn a_label_that_nothing_uses_leaves_no_block() {
        let span = Span {
            file: crate::ids::Id::from_index(0),
            start: 0,
            end: 0,
        };
        let mut types = Types::default();
        let unit = types.intern(Ty::Tuple(Vec::new()));
        let mut b = ProcBuilder::new();
        let ret = b.temp(unit, span);
        let label = b.label();
        b.open();
        b.assign(ret.into(), Rvalue::Use(Operand::unit()), span);
        let body = b.close();
        b.labelled(label, body, span);
        let proc = b.finish(ret, "f".into(), span, false);
        assert!(matches!(proc.body[0].kind, StmtKind::Assign { .. }));
    }
}
