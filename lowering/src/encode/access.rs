//! Obligations of memory: every access through a pointer leads to something that is there.
//!
//! What an access asks is gathered while a statement is evaluated, and becomes obligations of that
//! statement. A program that follows no raw pointer has none to ask: its types see to that.

use solver_bridge::{Atom, Expr, Formula, IntExpr, TupleSet};

use super::heap::{ExtentKind, Heap, LENGTH, LeafValue};
use super::layout::{LeafKind, Path, element_step};
use super::state::{Catch, Exits, State};
use super::value::{CellId, ExtentId, Targets, Value};
use super::{Abort, Encoder, Unmodelled};
use crate::ids::Id;
use crate::ir::state::PathStep;
use crate::ir::types::{Ty, TyId};
use crate::ir::{
    Asked, Block, Const, MemoryError, Obligation, ObligationKind, Operand, Panic, PanicKind, Place,
    Proc, Projection,
};
use crate::span::Span;

/// What is asked of an access.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Access {
    /// The value is read.
    Read,
    /// The value is replaced.
    Write,
    /// Only its address is taken.
    Address,
}

impl<'a> Encoder<'a> {
    /// Notes what must not be so when the location is accessed.
    pub(super) fn check_access(
        &mut self,
        state: &State,
        targets: &Targets,
        may_be_null: bool,
        access: Access,
    ) {
        if !self.follows_raw_pointers {
            return;
        }
        if may_be_null {
            let null = self.logic.not(targets.is_some(&self.logic));
            self.must_not(MemoryError::Null, null);
        }
        let mut dangling: Vec<Formula> = targets.dangling.into_iter().collect();
        // One that is not null then is always so; said like this, the path is seen to end here.
        if may_be_null && targets.heap.is_empty() && targets.cells.is_empty() {
            dangling.push(self.logic.truth());
        }
        let mut ended = Vec::new();
        let mut outside = Vec::new();
        let mut unwritten = Vec::new();
        for ((extent, path), objects) in &targets.heap {
            dangling.push(self.is_freed(&state.heap, *extent, *objects));
            if self.region_ty(*extent, path).is_none() {
                outside.push(self.logic.some(*objects));
                continue;
            }
            outside.push(self.is_beyond_capacity(&state.heap, *extent, *objects));
            if access == Access::Read {
                unwritten.push(self.is_unwritten(&state.heap, *extent, path, *objects));
            }
        }
        for ((cell, path), here) in &targets.cells {
            let Some(value) = state.cells.get(cell) else {
                ended.push(*here);
                continue;
            };
            if let Some(gone) = state.ended.get(cell) {
                ended.push(self.logic.and(&[*here, *gone]));
            }
            if self.cell_ty(*cell, path).is_none() {
                outside.push(*here);
            } else if access == Access::Read {
                let missing = self.unwritten_part(value, path);
                unwritten.push(self.logic.and(&[*here, missing]));
            }
        }
        for (kind, bad) in [
            (MemoryError::Dangling, dangling),
            (MemoryError::OutOfScope, ended),
            (MemoryError::OutOfBounds, outside),
            (MemoryError::Uninit, unwritten),
        ] {
            let bad = self.logic.or(&bad);
            self.must_not(kind, bad);
        }
    }

    /// Notes a condition under which the statement at hand does what has no meaning.
    pub(super) fn must_not(&mut self, kind: MemoryError, bad: Formula) {
        if bad != self.logic.falsehood() && !self.pending.contains(&(kind, bad)) {
            self.pending.push((kind, bad));
        }
    }

    /// Makes obligations of what has been noted, and goes on where they hold. In specification code,
    /// which runs inside a `Try` that only notes panics, each is a panic instead.
    pub(super) fn settle(
        &mut self,
        state: State,
        span: Span,
        exits: &mut Exits,
    ) -> Result<Option<State>, Abort> {
        self.settle_since(None, state, span, exits)
    }

