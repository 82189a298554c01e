//! How the machine reads and writes: from a place or operand to cells and back.

use std::rc::Rc;

use super::cell::{Cell, Location};
use super::code::{OperandCode, PlaceCode, Step};
use super::machine::{Machine, Stop};
use super::memory::as_pointer;
use super::observe::{Access, Observer};
use super::outcome::{Budget, FaultKind};
use crate::ir::state::ObjectId;
use crate::ir::types::TyId;
use crate::ir::{Int, LocalId, MemoryError};

/// Where a place is.
#[derive(Clone, Copy)]
pub(super) struct Slot {
    /// Its first cell.
    pub index: usize,
    /// The same as a location; nothing for a place inside a local that is named directly.
    pub location: Option<Location>,
}

/// Where the cells of an operand are.
#[derive(Clone, Copy)]
enum Source<'m> {
    Memory(usize),
    Const(&'m Cell),
}

impl<'m, 'p> Machine<'m, 'p> {
    /// Where a place is, now. Most are locals: their way has no steps.
    #[inline(always)]
    pub(super) fn resolve<O: Observer>(
        &mut self,
        place: &PlaceCode<'p>,
        observer: &mut O,
    ) -> Result<Slot, FaultKind> {
        let slot = Slot {
            index: self.base + place.base as usize,
            location: None,
        };
        if place.steps.is_empty() {
            return Ok(slot);
        }
        self.follow(slot, place, observer)
    }

    /// Where the steps of a place lead from its start.
    fn follow<O: Observer>(
        &mut self,
        start: Slot,
        place: &PlaceCode<'p>,
        observer: &mut O,
    ) -> Result<Slot, FaultKind> {
        let mut slot = start;
        let mut slice = (Cell::Dangling, Int::ZERO);
        for step in &place.steps {
            match *step {
                Step::Add(offset) => {
                    slot.index += offset as usize;
                    if let Some(location) = &mut slot.location {
                        location.offset += offset;
                    }
                }
                Step::Deref { of } => {
                    self.announce_read(slot, of, observer);
                    let location = self.memory.pointer(slot.index)?;
                    slot = Slot {
                        index: self.memory.index(location)?,
                        location: Some(location),
                    };
                }
                Step::DerefSlice { of } => {
                    self.announce_read(slot, of, observer);
                    let pointer = self.memory.cells[slot.index].clone();
                    let len = self.memory.cells[slot.index + 1].as_number();
                    slice = (pointer, len.ok_or(MemoryError::Uninit)?);
                }
                Step::Index { at, stride, count } => {
                    let at = self.element_number(at, Int::from(count))?;
                    let by = at * stride;
                    slot.index += by as usize;
                    if let Some(location) = &mut slot.location {
                        location.offset += by;
                    }
                }
                Step::IndexSlice { at, element } => {
                    let at = self.element_number(at, slice.1)?;
                    as_pointer(&slice.0)?;
                    let cell = self.moved(&slice.0, Int::from(at), element)?;
                    let location = as_pointer(&cell)?;
                    slot = Slot {
                        index: self.memory.index(location)?,
                        location: Some(location),
                    };
                }
                Step::Variant { of, tag } => {
                    self.announce_read(slot, of, observer);
                    match &self.memory.cells[slot.index] {
                        Cell::Int(found) if *found == i64::from(tag) => {}
                        Cell::Uninit => return Err(unwritten(place)),
                        _ => return Err(FaultKind::WrongVariant),
                    }
                }
            }
        }
        Ok(slot)
    }

    /// The number of an element, which the frame holds at that cell and which is below the count.
    fn element_number(&self, at: u32, count: Int) -> Result<u32, FaultKind> {
        let cell = &self.memory.cells[self.base + at as usize];
        let number = cell.as_number().ok_or(FaultKind::Unwritten)?;
        let number = u32::try_from(number)
            .ok()
            .filter(|at| Int::from(*at) < count);
        number.ok_or(FaultKind::Memory(MemoryError::OutOfBounds))
    }

    #[inline(always)]
    fn announce_read<O: Observer>(&mut self, slot: Slot, ty: TyId, observer: &mut O) {
        if let Some(location) = slot.location
            && O::ACTIVE
        {
            observer.reading(self, Access { location, ty });
        }
    }

    /// The cell at which a place can be read.
    #[inline(always)]
    pub(super) fn read_place<O: Observer>(
        &mut self,
        place: &PlaceCode<'p>,
        observer: &mut O,
    ) -> Result<usize, FaultKind> {
        let slot = self.resolve(place, observer)?;
        self.announce_read(slot, place.ty, observer);
        // Of a value of many cells some may be unused.
        let unwritten = match place.size {
            1 => matches!(self.memory.cells[slot.index], Cell::Uninit),
            size => {
                let cells = &self.memory.cells[slot.index..slot.index + size as usize];
                place.in_memory && cells.contains(&Cell::Uninit)
            }
        };
        if unwritten {
            self.read_unwritten(place, slot)?;
        }
        Ok(slot.index)
    }

