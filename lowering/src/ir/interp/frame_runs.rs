//! Frames over buffers: what an owner of a run of slots keeps is the values in it, not the run. How much room
//! there is is no value, and a run may be exchanged for another that holds the same.

use std::collections::{BTreeMap, BTreeSet};

use super::cell::Cell;
use super::convert::variant_of;
use super::layout::{Part, Scalar, Shape};
use super::machine::Machine;
use super::memory::Heap;
use crate::ids::Id;
use crate::ir::state::ObjectId;
use crate::ir::types::TyId;

/// What has become of a run of slots.
#[derive(Clone, Copy, Debug)]
pub(super) struct Successor {
    /// The run that its owner has now.
    pub run: Option<ObjectId>,
    /// The object that owns it, and the cell of it that says so.
    pub owner: (ObjectId, usize),
}

/// The runs of slots that their owners have exchanged.
#[derive(Debug, Default)]
pub(super) struct Exchanged {
    /// By the run that an owner had.
    pub runs: BTreeMap<ObjectId, Successor>,
    /// The cells, by distance from the start of the heap, that say who owns a run: they are no values.
    pub cells: BTreeSet<usize>,
}

/// A value as it was and as it is.
struct Pair {
    ty: TyId,
    /// The object that it was in, and at which cell of it.
    then: (ObjectId, usize),
    /// The cell of memory where it is now.
    now: usize,
}

impl Machine<'_, '_> {
    /// Which runs have been exchanged for others, by owners of which that is not covered.
    pub(super) fn exchanged_runs(&self, then: &Heap, covered: &[bool]) -> Exchanged {
        let mut found = Exchanged::default();
        let mut met = BTreeSet::new();
        let mut work = Vec::new();
        let existed = |id: &ObjectId| then.live.get(id.index()) == Some(&true);
        // Runs come after what owns them, so that each is compared with the one it has become.
        let (runs, others): (Vec<ObjectId>, Vec<ObjectId>) = self
            .memory
            .objects
            .ids()
            .filter(existed)
            .filter(|id| self.memory.objects[*id].on_heap)
            .partition(|id| self.memory.objects[*id].slots.is_some());
        for id in others.into_iter().chain(runs) {
            if met.insert(id) {
                self.push_object(id, id, &mut work);
            }
            while let Some(pair) = work.pop() {
                self.look_for_runs(&pair, then, covered, &mut found, &mut met, &mut work);
            }
        }
        found
    }

    /// The values of an object, or of the slots of a run, next to those of another.
    fn push_object(&self, id: ObjectId, now: ObjectId, work: &mut Vec<Pair>) {
        let (object, now) = (self.memory.objects[id], self.memory.objects[now]);
        let stride = self.prepared.layouts.size(object.ty) as usize;
        let count = object.slots.map_or(1, |slots| slots as usize);
        let room = now.slots.map_or(1, |slots| slots as usize);
        work.extend((0..count.min(room)).map(|at| Pair {
            ty: object.ty,
            then: (id, at * stride),
            now: now.start + at * stride,
        }));
    }

    fn look_for_runs(
        &self,
        pair: &Pair,
        then: &Heap,
        covered: &[bool],
        found: &mut Exchanged,
        met: &mut BTreeSet<ObjectId>,
        work: &mut Vec<Pair>,
    ) {
        let (id, offset) = pair.then;
        let at = self.memory.objects[id].start - self.memory.heap + offset;
        let parts: &[Part] = match &self.prepared.layouts.of(pair.ty).shape {
            Shape::Scalar(Scalar::Buffer(_)) if !covered[at] => {
                let (old, new) = (&then.cells[at], &self.memory.cells[pair.now]);
                if matches!(old, Cell::Uninit) {
                    return;
                }
                found.cells.insert(at);
                let run = match new {
                    Cell::Pointer(new) => Some(new.object),
                    _ => None,
                };
                if let Cell::Pointer(old) = old
                    && met.insert(old.object)
                {
                    let owner = (id, offset);
                    if run != Some(old.object) {
                        found.runs.insert(old.object, Successor { run, owner });
                    }
                    if let Some(run) = run {
                        self.push_object(old.object, run, work);
                    }
                }
                &[]
            }
            Shape::Scalar(_) | Shape::Wide(_) => &[],
            Shape::Product(parts) => parts,
            Shape::Room(part) => std::slice::from_ref(part),
            Shape::Sum(variants) => {
                let (old, new) = (&then.cells[at], &self.memory.cells[pair.now]);
                match variant_of(old, variants) {
                    Some((_, parts)) if old == new => parts,
                    _ => &[],
                }
            }
        };
        work.extend(parts.iter().map(|part| Pair {
            ty: part.ty,
            then: (id, offset + part.offset as usize),
            now: pair.now + part.offset as usize,
        }));
    }
}
