//! The runs of slots of the pre-state: what `Vec` and its kin hold on entry, and slices that come in.
//!
//! A buffer has one owner, so each place that may own one has a buffer of its own: there is nothing
//! to choose but how many slots it has (none: there is no buffer) and which of them hold values.

use std::collections::BTreeMap;
use std::rc::Rc;

use solver_bridge::{Atom, Expr, Formula, INT, IntExpr};

use super::access::{Mention, content, for_each_mention};
use super::entry_knots::Group;
use super::entry_webs::Unsettled;
use super::heap::{BufferSort, Extent, ExtentKind, Heap, LENGTH, LeafValue};
use super::layout::{Leaf, LeafKind, Path, leaves, side_leaf};
use super::value::{ExtentId, Targets, Value, empty};
use super::{Abort, Encoder, EntryContent, EntryObject};
use crate::ir::types::{Ty, TyId};
use crate::ir::{Const, Int};
use crate::span::Span;

/// A buffer that may exist on entry.
#[derive(Clone)]
pub(super) struct EntryBuffer {
    element: TyId,
    pub(super) sort: BufferSort,
    buffer: Atom,
    slots: Vec<Atom>,
    /// How many slots it has: one of the numbers up to the scope.
    capacity: Expr,
    /// Whether every slot holds a value, as those of a slice do.
    full: bool,
    owner: Owner,
}

/// Who owns an [`EntryBuffer`].
#[derive(Clone)]
enum Owner {
    /// An argument, where the condition holds.
    Input(Formula),
    /// The object, by that leaf.
    Leaf(ExtentId, Atom, usize),
    /// One place of a knot or another, as its numbering says.
    Numbered,
}

/// What one leaf of all objects of an extent owns.
#[derive(Default)]
struct Owned {
    /// Object → buffer, or first slot of a slice.
    to: Vec<Expr>,
    /// The objects that own no slots.
    nowhere: Vec<Expr>,
    /// Object → length, of slices.
    lens: Vec<Expr>,
}

impl<'a> Encoder<'a> {
    /// Declares the extents of buffers, slices and their slots.
    pub(super) fn declare_buffer_sorts(&mut self) {
        let types = &self.program.types;
        let mut elements: Vec<TyId> = types
            .iter()
            .filter_map(|(_, ty)| match ty {
                Ty::Buffer(element) | Ty::Slice(element) | Ty::Str(element) => Some(*element),
                _ => None,
            })
            .collect();
        elements.sort_unstable();
        elements.dedup();
        for element in elements {
            let slot = types.lookup(&Ty::Maybe(element));
            let Some((slot, leaves)) =
                slot.and_then(|slot| Some((slot, leaves(types, slot).ok()?)))
            else {
                continue;
            };
            let name = format!("[{}]", types.name(element));
            let sort = self.logic.sort(name.clone());
            let slot_name = format!("slot of {name}");
            let slot_sort = self.logic.sort(slot_name.clone());
            let buffers = self.sorts.extents.push(Extent {
                kind: ExtentKind::Buffers,
                ty: element,
                sort,
                name,
                leaves: vec![Leaf {
                    path: Rc::from([]),
                    kind: LeafKind::Int(LENGTH),
                }],
                entry: Vec::new(),
                fresh: Vec::new(),
            });
            let slots = self.sorts.extents.push(Extent {
                kind: ExtentKind::Slots,
                ty: slot,
                sort: slot_sort,
                name: slot_name,
                leaves,
                entry: Vec::new(),
                fresh: Vec::new(),
            });
            let sort = BufferSort { buffers, slots };
            self.sorts.buffers.insert(element, sort);
        }
    }

