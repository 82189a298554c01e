//! The frame check: which location that existed at a snapshot has changed without being allowed to.

use std::collections::BTreeSet;

use super::cell::Cell;
use super::code::FrameCode;
use super::convert::variant_of;
use super::layout::{Part, Scalar, Shape};
use super::machine::{Machine, Stop};
use super::memory::Heap;
use super::observe::Unobserved;
use super::outcome::{Change, FaultKind};
use super::spec;
use crate::ids::Id;
use crate::ir::state::{ObjectId, PathStep, Pointer, Value};
use crate::ir::types::{FieldIdx, Ty, TyId, VariantIdx};
use crate::ir::{Int, MemoryError, SnapshotId};

impl<'m, 'p> Machine<'m, 'p> {
    /// The first heap location, in the order of objects, that holds something else than at the
    /// snapshot and that no place of `allowed` covers. An object that is no more holds nothing; what
    /// held no value then has none to keep.
    ///
    /// Of a run of slots only the values count, wherever they are now (see `frame_runs`).
    ///
    /// A place covers its own cells and, through `Box`es, what it owned at the snapshot. One that
    /// did not exist then (behind a null pointer or another variant) covers nothing.
    pub(super) fn find_change(
        &mut self,
        since: SnapshotId,
        allowed: &'m [FrameCode<'p>],
    ) -> Result<Option<Change>, Stop> {
        let then = self.find_snapshot(since)?.clone();
        let now = self.memory.exchange(then);
        let covered = self.covered(allowed, now.cells.len());
        let then = self.memory.exchange(now);
        let covered = covered?;
        let exchanged = self.exchanged_runs(&then, &covered);
        for (id, existed) in self.memory.objects.ids().zip(&then.live) {
            let object = self.memory.objects[id];
            if !existed || !object.on_heap {
                continue;
            }
            let start = object.start - self.memory.heap;
            let size = object.size as usize;
            let old = &then.cells[start..start + size];
            let successor = exchanged.runs.get(&id);
            let now = match successor {
                Some(successor) => successor.run.map(|run| self.memory.objects[run]),
                None => Some(object),
            };
            let new = match now.filter(|now| now.live) {
                Some(now) => &self.memory.cells[now.start..now.start + now.size as usize],
                None => &[],
            };
            let changed = (0..size).find(|at| {
                let kept = new.get(*at) == Some(&old[*at])
                    || !new.is_empty() && exchanged.cells.contains(&(start + at));
                !covered[start + at] && !kept && old[*at] != Cell::Uninit
            });
            if let Some(at) = changed {
                // Of a run that is no more there is nothing to be said but by its owner.
                let (id, at) = successor.map_or((id, at), |it| it.owner);
                return Ok(Some(self.change(id, at, &then)));
            }
        }
        Ok(None)
    }

    /// For each cell of the heap, whether one of the places covers it.
    fn covered(
        &mut self,
        allowed: &'m [FrameCode<'p>],
        size: usize,
    ) -> Result<Vec<bool>, FaultKind> {
        let mut covered = vec![false; size];
        let mut visited = BTreeSet::new();
        let mut places = Vec::new();
        for code in allowed {
            match &code.each {
                None => places.push((code, None)),
                Some((node, set)) => {
                    let members = spec::elements(self.scalar(set, &mut Unobserved)?)?.clone();
                    let start = self.base + node.start as usize;
                    let members = members.iter().cloned();
                    places.extend(members.map(|member| (code, Some((start, member)))));
                }
            }
        }
        for (code, member) in places {
            if let Some((at, member)) = member {
                self.memory.cells[at] = member;
            }
            let FrameCode {
                place, elements, ..
            } = code;
            let slot = match self.resolve(place, &mut Unobserved) {
                Ok(slot) => slot,
                Err(
                    FaultKind::Memory(
                        MemoryError::Null | MemoryError::Dangling | MemoryError::OutOfScope,
                    )
                    | FaultKind::WrongVariant,
                ) => continue,
                Err(fault) => return Err(fault),
            };
            let mut work = Vec::new();
            match elements {
                Some(element) => self.push_elements(slot.index, *element, &mut work),
                None => work.push((slot.index, place.ty)),
            }
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

    /// The elements of the slice that a pointer leads to.
    fn push_elements(&self, pointer: usize, element: TyId, work: &mut Vec<(usize, TyId)>) {
        let (first, len) = (&self.memory.cells[pointer], &self.memory.cells[pointer + 1]);
        let Some(len) = len.as_number().and_then(|len| u32::try_from(len).ok()) else {
            return;
        };
        for at in 0..len {
            if let Ok(Cell::Pointer(location)) = self.moved(first, Int::from(at), element)
                && let Ok(index) = self.memory.index(location)
            {
                work.push((index, element));
            }
        }
    }

    /// The slots of a buffer.
    fn push_slots(&self, buffer: usize, element: TyId, work: &mut Vec<(usize, TyId)>) {
        if let Cell::Pointer(location) = &self.memory.cells[buffer] {
            let object = &self.memory.objects[location.object];
            let stride = self.prepared.layouts.size(element) as usize;
            let slots = 0..object.slots.filter(|_| object.live).unwrap_or(0) as usize;
            work.extend(slots.map(|at| (object.start + at * stride, element)));
        }
    }

    /// The parts of a value, and what a `Box` or buffer leads to.
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
            Shape::Wide(element) => {
                if matches!(self.prepared.program.types.get(ty), Ty::Box(_)) {
                    self.push_elements(start, *element, work);
                }
                &[]
            }
            Shape::Scalar(Scalar::Buffer(element)) => {
                self.push_slots(start, *element, work);
                &[]
            }
            Shape::Scalar(_) => &[],
            Shape::Product(parts) => parts,
            Shape::Room(part) => std::slice::from_ref(part),
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
        let whole = object.size as usize;
        let start = object.start - self.memory.heap;
        let old = &then.cells[start..start + whole];
        let new = &self.memory.cells[object.start..object.start + whole];
        // Of a run of slots, the one that holds the cell.
        let stride = self.prepared.layouts.size(object.ty) as usize;
        let first = match object.slots {
            Some(_) => cell - cell % stride,
            None => 0,
        };
        let slot = object.slots.map(|_| PathStep {
            variant: VariantIdx::from_index(0),
            field: FieldIdx::from_index(first / stride),
        });
        let (inside, ty, at) = match object.live {
            true => {
                let (old, new) = (&old[first..first + stride], &new[first..first + stride]);
                self.smallest_place(object.ty, cell - first, old, new)
            }
            false => (Vec::new(), object.ty, 0),
        };
        let at = first + at;
        let path: Vec<PathStep> = slot.into_iter().chain(inside).collect();
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
                Shape::Room(part) => (VariantIdx::from_index(0), std::slice::from_ref(part)),
                Shape::Sum(_) | Shape::Scalar(_) | Shape::Wide(_) => return (path, ty, start),
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
