//! What the program allocates, and the end of it: which atom a new object is, buffers that grow, and what may
//! be freed.

use std::collections::BTreeMap;
use std::rc::Rc;

use solver_bridge::{Atom, Expr, Formula, IntExpr};

use super::access::content;
use super::elements::SLOT_LIMIT;
use super::heap::ExtentKind;
use super::state::State;
use super::value::{ExtentId, Targets, Value, empty};
use super::{Abort, Encoder};
use crate::ids::Id;
use crate::ir::state::PathStep;
use crate::ir::types::{Ty, TyId};
use crate::ir::{Int, MemoryError};
use crate::span::Span;

/// So many objects are looked at for one that can be used again.
const MOST_ASKED: usize = 2;

impl Encoder<'_> {
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
}