    fn entry_buffer(
        &mut self,
        element: TyId,
        name: &str,
        full: bool,
        owner: Owner,
        span: Span,
    ) -> Result<EntryBuffer, Abort> {
        let Some(sort) = self.sorts.buffers.get(&element).copied() else {
            let name = self.program.types.name(element);
            return Err(self.unsupported(&format!("a buffer of {name}"), span));
        };
        let data = &self.sorts.extents[sort.buffers];
        let buffer = self
            .logic
            .atom(data.sort, format!("{}{}", data.name, data.entry.len()));
        self.sorts.extents[sort.buffers].entry.push(buffer);
        let most = self.bounds.scope as usize;
        self.sorts.most_slots.insert(buffer, most);
        // The end is not a slot: nothing is ever there.
        let slots = (0..most).filter_map(|index| self.slot(sort.slots, buffer, index));
        let slots: Vec<Atom> = slots.collect();
        self.slot(sort.slots, buffer, most);
        self.sorts.extents[sort.slots].entry.extend(&slots);
        let capacities: Vec<Atom> = (0..=slots.len())
            .map(|count| self.logic.int_atom(Int::from(count as u64)))
            .collect();
        let told = self.logic.truth();
        let capacity = self.choice_of(&format!("{name} capacity"), INT, &capacities, told);
        if !full {
            self.choose_numbers(name, element, sort.slots, buffer, &slots);
        }
        let buffer = EntryBuffer {
            element,
            sort,
            buffer,
            slots,
            capacity,
            full,
            owner,
        };
        self.entry_buffers.push(buffer.clone());
        Ok(buffer)
    }

    fn has_slot(&self, buffer: &EntryBuffer, index: usize) -> Formula {
        let index = self.logic.int(Int::from(index as u64));
        self.logic
            .int_lt(index, self.logic.value_of(buffer.capacity))
    }

    /// The owner of slots as an argument, or a part of one.
    pub(super) fn buffer_input(
        &mut self,
        element: TyId,
        name: &str,
        present: Formula,
        span: Span,
    ) -> Result<Value, Abort> {
        let buffer = self.entry_buffer(element, name, false, Owner::Input(present), span)?;
        let some = self.has_slot(&buffer, 0);
        let object = self.logic.singleton(buffer.buffer);
        let targets = Targets::object(buffer.sort.buffers, Rc::from([]), object);
        let nowhere = Targets::nowhere(self.logic.truth());
        Ok(Value::Pointer(targets.choice(&nowhere, some, &self.logic)))
    }

    /// A pointer to a slice as an argument, or a part of one.
    pub(super) fn slice_input(
        &mut self,
        element: TyId,
        name: &str,
        present: Formula,
        span: Span,
    ) -> Result<Value, Abort> {
        let buffer = self.entry_buffer(element, name, true, Owner::Input(present), span)?;
        let some = self.has_slot(&buffer, 0);
        let nowhere = Targets::nowhere(self.logic.not(some));
        let first = match buffer.slots.first() {
            Some(slot) => {
                let slot = self.logic.singleton(*slot);
                let first = Targets::object(buffer.sort.slots, content(), slot);
                first.when(some, &self.logic).union(&nowhere, &self.logic)
            }
            None => nowhere,
        };
        Ok(Value::Slice {
            first,
            len: self.logic.value_of(buffer.capacity),
        })
    }

    /// The buffer that was declared last.
    pub(super) fn last_buffer(&self) -> Option<(ExtentId, Atom)> {
        let last = self.entry_buffers.last()?;
        Some((last.sort.buffers, last.buffer))
    }

    /// Gives every place of the objects so far that may own a buffer with these slots its own.
    pub(super) fn declare_owned_buffers(
        &mut self,
        slots: ExtentId,
        owners: &[ExtentId],
        span: Span,
    ) -> Result<(), Abort> {
        let sorts = self.sorts.buffers.iter();
        let element = sorts.filter(|(_, sort)| sort.slots == slots);
        let Some(element) = element.map(|(element, _)| *element).next() else {
            return Ok(());
        };
        for owner in owners {
            let data = self.sorts.extents[*owner].clone();
            for (index, leaf) in data.leaves.iter().enumerate() {
                let is_slice = self.is_slice_of(*owner, leaf, element);
                if leaf.kind != (LeafKind::Buffer { element }) && !is_slice {
                    continue;
                }
                let mut knot = self.knot_of(slots).into_iter();
                if knot.any(|it| it.numbered.contains(&slots) && it.members.contains(owner)) {
                    continue;
                }
                for atom in &data.entry {
                    let field = self.path_name(data.ty, &leaf.path);
                    let name = format!("{}.{field}", self.logic.atom_name(*atom));
                    let owner = Owner::Leaf(*owner, *atom, index);
                    let buffer = self.entry_buffer(element, &name, is_slice, owner, span)?;
                    if let Some(group) = self.group_of.get(atom).copied() {
                        let slots = buffer.slots.iter();
                        self.group_of.extend(slots.map(|slot| (*slot, group)));
                    }
                }
            }
        }
        if let Some(group) = self.group(slots, 0) {
            for number in 0..self.bounds.scope as usize {
                let name = format!("{}{number}", self.program.types.name(element));
                let buffer = self.entry_buffer(element, &name, false, Owner::Numbered, span)?;
                let slots = buffer.slots.iter();
                self.group_of
                    .extend(slots.map(|slot| (*slot, Group { number, ..group })));
            }
        }
        Ok(())
    }