    /// Whether the innermost `Try` around the statement at hand only notes panics.
    pub(super) fn only_notes(&self) -> bool {
        let caught = self.catches.iter().rev();
        let mut tries = caught.filter(|catch| **catch != Catch::Cleanup);
        tries.next() == Some(&Catch::Note)
    }

    /// The state to which a statement that turns out to do what has no meaning goes back, if anything
    /// could be seen of it.
    pub(super) fn before(&self, state: &State) -> Option<State> {
        self.only_notes().then(|| state.clone())
    }

    /// The same after a statement has had its effects, which it has not where it fails.
    pub(super) fn settle_since(
        &mut self,
        before: Option<State>,
        state: State,
        span: Span,
        exits: &mut Exits,
    ) -> Result<Option<State>, Abort> {
        let mut state = state;
        for (kind, bad) in std::mem::take(&mut self.pending) {
            let failing = self.logic.and(&[state.path, bad]);
            if self.is_false(failing)? {
                continue;
            }
            if kind.is_unmodelled() {
                self.unmodelled.push(Unmodelled {
                    kind,
                    reached: failing,
                    entered: !self.entry.is_empty(),
                    trace: self.trace(span),
                });
            } else if self.only_notes() {
                let panic = Panic {
                    kind: PanicKind::Explicit,
                    message: format!("memory error: {kind:?}"),
                };
                let mut left = before.clone().unwrap_or_else(|| state.clone());
                left.path = failing;
                let trace = self.trace(span);
                self.panic(panic, trace, left, exits);
            }
            if kind.is_unmodelled() || self.only_notes() {
                state.path = self.logic.and(&[state.path, self.logic.not(bad)]);
                match self.feasible(state) {
                    Some(next) => state = next,
                    None => {
                        self.pending.clear();
                        return Ok(None);
                    }
                }
                continue;
            }
            let why = Obligation {
                kind: ObligationKind::Memory(kind),
                span,
            };
            let good = self.logic.not(bad);
            match self.oblige(state, good, why, span, None) {
                Some(next) => state = next,
                None => {
                    self.pending.clear();
                    return Ok(None);
                }
            }
        }
        Ok(Some(state))
    }

    /// Whether one of the objects is no more.
    pub(super) fn is_freed(&mut self, heap: &Heap, extent: ExtentId, objects: Expr) -> Formula {
        let kind = self.sorts.extents[extent].kind;
        if kind != ExtentKind::Slots {
            let freed = heap.freed[extent.index()];
            return self.logic.some(self.logic.intersection(objects, freed));
        }
        let Some(sort) = self.buffer_sort_of_slots(extent) else {
            return self.logic.falsehood();
        };
        let freed = heap.freed[sort.buffers.index()];
        if self.memory().possible_tuples(freed).is_empty() {
            return self.logic.falsehood();
        }
        let buffers = self.buffers_of(extent, objects);
        self.logic.some(self.logic.intersection(buffers, freed))
    }

    /// Whether one of the objects is a slot that its buffer does not have.
    fn is_beyond_capacity(&mut self, heap: &Heap, extent: ExtentId, objects: Expr) -> Formula {
        if self.sorts.extents[extent].kind != ExtentKind::Slots {
            return self.logic.falsehood();
        }
        let mut any = Vec::new();
        for atom in self.possible_atoms(objects) {
            let Some((buffer, index)) = self.sorts.slot_at.get(&atom).copied() else {
                continue;
            };
            let Some(capacity) = self.capacity_of(heap, extent, buffer) else {
                continue;
            };
            let index = self.logic.int(crate::ir::Int::from(index as u64));
            let logic = &self.logic;
            any.push(logic.and(&[
                logic.subset(logic.singleton(atom), objects),
                logic.int_le(capacity, index),
            ]));
        }
        self.logic.or(&any)
    }

    /// How many slots a buffer has; `slots` is the extent of its slots.
    pub(super) fn capacity_of(
        &mut self,
        heap: &Heap,
        slots: ExtentId,
        buffer: Atom,
    ) -> Option<IntExpr> {
        let sort = self.buffer_sort_of_slots(slots)?;
        let one = self.logic.singleton(buffer);
        let leaf = heap.leaf(sort.buffers, 0).clone();
        self.memory().number_of(&leaf, one, LENGTH)
    }

