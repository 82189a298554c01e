//! The memory of a run: one vector of cells, the stack below and the heap above, and the table of
//! objects in it. Knows neither types' meaning nor code.
//!
//! An object is a heap allocation (one value, or a run of slots), static data, or a local whose
//! address has been taken. Objects are numbered
//! in the order in which they come to be, and neither numbers nor heap cells are ever used again:
//! a pointer to what is no more is always recognised, and a snapshot is a prefix of the heap.

use super::cell::{Cell, Location};
use super::outcome::{Budget, FaultKind};
use crate::ids::Table;
use crate::ir::MemoryError;
use crate::ir::state::ObjectId;
use crate::ir::types::TyId;

/// The cells that are set aside for the stack at first.
const FIRST_STACK: usize = 1 << 12;

/// An object.
#[derive(Clone, Copy, Debug)]
pub(super) struct Allocation {
    /// Its first cell.
    pub start: usize,
    /// What it holds; of a run of slots, what each does.
    pub ty: TyId,
    /// How many cells it takes.
    pub size: u32,
    /// How many slots it has, if it is a run of them.
    pub slots: Option<u32>,
    /// Whether it is a heap object (or static data) rather than a local.
    pub on_heap: bool,
    /// Whether it always was and always will be.
    pub is_static: bool,
    /// Whether it still exists.
    pub live: bool,
    /// Whether specification code made it.
    pub by_spec: bool,
}

/// The heap as it was, and the locals of the frames below one.
#[derive(Clone, Debug, Default)]
pub(super) struct Heap {
    /// The cells of the heap objects, by distance from the start of the heap.
    pub cells: Vec<Cell>,
    /// Which objects existed, by number.
    pub live: Vec<bool>,
    /// The cells of these frames, from the first on.
    pub stack: Vec<Cell>,
}

/// All memory.
#[derive(Debug)]
pub(super) struct Memory {
    /// The stack up to `heap`, then the heap.
    pub cells: Vec<Cell>,
    /// Where the heap starts.
    pub heap: usize,
    /// All objects that ever were.
    pub objects: Table<ObjectId, Allocation>,
    /// How many cells there may be.
    limit: usize,
}