    /// Whether the leaf of an extent is a reference or a box of a slice of such elements.
    fn is_slice_of(&self, owner: ExtentId, leaf: &Leaf, element: TyId) -> bool {
        match leaf.kind {
            LeafKind::Pointer { to, .. } => {
                self.program.types.slice_element(to) == Some(element)
                    && !self.may_share(owner, &leaf.path)
            }
            _ => false,
        }
    }

    /// The slots that a pointer to a slice leads to.
    pub(super) fn slots_behind(&self, slice: TyId, span: Span) -> Result<ExtentId, Abort> {
        let element = self.program.types.slice_element(slice);
        let sort = element.and_then(|element| self.sorts.buffers.get(&element));
        sort.map(|sort| sort.slots).ok_or_else(|| {
            let name = self.program.types.name(slice);
            self.unsupported(&format!("a slice of type {name} in an argument"), span)
        })
    }

    /// The buffers of a knot, each with whether it is there.
    pub(super) fn numbered_buffers(&self, slots: ExtentId) -> Vec<(Atom, Formula)> {
        let all = self.entry_buffers.iter();
        let all = all.filter(|it| it.sort.slots == slots && matches!(it.owner, Owner::Numbered));
        all.map(|it| (it.buffer, self.has_slot(it, 0))).collect()
    }

    /// Says which slots exist on entry and which hold values, and who owns their buffers.
    pub(super) fn own_buffers(&mut self, slots: ExtentId, heap: &mut Heap) {
        let buffers: Vec<EntryBuffer> = self
            .entry_buffers
            .iter()
            .filter(|buffer| buffer.sort.slots == slots)
            .cloned()
            .collect();
        let Some(first) = buffers.first() else {
            return;
        };
        let sort = first.sort;
        let slot_sort = self.sorts.extents[slots].sort;
        let buffer_sort = self.sorts.extents[sort.buffers].sort;
        let mut capacities = vec![self.logic.none(&[buffer_sort, INT])];
        let mut init = vec![empty(&self.logic, slot_sort)];
        let mut exists = Vec::new();
        let mut edges: BTreeMap<(ExtentId, usize), Owned> = BTreeMap::new();
        for buffer in &buffers {
            let one = self.logic.singleton(buffer.buffer);
            capacities.push(self.logic.product(one, buffer.capacity));
            let some = self.has_slot(buffer, 0);
            let present = match &buffer.owner {
                Owner::Input(present) => *present,
                Owner::Leaf(owner, atom, leaf) => {
                    let present = match self.is_of_web(slots) && self.waits_for_slots(*owner) {
                        true => {
                            self.unsettled.push(Unsettled {
                                some,
                                owner: *owner,
                                atom: *atom,
                                leaf: *leaf,
                            });
                            self.logic.truth()
                        }
                        false => self.leaf_present(heap, *owner, *atom, *leaf),
                    };
                    let owner_sort = self.sorts.extents[*owner].sort;
                    let from = self.logic.singleton(*atom);
                    // A slice leads to its first element, an owner to all slots.
                    let (target, target_sort) = match (buffer.full, buffer.slots.first()) {
                        (true, Some(first)) => (self.logic.singleton(*first), slot_sort),
                        (true, None) => (empty(&self.logic, slot_sort), slot_sort),
                        (false, _) => (one, buffer_sort),
                    };
                    let edge = self.logic.product(from, target);
                    let none = self.logic.none(&[owner_sort, target_sort]);
                    let edge = self.logic.ite(some, edge, none);
                    let nothing = empty(&self.logic, owner_sort);
                    let nowhere = self.logic.ite(some, nothing, from);
                    let owned = edges.entry((*owner, *leaf)).or_default();
                    owned.to.push(edge);
                    owned.nowhere.push(nowhere);
                    if buffer.full {
                        owned.lens.push(self.logic.product(from, buffer.capacity));
                    }
                    present
                }
                Owner::Numbered => self.logic.truth(),
            };
            self.facts.push(self.logic.implies(some, present));
            for (index, slot) in buffer.slots.iter().enumerate() {
                let mut here = self.has_slot(buffer, index);
                if !buffer.full {
                    // One that is not there holds nothing, so it can be told everywhere.
                    let told = self.logic.truth();
                    let bit = self.free_bit("init ", *slot, told);
                    self.measures.push(self.one_if(bit));
                    self.facts.push(self.logic.implies(bit, here));
                    here = bit;
                }
                let slot = self.logic.singleton(*slot);
                let none = empty(&self.logic, slot_sort);
                init.push(self.logic.ite(here, slot, none));
                exists.push(here);
            }
        }
        let capacity = LeafValue::Atoms(self.logic.union_all(&capacities));
        heap.set_leaf(sort.buffers, 0, capacity);
        if let Some(leaf) = side_leaf(&self.sorts.extents[slots].leaves, &[], LeafKind::Init) {
            heap.set_leaf(slots, leaf, LeafValue::Bool(self.logic.union_all(&init)));
        }
        for ((owner, leaf), owned) in edges {
            let rel = self.logic.union_all(&owned.to);
            let region = match owned.lens.is_empty() {
                true => (sort.buffers, Path::from([])),
                false => (slots, content()),
            };
            heap.set_leaf(
                owner,
                leaf,
                LeafValue::Pointer {
                    heap: BTreeMap::from([(region, rel)]),
                    cells: BTreeMap::new(),
                    dangling: self.logic.union_all(&owned.nowhere),
                },
            );
            let leaves = &self.sorts.extents[owner].leaves;
            let len = side_leaf(leaves, &leaves[leaf].path, LeafKind::Len);
            if let Some(len) = len.filter(|_| !owned.lens.is_empty()) {
                let lens = LeafValue::Atoms(self.logic.union_all(&owned.lens));
                heap.set_leaf(owner, len, lens);
            }
        }
        self.pin_contents(slots, &exists, heap);
        self.exists.insert(slots, exists.clone());
        let mut held = exists.as_slice();
        for buffer in &buffers {
            let (here, rest) = held.split_at(buffer.slots.len());
            self.order_labels(slots, buffer.buffer, &buffer.slots, here, heap);
            held = rest;
        }
    }

