//! What a run is given rather than computes, and what it gives back: choices, moves and ends of allocations.

use super::cell::{Cell, Location};
use super::code::{AskedCode, OperandCode, PlaceCode};
use super::machine::{Machine, Stop};
use super::memory::as_pointer;
use super::observe::{Choice, Given, Observer};
use super::outcome::{Budget, FaultKind, Outcome};
use crate::ir::MemoryError;
use crate::ir::state::Value;
use crate::ir::types::TyId;

impl<'m, 'p> Machine<'m, 'p> {
    /// `dst :=` the next choice of the state; of a function, what it gave before for equal arguments.
    pub(super) fn choose<O: Observer>(
        &mut self,
        dst: &PlaceCode<'p>,
        asked: Option<&'m AskedCode<'p>>,
        observer: &mut O,
    ) -> Result<(), Stop> {
        let mut key = None;
        let mut given = Vec::new();
        // What decides nothing is looked at only if someone is told of it.
        if let Some(asked) = asked.filter(|asked| !asked.remembers || O::ACTIVE) {
            let function = asked.function;
            let start = self.scratch.len();
            for arg in &asked.args {
                let size = self.gather(arg, observer)?;
                if O::ACTIVE {
                    let cells = &self.scratch[self.scratch.len() - size..];
                    given.push(self.given(arg, cells));
                }
            }
            let args: Vec<Cell> = self.scratch.drain(start..).collect();
            if !asked.remembers {
                let mut before = self.chosen.iter();
                let known = before.find(|(other, given, _)| *other == function && *given == args);
                if let Some((_, _, value)) = known {
                    let value = value.clone();
                    self.tell_choice(dst, Some(asked), given, &value, observer);
                    self.scratch.extend(value);
                    return self.put_gathered(dst, observer);
                }
                key = Some((function, args));
            }
        }
        let Some(value) = self.choices.pop() else {
            return Err(Stop::end(Outcome::OutOfChoices));
        };
        let mut cells = Vec::new();
        self.cells_of(dst.ty, &value, &mut cells)
            .map_err(|_| FaultKind::IllFormed("a choice that does not fit its type"))?;
        self.tell_choice(dst, asked, given, &cells, observer);
        if let Some((function, args)) = key {
            self.chosen.push((function, args, cells.clone()));
        }
        self.scratch.append(&mut cells);
        self.put_gathered(dst, observer)
    }

    fn tell_choice<O: Observer>(
        &self,
        dst: &PlaceCode<'p>,
        asked: Option<&AskedCode<'p>>,
        args: Vec<Given>,
        cells: &[Cell],
        observer: &mut O,
    ) {
        if O::ACTIVE {
            let choice = Choice {
                function: asked.map(|asked| asked.function),
                args,
                remembers: asked.is_some_and(|asked| asked.remembers),
                ty: dst.ty,
                value: self.value(dst.ty, cells),
                span: self.span(),
            };
            observer.chosen(self, choice);
        }
    }

    /// An argument of a function of which nothing is known.
    fn given(&self, arg: &OperandCode<'p>, cells: &[Cell]) -> Given {
        match (arg, cells) {
            (OperandCode::Place(place), cells) => Given {
                ty: Some(place.ty),
                value: self.value(place.ty, cells),
            },
            (_, [cell]) => Given {
                ty: None,
                value: cell.as_number().map_or(Value::Uninit, Value::Int),
            },
            _ => Given {
                ty: None,
                value: Value::Uninit,
            },
        }
    }

    /// `dst :=` the last cells of the scratch buffer.
    pub(super) fn put_gathered<O: Observer>(
        &mut self,
        dst: &PlaceCode<'p>,
        observer: &mut O,
    ) -> Result<(), Stop> {
        let to = self.begin_write(dst, observer)?;
        self.scatter(to.index, dst.size as usize);
        self.end_write(dst, to, observer);
        Ok(())
    }

    /// Moves what a run of slots holds to a new one of so many, and ends the life of the old one.
    pub(super) fn grow_buffer<O: Observer>(
        &mut self,
        buffer: &'m PlaceCode<'p>,
        capacity: &'m OperandCode<'p>,
        element: TyId,
        observer: &mut O,
    ) -> Result<(), Stop> {
        let count = self.integer(capacity, observer)?;
        let count = u64::try_from(count).map_err(|_| Budget::Cells)?;
        let slot = self.resolve(buffer, observer)?;
        let old = self.memory.cells[slot.index].clone();
        let stride = self.prepared.layouts.size(element);
        let new = self.memory.allocate_slots(element, stride, count)?;
        self.memory.objects[new].by_spec = self.runs_spec();
        if old != Cell::Dangling {
            let location = as_pointer(&old)?;
            let from = &self.memory.objects[location.object];
            let from = from.start..from.start + from.size as usize;
            let to = self.memory.objects[new].start;
            for (held, at) in from.zip(to..) {
                self.memory.cells[at] = self.memory.cells[held].clone();
            }
            self.memory.free(location)?;
        }
        self.put(buffer, Cell::Pointer(Location::start_of(new)), observer)
    }

    /// Ends the life of an allocation. What has a size of its own may be of no size, and is then none.
    pub(super) fn free<O: Observer>(
        &mut self,
        pointer: &'m OperandCode<'p>,
        sized: bool,
        value: Option<u32>,
        observer: &mut O,
    ) -> Result<(), Stop> {
        let size = self.gather(pointer, observer)?;
        let start = self.scratch.len() - size;
        let (first, len) = (
            self.scratch[start].clone(),
            self.scratch.get(start + 1).cloned(),
        );
        self.scratch.truncate(start);
        let empty = match (&first, &len) {
            (_, Some(len)) => *len == Cell::Int(0),
            (cell, None) => matches!(cell, Cell::Dangling),
        };
        if sized && empty {
            return Ok(());
        }
        match &first {
            Cell::Null | Cell::Dangling => Err(FaultKind::from(MemoryError::InvalidFree).into()),
            cell => {
                let location = as_pointer(cell)?;
                let object = &self.memory.objects[location.object];
                let whole = value.is_none_or(|cells| cells == object.size);
                if object.slots.is_none() && !whole {
                    return Err(FaultKind::from(MemoryError::InvalidFree).into());
                }
                Ok(self.memory.free(location)?)
            }
        }
    }
}
