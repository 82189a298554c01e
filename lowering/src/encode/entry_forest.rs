//! The boxes of the pre-state.
//!
//! A `Box` cannot be shared or cyclic, so the boxes of the pre-state form a forest, and a forest has
//! a canonical numbering: breadth first, by the position of the owning field. The shape is then a
//! *function* of one bit a field (is there a child), and the number of a child is how many bits are
//! set before its own. No constraint and no symmetry is left to the solver. (The idea of bounds from
//! shape is that of Galeotti, Rosner, López Pombo and Frias, "TACO"; here the type alone gives them.)

use std::collections::BTreeMap;
use std::rc::Rc;

use solver_bridge::{Atom, Expr, Formula, Logic};

use super::Encoder;
use super::entry::Inputs;
use super::heap::{Heap, LeafValue};
use super::layout::{LeafKind, Path, extend, nullable};
use super::value::{ExtentId, Targets, Value, empty};
use crate::ids::Id;
use crate::ir::types::Ty;

/// The state of numbering: how many children the slots so far have used, one condition a count.
pub(super) struct Forest {
    used: Vec<Formula>,
    slots: usize,
}

impl Forest {
    /// None of so many children is used yet.
    pub(super) fn new(logic: &Logic, children: usize) -> Self {
        let mut used = vec![logic.falsehood(); children + 1];
        used[0] = logic.truth();
        Self { used, slots: 0 }
    }

    /// Whether more than that many children have been used so far.
    pub(super) fn more_than(&self, logic: &Logic, count: usize) -> Formula {
        logic.or(&self.used[count + 1..])
    }
}

impl Encoder<'_> {
    /// Numbers the objects of an extent by their owners, and sets the owning pointers accordingly.
    pub(super) fn own(
        &mut self,
        extent: ExtentId,
        inputs: &mut Inputs,
        heap: &mut Heap,
        measured: &mut Vec<Formula>,
    ) {
        let roots = self.exists[&extent].len();
        let data = self.sorts.extents[extent].clone();
        let children: Vec<Atom> = data.entry[roots..].to_vec();
        if children.is_empty() {
            return;
        }
        let mut forest = Forest::new(&self.logic, children.len());
        for owned in &inputs.owned {
            if owned.to != extent {
                continue;
            }
            let links = self.link(&mut forest, owned.present, 0);
            let objects =
                links
                    .into_iter()
                    .fold(empty(&self.logic, data.sort), |all, (child, here)| {
                        let one = self.logic.singleton(children[child]);
                        let none = empty(&self.logic, data.sort);
                        self.logic.union(all, self.logic.ite(here, one, none))
                    });
            inputs.targets[owned.slot] = Targets::object(extent, Rc::from([]), objects);
        }
        let owners: Vec<ExtentId> = self.exists.keys().copied().collect();
        let (others, own): (Vec<_>, Vec<_>) =
            owners.into_iter().partition(|owner| *owner != extent);
        let mut edges: BTreeMap<(ExtentId, usize), Vec<Expr>> = BTreeMap::new();
        for owner in others.into_iter().chain(own) {
            let owner_data = self.sorts.extents[owner].clone();
            for (position, atom) in owner_data.entry.iter().enumerate() {
                let at_least = if owner == extent && position >= roots {
                    // This object exists only if so many have been used before.
                    let child = position - roots;
                    let here = forest.more_than(&self.logic, child);
                    self.exists.entry(extent).or_default().push(here);
                    measured.push(here);
                    child + 1
                } else {
                    0
                };
                let Some(exists) = self.exists[&owner].get(position).copied() else {
                    continue;
                };
                for (index, leaf) in owner_data.leaves.iter().enumerate() {
                    if leaf.kind
                        != (LeafKind::Pointer {
                            to: data.ty,
                            owned: true,
                        })
                    {
                        continue;
                    }
                    let present = self.slot_present(heap, owner, *atom, exists, &leaf.path);
                    for (child, here) in self.link(&mut forest, present, at_least) {
                        let edge = self.logic.product(
                            self.logic.singleton(*atom),
                            self.logic.singleton(children[child]),
                        );
                        let none = self.logic.none(&[owner_data.sort, data.sort]);
                        let edge = self.logic.ite(here, edge, none);
                        edges.entry((owner, index)).or_default().push(edge);
                    }
                }
            }
        }
        for ((owner, leaf), parts) in edges {
            let rel = self.logic.union_all(&parts);
            let region = (extent, Path::from([]));
            let sort = self.sorts.extents[owner].sort;
            heap.set_leaf(
                owner,
                leaf,
                LeafValue::Pointer {
                    heap: BTreeMap::from([(region, rel)]),
                    cells: BTreeMap::new(),
                    dangling: empty(&self.logic, sort),
                },
            );
        }
    }

    /// The next slot of the forest: which child it gets, if it has one.
    pub(super) fn link(
        &mut self,
        forest: &mut Forest,
        present: Formula,
        at_least: usize,
    ) -> Vec<(usize, Formula)> {
        let logic = &self.logic;
        let last = forest.used.len() - 1;
        let mut links = Vec::new();
        for child in at_least..last.min(forest.slots + 1) {
            let here = logic.and(&[present, forest.used[child]]);
            if here != logic.falsehood() {
                links.push((child, here));
            }
        }
        self.facts
            .push(logic.not(logic.and(&[present, forest.used[last]])));
        let absent = logic.not(present);
        forest.used = (0..=last)
            .map(|count| {
                let stays = logic.and(&[forest.used[count], absent]);
                match count.checked_sub(1) {
                    Some(before) => logic.or(&[stays, logic.and(&[forest.used[before], present])]),
                    None => stays,
                }
            })
            .collect();
        forest.slots += 1;
        links
    }

    /// Whether an owning pointer of an object leads anywhere: the object exists, the enums around
    /// the pointer are the right variants, and if it may be null, a bit says so.
    pub(super) fn slot_present(
        &mut self,
        heap: &Heap,
        owner: ExtentId,
        atom: Atom,
        exists: Formula,
        path: &Path,
    ) -> Formula {
        let program = self.program;
        let types = &program.types;
        let mut ty = self.sorts.extents[owner].ty;
        let mut all = vec![exists];
        let mut at: Path = Rc::from([]);
        for step in path.iter() {
            if let Ty::Maybe(_) = types.get(ty) {
                let object = self.logic.singleton(atom);
                if let Value::Maybe { init, .. } = self.memory().load(heap, owner, &at, object, ty)
                {
                    all.push(init);
                }
            }
            if let Ty::Adt(adt) = types.get(ty)
                && types.adt(*adt).is_enum
            {
                if nullable(types, *adt).is_some() {
                    let field = self.path_name(self.sorts.extents[owner].ty, &at);
                    let name = format!("{}.{field}?", self.sorts.extents[owner].name);
                    let told = self.logic.and(&all);
                    all.push(self.free_bit(&name, atom, told));
                } else {
                    let object = self.logic.singleton(atom);
                    let value = self.memory().load(heap, owner, &at, object, ty);
                    if let Value::Enum { is, .. } = value {
                        all.push(is[step.variant.index()]);
                    }
                }
            }
            let fields = types.field_types(ty, step.variant);
            ty = fields.get(step.field.index()).copied().unwrap_or(ty);
            at = extend(&at, step.variant, step.field);
        }
        self.logic.and(&all)
    }
}
