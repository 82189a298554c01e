//! Memory of several elements: arrays, runs of slots, slices.
//!
//! An array is a value of as many parts. The slots of a buffer are atoms of their own, so that a
//! pointer to one of them is like any other; which atom is the slot of what number of which buffer
//! is fixed, so that moving a pointer costs no more than a choice among the distances it may move.
//! The slots of a new buffer are made as they are asked for.

use std::rc::Rc;

use solver_bridge::{Atom, Expr, IntExpr, TupleSet};

use super::access::content;
use super::heap::{ExtentKind, LeafValue};
use super::layout::element_step;
use super::number::Values;
use super::state::State;
use super::value::{ExtentId, Targets, Value, empty};
use super::{Abort, Encoder};
use crate::ir::types::TyId;
use crate::ir::{Int, MemoryError};
use crate::span::Span;

/// No slot beyond this many of one buffer is looked at.
pub(super) const SLOT_LIMIT: usize = 128;

impl<'a> Encoder<'a> {
    /// The element of an array at each location whose number is `index`.
    pub(super) fn array_element(
        &mut self,
        targets: &Targets,
        count: u32,
        index: IntExpr,
    ) -> Targets {
        let mut found = Targets {
            dangling: targets.dangling,
            ..Targets::default()
        };
        for number in self.numbers_within(index, Int::ZERO, Int::from(count) - Int::ONE) {
            let here = self.logic.int_eq(index, self.logic.int(number));
            let step = element_step(number.as_usize());
            let element = Targets {
                dangling: None,
                ..targets.project(&[step])
            };
            found = found.union(&element.when(here, &self.logic), &self.logic);
        }
        self.must_be_within(index, self.logic.int(Int::from(count)));
        found
    }

    /// The element of a slice whose number is `index`.
    pub(super) fn slice_element(
        &mut self,
        state: &State,
        first: &Targets,
        len: IntExpr,
        index: IntExpr,
        span: Span,
    ) -> Result<Targets, Abort> {
        self.must_be_within(index, len);
        let asked = self.pending.len();
        let element = self.offset(state, first, index, span)?;
        // Within the slice, there is nothing more to ask than that the slice is one.
        if !self.follows_raw_pointers {
            self.pending.truncate(asked);
        }
        Ok(element)
    }

    fn must_be_within(&mut self, index: IntExpr, count: IntExpr) {
        let logic = &self.logic;
        let outside = logic.or(&[
            logic.int_lt(index, logic.int(0)),
            logic.int_le(count, index),
        ]);
        self.must_not(MemoryError::OutOfBounds, outside);
    }

    /// The numbers that a term may be, from `low` to `high`.
    pub(super) fn numbers_within(&mut self, number: IntExpr, low: Int, high: Int) -> Vec<Int> {
        match self.possible_values(number) {
            Values::Set(values) => {
                let within = values.iter().copied();
                within
                    .filter(|value| low <= *value && *value <= high)
                    .collect()
            }
            Values::Range(least, most) => {
                let (mut next, last) = (least.max(low), most.min(high));
                let mut all = Vec::new();
                while next <= last {
                    all.push(next);
                    next += Int::ONE;
                }
                all
            }
        }
    }

    /// How many elements a slice of that length has at most, as far as any are looked at.
    pub(super) fn longest(&mut self, len: IntExpr) -> usize {
        let (_, most) = self.possible_values(len).bounds();
        most.clamp(Int::ZERO, Int::from(SLOT_LIMIT as u64))
            .as_usize()
    }

    /// The slot of that number, or the end of the buffer; `None` if it has not so many.
    pub(super) fn slot(&mut self, slots: ExtentId, buffer: Atom, index: usize) -> Option<Atom> {
        let most = self.sorts.most_slots.get(&buffer).copied().unwrap_or(0);
        if index > most.min(SLOT_LIMIT) {
            return None;
        }
        let mut known = self.sorts.slots_of.get(&buffer).map_or(0, Vec::len);
        while known <= index {
            let sort = self.sorts.extents[slots].sort;
            let name = format!("{}[{known}]", self.logic.atom_name(buffer));
            let atom = self.logic.atom(sort, name);
            self.sorts.slots_of.entry(buffer).or_default().push(atom);
            self.sorts.slot_at.insert(atom, (buffer, known));
            known += 1;
        }
        self.sorts.slots_of.get(&buffer)?.get(index).copied()
    }

    /// The pointer to the value of a buffer's first slot; of a buffer without slots it leads nowhere.
    pub(super) fn first_slot(&mut self, buffers: &Targets, element: TyId) -> Targets {
        let Some(sort) = self.sorts.buffers.get(&element).copied() else {
            return Targets::default();
        };
        let mut first = Targets::default();
        for objects in buffers.heap.values() {
            let columns = [
                self.sorts.extents[sort.buffers].sort,
                self.sorts.extents[sort.slots].sort,
            ];
            let mut rows = TupleSet::empty(columns);
            for buffer in self.possible_atoms(*objects) {
                if let Some(slot) = self.slot(sort.slots, buffer, 0) {
                    // A buffer and its slot are of these sorts.
                    let _ = rows.insert(&[buffer, slot]);
                }
            }
            let to = self.logic.image(*objects, self.logic.constant(rows));
            first = first.union(&Targets::object(sort.slots, content(), to), &self.logic);
        }
        match buffers.dangling {
            Some(none) => first.union(&Targets::nowhere(none), &self.logic),
            None => first,
        }
    }