    /// Slots without a value, and objects that are not there, hold the same in every state: what they
    /// would hold tells nothing.
    pub(super) fn pin_contents(&mut self, slots: ExtentId, exists: &[Formula], heap: &Heap) {
        let data = self.sorts.extents[slots].clone();
        for (index, leaf) in data.leaves.iter().enumerate() {
            if matches!(leaf.kind, LeafKind::Init) && leaf.path.is_empty() {
                continue;
            }
            for (slot, exists) in data.entry.iter().zip(exists) {
                let one = self.logic.singleton(*slot);
                let pinned = match heap.leaf(slots, index) {
                    LeafValue::Bool(set) => self.logic.not(self.logic.subset(one, *set)),
                    LeafValue::Bits(rel) => self.logic.no(self.logic.image(one, *rel)),
                    LeafValue::Atoms(rel) | LeafValue::Symbol(rel) => {
                        let value = self.logic.image(one, *rel);
                        let all = self.memory().possible_tuples(value);
                        match all.atoms().next() {
                            Some(first) => self.logic.subset(self.logic.singleton(first), value),
                            None => continue,
                        }
                    }
                    LeafValue::Pointer { .. } => continue,
                };
                self.facts.push(self.logic.or(&[*exists, pinned]));
            }
        }
    }

    /// The slots of the buffers that an object owns.
    pub(super) fn slots_owned_by(&self, slots: ExtentId, owner: ExtentId, atom: Atom) -> Vec<Atom> {
        let buffers = self.entry_buffers.iter().filter(|buffer| {
            let is_owner =
                matches!(buffer.owner, Owner::Leaf(of, by, _) if of == owner && by == atom);
            buffer.sort.slots == slots && is_owner
        });
        buffers
            .flat_map(|buffer| buffer.slots.iter().copied())
            .collect()
    }

