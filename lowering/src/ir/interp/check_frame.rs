//! The frame check: which location that existed at a snapshot has changed without being allowed to.

use std::collections::BTreeSet;

use super::cell::Cell;
use super::code::PlaceCode;
use super::convert::variant_of;
use super::layout::{Part, Scalar, Shape};
use super::machine::{Machine, Stop};
use super::memory::Heap;
use super::observe::Unobserved;
use super::outcome::{Change, FaultKind};
use crate::ids::Id;
use crate::ir::SnapshotId;
use crate::ir::state::{ObjectId, PathStep, Pointer, Value};
use crate::ir::types::{FieldIdx, Ty, TyId, VariantIdx};

impl<'p> Machine<'_, 'p> {
    /// The first heap location, in the order of objects, that holds something else than at the
    /// snapshot and that no place of `allowed` covers. An object that is no more holds nothing.
    ///
    /// A place covers its own cells and, through `Box`es, what it owned at the snapshot. One that
    /// did not exist then (behind a null pointer or another variant) covers nothing.
    pub(super) fn find_change(
        &mut self,
        since: SnapshotId,
        allowed: &[PlaceCode<'p>],
    ) -> Result<Option<Change>, Stop> {
        let then = self.find_snapshot(since)?.clone();
        let now = self.memory.exchange(then);
        let covered = self.covered(allowed, now.cells.len());
        let then = self.memory.exchange(now);
        let covered = covered?;
        for (id, existed) in self.memory.objects.ids().zip(&then.live) {
            let object = self.memory.objects[id];
            if !existed || !object.on_heap {
                continue;
            }
            let start = object.start - self.memory.heap;
            let size = self.prepared.layouts.size(object.ty) as usize;
            let old = &then.cells[start..start + size];
            let new = &self.memory.cells[object.start..object.start + size];
            let changed =
                (0..size).find(|at| !covered[start + at] && (!object.live || old[*at] != new[*at]));
            if let Some(at) = changed {
                return Ok(Some(self.change(id, at, &then)));
            }
        }
        Ok(None)
    }

    /// For each cell of the heap, whether one of the places covers it.
    fn covered(&mut self, allowed: &[PlaceCode<'p>], size: usize) -> Result<Vec<bool>, FaultKind> {
        let mut covered = vec![false; size];
        let mut visited = BTreeSet::new();
        for place in allowed {
            let slot = match self.resolve(place, &mut Unobserved) {
                Ok(slot) => slot,
                Err(FaultKind::Null | FaultKind::WrongVariant) => continue,
                Err(fault) => return Err(fault),
            };
            let mut work = vec![(slot.index, place.ty)];
            while let Some((start, ty)) = work.pop() {
                if !visited.insert((start, ty)) {
                    continue;
                }
                let length = self.prepared.layouts.size(ty) as usize;
                // A local is not part of the heap, but what it owns is.
                for index in start.max(self.memory.heap)..start + length {
                    if let Some(cell) = covered.get_mut(index - self.memory.heap) {
                        *cell = true;
                    }
                }
                self.push_owned(start, ty, &mut work);
            }
        }
        Ok(covered)
    }

    /// The parts of a value, and what a `Box` leads to.
    fn push_owned(&self, start: usize, ty: TyId, work: &mut Vec<(usize, TyId)>) {
        let parts: &[Part] = match &self.prepared.layouts.of(ty).shape {
            Shape::Scalar(Scalar::Pointer(to)) => {
                let is_box = matches!(self.prepared.program.types.get(ty), Ty::Box(_));
                if let (true, Cell::Pointer(location)) = (is_box, &self.memory.cells[start])
                    && let Ok(index) = self.memory.index(*location)
                {
                    work.push((index, *to));
                }
                &[]
            }
            Shape::Scalar(_) => &[],
            Shape::Product(parts) => parts,
            Shape::Sum(variants) => {
                variant_of(&self.memory.cells[start], variants).map_or(&[], |(_, parts)| parts)
            }
        };
        work.extend(
            parts
                .iter()
                .map(|part| (start + part.offset as usize, part.ty)),
        );
    }

    /// What is to be said of the change of a cell of an object.
    fn change(&self, id: ObjectId, cell: usize, then: &Heap) -> Change {
        let object = self.memory.objects[id];
        let whole = self.prepared.layouts.size(object.ty) as usize;
        let start = object.start - self.memory.heap;
        let old = &then.cells[start..start + whole];
        let new = &self.memory.cells[object.start..object.start + whole];
        let (path, ty, at) = match object.live {
            true => self.smallest_place(object.ty, cell, old, new),
            false => (Vec::new(), object.ty, 0),
        };
        let size = self.prepared.layouts.size(ty) as usize;
        Change {
            at: Pointer { object: id, path },
            ty,
            before: self.value(ty, &old[at..at + size]),
            after: match object.live {
                true => self.value(ty, &new[at..at + size]),
                false => Value::Uninit,
            },
        }
    }

    /// The innermost place that holds a cell; an enum that has changed its variant is not entered.
    fn smallest_place(
        &self,
        root: TyId,
        cell: usize,
        old: &[Cell],
        new: &[Cell],
    ) -> (Vec<PathStep>, TyId, usize) {
        let (mut path, mut ty, mut start) = (Vec::new(), root, 0);
        loop {
            let (variant, parts) = match &self.prepared.layouts.of(ty).shape {
                Shape::Product(parts) => (VariantIdx::from_index(0), parts.as_slice()),
                Shape::Sum(variants) if old[start] == new[start] => {
                    match variant_of(&old[start], variants) {
                        Some(found) => found,
                        None => return (path, ty, start),
                    }
                }
                Shape::Sum(_) | Shape::Scalar(_) => return (path, ty, start),
            };
            let holds = |part: &Part| {
                let from = start + part.offset as usize;
                (from..from + part.size as usize).contains(&cell)
            };
            let Some(at) = parts.iter().position(holds) else {
                return (path, ty, start);
            };
            let field = FieldIdx::from_index(at);
            path.push(PathStep { variant, field });
            start += parts[at].offset as usize;
            ty = parts[at].ty;
        }
    }
}
