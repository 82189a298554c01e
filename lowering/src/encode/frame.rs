//! Frame obligations: what existed at the snapshot, and is not covered, is unchanged.

use std::collections::BTreeMap;

use solver_bridge::{Expr, Formula, TupleSet};

use super::heap::{Heap, LeafValue, merge_maps};
use super::layout::{LeafKind, Path};
use super::place::Location;
use super::state::State;
use super::value::{ExtentId, Targets, Value, empty};
use super::{Abort, Encoder};
use crate::ids::Id;
use crate::ir::types::{Ty, TyId, VariantIdx};
use crate::ir::{FrameItem, Proc, SnapshotId};

/// Objects of an extent that are covered from a path downwards.
type Covered = BTreeMap<(ExtentId, Path), Expr>;

impl<'a> Encoder<'a> {
    /// Whether nothing outside of `allowed` differs between the snapshot and now.
    pub(super) fn frame_holds(
        &mut self,
        proc: &'a Proc,
        state: &State,
        since: SnapshotId,
        allowed: &'a [FrameItem],
    ) -> Result<Formula, Abort> {
        let Some(before) = state.snapshots.get(&since).cloned() else {
            return Err(self.internal("a frame is checked against a snapshot never taken"));
        };
        let mut then = state.clone();
        then.heap = before.clone();
        let mut covered = Covered::new();
        for item in allowed {
            match self.locate(proc, &then, &item.place)? {
                Location::Memory(targets) => self.cover_all(&mut covered, targets),
                // The function cannot write a local of the harness, but what it owns.
                here @ Location::Local(..) => {
                    let ty = self.place_ty(proc, &item.place);
                    let value = self.read(&then, &here, ty);
                    let always = self.logic.truth();
                    self.cover_value(&mut covered, &value, ty, always);
                }
            }
        }
        self.cover_owned(&mut covered, &before);
        let mut all = Vec::new();
        let extents: Vec<ExtentId> = self.sorts.extents.ids().collect();
        for extent in extents {
            if before.leaves[extent.index()] == state.heap.leaves[extent.index()] {
                continue;
            }
            for leaf in 0..self.sorts.extents[extent].leaves.len() {
                all.push(self.leaf_unchanged(extent, leaf, &before, &state.heap, &covered));
            }
        }
        Ok(self.logic.and(&all))
    }

    fn cover(&self, covered: &mut Covered, region: (ExtentId, Path), objects: Expr) {
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

    /// Adds the objects that a value owns directly, where `here` holds.
    fn cover_value(&self, covered: &mut Covered, value: &Value, ty: TyId, here: Formula) {
        let types = &self.program.types;
        match (value, types.get(ty)) {
            (Value::Pointer(targets), Ty::Box(_)) => {
                self.cover_all(covered, targets.when(here, &self.logic));
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
                let leaves = self.sorts.extents[*extent].leaves.clone();
                for leaf in leaves {
                    let owned = matches!(leaf.kind, LeafKind::Pointer { owned: true, .. });
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
        let existed = TupleSet::unary(data.sort, data.entry.iter().copied());
        let mut watched = self.logic.constant(existed);
        for ((of, path), objects) in covered {
            if *of == extent && data.leaves[leaf].path.strip_prefix(&path[..]).is_some() {
                watched = self.logic.difference(watched, *objects);
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
                LeafValue::Pointer { heap, cells },
                LeafValue::Pointer {
                    heap: new_heap,
                    cells: new_cells,
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
                let all: Vec<Formula> = differences
                    .values()
                    .chain(cell_differences.values())
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