    /// What has only one value need not ever have been written.
    #[cold]
    fn read_unwritten(&mut self, place: &PlaceCode<'p>, slot: Slot) -> Result<(), FaultKind> {
        if self.prepared.layouts.is_unit(place.ty) {
            self.memory.cells[slot.index] = Cell::UNIT;
            return Ok(());
        }
        match self.is_complete(place.ty, slot.index) {
            true => Ok(()),
            false => Err(unwritten(place)),
        }
    }

    #[inline(always)]
    fn source<O: Observer>(
        &mut self,
        operand: &'m OperandCode<'p>,
        observer: &mut O,
    ) -> Result<Source<'m>, FaultKind> {
        match operand {
            OperandCode::Place(place) => Ok(Source::Memory(self.read_place(place, observer)?)),
            OperandCode::Const(cell) => Ok(Source::Const(cell)),
            OperandCode::Bytes(..) => Err(FaultKind::IllFormed("bytes where one cell is due")),
        }
    }

    #[inline(always)]
    fn cell<'s>(&'s self, source: Source<'m>) -> &'s Cell {
        match source {
            Source::Memory(index) => &self.memory.cells[index],
            Source::Const(cell) => cell,
        }
    }

    /// The cell of an operand of one cell.
    #[inline(always)]
    pub(super) fn scalar<O: Observer>(
        &mut self,
        operand: &'m OperandCode<'p>,
        observer: &mut O,
    ) -> Result<&Cell, FaultKind> {
        let source = self.source(operand, observer)?;
        Ok(self.cell(source))
    }

    /// The cells of two operands of one cell each.
    #[inline(always)]
    pub(super) fn scalars<O: Observer>(
        &mut self,
        a: &'m OperandCode<'p>,
        b: &'m OperandCode<'p>,
        observer: &mut O,
    ) -> Result<(&Cell, &Cell), FaultKind> {
        let a = self.source(a, observer)?;
        let b = self.source(b, observer)?;
        Ok((self.cell(a), self.cell(b)))
    }

    /// A condition.
    #[inline(always)]
    pub(super) fn truth<O: Observer>(
        &mut self,
        operand: &'m OperandCode<'p>,
        observer: &mut O,
    ) -> Result<bool, FaultKind> {
        match self.scalar(operand, observer)? {
            Cell::Int(value) => Ok(*value != 0),
            _ => Err(FaultKind::IllFormed("a truth value was expected")),
        }
    }

    /// The tag of the enum at a place.
    pub(super) fn tag<O: Observer>(
        &mut self,
        place: &PlaceCode<'p>,
        observer: &mut O,
    ) -> Result<usize, FaultKind> {
        let slot = self.resolve(place, observer)?;
        self.announce_read(slot, place.ty, observer);
        match &self.memory.cells[slot.index] {
            Cell::Int(tag) => {
                usize::try_from(*tag).map_err(|_| FaultKind::IllFormed("a tag of no variant"))
            }
            Cell::Uninit => Err(unwritten(place)),
            _ => Err(FaultKind::IllFormed("a tag was expected")),
        }
    }

    /// The address of a place. A local becomes an object when its address is taken first.
    pub(super) fn address<O: Observer>(
        &mut self,
        place: &PlaceCode<'p>,
        observer: &mut O,
    ) -> Result<Location, Stop> {
        let slot = self.resolve(place, observer)?;
        if let Some(location) = slot.location {
            return Ok(location);
        }
        let local = place.source.local;
        let object = self.expose(local)?;
        let start = self.memory.objects[object].start;
        let offset = u32::try_from(slot.index - start).expect("a frame is laid out in 32 bits");
        Ok(Location {
            object,
            offset,
            past: false,
        })
    }

    /// The object that a local of the innermost frame is.
    fn expose(&mut self, local: LocalId) -> Result<ObjectId, Budget> {
        let frame = self.frame();
        let known = self.exposed[frame.exposed..].iter();
        if let Some((_, object)) = known.copied().find(|(other, _)| *other == local) {
            return Ok(object);
        }
        let start = self.local_index(frame, local);
        let ty = frame.code.source.locals[local].ty;
        let size = self.prepared.layouts.size(ty);
        let object = self.memory.expose_local(ty, start, size)?;
        self.exposed.push((local, object));
        Ok(object)
    }

    /// Ends the life of a local of the innermost frame: it is another object when it is next pointed to.
    pub(super) fn end_local(&mut self, local: LocalId, start: u32, size: u32) {
        let own = self.frame().exposed;
        let known = self.exposed[own..].iter();
        if let Some(at) = known.copied().position(|(other, _)| other == local) {
            let (_, object) = self.exposed.remove(own + at);
            self.memory.objects[object].live = false;
        }
        let start = self.base + start as usize;
        self.memory.cells[start..start + size as usize].fill(Cell::Uninit);
    }

    /// `dst := cell`.
    #[inline(always)]
    pub(super) fn put<O: Observer>(
        &mut self,
        dst: &PlaceCode<'p>,
        cell: Cell,
        observer: &mut O,
    ) -> Result<(), Stop> {
        let slot = self.begin_write(dst, observer)?;
        self.memory.cells[slot.index] = cell;
        self.end_write(dst, slot, observer);
        Ok(())
    }

    /// Where a place is going to be written.
    #[inline(always)]
    pub(super) fn begin_write<O: Observer>(
        &mut self,
        dst: &PlaceCode<'p>,
        observer: &mut O,
    ) -> Result<Slot, FaultKind> {
        let slot = self.resolve(dst, observer)?;
        if O::ACTIVE {
            if let Some(location) = slot.location {
                let ty = dst.ty;
                observer.writing(self, Access { location, ty });
            }
            observer.assigning(self, self.target(dst, slot));
        }
        Ok(slot)
    }

    #[inline(always)]
    pub(super) fn end_write<O: Observer>(
        &mut self,
        dst: &PlaceCode<'p>,
        slot: Slot,
        observer: &mut O,
    ) {
        if O::ACTIVE {
            observer.assigned(self, self.target(dst, slot));
        }
    }

    /// Puts the cells of an operand at the end of the scratch buffer, and tells how many.
    pub(super) fn gather<O: Observer>(
        &mut self,
        operand: &'m OperandCode<'p>,
        observer: &mut O,
    ) -> Result<usize, Stop> {
        if let OperandCode::Bytes(bytes, element) = operand {
            let first = self.static_bytes(bytes, *element)?;
            self.scratch.push(first);
            self.scratch
                .push(Cell::number(Int::from(bytes.len() as u64)));
            return Ok(2);
        }
        match self.source(operand, observer)? {
            Source::Const(cell) => self.scratch.push(cell.clone()),
            Source::Memory(index) => {
                let cells = &self.memory.cells[index..index + operand.size() as usize];
                self.scratch.extend_from_slice(cells);
            }
        }
        Ok(operand.size() as usize)
    }

    /// Where the static data that a constant leads to is; it comes to be when it is first used.
    fn static_bytes(&mut self, bytes: &'p Rc<[u8]>, element: TyId) -> Result<Cell, Budget> {
        let known = self.statics.iter().find(|(other, _)| other == bytes);
        if let Some((_, object)) = known {
            return Ok(Cell::Pointer(Location::start_of(*object)));
        }
        if bytes.is_empty() {
            return Ok(Cell::Dangling);
        }
        let stride = self.prepared.layouts.size(element);
        let object = self
            .memory
            .allocate_slots(element, stride, bytes.len() as u64)?;
        let start = self.memory.objects[object].start;
        self.memory.objects[object].is_static = true;
        for (at, byte) in bytes.iter().enumerate() {
            self.memory.cells[start + at] = Cell::Int(i64::from(*byte));
        }
        self.statics.push((bytes.clone(), object));
        Ok(Cell::Pointer(Location::start_of(object)))
    }

    /// Moves the last cells of the scratch buffer to memory.
    pub(super) fn scatter(&mut self, to: usize, size: usize) {
        let from = self.scratch.len() - size;
        for (offset, cell) in self.scratch.drain(from..).enumerate() {
            self.memory.cells[to + offset] = cell;
        }
    }

    /// `dst :=` a value made of parts; all of them are read before the first is written.
    pub(super) fn aggregate<O: Observer>(
        &mut self,
        dst: &PlaceCode<'p>,
        head: Option<&Cell>,
        parts: &'m [OperandCode<'p>],
        observer: &mut O,
    ) -> Result<(), Stop> {
        // Parts are adjacent and in order, so that gathering them makes the value. What an enum
        // has beyond its variant, and the cell of a value without parts, is filled up.
        let start = self.scratch.len();
        self.scratch.extend(head.cloned());
        for operand in parts {
            self.gather(operand, observer)?;
        }
        let size = dst.size as usize;
        self.scratch.resize(start + size, Cell::Uninit);
        let to = self.begin_write(dst, observer)?;
        self.scatter(to.index, size);
        self.end_write(dst, to, observer);
        Ok(())
    }
}

/// What it is to read a place that was never written.
fn unwritten(place: &PlaceCode<'_>) -> FaultKind {
    match place.in_memory {
        true => MemoryError::Uninit.into(),
        false => FaultKind::Unwritten,
    }
}