    /// Whether one of the objects has no value at the path, because a `Maybe` around it has none.
    fn is_unwritten(
        &mut self,
        heap: &Heap,
        extent: ExtentId,
        path: &[PathStep],
        objects: Expr,
    ) -> Formula {
        let mut any = Vec::new();
        for (index, leaf) in self.sorts.extents[extent].leaves.iter().enumerate() {
            let inside = path.strip_prefix(&leaf.path[..]);
            if leaf.kind != LeafKind::Init || inside.is_none_or(<[_]>::is_empty) {
                continue;
            }
            let room = self.region_ty(extent, &leaf.path);
            let room = room.map(|room| self.program.types.get(room));
            if matches!(room, Some(Ty::Maybe(of)) if !self.program.types.must_be_written(*of)) {
                continue;
            }
            if let LeafValue::Bool(init) = heap.leaf(extent, index) {
                any.push(self.logic.some(self.logic.difference(objects, *init)));
            }
        }
        self.logic.or(&any)
    }

    /// Whether the part at the path of a value is not there, because a `Maybe` around it has none.
    fn unwritten_part(&self, value: &Value, path: &[PathStep]) -> Formula {
        let mut any = Vec::new();
        for depth in 0..path.len() {
            if let Value::Maybe { init, .. } = value.part(&path[..depth]) {
                any.push(self.logic.not(init));
            }
        }
        self.logic.or(&any)
    }

    /// Notes that the part of a local that is read must be there.
    pub(super) fn check_written(&mut self, value: &Value, path: &[PathStep]) {
        let missing = self.unwritten_part(value, path);
        self.must_not(MemoryError::Uninit, missing);
    }

    /// Refuses to write a part of what may not be there as a whole: that it is there is kept for
    /// values, not for their parts.
    pub(super) fn check_partial_write(
        &mut self,
        state: &State,
        targets: &Targets,
        span: Span,
    ) -> Result<(), Abort> {
        let mut any = Vec::new();
        for ((extent, path), objects) in &targets.heap {
            if let Some((_, around)) = path.split_last() {
                any.push(self.is_unwritten(&state.heap, *extent, around, *objects));
            }
        }
        for ((cell, path), here) in &targets.cells {
            if let (Some(value), Some((_, around))) = (state.cells.get(cell), path.split_last()) {
                let missing = self.unwritten_part(value, around);
                any.push(self.logic.and(&[*here, missing]));
            }
        }
        let missing = self.logic.or(&any);
        self.refuse_partial(state, missing, span)
    }

    /// The same of a part of a local.
    pub(super) fn check_partial_part(
        &mut self,
        state: &State,
        value: &Value,
        path: &[PathStep],
        span: Span,
    ) -> Result<(), Abort> {
        match path.split_last() {
            Some((_, around)) => {
                let missing = self.unwritten_part(value, around);
                self.refuse_partial(state, missing, span)
            }
            None => Ok(()),
        }
    }

    fn refuse_partial(&mut self, state: &State, missing: Formula, span: Span) -> Result<(), Abort> {
        let partly = self.logic.and(&[state.path, missing]);
        if self.is_false(partly)? || self.is_infeasible(partly) {
            return Ok(());
        }
        Err(self.unsupported("writing a part of a value that may not be there yet", span))
    }

    /// The type of what is at a path of an object; `None` just past the end of an array.
    pub(super) fn region_ty(&self, extent: ExtentId, path: &[PathStep]) -> Option<TyId> {
        self.part_ty(self.sorts.extents[extent].ty, path)
    }

    /// The type of what is at a path of a local.
    pub(super) fn cell_ty(&self, cell: CellId, path: &[PathStep]) -> Option<TyId> {
        self.part_ty(self.cells.ty(cell), path)
    }

    fn part_ty(&self, ty: TyId, path: &[PathStep]) -> Option<TyId> {
        let types = &self.program.types;
        path.iter().try_fold(ty, |ty, step| {
            let fields = types.field_types(ty, step.variant);
            fields.get(step.field.index()).copied()
        })
    }

