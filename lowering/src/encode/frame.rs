//! Frame obligations: what existed at the snapshot, and is not covered, is unchanged.

use std::collections::BTreeMap;

use solver_bridge::{Expr, Formula, IntExpr, TupleSet};

use super::access::Access;
use super::heap::{ExtentKind, Heap, LeafValue, merge_maps};
use super::layout::{LeafKind, Path};
use super::place::Location;
use super::state::{Slot, State};
use super::value::{ExtentId, SetValue, Targets, Value, empty};
use super::{Abort, Encoder};
use crate::ids::Id;
use crate::ir::types::{Ty, TyId, VariantIdx};
use crate::ir::{FrameItem, Int, MemoryError, Proc, SnapshotId};
use crate::span::Span;

/// Objects of an extent that are covered from a path downwards.
pub(super) type Covered = BTreeMap<(ExtentId, Path), Expr>;

impl<'a> Encoder<'a> {
    /// Whether nothing outside of `allowed` differs between the snapshot and now.
    pub(super) fn frame_holds(
        &mut self,
        proc: &'a Proc,
        state: &State,
        since: SnapshotId,
        allowed: &'a [FrameItem],
    ) -> Result<Formula, Abort> {
        let Some(before) = state.snapshots.get(&since).map(|it| it.heap.clone()) else {
            return Err(self.internal("a frame is checked against a snapshot never taken"));
        };
        let mut then = state.clone();
        then.heap = before.clone();
        let mut covered = Covered::new();
        for item in allowed {
            let asked = self.pending.len();
            if let Some((node, set)) = &item.each {
                // A set of pointers is represented as a pointer is, and a path goes on from all of its
                // members at once.
                let members = match self.operand(proc, &then, set)? {
                    Value::Set(SetValue::Pointers(members)) => members,
                    Value::Undef => continue,
                    _ => return Err(self.internal("a frame over a set that is not one of nodes")),
                };
                then.locals[node.index()] = Slot::Value(Value::Pointer(members));
            }
            match self.locate(proc, &then, &item.place)? {
                Location::Memory { targets, raw } => {
                    // What is younger than the snapshot is as it is, and nothing to be kept.
                    let (older, younger) = self.by_age(&targets);
                    let null = self.logic.not(targets.is_some(&self.logic));
                    if raw {
                        self.must_not(MemoryError::Null, null);
                    }
                    self.check_access(&then, &older, false, Access::Address);
                    self.check_access(state, &younger, false, Access::Address);
                    self.cover_all(&mut covered, older);
                }
                Location::Slice { first, len, .. } => {
                    self.cover_slice(&mut covered, &then, &first, len, proc.span)?;
                }
                // The function cannot write a local of the harness, but what it owns.
                here @ Location::Local(..) => {
                    let ty = self.place_ty(proc, &item.place);
                    let noted = self.pending.len();
                    let value = self.read(&then, &here, ty);
                    self.pending.truncate(noted);
                    let always = self.logic.truth();
                    self.cover_value(&mut covered, &value, ty, always);
                }
            }
            self.forgive_nowhere(asked);
        }
        self.cover_owned(&mut covered, &before);
        let mut all = vec![self.runs_kept(&then, state, &mut covered, proc.span)?];
        let extents: Vec<ExtentId> = self.sorts.extents.ids().collect();
        for extent in extents {
            let is_room = self.sorts.extents[extent].kind == ExtentKind::Buffers;
            if is_room || before.leaves[extent.index()] == state.heap.leaves[extent.index()] {
                continue;
            }
            for leaf in 0..self.sorts.extents[extent].leaves.len() {
                if let LeafKind::Buffer { .. } = self.sorts.extents[extent].leaves[leaf].kind {
                    continue;
                }
                all.push(self.leaf_unchanged(extent, leaf, &before, &state.heap, &covered));
            }
        }
        for extent in self.sorts.extents.ids().collect::<Vec<_>>() {
            all.push(self.none_freed(extent, &before, &state.heap, &covered));
        }
        Ok(self.logic.and(&all))
    }

    /// Whether no object has been freed of which anything is not covered.
    fn none_freed(
        &mut self,
        extent: ExtentId,
        before: &Heap,
        now: &Heap,
        covered: &Covered,
    ) -> Formula {
        let of = match self.buffer_sort_of_slots(extent) {
            Some(sort) => sort.buffers,
            None => extent,
        };
        let (old, new) = (before.freed[of.index()], now.freed[of.index()]);
        let is_buffer = self.sorts.extents[extent].kind == ExtentKind::Buffers;
        if old == new || is_buffer {
            return self.logic.truth();
        }
        let mut freed = self.logic.difference(new, old);
        if let Some(sort) = self.buffer_sort_of_slots(extent) {
            freed = self.logic.image(freed, self.slots_relation(sort));
            if let Some(init) = self.init_leaf(before, extent) {
                // A slot without a value has nothing to lose.
                freed = self.logic.intersection(freed, init);
            }
        }
        let leaves = self.sorts.extents[extent].leaves.len();
        let all: Vec<Formula> = (0..leaves)
            .map(|leaf| {
                let watched = self.watched(extent, leaf, covered);
                self.logic.no(self.logic.intersection(watched, freed))
            })
            .collect();
        self.logic.and(&all)
    }

