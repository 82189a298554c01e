//! The numbers of the slots of a buffer whose elements refer to each other by number: an arena.
//!
//! Nothing says in which order the entries of an arena lie, so a list of `n` entries has as many
//! states as there are permutations, and to a solver they are all different. So the slots of such a
//! buffer are known by *labels*, and which slot has what number is a permutation of its own, chosen
//! freely. What the fields hold on entry is the number of the slot with some label. The labels are
//! given in the order of a walk along these fields, so that of a list they are `0, 1, 2, …`; a program
//! that only follows numbers never looks at the permutation, and nothing has to be found out about it.
//!
//! No state is left out: each is a state of the labels with a permutation. Slot 0 has label 0, slots
//! without values have their own numbers as labels, and the others can always be labelled in the order
//! of the walk. A program that compares or computes numbers looks at the permutation.

use std::collections::BTreeSet;

use solver_bridge::{Atom, Expr, Formula, INT, IntExpr, Renaming, TupleSet};

use super::Encoder;
use super::entry::tuples;
use super::heap::{Heap, LeafValue};
use super::index_fields::IndexField;
use super::layout::{Leaf, LeafKind};
use super::narrow::Told;
use super::number::Values;
use super::state::State;
use super::value::{ExtentId, empty};
use crate::ir::Int;
use crate::ir::types::{Ty, TyId};

/// In larger buffers numbers are fixed.
const MOST_SLOTS: usize = 64;

/// The numbers of the slots of a buffer.
#[derive(Clone, Debug)]
pub struct Numbers {
    /// Slot → number; the end of the buffer has one as well.
    pub of_slot: Expr,
    /// Number → slot.
    pub slot_of: Expr,
    /// Label → number, of slots.
    order: Expr,
    /// Label → number, of all numbers on entry. Those that no slot has are their own labels.
    renaming: Renaming,
    /// The numbers that have a label.
    labelled: BTreeSet<Int>,
    /// Label → slot.
    slot_of_label: Expr,
    /// The largest number of a slot, which is the end's.
    count: usize,
}

/// A field that holds numbers of slots.
#[derive(Clone, Copy)]
pub(super) struct LabelLeaf {
    slots: ExtentId,
    leaf: usize,
    /// Slot → label.
    labels: Expr,
}