    /// The buffers that the slots are of.
    pub(super) fn buffers_of(&mut self, slots: ExtentId, objects: Expr) -> Expr {
        let Some(sort) = self.buffer_sort_of_slots(slots) else {
            return objects;
        };
        let columns = [
            self.sorts.extents[slots].sort,
            self.sorts.extents[sort.buffers].sort,
        ];
        let mut of = TupleSet::empty(columns);
        for atom in self.possible_atoms(objects) {
            if let Some((buffer, _)) = self.sorts.slot_at.get(&atom) {
                // A slot and its buffer are of these sorts by construction.
                let _ = of.insert(&[atom, *buffer]);
            }
        }
        self.logic.image(objects, self.logic.constant(of))
    }

    /// The extents of the buffers that have these slots.
    pub(super) fn buffer_sort_of_slots(&self, slots: ExtentId) -> Option<super::heap::BufferSort> {
        let mut sorts = self.sorts.buffers.values();
        sorts.find(|sort| sort.slots == slots).copied()
    }
}

/// The path from a slot to the value in it.
pub(super) fn content() -> Path {
    [element_step(0)].into()
}

/// Whether some statement of the program follows a pointer that the types do not vouch for.
pub(super) fn follows_raw_pointers(program: &crate::ir::Program) -> bool {
    let raw = |ty: &Ty| matches!(ty, Ty::RawPtr { .. } | Ty::Counted { .. } | Ty::Maybe(_));
    let types = &program.types;
    let in_block = |proc: &Proc, block: &Block| {
        let mut found = false;
        for_each_place(block, &mut |place| {
            let mut ty = proc.locals[place.local].ty;
            let mut variant = Id::from_index(0);
            for step in &place.projection {
                match step {
                    Projection::Deref => {
                        found |= raw(types.get(ty));
                        ty = types.pointee(ty).unwrap_or(ty);
                    }
                    Projection::Variant(chosen) => variant = *chosen,
                    Projection::Index(_) => ty = types.element(ty).unwrap_or(ty),
                    Projection::Field(field) => {
                        found |= matches!(types.get(ty), Ty::Maybe(_));
                        let fields = types.field_types(ty, variant);
                        ty = fields.get(field.index()).copied().unwrap_or(ty);
                        variant = Id::from_index(0);
                    }
                }
            }
        });
        found
    };
    let mut procs = program.procs.values();
    procs.any(|proc| in_block(proc, &proc.body))
}

/// Calls `visit` on every place that is read, written or pointed to in a block.
pub(super) fn for_each_place(block: &Block, visit: &mut dyn FnMut(&Place)) {
    for_each_mention(block, &mut |mention| {
        if let Mention::Place(place) = mention {
            visit(place);
        }
    });
}