impl Memory {
    /// An empty memory.
    pub(super) fn new(limit: usize) -> Self {
        Self {
            cells: vec![Cell::Uninit; FIRST_STACK],
            heap: FIRST_STACK,
            objects: Table::new(),
            limit,
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.cells.truncate(self.heap);
        self.objects = Table::new();
    }

    /// Makes the stack reach to `top` at least.
    pub(super) fn reserve_stack(&mut self, top: usize) -> Result<(), Budget> {
        if top <= self.heap {
            return Ok(());
        }
        let more = top.max(self.heap * 2) - self.heap;
        if self.cells.len() + more > self.limit {
            return Err(Budget::Cells);
        }
        let old = self.heap;
        let new_cells = std::iter::repeat_n(Cell::Uninit, more);
        self.cells.splice(old..old, new_cells);
        self.heap += more;
        for id in self.objects.ids() {
            if self.objects[id].on_heap {
                self.objects[id].start += more;
            }
        }
        Ok(())
    }

    /// A new heap object of so many cells, none of them written.
    pub(super) fn allocate(&mut self, ty: TyId, size: u32) -> Result<ObjectId, Budget> {
        self.add(ty, size, None)
    }

    /// A new run of so many slots of `stride` cells each, none of them written.
    pub(super) fn allocate_slots(
        &mut self,
        ty: TyId,
        stride: u32,
        slots: u64,
    ) -> Result<ObjectId, Budget> {
        let slots = u32::try_from(slots).map_err(|_| Budget::Cells)?;
        let size = slots.checked_mul(stride).ok_or(Budget::Cells)?;
        self.add(ty, size, Some(slots))
    }

    fn add(&mut self, ty: TyId, size: u32, slots: Option<u32>) -> Result<ObjectId, Budget> {
        let start = self.cells.len();
        let end = start + size as usize;
        if end + self.objects.len() > self.limit {
            return Err(Budget::Cells);
        }
        self.cells.resize(end, Cell::Uninit);
        Ok(self.objects.push(Allocation {
            start,
            ty,
            size,
            slots,
            on_heap: true,
            is_static: false,
            live: true,
            by_spec: false,
        }))
    }

    /// A new object for a local at that cell of the stack.
    pub(super) fn expose_local(
        &mut self,
        ty: TyId,
        start: usize,
        size: u32,
    ) -> Result<ObjectId, Budget> {
        if self.cells.len() + self.objects.len() > self.limit {
            return Err(Budget::Cells);
        }
        Ok(self.objects.push(Allocation {
            start,
            ty,
            size,
            slots: None,
            on_heap: false,
            is_static: false,
            live: true,
            by_spec: false,
        }))
    }

    /// The cell of a location in an object that still exists.
    #[inline]
    pub(super) fn index(&self, location: Location) -> Result<usize, FaultKind> {
        let object = &self.objects[location.object];
        if !object.live {
            let error = match object.on_heap {
                true => MemoryError::Dangling,
                false => MemoryError::OutOfScope,
            };
            return Err(error.into());
        }
        if location.past {
            return Err(MemoryError::OutOfBounds.into());
        }
        Ok(object.start + location.offset as usize)
    }

    /// The location that the pointer in a cell leads to.
    #[inline]
    pub(super) fn pointer(&self, at: usize) -> Result<Location, FaultKind> {
        as_pointer(&self.cells[at])
    }

    /// Ends the life of a whole heap object.
    pub(super) fn free(&mut self, location: Location) -> Result<(), FaultKind> {
        let object = &mut self.objects[location.object];
        let heap = object.live && object.on_heap && !object.is_static;
        if !heap || location.offset != 0 || location.past {
            return Err(MemoryError::InvalidFree.into());
        }
        object.live = false;
        Ok(())
    }

    /// Copies values from one place to another; the places may be the same.
    #[inline]
    pub(super) fn copy(&mut self, from: usize, to: usize, size: usize) {
        if size == 1 {
            self.cells[to] = self.cells[from].clone();
        } else if to < from {
            for at in 0..size {
                self.cells[to + at] = self.cells[from + at].clone();
            }
        } else {
            for at in (0..size).rev() {
                self.cells[to + at] = self.cells[from + at].clone();
            }
        }
    }

    /// The heap as it is, and the frames below the one that starts there.
    pub(super) fn snapshot(&self, base: usize) -> Heap {
        Heap {
            stack: self.cells[..base].to_vec(),
            cells: self.cells[self.heap..].to_vec(),
            live: self.objects.values().map(|object| object.live).collect(),
        }
    }

    /// Makes the heap objects and frames of then be as they were, and returns how they were now. Younger
    /// objects and frames stay as they are.
    pub(super) fn exchange(&mut self, mut then: Heap) -> Heap {
        let end = self.heap + then.cells.len();
        self.cells[self.heap..end].swap_with_slice(&mut then.cells);
        self.cells[..then.stack.len()].swap_with_slice(&mut then.stack);
        for (id, live) in self.objects.ids().zip(&mut then.live) {
            let object = &mut self.objects[id];
            if object.on_heap {
                std::mem::swap(&mut object.live, live);
            }
        }
        then
    }
}

/// The location that a pointer leads to.
#[inline]
pub(super) fn as_pointer(cell: &Cell) -> Result<Location, FaultKind> {
    match cell {
        Cell::Pointer(location) => Ok(*location),
        Cell::Null => Err(MemoryError::Null.into()),
        Cell::Dangling => Err(MemoryError::Dangling.into()),
        Cell::Uninit => Err(MemoryError::Uninit.into()),
        Cell::Int(_) | Cell::Wide(_) | Cell::Model(_) => {
            Err(FaultKind::IllFormed("a pointer was expected"))
        }
    }
}
