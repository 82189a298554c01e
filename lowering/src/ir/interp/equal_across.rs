//! Equality of a value as things were at a snapshot with one as things are: by content, through
//! references and boxes.

use std::collections::BTreeSet;

use super::cell::{Cell, Location};
use super::convert::variant_of;
use super::layout::{Part, Scalar, Shape};
use super::machine::Machine;
use super::memory::{Heap, as_pointer};
use super::outcome::FaultKind;
use crate::ids::Id;
use crate::ir::types::{Compared, Ty, TyId};
use crate::ir::{Int, MemoryError, SnapshotId};

/// Two places whose values are to be compared, by their first cells.
#[derive(Clone, Copy)]
struct Pair {
    ty: TyId,
    then: At,
    now: usize,
}

/// The elements of two rows of one length, by their first cells.
struct Rows {
    element: TyId,
    then: Vec<At>,
    now: Vec<usize>,
}

/// A place on the old side.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum At {
    /// A cell of the remembered heap.
    Heap(usize),
    /// A cell of memory: the operand itself, a local, or an object that is younger.
    Memory(usize),
}

impl At {
    fn plus(self, offset: u32) -> At {
        match self {
            At::Heap(index) => At::Heap(index + offset as usize),
            At::Memory(index) => At::Memory(index + offset as usize),
        }
    }
}

impl Machine<'_, '_> {
    /// Whether the value at `then`, looked into as of the snapshot, equals the one at `now`. On
    /// cyclic structures: whether no path tells the two apart.
    pub(super) fn equal_across(
        &self,
        since: SnapshotId,
        ty: TyId,
        then: usize,
        now: usize,
    ) -> Result<bool, FaultKind> {
        let heap = self.find_snapshot(since)?;
        let then = At::Memory(then);
        self.equal_from(heap, Pair { ty, then, now })
    }

    fn equal_from(&self, heap: &Heap, start: Pair) -> Result<bool, FaultKind> {
        let mut visited = BTreeSet::new();
        let mut work = vec![start];
        while let Some(pair) = work.pop() {
            if !visited.insert((pair.ty, pair.then, pair.now)) {
                continue;
            }
            let old = self.cell_at(heap, pair.then);
            let new = &self.memory.cells[pair.now];
            let parts: &[Part] = match &self.prepared.layouts.of(pair.ty).shape {
                Shape::Product(parts) => match self.compared(pair.ty) {
                    Compared::ByFields => parts,
                    Compared::UnlessSet if old == new && *old == Cell::truth(false) => &[],
                    Compared::UnlessSet => return Err(MemoryError::Unknown.into()),
                    Compared::ByRun(..) => {
                        let Some(rows) = self.rows(heap, pair)? else {
                            return Ok(false);
                        };
                        let pairs = rows.then.into_iter().zip(rows.now);
                        work.extend(pairs.map(|(then, now)| Pair {
                            ty: rows.element,
                            then,
                            now,
                        }));
                        continue;
                    }
                    Compared::InAnyOrder(row) => {
                        let row = parts[row.index()];
                        let pair = Pair {
                            ty: row.ty,
                            then: pair.then.plus(row.offset),
                            now: pair.now + row.offset as usize,
                        };
                        let Some(rows) = self.rows(heap, pair)? else {
                            return Ok(false);
                        };
                        if !self.are_permuted(heap, rows)? {
                            return Ok(false);
                        }
                        continue;
                    }
                    Compared::NotByContent => {
                        return Err(FaultKind::IllFormed("these are not compared by content"));
                    }
                },
                Shape::Room(part) => {
                    let written = [self.was_complete(heap, part.ty, pair.then), {
                        self.is_complete(part.ty, pair.now)
                    }];
                    match written {
                        [true, true] => std::slice::from_ref(part),
                        [false, false] => &[],
                        _ => return Ok(false),
                    }
                }
                Shape::Wide(element) => {
                    let lens = (
                        self.cell_at(heap, pair.then.plus(1)).as_number(),
                        self.memory.cells[pair.now + 1].as_number(),
                    );
                    let (Some(a), Some(b)) = lens else {
                        return Err(MemoryError::Uninit.into());
                    };
                    if a != b || self.is_by_location(pair.ty) {
                        if a != b || old != new {
                            return Ok(false);
                        }
                        continue;
                    }
                    let len = u32::try_from(a).map_err(|_| MemoryError::OutOfBounds)?;
                    for at in (0..len).rev() {
                        let then = as_pointer(&self.moved(old, Int::from(at), *element)?)?;
                        let now = as_pointer(&self.moved(new, Int::from(at), *element)?)?;
                        work.push(Pair {
                            ty: *element,
                            then: self.then_index(heap, then)?,
                            now: self.memory.index(now)?,
                        });
                    }
                    continue;
                }
                Shape::Scalar(Scalar::Buffer(_)) => {
                    return Err(FaultKind::IllFormed("buffers are compared by their owners"));
                }
                Shape::Sum(variants) => {
                    match (variant_of(old, variants), variant_of(new, variants)) {
                        (Some((a, parts)), Some((b, _))) if a == b => parts,
                        (Some(_), Some(_)) => return Ok(false),
                        _ => return Err(MemoryError::Uninit.into()),
                    }
                }
                Shape::Scalar(Scalar::Pointer(to)) if !self.is_by_location(pair.ty) => {
                    work.push(Pair {
                        ty: *to,
                        then: self.then_index(heap, as_pointer(old)?)?,
                        now: self.memory.index(as_pointer(new)?)?,
                    });
                    &[]
                }
                Shape::Scalar(_) => {
                    if matches!(old, Cell::Uninit) || matches!(new, Cell::Uninit) {
                        return Err(MemoryError::Uninit.into());
                    }
                    if old != new {
                        return Ok(false);
                    }
                    &[]
                }
            };
            work.extend(parts.iter().rev().map(|part| Pair {
                ty: part.ty,
                then: pair.then.plus(part.offset),
                now: pair.now + part.offset as usize,
            }));
        }
        Ok(true)
    }