/// What a statement mentions.
pub(super) enum Mention<'p> {
    /// A place.
    Place(&'p Place),
    /// A constant.
    Const(&'p Const),
}

/// Calls `visit` on everything that the statements of a block mention.
pub(super) fn for_each_mention(block: &Block, visit: &mut dyn FnMut(Mention<'_>)) {
    use crate::ir::{Domain, PanicPolicy, Rvalue, StmtKind};
    fn operands<'o>(
        all: impl IntoIterator<Item = &'o Operand>,
        visit: &mut dyn FnMut(Mention<'_>),
    ) {
        for operand in all {
            visit(match operand {
                Operand::Read(place) => Mention::Place(place),
                Operand::Const(constant) => Mention::Const(constant),
            });
        }
    }
    for stmt in block {
        match &stmt.kind {
            StmtKind::Assign { dst, value } => {
                match value {
                    Rvalue::Use(a)
                    | Rvalue::Unary(_, a)
                    | Rvalue::Cast(a, _)
                    | Rvalue::ExistedAt(_, a)
                    | Rvalue::FirstElement(a)
                    | Rvalue::Capacity(a)
                    | Rvalue::NthObject(a)
                    | Rvalue::PointerCast(a, _) => operands([a], visit),
                    Rvalue::Binary(_, a, b)
                    | Rvalue::Overflows(_, a, b)
                    | Rvalue::SliceFrom(a, b)
                    | Rvalue::Offset(a, b)
                    | Rvalue::Distance(a, b)
                    | Rvalue::HasCount(a, b)
                    | Rvalue::EqualAcross {
                        then: a, now: b, ..
                    } => operands([a, b], visit),
                    Rvalue::Aggregate(_, _, parts) | Rvalue::Spec(_, parts) => {
                        operands(parts, visit);
                    }
                    Rvalue::AddressOf(place)
                    | Rvalue::IsVariant(place, _)
                    | Rvalue::Discriminant(place)
                    | Rvalue::Len(place)
                    | Rvalue::IsInit(place) => visit(Mention::Place(place)),
                    Rvalue::Panicking => {}
                    Rvalue::Apart(apart) => {
                        let among = apart.among.iter();
                        among.for_each(|place| visit(Mention::Place(place)));
                    }
                }
                visit(Mention::Place(dst));
            }
            StmtKind::Allocate { dst, value } => {
                operands([value], visit);
                visit(Mention::Place(dst));
            }
            StmtKind::AllocateBuffer { dst, capacity }
            | StmtKind::GrowBuffer {
                buffer: dst,
                capacity,
            } => {
                operands([capacity], visit);
                visit(Mention::Place(dst));
            }
            StmtKind::Free { pointer } => operands([pointer], visit),
            StmtKind::If {
                cond,
                then,
                otherwise,
                ..
            } => {
                operands([cond], visit);
                for_each_mention(then, visit);
                for_each_mention(otherwise, visit);
            }
            StmtKind::Loop { body, .. }
            | StmtKind::Block { body, .. }
            | StmtKind::InSnapshot { body, .. } => for_each_mention(body, visit),
            StmtKind::Try { body, policy, .. } => {
                if let PanicPolicy::Oblige { allowed } = policy {
                    operands([allowed], visit);
                }
                for_each_mention(body, visit);
            }
            StmtKind::Unwind { body, cleanup } => {
                for_each_mention(body, visit);
                for_each_mention(cleanup, visit);
            }
            StmtKind::Choose { dst, function, .. } => {
                operands(function.iter().flat_map(Asked::deciding), visit);
                visit(Mention::Place(dst));
            }
            StmtKind::Call { dst, args, .. } => {
                operands(args, visit);
                visit(Mention::Place(dst));
            }
            StmtKind::Assume { cond, .. }
            | StmtKind::Assert { cond, .. }
            | StmtKind::Item { some: cond } => {
                operands([cond], visit);
            }
            StmtKind::CheckFrame { allowed, .. } => {
                for item in allowed {
                    visit(Mention::Place(&item.place));
                    if let Some((_, set)) = &item.each {
                        operands([set], visit);
                    }
                }
            }
            StmtKind::CheckLeaks {
                given, kept, gone, ..
            } => {
                given.iter().for_each(|place| visit(Mention::Place(place)));
                operands(kept.iter().chain(gone), visit);
            }
            StmtKind::Forget { value } => operands([value], visit),
            StmtKind::Comprehend { comprehension, .. } => {
                match &comprehension.domain {
                    Domain::All => {}
                    Domain::Range(low, high) => operands([low, high], visit),
                    Domain::Members(all) => operands([all], visit),
                }
                for_each_mention(&comprehension.body, visit);
                operands([&comprehension.value], visit);
            }
            StmtKind::Reach { reach, .. } => {
                operands([&reach.start], visit);
                for (body, value) in &reach.steps {
                    for_each_mention(body, visit);
                    operands([value], visit);
                }
            }
            StmtKind::Break(_)
            | StmtKind::Continue(_)
            | StmtKind::Return
            | StmtKind::Panic(_)
            | StmtKind::Undefined(_)
            | StmtKind::End(_)
            | StmtKind::Snapshot(_) => {}
        }
    }
}