    /// The objects of the snapshot of which a leaf is not covered.
    pub(super) fn watched(&self, extent: ExtentId, leaf: usize, covered: &Covered) -> Expr {
        let data = &self.sorts.extents[extent];
        let existed = TupleSet::unary(data.sort, data.entry.iter().copied());
        let mut watched = self.logic.constant(existed);
        for ((of, path), objects) in covered {
            if *of == extent && data.leaves[leaf].path.strip_prefix(&path[..]).is_some() {
                watched = self.logic.difference(watched, *objects);
            }
        }
        watched
    }

    /// Of what has been noted from there on, leaves what is not for the reason that a pointer leads
    /// nowhere: a place that is not there covers nothing.
    fn forgive_nowhere(&mut self, asked: usize) {
        let mut nowhere = Vec::new();
        for (kind, bad) in self.pending.split_off(asked) {
            if matches!(
                kind,
                MemoryError::Null | MemoryError::Dangling | MemoryError::OutOfScope
            ) {
                nowhere.push(bad);
                continue;
            }
            let elsewhere = self.logic.not(self.logic.or(&nowhere));
            let bad = self.logic.and(&[bad, elsewhere]);
            self.must_not(kind, bad);
        }
    }

    /// The locations of what the program has not allocated itself, and the others.
    fn by_age(&self, targets: &Targets) -> (Targets, Targets) {
        let mut older = targets.clone();
        let mut younger = Targets::default();
        for ((extent, path), objects) in &mut older.heap {
            let fresh = self.fresh_atoms(*extent);
            let sort = self.sorts.extents[*extent].sort;
            let fresh = self.logic.constant(TupleSet::unary(sort, fresh));
            let region = (*extent, path.clone());
            let both = self.logic.intersection(*objects, fresh);
            younger.heap.insert(region, both);
            *objects = self.logic.difference(*objects, fresh);
        }
        (older, younger)
    }

    pub(super) fn cover(&self, covered: &mut Covered, region: (ExtentId, Path), objects: Expr) {
        let sort = self.sorts.extents[region.0].sort;
        let known = covered
            .entry(region)
            .or_insert_with(|| empty(&self.logic, sort));
        *known = self.logic.union(*known, objects);
    }

    fn cover_all(&self, covered: &mut Covered, targets: Targets) {
        for (region, objects) in targets.heap {
            self.cover(covered, region, objects);
        }
    }

    /// Adds the elements of a slice.
    fn cover_slice(
        &mut self,
        covered: &mut Covered,
        then: &State,
        first: &Targets,
        len: IntExpr,
        span: Span,
    ) -> Result<(), Abort> {
        let asked = self.pending.len();
        for index in 0..self.longest(len) {
            let index = self.logic.int(Int::from(index as u64));
            let here = self.logic.int_lt(index, len);
            let element = self.offset(then, first, index, span)?;
            self.cover_all(covered, element.when(here, &self.logic));
        }
        // Only elements that are there are covered: nothing more is asked of them.
        self.pending.truncate(asked);
        Ok(())
    }

    /// Adds the objects that a value owns directly, where `here` holds.
    fn cover_value(&self, covered: &mut Covered, value: &Value, ty: TyId, here: Formula) {
        let types = &self.program.types;
        match (value, types.get(ty)) {
            (Value::Pointer(targets), Ty::Box(_) | Ty::Buffer(_)) => {
                self.cover_all(covered, targets.when(here, &self.logic));
            }
            (Value::Maybe { init, value }, Ty::Maybe(ty)) => {
                let here = self.logic.and(&[here, *init]);
                self.cover_value(covered, value, *ty, here);
            }
            (Value::Struct(fields), _) => {
                let tys = types.field_types(ty, VariantIdx::from_index(0));
                for (field, ty) in fields.iter().zip(tys) {
                    self.cover_value(covered, field, ty, here);
                }
            }
            (Value::Enum { is, fields }, _) => {
                for (index, (active, fields)) in is.iter().zip(fields.iter()).enumerate() {
                    let here = self.logic.and(&[here, *active]);
                    let tys = types.field_types(ty, VariantIdx::from_index(index));
                    for (field, ty) in fields.iter().zip(tys) {
                        self.cover_value(covered, field, ty, here);
                    }
                }
            }
            _ => {}
        }
    }

