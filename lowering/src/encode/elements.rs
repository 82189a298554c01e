//! Memory of several elements: arrays, runs of slots, slices, and pointers that move inside them.
//!
//! An array is a value of as many parts. The slots of a buffer are atoms of their own, so that a
//! pointer to one of them is like any other; which atom is the slot of what number of which buffer
//! is fixed, so that moving a pointer costs no more than a choice among the distances it may move.
//! The slots of a new buffer are made as they are asked for.

use std::collections::BTreeMap;
use std::rc::Rc;

use solver_bridge::{Atom, Expr, Formula, IntExpr, TupleSet};

use super::access::content;
use super::heap::{ExtentKind, LeafValue};
use super::layout::{Path, element_step};
use super::number::Values;
use super::state::State;
use super::value::{ExtentId, Targets, Value, empty};
use super::{Abort, Encoder, Unwinding, UnwindingKind};
use crate::ids::Id;
use crate::ir::state::PathStep;
use crate::ir::types::{FieldIdx, Ty, TyId, VariantIdx};
use crate::ir::{Int, MemoryError};
use crate::span::Span;

/// The step just past the end of a single object.
fn past_step() -> PathStep {
    PathStep {
        variant: VariantIdx::from_index(u32::MAX as usize),
        field: FieldIdx::from_index(0),
    }
}

/// Where a path leads to in an array.
#[derive(Clone, Copy)]
struct InArray {
    /// The number of the element.
    at: usize,
    /// How many elements the array has.
    count: u32,
    /// So many steps lead on to what the element is room for.
    inside: usize,
}

/// The number of an element in its run.
fn number_in(path: &[PathStep], array: Option<InArray>) -> Int {
    let is_past = path.last() == Some(&past_step());
    let number = array.map_or(usize::from(is_past), |array| array.at);
    Int::from(number as u64)
}

/// The path of the run that an element is in.
fn around(path: &Path, array: Option<InArray>) -> Path {
    let is_past = path.last() == Some(&past_step());
    let steps = array.map_or(usize::from(is_past), |array| array.inside + 1);
    path[..path.len() - steps].into()
}

