//! Pointers that move inside the memory of several elements, the distance between two of them, and pointers
//! seen as ones to another type that starts at the same place.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use solver_bridge::{Atom, Expr, Formula, IntExpr, TupleSet};

use super::access::content;
use super::elements::SLOT_LIMIT;
use super::heap::ExtentKind;
use super::layout::{Path, element_step};
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

impl Encoder<'_> {
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

    /// Whether what a pointer leads into has that many elements; nowhere has any number.
    pub(super) fn has_count(
        &mut self,
        state: &State,
        targets: &Targets,
        count: IntExpr,
    ) -> Formula {
        let mut all = Vec::new();
        for ((extent, path), objects) in &targets.heap {
            let in_slot = path.is_empty() || *path == content();
            if self.sorts.extents[*extent].kind == ExtentKind::Slots && in_slot {
                for buffer in self.buffers_met(*objects) {
                    let Some(capacity) = self.capacity_of(&state.heap, *extent, buffer) else {
                        continue;
                    };
                    let one = self.logic.singleton(buffer);
                    let buffers = self.buffers_of(*extent, *objects);
                    let here = self.logic.subset(one, buffers);
                    let same = self.logic.int_eq(capacity, count);
                    all.push(self.logic.implies(here, same));
                }
                continue;
            }
            let array = self.array_position(path, |path| self.region_ty(*extent, path));
            let here = self.logic.some(*objects);
            all.push(self.has_fixed_count(here, array, count));
        }
        for ((cell, path), here) in &targets.cells {
            let array = self.array_position(path, |path| self.cell_ty(*cell, path));
            all.push(self.has_fixed_count(*here, array, count));
        }
        self.logic.and(&all)
    }

    fn has_fixed_count(&self, here: Formula, array: Option<InArray>, count: IntExpr) -> Formula {
        let elements = self
            .logic
            .int(Int::from(array.map_or(1, |array| array.count)));
        let same = self.logic.int_eq(elements, count);
        self.logic.implies(here, same)
    }

    /// The buffers that slots may be of.
    fn buffers_met(&mut self, slots: Expr) -> BTreeSet<Atom> {
        let slots = self.possible_atoms(slots);
        let at = slots.iter().filter_map(|slot| self.sorts.slot_at.get(slot));
        at.map(|(buffer, _)| *buffer).collect()
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
            // Where the first element of no elements would be is the end of the array.
            let first = fields.first().copied().or(types.element(part));
            match first {
                Some(first) if !is_enum => {
                    inside.push(element_step(0));
                    part = first;
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
}