    /// The buffers of the pre-state, for decoding.
    pub(super) fn buffer_objects(&mut self, heap: &Heap, objects: &mut Vec<EntryObject>) {
        for buffer in self.entry_buffers.clone() {
            let slot_ty = self.sorts.extents[buffer.sort.slots].ty;
            let whole: Path = Rc::from([]);
            let numbers = self.sorts.numbers.get(&buffer.buffer).cloned();
            let slots = buffer.slots.iter().enumerate().map(|(number, slot)| {
                let one = match &numbers {
                    Some(numbers) => {
                        let number = self.logic.int_atom(Int::from(number as u64));
                        let number = self.logic.singleton(number);
                        self.logic.image(number, numbers.slot_of)
                    }
                    None => self.logic.singleton(*slot),
                };
                self.memory()
                    .load(heap, buffer.sort.slots, &whole, one, slot_ty)
            });
            let slots = slots.collect();
            let capacity: IntExpr = self.logic.value_of(buffer.capacity);
            objects.push(EntryObject {
                atom: buffer.buffer,
                ty: buffer.element,
                exists: self.has_slot(&buffer, 0),
                value: EntryContent::Buffer { capacity, slots },
            });
        }
    }

    /// Puts all bytes that the program mentions into static memory.
    pub(super) fn declare_statics(&mut self, heap: &mut Heap) {
        let program = self.program;
        let mut found: Vec<(Rc<[u8]>, TyId)> = Vec::new();
        for proc in program.procs.values() {
            for_each_mention(&proc.body, &mut |mention| {
                if let Mention::Const(Const::Bytes(bytes, ty)) = mention {
                    found.push((bytes.clone(), *ty));
                }
            });
        }
        for (bytes, ty) in found {
            if self.statics.contains_key(&bytes) {
                continue;
            }
            let types = &program.types;
            let element = types.pointee(ty).and_then(|to| types.slice_element(to));
            let sort = element.and_then(|element| self.sorts.buffers.get(&element).copied());
            let Some(sort) = sort else {
                continue;
            };
            if bytes.is_empty() {
                let nowhere = Targets::nowhere(self.logic.truth());
                self.statics.insert(bytes, nowhere);
                continue;
            }
            if bytes.len() > super::elements::SLOT_LIMIT {
                continue;
            }
            let data = &self.sorts.extents[sort.buffers];
            let name = format!("static{}", self.statics.len());
            let buffer = self.logic.atom(data.sort, name);
            self.sorts.most_slots.insert(buffer, bytes.len());
            let one = self.logic.singleton(buffer);
            let capacity = Value::Int(self.logic.int(Int::from(bytes.len() as u64)));
            self.memory().store(heap, sort.buffers, &[], one, &capacity);
            for (index, byte) in bytes.iter().enumerate() {
                let Some(slot) = self.slot(sort.slots, buffer, index) else {
                    continue;
                };
                let slot = self.logic.singleton(slot);
                let byte = Value::Int(self.logic.int(Int::from(*byte)));
                self.memory()
                    .store(heap, sort.slots, &content(), slot, &byte);
            }
            if let Some(first) = self.slot(sort.slots, buffer, 0) {
                let first = self.logic.singleton(first);
                let first = Targets::object(sort.slots, content(), first);
                self.statics.insert(bytes, first);
            }
        }
    }

    /// The pointer to bytes in static memory.
    pub(super) fn static_bytes(&self, bytes: &Rc<[u8]>, span: Span) -> Result<Value, Abort> {
        match self.statics.get(bytes) {
            Some(first) => Ok(Value::Slice {
                first: first.clone(),
                len: self.logic.int(Int::from(bytes.len() as u64)),
            }),
            None => Err(self.unsupported("a constant of so many bytes", span)),
        }
    }

    /// Whether a leaf of an object is there: the object exists and is of the right variants.
    pub(super) fn leaf_present(
        &mut self,
        heap: &Heap,
        owner: ExtentId,
        atom: Atom,
        leaf: usize,
    ) -> Formula {
        let data = &self.sorts.extents[owner];
        let path = data.leaves[leaf].path.clone();
        let position = data.entry.iter().position(|other| *other == atom);
        let exists = self.exists.get(&owner).zip(position);
        let Some(exists) = exists.and_then(|(all, at)| all.get(at).copied()) else {
            return self.logic.falsehood();
        };
        self.slot_present(heap, owner, atom, exists, &path)
    }
}