/// So many objects are looked at for one that can be used again.
const MOST_ASKED: usize = 2;

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

    /// The pointer moved by so many elements.
    pub(super) fn offset(
        &mut self,
        state: &State,
        targets: &Targets,
        by: IntExpr,
        span: Span,
    ) -> Result<Targets, Abort> {
        let mut moved = Targets::default();
        let mut outside = Vec::new();
        let stays = self.logic.int_eq(by, self.logic.int(0));
        let moves = self.logic.not(stays);
        for ((extent, path), objects) in &targets.heap {
            let in_slot = path.is_empty() || *path == content();
            if self.sorts.extents[*extent].kind == ExtentKind::Slots && in_slot {
                let (to, bad) = self.offset_slots(state, *extent, *objects, by, span);
                moved = moved.union(&Targets::object(*extent, path.clone(), to), &self.logic);
                outside.push(bad);
                continue;
            }
            let here = self.logic.some(*objects);
            let array = self.array_position(path, |path| self.region_ty(*extent, path));
            let one = |path: Path| Targets::object(*extent, path, *objects);
            let (to, bad) = self.offset_path((path, array), one, by);
            moved = moved.union(&to, &self.logic);
            outside.push(self.logic.and(&[here, bad]));
        }
        for ((cell, path), here) in &targets.cells {
            let array = self.array_position(path, |path| self.cell_ty(*cell, path));
            let one = |path: Path| Targets::cell(*cell, path, *here);
            let (to, bad) = self.offset_path((path, array), one, by);
            moved = moved.union(&to, &self.logic);
            outside.push(self.logic.and(&[*here, bad]));
        }
        if let Some(nowhere) = targets.dangling {
            moved = moved.union(&Targets::nowhere(nowhere), &self.logic);
            outside.push(self.logic.and(&[nowhere, moves]));
        }
        let null = self.logic.not(targets.is_some(&self.logic));
        outside.push(self.logic.and(&[null, moves]));
        let outside = self.logic.or(&outside);
        self.must_not(MemoryError::OutOfBounds, outside);
        Ok(moved)
    }

    /// The position of a path in the array that it leads to an element of, or to the content of one.
    fn array_position(
        &self,
        path: &[PathStep],
        ty: impl Fn(&[PathStep]) -> Option<TyId>,
    ) -> Option<InArray> {
        let mut steps = path;
        while let Some((last, around)) = steps.split_last() {
            match ty(around).map(|ty| self.program.types.get(ty)) {
                Some(Ty::Array(_, count)) => {
                    return Some(InArray {
                        at: last.field.index(),
                        count: *count,
                        inside: path.len() - steps.len(),
                    });
                }
                // Just past its end, an array has no element that would have a type.
                Some(Ty::Maybe(_)) | None => steps = around,
                Some(_) => return None,
            }
        }
        None
    }

    /// A pointer to a part of an object, moved; and when that leaves what it is a part of.
    fn offset_path(
        &mut self,
        (path, array): (&Path, Option<InArray>),
        one: impl Fn(Path) -> Targets,
        by: IntExpr,
    ) -> (Targets, Formula) {
        // A single object is an array of one.
        let is_past = path.last() == Some(&past_step());
        let at = number_in(path, array);
        let last = Int::from(array.map_or(1, |array| array.count));
        let mut moved = Targets::default();
        let mut inside = Vec::new();
        for distance in self.numbers_within(by, -at, last - at) {
            let here = self.logic.int_eq(by, self.logic.int(distance));
            inside.push(here);
            let to = (at + distance).as_usize();
            let mut steps = path.to_vec();
            match array {
                Some(array) => {
                    let element = path.len() - array.inside - 1;
                    steps[element] = element_step(to);
                }
                None => {
                    steps.truncate(path.len() - usize::from(is_past));
                    steps.extend((to == 1).then(past_step));
                }
            }
            let to = one(steps.into()).when(here, &self.logic);
            moved = moved.union(&to, &self.logic);
        }
        (moved, self.logic.not(self.logic.or(&inside)))
    }

    /// A pointer to a slot, moved; and when that leaves its buffer.
    fn offset_slots(
        &mut self,
        state: &State,
        slots: ExtentId,
        objects: Expr,
        by: IntExpr,
        span: Span,
    ) -> (Expr, Formula) {
        let sort = self.sorts.extents[slots].sort;
        let from = self.possible_atoms(objects);
        let places: Vec<(Atom, Atom, usize)> = from
            .iter()
            .filter_map(|atom| {
                let (buffer, index) = self.sorts.slot_at.get(atom)?;
                Some((*atom, *buffer, *index))
            })
            .collect();
        let most = Int::from(SLOT_LIMIT as u64);
        let mut parts = vec![empty(&self.logic, sort)];
        let mut inside = Vec::new();
        let mut unseen = Vec::new();
        let numbered =
            |(_, buffer, _): &(Atom, Atom, usize)| self.sorts.numbers.contains_key(buffer);
        let (chosen, places): (Vec<_>, Vec<_>) = places.into_iter().partition(numbered);
        for (to, here) in self.offset_labelled(state, slots, objects, &chosen, by) {
            parts.push(to);
            inside.push(here);
        }
        let distances = match places.is_empty() {
            true => Vec::new(),
            false => self.numbers_within(by, -most, most),
        };
        for distance in distances {
            let here = self.logic.int_eq(by, self.logic.int(distance));
            let mut rows = TupleSet::empty(vec![sort, sort]);
            for (atom, buffer, index) in &places {
                let to = Int::from(*index as u64) + distance;
                if to < Int::ZERO {
                    continue;
                }
                if let Some(slot) = self.slot(slots, *buffer, to.as_usize()) {
                    // Both are slots of the extent.
                    let _ = rows.insert(&[*atom, slot]);
                    let Some(capacity) = self.capacity_of(&state.heap, slots, *buffer) else {
                        continue;
                    };
                    let logic = &self.logic;
                    inside.push(logic.and(&[
                        here,
                        logic.subset(logic.singleton(*atom), objects),
                        logic.int_le(logic.int(to), capacity),
                    ]));
                }
            }
            let to = self.logic.image(objects, self.logic.constant(rows));
            let none = empty(&self.logic, sort);
            parts.push(self.logic.ite(here, to, none));
        }
        // A buffer may have more slots than are looked at.
        for (atom, buffer, index) in &places {
            if self
                .sorts
                .most_slots
                .get(buffer)
                .is_none_or(|slots| *slots <= SLOT_LIMIT)
            {
                continue;
            }
            let Some(capacity) = self.capacity_of(&state.heap, slots, *buffer) else {
                continue;
            };
            let logic = &self.logic;
            let to = logic.add(logic.int(Int::from(*index as u64)), by);
            unseen.push(logic.and(&[
                logic.subset(logic.singleton(*atom), objects),
                logic.int_lt(logic.int(most), to),
                logic.int_le(to, capacity),
            ]));
        }
        let unseen = self.logic.or(&unseen);
        self.cut_where(state, unseen, span);
        let logic = &self.logic;
        let some = logic.some(objects);
        let outside = logic.and(&[some, logic.not(logic.or(&inside)), logic.not(unseen)]);
        (logic.union_all(&parts), outside)
    }

    /// Notes that what follows is not looked at where the condition holds.
    fn cut_where(&mut self, state: &State, here: Formula, span: Span) {
        let cut = self.logic.and(&[state.path, here]);
        if cut == self.logic.falsehood() {
            return;
        }
        self.unwindings.push(Unwinding {
            cut,
            entered: !self.entry.is_empty(),
            kind: UnwindingKind::Memory,
            span,
        });
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

    /// How many elements the first pointer is after the second.
    pub(super) fn distance(&mut self, first: &Targets, second: &Targets) -> IntExpr {
        let same = Value::Pointer(first.clone());
        let same = self.equal(&same, &Value::Pointer(second.clone()));
        let (run, other_run) = (self.run_of(first), self.run_of(second));
        let logic = &self.logic;
        let one_run = logic.and(&[
            run.is_some(logic),
            run.is_subset(&other_run, logic),
            other_run.is_subset(&run, logic),
        ]);
        let apart = logic.not(logic.or(&[same, one_run]));
        self.must_not(MemoryError::OutOfBounds, apart);
        let (first, second) = (self.element_number(first), self.element_number(second));
        self.logic.sub(first, second)
    }

    /// What a pointer moves inside: the buffer, the array, or the single object.
    fn run_of(&mut self, targets: &Targets) -> Targets {
        let mut runs = Targets::default();
        for ((extent, path), objects) in &targets.heap {
            let in_slot = path.is_empty() || *path == content();
            let is_slot = self.sorts.extents[*extent].kind == ExtentKind::Slots && in_slot;
            let run = match self.buffer_sort_of_slots(*extent) {
                Some(sort) if is_slot => {
                    let buffers = self.buffers_of(*extent, *objects);
                    Targets::object(sort.buffers, Rc::from([]), buffers)
                }
                _ => {
                    let array = self.array_position(path, |path| self.region_ty(*extent, path));
                    Targets::object(*extent, around(path, array), *objects)
                }
            };
            runs = runs.union(&run, &self.logic);
        }
        for ((cell, path), here) in &targets.cells {
            let array = self.array_position(path, |path| self.cell_ty(*cell, path));
            let run = Targets::cell(*cell, around(path, array), *here);
            runs = runs.union(&run, &self.logic);
        }
        runs
    }

    /// The number of the element that a pointer leads to in its array or buffer.
    fn element_number(&mut self, targets: &Targets) -> IntExpr {
        let mut position = self.logic.int(0);
        for ((extent, path), objects) in &targets.heap {
            let here = self.logic.some(*objects);
            let in_slot = path.is_empty() || *path == content();
            let number = if self.sorts.extents[*extent].kind == ExtentKind::Slots && in_slot {
                let columns = [self.sorts.extents[*extent].sort, solver_bridge::INT];
                let mut rows = TupleSet::empty(columns);
                let mut chosen: BTreeMap<Atom, Expr> = BTreeMap::new();
                for atom in self.possible_atoms(*objects) {
                    if let Some((buffer, index)) = self.sorts.slot_at.get(&atom) {
                        if let Some(numbers) = self.sorts.numbers.get(buffer) {
                            chosen.insert(*buffer, numbers.of_slot);
                            continue;
                        }
                        let number = self.logic.int_atom(Int::from(*index as u64));
                        // A slot and a number.
                        let _ = rows.insert(&[atom, number]);
                    }
                }
                let mut all = vec![self.logic.constant(rows)];
                all.extend(chosen.into_values());
                let numbers = self.logic.image(*objects, self.logic.union_all(&all));
                self.logic.value_of(numbers)
            } else {
                let array = self.array_position(path, |path| self.region_ty(*extent, path));
                self.logic.int(number_in(path, array))
            };
            position = self.logic.int_ite(here, number, position);
        }
        for ((cell, path), here) in &targets.cells {
            let array = self.array_position(path, |path| self.cell_ty(*cell, path));
            let number = self.logic.int(number_in(path, array));
            position = self.logic.int_ite(*here, number, position);
        }
        position
    }

    /// The same locations as a pointer to a `to`.
    pub(super) fn pointer_cast(
        &mut self,
        state: &State,
        targets: &Targets,
        to: TyId,
        span: Span,
    ) -> Result<Targets, Abort> {
        let mut cast = Targets {
            dangling: targets.dangling,
            ..Targets::default()
        };
        for ((extent, path), objects) in &targets.heap {
            let fits = self.cast_path(path, to, |path| self.region_ty(*extent, path));
            let moved = match fits {
                Some(path) => Targets::object(*extent, path, *objects),
                None => {
                    let here = self.logic.some(*objects);
                    self.refuse_room(state, self.region_ty(*extent, path), to, here, span)?;
                    Targets::nowhere(here)
                }
            };
            cast = cast.union(&moved, &self.logic);
        }
        for ((cell, path), here) in &targets.cells {
            let fits = self.cast_path(path, to, |path| self.cell_ty(*cell, path));
            let moved = match fits {
                Some(path) => Targets::cell(*cell, path, *here),
                None => {
                    self.refuse_room(state, self.cell_ty(*cell, path), to, *here, span)?;
                    Targets::nowhere(*here)
                }
            };
            cast = cast.union(&moved, &self.logic);
        }
        Ok(cast)
    }

    /// Refuses to see a value as room for one: that it could be made not to be there is not kept.
    fn refuse_room(
        &mut self,
        state: &State,
        ty: Option<TyId>,
        to: TyId,
        here: Formula,
        span: Span,
    ) -> Result<(), Abort> {
        let is_room = ty.is_some_and(|ty| *self.program.types.get(to) == Ty::Maybe(ty));
        let here = self.logic.and(&[state.path, here]);
        if !is_room || self.is_false(here)? || self.is_infeasible(here) {
            return Ok(());
        }
        Err(self.unsupported("a pointer to a value as one to room for it", span))
    }

    /// The path to the `to` that starts at the same place: inside what is there, or around it.
    fn cast_path(
        &self,
        path: &Path,
        to: TyId,
        ty: impl Fn(&[PathStep]) -> Option<TyId>,
    ) -> Option<Path> {
        let types = &self.program.types;
        // Just past the end of an array it stays an element, whichever.
        let here = match ty(path) {
            Some(here) => here,
            None => return Some(path.clone()),
        };
        let (mut inside, mut part) = (path.to_vec(), here);
        loop {
            if part == to {
                return Some(inside.into());
            }
            let is_enum = matches!(types.get(part), Ty::Adt(adt) if types.adt(*adt).is_enum);
            let fields = types.field_types(part, VariantIdx::from_index(0));
            match fields.first() {
                Some(first) if !is_enum => {
                    inside.push(element_step(0));
                    part = *first;
                }
                _ => break,
            }
        }
        let mut around = path.to_vec();
        while let Some(step) = around.pop() {
            let outer = ty(&around)?;
            let is_enum = matches!(types.get(outer), Ty::Adt(adt) if types.adt(*adt).is_enum);
            if step != element_step(0) || is_enum {
                return None;
            }
            if outer == to {
                return Some(around.into());
            }
        }
        None
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

    /// `dst := the owner of that many new slots`.
    pub(super) fn allocate_buffer(
        &mut self,
        state: &mut State,
        element: TyId,
        capacity: IntExpr,
        span: Span,
    ) -> Result<Targets, Abort> {
        let Some(sort) = self.sorts.buffers.get(&element).copied() else {
            let name = self.program.types.name(element);
            return Err(self.unsupported(&format!("a buffer of {name}"), span));
        };
        let (_, most) = self.possible_values(capacity).bounds();
        // The exact number matters only up to the limit.
        let most = most
            .clamp(Int::ZERO, Int::from(SLOT_LIMIT as u64 + 1))
            .as_usize();
        let buffer = self.fresh_atom(state, sort.buffers);
        let known = self.sorts.most_slots.entry(buffer).or_default();
        *known = (*known).max(most);
        let object = self.logic.singleton(buffer);
        let mut heap = state.heap.clone();
        let number = Value::Int(capacity);
        self.memory()
            .store(&mut heap, sort.buffers, &[], object, &number);
        state.heap = heap;
        let some = self.logic.int_lt(self.logic.int(0), capacity);
        self.note_made(state, sort.buffers, object, some);
        let targets = Targets::object(sort.buffers, Rc::from([]), object);
        let nowhere = Targets::nowhere(self.logic.truth());
        Ok(targets.choice(&nowhere, some, &self.logic))
    }

    /// The same buffers with that many slots; a new one where there is none.
    pub(super) fn grow_buffer(
        &mut self,
        state: &mut State,
        element: TyId,
        old: &Targets,
        capacity: IntExpr,
        span: Span,
    ) -> Result<Targets, Abort> {
        let mut grown = Targets {
            dangling: None,
            ..old.clone()
        };
        if let Some(nowhere) = old.dangling
            && nowhere != self.logic.falsehood()
        {
            let new = self.allocate_buffer(state, element, capacity, span)?;
            grown = grown.union(&new.when(nowhere, &self.logic), &self.logic);
        }
        let (_, most) = self.possible_values(capacity).bounds();
        let most = most
            .clamp(Int::ZERO, Int::from(SLOT_LIMIT as u64 + 1))
            .as_usize();
        for ((extent, _), objects) in &old.heap {
            let mut heap = state.heap.clone();
            let number = Value::Int(capacity);
            self.memory()
                .store(&mut heap, *extent, &[], *objects, &number);
            state.heap = heap;
            for buffer in self.possible_atoms(*objects) {
                let known = self.sorts.most_slots.entry(buffer).or_default();
                *known = (*known).max(most);
                self.number_new_slots(element, buffer, most);
            }
        }
        Ok(grown)
    }

    /// An atom for what the program allocates in an extent: one that has been allocated only where
    /// execution does not come from, or else the next. Two rounds of a loop that never both allocate
    /// have one object between them.
    pub(super) fn fresh_atom(&mut self, state: &mut State, extent: ExtentId) -> Atom {
        let index = match self.unused_atom(state, extent) {
            Some(index) => index,
            None => {
                state.allocated[extent.index()] += 1;
                state.allocated[extent.index()] - 1
            }
        };
        let taken = &mut state.taken[extent.index()];
        taken.resize(taken.len().max(index + 1), self.logic.falsehood());
        taken[index] = self.logic.truth();
        let data = &mut self.sorts.extents[extent];
        if data.fresh.len() <= index {
            let name = format!("{}'{index}", data.name);
            let atom = self.logic.atom(data.sort, name);
            data.fresh.push(atom);
        }
        data.fresh[index]
    }

    fn unused_atom(&mut self, state: &State, extent: ExtentId) -> Option<usize> {
        // What is allocated on a remembered heap is told by its number.
        if self.inside_snapshots > 0 {
            return None;
        }
        let taken = &state.taken[extent.index()];
        let always = self.logic.truth();
        let open = taken
            .iter()
            .enumerate()
            .filter(|(_, here)| **here != always);
        let open: Vec<(usize, Formula)> = open.map(|(index, here)| (index, *here)).collect();
        let mut open = open.into_iter().take(MOST_ASKED);
        open.find(|(_, here)| {
            let both = self.logic.and(&[state.path, *here]);
            matches!(self.is_false(both), Ok(true)) || self.is_infeasible(both)
        })
        .map(|(index, _)| index)
    }

    /// Ends the life of the allocation at the start of which the pointer is.
    pub(super) fn free(&mut self, state: &mut State, pointer: &Value, ty: TyId) {
        let program = self.program;
        // A buffer without slots is no allocation, and neither is an empty slice.
        let is_buffer = matches!(program.types.get(ty), Ty::Buffer(_));
        let mut bad: Vec<Formula> = Vec::new();
        let targets = match pointer {
            Value::Pointer(targets) => {
                bad.push(self.logic.not(targets.is_some(&self.logic)));
                bad.extend(targets.dangling.filter(|_| !is_buffer));
                targets.clone()
            }
            Value::Slice { first, len } => {
                let empty = self.logic.int_eq(*len, self.logic.int(0));
                let some = self.logic.not(empty);
                let nothing = self.logic.not(first.is_some(&self.logic));
                bad.push(self.logic.and(&[some, nothing]));
                let targets = first.when(some, &self.logic);
                bad.extend(targets.dangling);
                targets
            }
            _ => return,
        };
        bad.extend(targets.cells.values());
        let mut freed: BTreeMap<ExtentId, Expr> = BTreeMap::new();
        for ((extent, path), objects) in &targets.heap {
            bad.push(self.is_freed(&state.heap, *extent, *objects));
            let (extent, objects) = match self.sorts.extents[*extent].kind {
                ExtentKind::Slots if path.is_empty() || *path == content() => {
                    bad.push(self.is_not_first(*objects));
                    let Some(sort) = self.buffer_sort_of_slots(*extent) else {
                        continue;
                    };
                    (sort.buffers, self.buffers_of(*extent, *objects))
                }
                _ if self.is_whole(*extent, path) => (*extent, *objects),
                _ => {
                    bad.push(self.logic.some(*objects));
                    continue;
                }
            };
            bad.push(self.is_static(extent, objects));
            let sort = self.sorts.extents[extent].sort;
            let all = freed
                .entry(extent)
                .or_insert_with(|| empty(&self.logic, sort));
            *all = self.logic.union(*all, objects);
        }
        let bad = self.logic.or(&bad);
        if self.follows_raw_pointers {
            self.must_not(MemoryError::InvalidFree, bad);
        }
        for (extent, objects) in freed {
            let known = &mut state.heap.freed[extent.index()];
            *known = self.logic.union(*known, objects);
        }
    }

    /// Whether what is at the path of an object is all that there is: the only part of the only part of it.
    fn is_whole(&self, extent: ExtentId, path: &[PathStep]) -> bool {
        let types = &self.program.types;
        let mut ty = self.sorts.extents[extent].ty;
        path.iter().all(|step| {
            let is_enum = matches!(types.get(ty), Ty::Adt(adt) if types.adt(*adt).is_enum);
            let fields = types.field_types(ty, step.variant);
            let [part] = fields[..] else {
                return false;
            };
            ty = part;
            !is_enum && step.field.index() == 0
        })
    }

    /// Whether one of the objects is static data.
    fn is_static(&mut self, extent: ExtentId, objects: Expr) -> Formula {
        if self.sorts.extents[extent].kind != ExtentKind::Buffers || self.statics.is_empty() {
            return self.logic.falsehood();
        }
        let mut any = Vec::new();
        for atom in self.possible_atoms(objects) {
            let data = &self.sorts.extents[extent];
            if !data.entry.contains(&atom) && !data.fresh.contains(&atom) {
                let one = self.logic.singleton(atom);
                any.push(self.logic.subset(one, objects));
            }
        }
        self.logic.or(&any)
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

    /// Whether one of the slots is not the first of its buffer.
    fn is_not_first(&mut self, objects: Expr) -> Formula {
        let mut any = Vec::new();
        for atom in self.possible_atoms(objects) {
            if self.sorts.slot_at.get(&atom).is_some_and(|(_, at)| *at > 0) {
                let one = self.logic.singleton(atom);
                any.push(self.logic.subset(one, objects));
            }
        }
        self.logic.or(&any)
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
