//! Raw pointers of the pre-state: null, or to any whole object of their type, shared and cyclic as they
//! may be.
//!
//! Objects that raw pointers lead to are numbered in the order in which a walk from the arguments,
//! breadth first, meets them: a pointer leads to one that was met before, or to the next. So each
//! graph has one numbering, and what no pointer leads to does not exist.

use std::collections::BTreeMap;
use std::rc::Rc;

use solver_bridge::{Atom, Expr, Formula, TupleSet};

use super::Encoder;
use super::entry::Inputs;
use super::heap::{ExtentKind, Heap, LeafValue};
use super::layout::{LeafKind, Path};
use super::value::{ExtentId, Targets, empty};
use crate::ir::state::PathStep;
use crate::ir::types::Ty;

/// The state of numbering.
struct Met {
    /// The objects that references lead to, each with the condition under which it is there.
    roots: Vec<(Atom, Formula)>,
    /// The other objects.
    others: Vec<Atom>,
    /// Whether at least so many of the others have been met.
    at_least: Vec<Formula>,
    /// How many pointers have been looked at.
    pointers: usize,
}

impl Encoder<'_> {
    /// Whether the pointer at the path of an extent's objects is a raw one.
    pub(super) fn is_raw(&self, extent: ExtentId, path: &[PathStep]) -> bool {
        let ty = self.region_ty(extent, path);
        ty.is_some_and(|ty| match self.program.types.get(ty) {
            Ty::RawPtr { to, .. } => self.program.types.slice_element(*to).is_none(),
            _ => false,
        })
    }

    /// Whether raw pointers of the pre-state may lead to objects of the extent.
    pub(super) fn is_led_to(&self, extent: ExtentId, inputs: &Inputs, order: &[ExtentId]) -> bool {
        let to_here = |from: &ExtentId| {
            let ty = self.sorts.extents[extent].ty;
            let leaves = self.sorts.extents[*from].leaves.iter();
            let mut raw = leaves.filter(|leaf| self.is_raw(*from, &leaf.path));
            raw.any(|leaf| matches!(leaf.kind, LeafKind::Pointer { to, .. } if to == ty))
        };
        inputs.raw.iter().any(|raw| raw.to == extent) || order.iter().any(to_here)
    }

    /// Numbers the objects of an extent by the raw pointers that lead to them.
    pub(super) fn lead_to(
        &mut self,
        extent: ExtentId,
        inputs: &mut Inputs,
        heap: &mut Heap,
        measured: &mut Vec<Formula>,
    ) {
        let known = self.exists[&extent].clone();
        let data = self.sorts.extents[extent].clone();
        let (roots, others) = data.entry.split_at(known.len());
        let no = self.logic.falsehood();
        let mut met = Met {
            roots: roots.iter().copied().zip(known.iter().copied()).collect(),
            others: others.to_vec(),
            at_least: vec![no; others.len() + 1],
            pointers: 0,
        };
        met.at_least[0] = self.logic.truth();
        for index in 0..inputs.raw.len() {
            let raw = &inputs.raw[index];
            if raw.to == extent {
                let (name, present, slot) = (raw.name.clone(), raw.present, raw.slot);
                let to = self.pointer_to_any(&mut met, extent, &name, present);
                inputs.targets[slot] = Targets::object(extent, Rc::from([]), to);
            }
        }
        let owners: Vec<ExtentId> = self.exists.keys().copied().collect();
        let (others, own): (Vec<_>, Vec<_>) =
            owners.into_iter().partition(|owner| *owner != extent);
        let mut edges: BTreeMap<(ExtentId, usize), Vec<Expr>> = BTreeMap::new();
        for owner in others.into_iter().chain(own) {
            let from = self.sorts.extents[owner].clone();
            if from.kind == ExtentKind::Buffers {
                continue;
            }
            for (position, atom) in from.entry.iter().enumerate() {
                if owner == extent && position >= met.roots.len() {
                    let here = met.at_least[position - met.roots.len() + 1];
                    self.exists.entry(extent).or_default().push(here);
                    measured.push(here);
                }
                let Some(exists) = self.exists[&owner].get(position).copied() else {
                    continue;
                };
                for (index, leaf) in from.leaves.iter().enumerate() {
                    let fits = matches!(leaf.kind, LeafKind::Pointer { to, .. } if to == data.ty);
                    if !fits || !self.is_raw(owner, &leaf.path) {
                        continue;
                    }
                    let present = self.slot_present(heap, owner, *atom, exists, &leaf.path);
                    let field = self.path_name(from.ty, &leaf.path);
                    let name = format!("{}.{field}", self.logic.atom_name(*atom));
                    let to = self.pointer_to_any(&mut met, extent, &name, present);
                    let edge = self.logic.product(self.logic.singleton(*atom), to);
                    edges.entry((owner, index)).or_default().push(edge);
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

    /// A pointer that is null, or leads to what has been met so far or comes next; null if it is not
    /// present itself.
    fn pointer_to_any(
        &mut self,
        met: &mut Met,
        extent: ExtentId,
        name: &str,
        present: Formula,
    ) -> Expr {
        let sort = self.sorts.extents[extent].sort;
        let others = met.others.iter().take(met.pointers + 1).copied();
        let others: Vec<Atom> = others.collect();
        met.pointers += 1;
        let roots = met.roots.iter().map(|(root, _)| *root);
        let upper = TupleSet::unary(sort, roots.chain(others.iter().copied()));
        let lower = TupleSet::empty(vec![sort]);
        let to = self.logic.relation(name, &[sort], lower, upper);
        let logic = &self.logic;
        let to = logic.rel(to);
        let some = logic.some(to);
        self.facts.push(logic.lone(to));
        self.facts.push(logic.implies(some, present));
        self.measures.push(self.one_if(some));
        for (root, exists) in &met.roots {
            let here = logic.subset(logic.singleton(*root), to);
            self.facts.push(logic.implies(here, *exists));
        }
        let mut at_least = met.at_least.clone();
        for (index, other) in others.iter().enumerate() {
            let here = logic.subset(logic.singleton(*other), to);
            self.facts.push(logic.implies(here, met.at_least[index]));
            at_least[index + 1] = logic.or(&[at_least[index + 1], here]);
        }
        met.at_least = at_least;
        to
    }
}