impl Encoder<'_> {
    /// Whether elements refer to each other by this leaf of their slots.
    fn is_index_leaf(&self, element: TyId, leaf: &Leaf) -> bool {
        let LeafKind::Int(kind) = leaf.kind else {
            return false;
        };
        let (Ty::Adt(adt), Some(step)) = (self.program.types.get(element), leaf.path.get(1)) else {
            return false;
        };
        let field: IndexField = (*adt, step.variant, step.field);
        self.index_fields.contains(&field) && self.entry_numbers(kind).is_some()
    }

    /// Chooses the numbers of the slots of a buffer, if its elements refer to each other by them.
    pub(super) fn choose_numbers(
        &mut self,
        name: &str,
        element: TyId,
        slots: ExtentId,
        buffer: Atom,
        labelled: &[Atom],
    ) {
        // Those of the slots that it may grow by as well.
        let mut all: BTreeSet<Int> = (0..=2 * labelled.len())
            .map(|it| Int::from(it as u64))
            .collect();
        let mut is_arena = false;
        for leaf in &self.sorts.extents[slots].leaves {
            if let (LeafKind::Int(kind), true) = (leaf.kind, self.is_index_leaf(element, leaf)) {
                is_arena = true;
                all.extend(self.entry_numbers(kind).unwrap_or_default());
            }
        }
        let end = self.slot(slots, buffer, labelled.len());
        let (Some(end), true) = (end, is_arena && labelled.len() <= MOST_SLOTS) else {
            return;
        };
        let number = |at: usize| self.logic.int_atom(Int::from(at as u64));
        let count = labelled.len();
        let mut rows = Vec::new();
        let mut ranked = Vec::new();
        for label in 0..count {
            let others = (1..count).filter(|other| label > 0 && *other != label);
            // A counterexample prefers slots in the order of the walk.
            let numbers: Vec<Atom> = std::iter::once(label).chain(others).map(number).collect();
            rows.extend(numbers.iter().map(|to| vec![number(label), *to]));
            ranked.push(numbers);
        }
        let slot_sort = self.sorts.extents[slots].sort;
        let label_of = labelled.iter().enumerate();
        let label_of = label_of.map(|(label, slot)| vec![*slot, number(label)]);
        let label_of: Vec<Vec<Atom>> = label_of.collect();
        let mut slot_of_label: Vec<Vec<Atom>> =
            label_of.iter().map(|it| vec![it[1], it[0]]).collect();
        slot_of_label.push(vec![number(count), end]);
        let label_of = tuples(&[slot_sort, INT], label_of);
        let end = tuples(&[slot_sort, INT], vec![vec![end, number(count)]]);
        let beyond = all
            .iter()
            .filter(|it| **it < Int::ZERO || **it >= Int::from(count as u64));
        let beyond = beyond.map(|it| vec![self.logic.int_atom(*it); 2]).collect();
        let told = Told::Where(self.logic.truth());
        let name = format!("{name} order");
        let order = self.declare_entry(name, &[INT, INT], Some(1), rows, told);
        for (label, ranked) in ranked.iter().enumerate() {
            let one = self.label(label);
            let from = self.logic.image(one, self.logic.transpose(order));
            self.facts.push(self.logic.lone(from));
            self.measure_symbol(self.logic.image(one, order), ranked);
        }
        let logic = &self.logic;
        let of_slot = logic.join(logic.constant(label_of), order);
        let of_slot = logic.union(of_slot, logic.constant(end));
        let beyond = logic.constant(tuples(&[INT, INT], beyond));
        let there = logic.union(order, beyond);
        let numbers = Numbers {
            of_slot,
            slot_of: logic.transpose(of_slot),
            order,
            renaming: Renaming {
                there,
                back: logic.transpose(there),
            },
            labelled: all,
            slot_of_label: logic.constant(tuples(&[INT, slot_sort], slot_of_label)),
            count,
        };
        self.sorts.numbers.insert(buffer, numbers);
    }

    fn label(&self, label: usize) -> Expr {
        let atom = self.logic.int_atom(Int::from(label as u64));
        self.logic.singleton(atom)
    }

    /// Gives the slots that a buffer has grown by their numbers: they are their own labels.
    pub(super) fn number_new_slots(&mut self, element: TyId, buffer: Atom, count: usize) {
        let sort = self.sorts.buffers.get(&element).copied();
        let (Some(sort), Some(mut numbers)) = (sort, self.sorts.numbers.get(&buffer).cloned())
        else {
            return;
        };
        let slot_sort = self.sorts.extents[sort.slots].sort;
        let (mut of_slot, mut slot_of) = (Vec::new(), Vec::new());
        for number in numbers.count + 1..=count {
            if let Some(slot) = self.slot(sort.slots, buffer, number) {
                let number = self.logic.int_atom(Int::from(number as u64));
                of_slot.push(vec![slot, number]);
                slot_of.push(vec![number, slot]);
            }
        }
        if of_slot.is_empty() {
            return;
        }
        let logic = &self.logic;
        let of_slot = logic.constant(tuples(&[slot_sort, INT], of_slot));
        let slot_of = logic.constant(tuples(&[INT, slot_sort], slot_of));
        numbers.of_slot = logic.union(numbers.of_slot, of_slot);
        numbers.slot_of = logic.union(numbers.slot_of, slot_of);
        numbers.slot_of_label = logic.union(numbers.slot_of_label, slot_of);
        numbers.count = count;
        self.sorts.numbers.insert(buffer, numbers);
    }

    /// The contents of a leaf as numbers, where they have been made as labels.
    pub(super) fn number_labels(
        &mut self,
        slots: ExtentId,
        leaf: usize,
        value: LeafValue,
    ) -> LeafValue {
        let data = self.sorts.extents[slots].clone();
        let (LeafValue::Atoms(labels), Ty::Maybe(element)) =
            (&value, self.program.types.get(data.ty))
        else {
            return value;
        };
        if !self.is_index_leaf(*element, &data.leaves[leaf]) {
            return value;
        }
        let logic = &self.logic;
        let restricted = |slots: Vec<Atom>| match slots == data.entry {
            true => *labels,
            false => {
                let slots = TupleSet::unary(data.sort, slots);
                logic.domain_restrict(logic.constant(slots), *labels)
            }
        };
        let mut rest = data.entry.clone();
        let mut parts = Vec::new();
        for (buffer, numbers) in &self.sorts.numbers {
            let is_here = |slot: &Atom| {
                let place = self.sorts.slot_at.get(slot);
                place.is_some_and(|(of, _)| of == buffer)
            };
            let (here, others): (Vec<Atom>, Vec<Atom>) = rest.into_iter().partition(is_here);
            rest = others;
            if !here.is_empty() {
                parts.push(logic.join(restricted(here), numbers.renaming.there));
            }
        }
        if parts.is_empty() {
            return value;
        }
        if !rest.is_empty() {
            parts.push(restricted(rest));
        }
        let numbers = logic.union_all(&parts);
        self.label_leaves.push(LabelLeaf {
            slots,
            leaf,
            labels: *labels,
        });
        LeafValue::Atoms(numbers)
    }

    /// Pointers to slots with labels, moved: where to, and when that is inside the buffer; one pair for
    /// each buffer. `places` are the slots, each with its buffer and label.
    pub(super) fn offset_labelled(
        &mut self,
        state: &State,
        slots: ExtentId,
        objects: Expr,
        places: &[(Atom, Atom, usize)],
        by: IntExpr,
    ) -> Vec<(Expr, Formula)> {
        let sort = self.sorts.extents[slots].sort;
        let mut moved = Vec::new();
        for (buffer, numbers) in self.sorts.numbers.clone() {
            let here = places.iter().filter(|(_, of, _)| *of == buffer);
            let here: Vec<(Atom, usize)> = here.map(|(slot, _, label)| (*slot, *label)).collect();
            // A buffer of another type has no slots among these, and no capacity to ask for here.
            if here.is_empty() {
                continue;
            }
            let Some(capacity) = self.capacity_of(&state.heap, slots, buffer) else {
                continue;
            };
            let logic = &self.logic;
            let all = TupleSet::unary(sort, here.iter().map(|(slot, _)| *slot));
            let from = logic.intersection(objects, logic.constant(all));
            let number = match here.iter().all(|(_, label)| *label == 0) {
                true => by,
                false => logic.add(logic.value_of(logic.image(from, numbers.of_slot)), by),
            };
            let some = logic.some(from);
            let to = self.slot_numbered(slots, &numbers, number);
            let logic = &self.logic;
            let inside = logic.and(&[
                some,
                logic.int_le(logic.int(0), number),
                logic.int_le(number, capacity),
            ]);
            moved.push((logic.ite(some, to, empty(logic, sort)), inside));
        }
        moved
    }

    /// The slot of that number in a buffer whose slots have labels.
    fn slot_numbered(&mut self, slots: ExtentId, numbers: &Numbers, number: IntExpr) -> Expr {
        if let Values::Set(_) = self.possible_values(number) {
            let logic = &self.logic;
            return match logic.name_of(number, numbers.renaming) {
                Some(label) => logic.image(label, numbers.slot_of_label),
                None => logic.image(logic.to_atoms(number), numbers.slot_of),
            };
        }
        let sort = self.sorts.extents[slots].sort;
        let mut parts = vec![empty(&self.logic, sort)];
        for at in self.numbers_within(number, Int::ZERO, Int::from(MOST_SLOTS as u64)) {
            let logic = &self.logic;
            let here = logic.int_eq(number, logic.int(at));
            let slot = logic.image(logic.to_atoms(logic.int(at)), numbers.slot_of);
            parts.push(logic.ite(here, slot, empty(logic, sort)));
        }
        self.logic.union_all(&parts)
    }

    /// Whether two numbers are equal: their labels, if either was made from one.
    pub(super) fn equal_numbers(&mut self, a: IntExpr, b: IntExpr) -> Formula {
        for (_, numbers) in self.sorts.numbers.clone() {
            let names = [a, b].map(|number| self.logic.name_of(number, numbers.renaming));
            let mut has_label = |number: IntExpr| match self.possible_values(number) {
                Values::Set(all) => all.iter().all(|it| numbers.labelled.contains(it)),
                Values::Range(..) => false,
            };
            if names == [None, None] || !has_label(a) || !has_label(b) {
                continue;
            }
            let logic = &self.logic;
            let label = |name: Option<Expr>, number: IntExpr| {
                name.unwrap_or_else(|| logic.join(logic.to_atoms(number), numbers.renaming.back))
            };
            let both = logic.intersection(label(names[0], a), label(names[1], b));
            return logic.some(both);
        }
        self.logic.int_eq(a, b)
    }

    /// Gives the labels of a buffer in the order of a walk along its index fields, and those of slots
    /// without values as they are. `held` says which slots hold values.
    pub(super) fn order_labels(
        &mut self,
        slots: ExtentId,
        buffer: Atom,
        labelled: &[Atom],
        held: &[Formula],
        heap: &Heap,
    ) {
        let Some(numbers) = self.sorts.numbers.get(&buffer).cloned() else {
            return;
        };
        for (label, held) in held.iter().enumerate() {
            let one = self.label(label);
            let logic = &self.logic;
            let own = logic.subset(logic.product(one, one), numbers.order);
            self.facts.push(logic.or(&[*held, own]));
        }
        let leaves: Vec<LabelLeaf> = self.label_leaves.clone();
        let leaves: Vec<LabelLeaf> = leaves.into_iter().filter(|it| it.slots == slots).collect();
        // From each slot, in order, the labels that it refers to.
        let mut references = Vec::new();
        for (label, slot) in labelled.iter().enumerate() {
            for leaf in &leaves {
                let present = self.leaf_present(heap, slots, *slot, leaf.leaf);
                let to = self.logic.image(self.logic.singleton(*slot), leaf.labels);
                references.push((label, present, to));
            }
        }
        for next in 1..labelled.len() {
            // The first reference to one that has no label yet is to the one with the next label.
            let mut open = vec![empty(&self.logic, INT)];
            for (label, held) in held.iter().enumerate().skip(next) {
                let one = self.label(label);
                open.push(self.logic.ite(*held, one, empty(&self.logic, INT)));
            }
            let logic = &self.logic;
            let open = logic.union_all(&open);
            let mut before = logic.not(held[next]);
            for (_, present, to) in references.iter().filter(|(from, ..)| *from < next) {
                let to_open = logic.some(logic.intersection(*to, open));
                let to_open = logic.and(&[*present, to_open]);
                let is_next = logic.subset(self.label(next), *to);
                self.facts
                    .push(logic.or(&[before, logic.not(to_open), is_next]));
                before = logic.or(&[before, to_open]);
            }
        }
    }
}