    /// Adds what the covered locations own, transitively.
    fn cover_owned(&mut self, covered: &mut Covered, heap: &Heap) {
        let rounds: usize = self
            .sorts
            .extents
            .values()
            .map(|extent| extent.entry.len() + extent.fresh.len())
            .sum();
        for _ in 0..=rounds {
            let known = covered.clone();
            for ((extent, path), objects) in &known {
                let buffers = self.sorts.buffers.values();
                let mut buffers = buffers.filter(|sort| sort.buffers == *extent);
                if let Some(sort) = buffers.next().copied() {
                    let slots = self.logic.image(*objects, self.slots_relation(sort));
                    self.cover(covered, (sort.slots, Path::from([])), slots);
                    continue;
                }
                let leaves = self.sorts.extents[*extent].leaves.clone();
                for leaf in leaves {
                    let owned = matches!(
                        leaf.kind,
                        LeafKind::Pointer { owned: true, .. } | LeafKind::Buffer { .. }
                    );
                    if !owned || leaf.path.strip_prefix(&path[..]).is_none() {
                        continue;
                    }
                    let targets = self
                        .memory()
                        .load_pointer(heap, *extent, &leaf.path, *objects);
                    for (region, objects) in targets.heap {
                        self.cover(covered, region, objects);
                    }
                }
            }
            if *covered == known {
                return;
            }
        }
    }

    fn leaf_unchanged(
        &mut self,
        extent: ExtentId,
        leaf: usize,
        before: &Heap,
        now: &Heap,
        covered: &Covered,
    ) -> Formula {
        let data = self.sorts.extents[extent].clone();
        let (old, new) = (before.leaf(extent, leaf), now.leaf(extent, leaf));
        if old == new {
            return self.logic.truth();
        }
        let mut watched = self.watched(extent, leaf, covered);
        for (index, room) in data.leaves.iter().enumerate() {
            // What held no value has none to keep.
            if room.kind == LeafKind::Init
                && data.leaves[leaf].path.starts_with(&room.path)
                && let LeafValue::Bool(init) = before.leaf(extent, index)
            {
                watched = self.logic.intersection(watched, *init);
            }
        }
        let logic = &self.logic;
        let same = |a: Expr, b: Expr| {
            logic.equal(
                logic.domain_restrict(watched, a),
                logic.domain_restrict(watched, b),
            )
        };
        match (old, new) {
            (LeafValue::Bool(a), LeafValue::Bool(b)) => logic.equal(
                logic.intersection(watched, *a),
                logic.intersection(watched, *b),
            ),
            (LeafValue::Symbol(a), LeafValue::Symbol(b))
            | (LeafValue::Atoms(a), LeafValue::Atoms(b))
            | (LeafValue::Bits(a), LeafValue::Bits(b)) => same(*a, *b),
            (
                LeafValue::Pointer {
                    heap,
                    cells,
                    dangling,
                },
                LeafValue::Pointer {
                    heap: new_heap,
                    cells: new_cells,
                    dangling: new_dangling,
                },
            ) => {
                let none = |region: &(ExtentId, Path)| {
                    logic.none(&[data.sort, self.sorts.extents[region.0].sort])
                };
                let changed = |a, b| {
                    let (a, b) = (
                        logic.domain_restrict(watched, a),
                        logic.domain_restrict(watched, b),
                    );
                    logic.union(logic.difference(a, b), logic.difference(b, a))
                };
                let changed_cell = |a, b| {
                    let either = logic.union(logic.difference(a, b), logic.difference(b, a));
                    logic.intersection(watched, either)
                };
                let differences = merge_maps(heap, new_heap, none, changed);
                let missing = |_: &_| empty(logic, data.sort);
                let cell_differences = merge_maps(cells, new_cells, missing, changed_cell);
                let nowhere = changed_cell(*dangling, *new_dangling);
                let all: Vec<Formula> = differences
                    .values()
                    .chain(cell_differences.values())
                    .chain([&nowhere])
                    .map(|difference| logic.no(*difference))
                    .collect();
                logic.and(&all)
            }
            (old, new) => {
                let (old, new) = (old.clone(), new.clone());
                let kind = data.leaves[leaf].kind;
                let a = self.memory().as_bits(&old, kind);
                let b = self.memory().as_bits(&new, kind);
                let logic = &self.logic;
                logic.equal(
                    logic.domain_restrict(watched, a),
                    logic.domain_restrict(watched, b),
                )
            }
        }
    }
}
