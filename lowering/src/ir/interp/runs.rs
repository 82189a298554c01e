//! Runs of elements: which array or buffer a pointer is in, and how far it may be moved there.

use super::cell::{Cell, Location};
use super::convert::variant_of;
use super::layout::{Part, Shape};
use super::machine::Machine;
use super::outcome::FaultKind;
use crate::ir::types::{Ty, TyId};
use crate::ir::{Int, MemoryError};

/// Elements one after the other in an object. A single place is a run of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Run {
    /// Where the first is, from the start of the object.
    pub start: u32,
    /// How many there are.
    pub count: u32,
}

impl Machine<'_, '_> {
    /// The run of elements of the type that a location is in, or just past the end of; nothing if what
    /// is there is of another type. A type is the same as room for it.
    pub(super) fn run_of(&self, location: Location, element: TyId) -> Option<Run> {
        let element = self.without_room(element);
        let stride = self.prepared.layouts.size(element);
        let at = match location.past {
            // What is past the end is told by what comes before.
            true => location.offset.checked_sub(stride)?,
            false => location.offset,
        };
        let object = &self.memory.objects[location.object];
        let (mut ty, mut base, mut run) = (object.ty, 0, None);
        if let Some(count) = object.slots {
            run = Some(Run { start: 0, count });
            base = at - at % self.prepared.layouts.size(ty);
        }
        loop {
            if base == at && self.without_room(ty) == element {
                let run = run.unwrap_or(Run {
                    start: base,
                    count: 1,
                });
                let ends = run.start + run.count * stride == location.offset;
                return (!location.past || ends).then_some(run);
            }
            if let Ty::Array(of, count) = self.prepared.program.types.get(ty) {
                let run_here = Run {
                    start: base,
                    count: *count,
                };
                if *count == 0 {
                    let here = base == at && self.without_room(*of) == element;
                    return here.then_some(run_here);
                }
                let size = self.prepared.layouts.size(*of);
                let inside = (at - base) / size;
                if inside >= *count {
                    return None;
                }
                run = Some(run_here);
                base += inside * size;
                ty = *of;
                continue;
            }
            let covers = |part: &&Part| {
                let start = base + part.offset;
                (start..start + part.size).contains(&at)
            };
            let part = match &self.prepared.layouts.of(ty).shape {
                Shape::Scalar(_) | Shape::Wide(_) => None,
                Shape::Room(part) => {
                    ty = part.ty;
                    continue;
                }
                Shape::Product(parts) => parts.iter().find(covers),
                Shape::Sum(variants) => {
                    let tag = self.memory.cells.get(object.start + base as usize);
                    let (_, parts) = tag.and_then(|tag| variant_of(tag, variants))?;
                    parts.iter().find(covers)
                }
            }?;
            run = None;
            base += part.offset;
            ty = part.ty;
        }
    }

    fn without_room(&self, ty: TyId) -> TyId {
        match self.prepared.program.types.get(ty) {
            Ty::Maybe(value) => *value,
            _ => ty,
        }
    }

    /// The pointer moved by so many elements of the type, inside its run or just past its end.
    pub(super) fn moved(&self, cell: &Cell, by: Int, element: TyId) -> Result<Cell, FaultKind> {
        if matches!(cell, Cell::Uninit) {
            return Err(MemoryError::Uninit.into());
        }
        if by == Int::ZERO {
            return Ok(cell.clone());
        }
        let outside = FaultKind::Memory(MemoryError::OutOfBounds);
        let Cell::Pointer(location) = cell else {
            return Err(outside);
        };
        let run = self.run_of(*location, element).ok_or(outside)?;
        let stride = self.prepared.layouts.size(element);
        let at = Int::from((location.offset - run.start) / stride) + by;
        let at = u32::try_from(at).ok().filter(|at| *at <= run.count);
        let at = at.ok_or(outside)?;
        Ok(Cell::Pointer(Location {
            object: location.object,
            offset: run.start + at * stride,
            past: at == run.count,
        }))
    }

    /// Whether what the pointer leads into has that many elements.
    pub(super) fn has_count(&self, pointer: &Cell, count: Int, element: TyId) -> bool {
        let Cell::Pointer(location) = pointer else {
            return true;
        };
        let run = self.run_of(*location, element);
        run.is_none_or(|run| Int::from(run.count) == count)
    }

    /// How many elements of the type one pointer is after another of the same run.
    pub(super) fn distance(&self, to: &Cell, from: &Cell, element: TyId) -> Result<i64, FaultKind> {
        if matches!(to, Cell::Uninit) || matches!(from, Cell::Uninit) {
            return Err(MemoryError::Uninit.into());
        }
        if to == from {
            return Ok(0);
        }
        let outside = FaultKind::Memory(MemoryError::OutOfBounds);
        let (Cell::Pointer(to), Cell::Pointer(from)) = (to, from) else {
            return Err(outside);
        };
        let runs = (self.run_of(*to, element), self.run_of(*from, element));
        match runs {
            (Some(a), Some(b)) if to.object == from.object && a == b => {
                let stride = i64::from(self.prepared.layouts.size(element));
                Ok((i64::from(to.offset) - i64::from(from.offset)) / stride)
            }
            _ => Err(outside),
        }
    }

    /// The same location as a pointer to another type; it leads nowhere if there is none there.
    pub(super) fn recast(&self, cell: &Cell, to: TyId) -> Cell {
        match cell {
            Cell::Pointer(location) => match self.run_of(*location, to) {
                Some(run) => Cell::Pointer(Location {
                    past: location.past || run.count == 0,
                    ..*location
                }),
                None => Cell::Dangling,
            },
            other => other.clone(),
        }
    }

    /// Whether there is a whole value of the type at a cell: what its type says must be written is.
    pub(super) fn is_complete(&self, ty: TyId, start: usize) -> bool {
        let mut work = vec![(ty, start)];
        while let Some((ty, start)) = work.pop() {
            let written = |at: usize| !matches!(self.memory.cells[start + at], Cell::Uninit);
            let parts: &[Part] = match &self.prepared.layouts.of(ty).shape {
                Shape::Scalar(_) if !written(0) => return false,
                Shape::Wide(_) if !(written(0) && written(1)) => return false,
                Shape::Scalar(_) | Shape::Wide(_) | Shape::Room(_) => &[],
                Shape::Product(parts) => parts,
                Shape::Sum(variants) => match variant_of(&self.memory.cells[start], variants) {
                    Some((_, parts)) => parts,
                    None => return false,
                },
            };
            let parts = parts.iter();
            work.extend(parts.map(|part| (part.ty, start + part.offset as usize)));
        }
        true
    }
}