    /// How many slots of one of the buffers have been met so far: no other holds a value.
    pub(super) fn slots_met(&mut self, buffers: &Targets) -> usize {
        let mut most = 0;
        for objects in buffers.heap.values() {
            for buffer in self.possible_atoms(*objects) {
                most = most.max(self.sorts.slots_of.get(&buffer).map_or(0, Vec::len));
            }
        }
        most
    }

    /// The slots of that number.
    pub(super) fn slots_at(&mut self, buffers: &Targets, element: TyId, number: usize) -> Targets {
        let Some(sort) = self.sorts.buffers.get(&element).copied() else {
            return Targets::default();
        };
        let mut slots = Targets::default();
        for objects in buffers.heap.values() {
            let columns = [
                self.sorts.extents[sort.buffers].sort,
                self.sorts.extents[sort.slots].sort,
            ];
            let mut rows = TupleSet::empty(columns);
            let mut chosen = vec![empty(&self.logic, columns[1])];
            for buffer in self.possible_atoms(*objects) {
                if let Some(numbers) = self.sorts.numbers.get(&buffer) {
                    let logic = &self.logic;
                    let here = logic.subset(logic.singleton(buffer), *objects);
                    let number = logic.to_atoms(logic.int(Int::from(number as u64)));
                    let slot = logic.image(number, numbers.slot_of);
                    chosen.push(logic.ite(here, slot, empty(logic, columns[1])));
                } else if let Some(slot) = self.slot(sort.slots, buffer, number) {
                    // A buffer and its slot are of these sorts.
                    let _ = rows.insert(&[buffer, slot]);
                }
            }
            let to = self.logic.image(*objects, self.logic.constant(rows));
            chosen.push(to);
            let to = self.logic.union_all(&chosen);
            slots = slots.union(&Targets::object(sort.slots, Rc::from([]), to), &self.logic);
        }
        slots
    }

    /// How many slots a buffer has.
    pub(super) fn capacity(
        &mut self,
        state: &State,
        buffers: &Targets,
        element: TyId,
    ) -> Option<IntExpr> {
        let sort = self.sorts.buffers.get(&element).copied()?;
        let leaf = state.heap.leaf(sort.buffers, 0).clone();
        let zero = self.logic.int(0);
        let mut capacity = zero;
        for objects in buffers.heap.values() {
            let here = self.logic.some(*objects);
            let number = self
                .memory()
                .number_of(&leaf, *objects, super::heap::LENGTH)?;
            capacity = self.logic.int_ite(here, number, capacity);
        }
        Some(capacity)
    }

    /// A pointer constant that leads nowhere; to a slice, one of no elements.
    pub(super) fn constant_pointer(&self, ty: TyId, targets: Targets) -> Value {
        let types = &self.program.types;
        let to = types.pointee(ty).and_then(|to| types.slice_element(to));
        match to {
            Some(_) => Value::Slice {
                first: targets,
                len: self.logic.int(0),
            },
            None => Value::Pointer(targets),
        }
    }

    /// The objects that the program has allocated; of slots, those of such buffers.
    pub(super) fn fresh_atoms(&self, extent: ExtentId) -> Vec<Atom> {
        if self.sorts.extents[extent].kind != ExtentKind::Slots {
            return self.sorts.extents[extent].fresh.clone();
        }
        let sort = self.buffer_sort_of_slots(extent);
        let fresh = sort.map(|sort| &self.sorts.extents[sort.buffers].fresh);
        let buffers = fresh.into_iter().flatten();
        let slots = buffers.filter_map(|buffer| self.sorts.slots_of.get(buffer));
        slots.flatten().copied().collect()
    }

    /// Whether the `Maybe` holds a value.
    pub(super) fn is_init(&self, value: &Value) -> Value {
        match value {
            Value::Maybe { init, .. } => Value::Bool(*init),
            _ => Value::Undef,
        }
    }

    /// The slots of all buffers of an extent, as a relation from buffer to slot.
    pub(super) fn slots_relation(&self, sort: super::heap::BufferSort) -> Expr {
        let columns = [
            self.sorts.extents[sort.buffers].sort,
            self.sorts.extents[sort.slots].sort,
        ];
        let mut rows = TupleSet::empty(columns);
        let buffers = &self.sorts.extents[sort.buffers];
        for buffer in buffers.entry.iter().chain(&buffers.fresh) {
            for slot in self.sorts.slots_of.get(buffer).into_iter().flatten() {
                // A buffer and its slot are of these sorts.
                let _ = rows.insert(&[*buffer, *slot]);
            }
        }
        self.logic.constant(rows)
    }

    /// The contents of the flag that says which slots hold values.
    pub(super) fn init_leaf(&self, heap: &super::heap::Heap, slots: ExtentId) -> Option<Expr> {
        let leaves = &self.sorts.extents[slots].leaves;
        let index = super::layout::side_leaf(leaves, &[], super::layout::LeafKind::Init)?;
        match heap.leaf(slots, index) {
            LeafValue::Bool(set) => Some(*set),
            _ => None,
        }
    }
}
