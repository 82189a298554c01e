//! Frames over buffers: what an owner of a run of slots keeps is the values in it, not the run. How much room
//! there is is no value, and a run may be exchanged for another that holds the same.

use solver_bridge::{Atom, Formula};

use super::access::content;
use super::frame::Covered;
use super::heap::{ExtentKind, Heap};
use super::layout::{LeafKind, Path, element_step};
use super::state::State;
use super::value::{ExtentId, Targets, Value, empty};
use super::{Abort, Encoder};
use crate::ids::Id;
use crate::ir::types::{Ty, TyId};
use crate::span::Span;

/// The owner of a run at the snapshot: an object, and where in it the run is.
struct Owner {
    extent: ExtentId,
    leaf: usize,
    atom: Atom,
}

/// A run that its owner exchanged, when, and whether what it held has been kept.
struct Exchanged {
    run: Atom,
    element: TyId,
    when: Formula,
    kept: Formula,
}

impl Encoder<'_> {
    /// Whether each run that was exchanged holds what the one before held. These are covered from here on:
    /// nothing else is to be asked of them.
    pub(super) fn runs_kept(
        &mut self,
        before: &State,
        now: &State,
        covered: &mut Covered,
        span: Span,
    ) -> Result<Formula, Abort> {
        let mut exchanged = Vec::new();
        for extent in self.sorts.extents.ids().collect::<Vec<_>>() {
            if before.heap.leaves[extent.index()] == now.heap.leaves[extent.index()] {
                continue;
            }
            for leaf in 0..self.sorts.extents[extent].leaves.len() {
                let LeafKind::Buffer { element } = self.sorts.extents[extent].leaves[leaf].kind
                else {
                    continue;
                };
                if before.heap.leaf(extent, leaf) == now.heap.leaf(extent, leaf) {
                    continue;
                }
                for atom in self.sorts.extents[extent].entry.clone() {
                    let owner = Owner { extent, leaf, atom };
                    let found = self.exchanged(&owner, element, (before, now), covered, span)?;
                    exchanged.extend(found);
                }
            }
        }
        let mut all = Vec::new();
        for one in exchanged {
            all.push(self.logic.implies(one.when, one.kept));
            let Some(sort) = self.sorts.buffers.get(&one.element).copied() else {
                continue;
            };
            let none = empty(&self.logic, self.sorts.extents[sort.buffers].sort);
            let run = self.logic.singleton(one.run);
            let run = self.logic.ite(one.when, run, none);
            let slots = self.logic.image(run, self.slots_relation(sort));
            self.cover(covered, (sort.slots, Path::from([])), slots);
        }
        Ok(self.logic.and(&all))
    }

    fn exchanged(
        &mut self,
        owner: &Owner,
        element: TyId,
        (before, now): (&State, &State),
        covered: &Covered,
        span: Span,
    ) -> Result<Vec<Exchanged>, Abort> {
        let mut found = Vec::new();
        let path = self.sorts.extents[owner.extent].leaves[owner.leaf]
            .path
            .clone();
        let object = self.logic.singleton(owner.atom);
        let watched = self.watched(owner.extent, owner.leaf, covered);
        let watched = self.logic.subset(object, watched);
        let mut memory = self.memory();
        let then = memory.load_pointer(&before.heap, owner.extent, &path, object);
        let new = memory.load_pointer(&now.heap, owner.extent, &path, object);
        for ((of, _), runs) in &then.heap {
            for run in self.possible_atoms(*runs) {
                let one = self.logic.singleton(run);
                let was = self.logic.subset(one, *runs);
                let stays = new.heap.values().map(|to| self.logic.subset(one, *to));
                let stays = self.logic.or(&stays.collect::<Vec<_>>());
                let goes = self.logic.not(stays);
                let held = self.holds_values(&before.heap, run, element);
                let when = self.logic.and(&[watched, was, goes, held]);
                // Any run will do for one without values.
                if self.is_false(when)? {
                    continue;
                }
                let slot_of_run = self.sorts.extents[owner.extent].kind == ExtentKind::Slots;
                if slot_of_run || self.holds_runs(element) {
                    let here = self.logic.and(&[now.path, when]);
                    if self.is_infeasible(here) {
                        continue;
                    }
                    let what = "a frame around vectors inside of vectors that move";
                    return Err(self.unsupported(what, span));
                }
                let old = Targets::object(*of, Path::from([]), one);
                let kept = self.same_slots((before, &old), (now, &new), element, covered, span)?;
                found.push(Exchanged {
                    run,
                    element,
                    when,
                    kept,
                });
            }
        }
        Ok(found)
    }

    /// Whether the values of a run that are not covered are in the same slots of another.
    fn same_slots(
        &mut self,
        (before, old): (&State, &Targets),
        (now, new): (&State, &Targets),
        element: TyId,
        covered: &Covered,
        span: Span,
    ) -> Result<Formula, Abort> {
        let program = self.program;
        let Some(slot_ty) = program.types.lookup(&Ty::Maybe(element)) else {
            return Ok(self.logic.truth());
        };
        let asked = self.pending.len();
        let mut all = Vec::new();
        for at in 0..self.slots_met(old) {
            let then_slot = self.slots_at(old, element, at);
            let now_slot = self.slots_at(new, element, at);
            let mut free = Vec::new();
            for (extent, slots) in then_slot.heap.iter().map(|((of, _), it)| (of, *it)) {
                for ((of, from), objects) in covered {
                    if of != extent {
                        continue;
                    }
                    let here = self.logic.subset(slots, *objects);
                    if content().starts_with(from) {
                        free.push(here);
                    } else if !self.is_false(self.logic.and(&[here, self.logic.some(slots)]))? {
                        let what = "a frame of parts of elements that move";
                        return Err(self.unsupported(what, span));
                    }
                }
            }
            let free = self.logic.or(&free);
            let then = self.load(before, &then_slot, slot_ty);
            let held = self.load(now, &now_slot, slot_ty);
            let (Value::Maybe { init, .. }, Value::Maybe { init: init_now, .. }) = (&then, &held)
            else {
                continue;
            };
            let (init, init_now) = (*init, *init_now);
            let part = [element_step(0)];
            let same = self.equal(&then.part(&part), &held.part(&part));
            let there = new.heap.values().map(|runs| self.logic.some(*runs));
            let there = self.logic.or(&there.collect::<Vec<_>>());
            let same = self.logic.and(&[there, init_now, same]);
            let asked = self.logic.and(&[init, self.logic.not(free)]);
            all.push(self.logic.implies(asked, same));
        }
        // What slots hold is looked at only to be compared.
        self.pending.truncate(asked);
        Ok(self.logic.and(&all))
    }

    /// Whether there are values in the slots of a run.
    fn holds_values(&self, heap: &Heap, run: Atom, element: TyId) -> Formula {
        let sort = self.sorts.buffers.get(&element);
        let written = sort.and_then(|sort| Some((*sort, self.init_leaf(heap, sort.slots)?)));
        let Some((sort, written)) = written else {
            return self.logic.truth();
        };
        let run = self.logic.singleton(run);
        let slots = self.logic.image(run, self.slots_relation(sort));
        self.logic.some(self.logic.intersection(slots, written))
    }

    /// Whether values of the type own runs themselves.
    fn holds_runs(&self, element: TyId) -> bool {
        let Some(sort) = self.sorts.buffers.get(&element) else {
            return false;
        };
        let mut leaves = self.sorts.extents[sort.slots].leaves.iter();
        leaves.any(|leaf| matches!(leaf.kind, LeafKind::Buffer { .. }))
    }
}
