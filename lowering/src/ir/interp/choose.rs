//! What a run is given rather than computes, and what it gives back: choices, and ends of allocations.

use super::cell::Cell;
use super::code::{OperandCode, PlaceCode};
use super::machine::{Machine, Stop};
use super::memory::as_pointer;
use super::observe::Observer;
use super::outcome::{FaultKind, Outcome};
use crate::ir::{FunctionId, MemoryError};

impl<'m, 'p> Machine<'m, 'p> {
    /// `dst :=` the next choice of the state; of a function, what it gave before for equal arguments.
    pub(super) fn choose<O: Observer>(
        &mut self,
        dst: &PlaceCode<'p>,
        function: Option<(FunctionId, &'m [OperandCode<'p>])>,
        observer: &mut O,
    ) -> Result<(), Stop> {
        let mut key = None;
        if let Some((function, args)) = function {
            let start = self.scratch.len();
            for arg in args {
                self.gather(arg, observer)?;
            }
            let args: Vec<Cell> = self.scratch.drain(start..).collect();
            let mut before = self.chosen.iter();
            let known = before.find(|(other, given, _)| *other == function && *given == args);
            if let Some((_, _, value)) = known {
                self.scratch.extend(value.iter().cloned());
                return self.put_gathered(dst, observer);
            }
            key = Some((function, args));
        }
        let Some(value) = self.choices.pop() else {
            return Err(Stop::end(Outcome::OutOfChoices));
        };
        let mut cells = Vec::new();
        self.cells_of(dst.ty, &value, &mut cells)
            .map_err(|_| FaultKind::IllFormed("a choice that does not fit its type"))?;
        if let Some((function, args)) = key {
            self.chosen.push((function, args, cells.clone()));
        }
        self.scratch.append(&mut cells);
        self.put_gathered(dst, observer)
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

    /// Ends the life of an allocation. What has a size of its own may be of no size, and is then none.
    pub(super) fn free<O: Observer>(
        &mut self,
        pointer: &'m OperandCode<'p>,
        sized: bool,
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
            cell => Ok(self.memory.free(as_pointer(cell)?)?),
        }
    }
}
