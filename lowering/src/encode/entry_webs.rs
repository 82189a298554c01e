//! Types of the pre-state whose objects share each other by way of buffers that they own: the nodes of a
//! graph with their neighbours in a vector, `struct Node { out: Vec<Weak<RefCell<Node>>> }`.
//!
//! The objects are those of a graph, and numbered as such; what leads from one to others are its own
//! pointers, and then those in its buffers, slot by slot. Each object has buffers of its own, so they are
//! laid out before it is known which objects exist. That a buffer has no slots where there is no object is
//! said afterwards.

use solver_bridge::{Atom, Formula};

use super::Encoder;
use super::entry_knots::Edges;
use super::heap::{ExtentKind, Heap};
use super::layout::LeafKind;
use super::value::ExtentId;

/// An extent of objects that share each other by way of buffers.
#[derive(Clone, Debug)]
pub(super) struct Web {
    /// The objects.
    pub(super) objects: ExtentId,
    /// The slots of their buffers, with pointers to them.
    pub(super) slots: Vec<ExtentId>,
}

/// A buffer that has slots only if its owner is there: whether it has some, and whose it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Unsettled {
    pub(super) some: Formula,
    pub(super) owner: ExtentId,
    pub(super) atom: Atom,
    pub(super) leaf: usize,
}

impl Encoder<'_> {
    /// A web that nothing owns but what comes before it.
    pub(super) fn next_web(
        &self,
        found: &[ExtentId],
        edges: &Edges,
        before: &[ExtentId],
    ) -> Option<Web> {
        let rest = found.iter().filter(|extent| !before.contains(extent));
        let is_slots = |extent: ExtentId| self.sorts.extents[extent].kind == ExtentKind::Slots;
        let (slots, objects): (Vec<ExtentId>, Vec<ExtentId>) =
            rest.copied().partition(|extent| is_slots(*extent));
        objects.into_iter().find_map(|objects| {
            let own = slots.iter().copied().filter(|slots| {
                edges.contains(&(objects, *slots)) && edges.contains(&(*slots, objects))
            });
            let web = Web {
                objects,
                slots: own.collect(),
            };
            let is_part = |extent: ExtentId| extent == objects || web.slots.contains(&extent);
            let mut into = edges.iter().filter(|(_, to)| is_part(*to));
            let closed = into.all(|(from, to)| {
                before.contains(from) || *from == objects || (is_part(*from) && *to == objects)
            });
            let shares = web
                .slots
                .iter()
                .all(|slots| self.only_shares(*slots, objects));
            (closed && shares && !web.slots.is_empty()).then_some(web)
        })
    }

    /// Whether what leads from the one extent to the other are pointers that may share, and no others.
    fn only_shares(&self, from: ExtentId, to: ExtentId) -> bool {
        let ty = self.sorts.extents[to].ty;
        let mut leaves = self.sorts.extents[from].leaves.iter();
        leaves.all(|leaf| match leaf.kind {
            LeafKind::Pointer { to, .. } if to == ty => self.may_share(from, &leaf.path),
            _ => true,
        })
    }

    /// Whether the slots are those of objects that are numbered after them.
    pub(super) fn is_of_web(&self, slots: ExtentId) -> bool {
        self.webs.iter().any(|web| web.slots.contains(&slots))
    }

    /// The web whose parts have all been laid out with this extent.
    pub(super) fn finished_web(&self, extent: ExtentId) -> Option<ExtentId> {
        let mut webs = self.webs.iter();
        let web = webs.find(|web| web.slots.last() == Some(&extent));
        web.map(|web| web.objects)
    }

    /// Whether the objects are numbered when the slots of their buffers have been laid out.
    pub(super) fn waits_for_slots(&self, objects: ExtentId) -> bool {
        self.webs.iter().any(|web| web.objects == objects)
    }

    /// The slots in the buffers of an object that lead to others of its extent, with whether they are
    /// there.
    pub(super) fn slots_of_object(
        &self,
        objects: ExtentId,
        atom: Atom,
    ) -> Vec<(ExtentId, Atom, Formula)> {
        let webs = self.webs.iter().filter(|web| web.objects == objects);
        let mut found = Vec::new();
        for slots in webs.flat_map(|web| web.slots.iter().copied()) {
            let entry = &self.sorts.extents[slots].entry;
            let exists = self.exists.get(&slots).map_or(&[][..], Vec::as_slice);
            let owned = self.slots_owned_by(slots, objects, atom);
            for (slot, here) in entry.iter().zip(exists) {
                if owned.contains(slot) {
                    found.push((slots, *slot, *here));
                }
            }
        }
        found
    }

    /// Says that there are no slots without the objects whose they are, now that these are known.
    pub(super) fn settle_buffers(&mut self, heap: &Heap) {
        for buffer in std::mem::take(&mut self.unsettled) {
            let Unsettled {
                some,
                owner,
                atom,
                leaf,
            } = buffer;
            let present = self.leaf_present(heap, owner, atom, leaf);
            self.facts.push(self.logic.implies(some, present));
        }
    }
}