    /// The elements of two rows; nothing if there are more of the one.
    fn rows(&self, heap: &Heap, pair: Pair) -> Result<Option<Rows>, FaultKind> {
        let (Shape::Product(parts), Compared::ByRun(buffer, len)) = (
            &self.prepared.layouts.of(pair.ty).shape,
            self.compared(pair.ty),
        ) else {
            return Err(FaultKind::IllFormed("a row of something else"));
        };
        let (buffer, len) = (parts[buffer.index()], parts[len.index()]);
        let at = |start: At, part: Part| self.cell_at(heap, start.plus(part.offset));
        let now = At::Memory(pair.now);
        let lens = [at(pair.then, len), at(now, len)].map(Cell::as_number);
        let [Some(then_len), Some(now_len)] = lens else {
            return Err(MemoryError::Uninit.into());
        };
        if then_len != now_len {
            return Ok(None);
        }
        let len = u32::try_from(then_len).map_err(|_| MemoryError::OutOfBounds)?;
        let Some(Scalar::Buffer(element)) = self.prepared.layouts.scalar(buffer.ty) else {
            return Err(FaultKind::IllFormed("a run of something else"));
        };
        let runs = [at(pair.then, buffer), at(now, buffer)].map(Cell::clone);
        let mut rows = Rows {
            element,
            then: Vec::new(),
            now: Vec::new(),
        };
        for at in 0..len {
            let then = self.slot_of(&runs[0], at, element)?;
            let now = self.slot_of(&runs[1], at, element)?;
            rows.then.push(self.then_index(heap, then)?);
            rows.now.push(self.memory.index(now)?);
        }
        Ok(Some(rows))
    }

    /// Whether the elements of the one are those of the other, each as many times.
    fn are_permuted(&self, heap: &Heap, rows: Rows) -> Result<bool, FaultKind> {
        let (ty, mut left) = (rows.element, rows.now);
        for then in rows.then {
            let mut found = None;
            for (at, now) in left.iter().enumerate() {
                let now = *now;
                if found.is_none() && self.equal_from(heap, Pair { ty, then, now })? {
                    found = Some(at);
                }
            }
            match found {
                Some(at) => left.remove(at),
                None => return Ok(false),
            };
        }
        Ok(true)
    }

    /// How values of the type are compared.
    fn compared(&self, ty: TyId) -> Compared {
        let types = &self.prepared.program.types;
        match types.get(ty) {
            Ty::Adt(adt) => types.adt(*adt).compared,
            _ => Compared::ByFields,
        }
    }

    /// The slot of that number.
    fn slot_of(&self, buffer: &Cell, at: u32, element: TyId) -> Result<Location, FaultKind> {
        let first = as_pointer(buffer)?;
        let slots = self.memory.objects[first.object].slots.unwrap_or(0);
        if at >= slots {
            return Err(MemoryError::OutOfBounds.into());
        }
        let size = self.prepared.layouts.size(element);
        Ok(Location {
            offset: first.offset + at * size,
            ..first
        })
    }

    fn is_by_location(&self, ty: TyId) -> bool {
        let ty = self.prepared.program.types.get(ty);
        matches!(ty, Ty::RawPtr { .. } | Ty::Counted { .. })
    }

    /// Whether there was a whole value of the type at a place.
    fn was_complete(&self, heap: &Heap, ty: TyId, start: At) -> bool {
        let mut work = vec![(ty, start)];
        while let Some((ty, start)) = work.pop() {
            let written = |by: u32| !matches!(self.cell_at(heap, start.plus(by)), Cell::Uninit);
            let parts: &[Part] = match &self.prepared.layouts.of(ty).shape {
                Shape::Scalar(_) if !written(0) => return false,
                Shape::Wide(_) if !(written(0) && written(1)) => return false,
                Shape::Scalar(_) | Shape::Wide(_) | Shape::Room(_) => &[],
                Shape::Product(parts) => parts,
                Shape::Sum(variants) => match variant_of(self.cell_at(heap, start), variants) {
                    Some((_, parts)) => parts,
                    None => return false,
                },
            };
            let parts = parts.iter();
            work.extend(parts.map(|part| (part.ty, start.plus(part.offset))));
        }
        true
    }

    fn cell_at<'s>(&'s self, heap: &'s Heap, at: At) -> &'s Cell {
        match at {
            At::Heap(index) => &heap.cells[index],
            At::Memory(index) => match heap.stack.get(index) {
                Some(cell) => cell,
                None => &self.memory.cells[index],
            },
        }
    }

    /// Where a location was at the snapshot; younger objects are where they are.
    fn then_index(&self, heap: &Heap, location: Location) -> Result<At, FaultKind> {
        let object = &self.memory.objects[location.object];
        match heap.live.get(location.object.index()) {
            Some(true) if object.on_heap => {
                let start = object.start - self.memory.heap;
                Ok(At::Heap(start + location.offset as usize))
            }
            Some(false) if object.on_heap => Err(MemoryError::Dangling.into()),
            _ => Ok(At::Memory(self.memory.index(location)?)),
        }
    }
}
