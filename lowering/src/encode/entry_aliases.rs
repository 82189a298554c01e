//! Shared references of the pre-state that lead to the same place, or into what another one leads to.
//!
//! Each reference of the pre-state has an object of its own. Where a program could tell
//! (`lowering/src/encode/aliasing.rs`), a shared one may lead *elsewhere* instead: its own object does not exist
//! then, and it leads to any place of its type that other shared references lead to, or to a part of what they lead
//! to, by boxes, buffers and counting pointers. What is inside of a cell nobody refers to: cells are not borrowed on
//! entry. Of several references to one object the first is the one that has it, so that no state comes twice.

use std::collections::BTreeMap;

use solver_bridge::{Atom, Expr, Formula};

use super::aliasing::is_cell;
use super::entry::Inputs;
use super::heap::{ExtentKind, Heap, LeafValue};
use super::layout::Path;
use super::leaks::Allocations;
use super::value::{ExtentId, Targets, Value, empty};
use super::{Abort, Encoder};
use crate::ids::Id;
use crate::ir::state::PathStep;
use crate::ir::types::{FieldIdx, Ty, TyId, VariantIdx};

/// A shared reference that may lead elsewhere.
pub(super) struct OpenRef {
    /// What it leads to otherwise.
    pub(super) own: Atom,
    pub(super) to: TyId,
    pub(super) name: String,
    pub(super) elsewhere: Formula,
    pub(super) holder: Holder,
}

/// Where a reference is.
pub(super) enum Holder {
    /// In an argument, that placeholder.
    Input(usize),
    /// In an object, that leaf.
    Leaf(ExtentId, Atom, usize),
}

/// Places of one type: a path in objects of an extent.
type Region = (ExtentId, Path);

impl Encoder<'_> {
    /// The bit that says whether a shared reference to the type leads elsewhere, if it may.
    pub(super) fn elsewhere(&mut self, to: TyId, name: &str, present: Formula) -> Option<Formula> {
        if !self.aliased.contains(&to) {
            return None;
        }
        let unit = self.unit_atom();
        let elsewhere = self.free_bit(&format!("{name} leads elsewhere"), unit, present);
        self.measures.push(self.one_if(elsewhere));
        self.facts.push(self.logic.implies(elsewhere, present));
        Some(elsewhere)
    }

    /// Lets the references that may lead elsewhere do so.
    pub(super) fn lead_elsewhere(
        &mut self,
        inputs: &mut Inputs,
        heap: &mut Heap,
    ) -> Result<(), Abort> {
        let open = std::mem::take(&mut self.open_refs);
        if open.is_empty() {
            return Ok(());
        }
        let shared = self.shared_places(inputs, heap);
        let own: Vec<Atom> = open.iter().map(|it| it.own).collect();
        for (number, reference) in open.iter().enumerate() {
            let mut chosen: Vec<(Region, Atom, Formula)> = Vec::new();
            for (region, atom, here) in self.places_of(reference.to, &shared, heap) {
                let (_, path) = &region;
                let later = own.iter().skip(number).any(|it| *it == atom);
                if path.is_empty() && later {
                    continue;
                }
                let path = self.path_name(self.sorts.extents[region.0].ty, path);
                let name = format!("{} leads to {path} of ", reference.name);
                let bit = self.free_bit(&name, atom, reference.elsewhere);
                let there = self.logic.and(&[reference.elsewhere, here]);
                self.facts.push(self.logic.implies(bit, there));
                for (_, _, other) in &chosen {
                    let both = self.logic.and(&[bit, *other]);
                    self.facts.push(self.logic.not(both));
                }
                chosen.push((region, atom, bit));
            }
            let bits: Vec<Formula> = chosen.iter().map(|(_, _, bit)| *bit).collect();
            let somewhere = self.logic.or(&bits);
            self.facts
                .push(self.logic.implies(reference.elsewhere, somewhere));
            let mut regions: BTreeMap<Region, Expr> = BTreeMap::new();
            for (region, atom, bit) in chosen {
                let none = empty(&self.logic, self.sorts.extents[region.0].sort);
                let one = self.logic.ite(bit, self.logic.singleton(atom), none);
                let all = regions.entry(region).or_insert(none);
                *all = self.logic.union(*all, one);
            }
            match reference.holder {
                Holder::Input(slot) => {
                    let mut targets = inputs.targets[slot].clone();
                    for ((extent, path), objects) in regions {
                        let more = Targets::object(extent, path, objects);
                        targets = targets.union(&more, &self.logic);
                    }
                    inputs.targets[slot] = targets;
                }
                Holder::Leaf(owner, atom, leaf) => {
                    let mut value = heap.leaf(owner, leaf).clone();
                    if let LeafValue::Pointer { heap: to, .. } = &mut value {
                        let from = self.logic.singleton(atom);
                        for (region, objects) in regions {
                            let edges = self.logic.product(from, objects);
                            let all = to.entry(region).or_insert(edges);
                            *all = self.logic.union(*all, edges);
                        }
                    }
                    heap.set_leaf(owner, leaf, value);
                }
            }
        }
        Ok(())
    }

    /// The allocations that shared references lead to, not by way of cells.
    fn shared_places(&mut self, inputs: &Inputs, heap: &Heap) -> Allocations {
        let mut start = Allocations::new();
        for (extent, atom) in &inputs.shared {
            let none = empty(&self.logic, self.sorts.extents[*extent].sort);
            let here = match self.existing(*extent, *atom) {
                Some(exists) => self.logic.ite(exists, self.logic.singleton(*atom), none),
                // A buffer that is not there has no slots.
                None => self.logic.singleton(*atom),
            };
            self.add(&mut start, *extent, here);
        }
        let types = &self.program.types;
        let shared = |this: &Self, extent: ExtentId, path: &Path| {
            let ty = this.type_at(extent, path).0;
            matches!(types.get(ty), Ty::Ref { mutable: false, .. })
        };
        for edge in self.pointers_where(heap, &shared) {
            let sort = self.sorts.extents[edge.to].sort;
            let all = self.logic.constant(solver_bridge::TupleSet::unary(
                self.sorts.extents[edge.from].sort,
                self.sorts.extents[edge.from].entry.iter().copied(),
            ));
            let to = self.logic.image(all, edge.relation);
            let to = self.logic.union(to, empty(&self.logic, sort));
            self.add(&mut start, edge.to, to);
        }
        let plain = |this: &Self, extent: ExtentId, path: &Path| {
            let (ty, in_cell) = this.type_at(extent, path);
            !in_cell
                && !matches!(
                    types.get(ty),
                    Ty::RawPtr { .. } | Ty::Counted { weak: true, .. }
                )
        };
        let edges = self.pointers_where(heap, &plain);
        let mut places = self.close_all(start, &edges);
        // With an owner outside, someone there may lend it.
        for (extent, atom, owners) in self.owners_outside.clone() {
            let none = empty(&self.logic, self.sorts.extents[extent].sort);
            let lent = self.logic.ite(owners, self.logic.singleton(atom), none);
            self.add(&mut places, extent, lent);
        }
        places
    }

    /// Whether an object of the pre-state is there.
    fn existing(&self, extent: ExtentId, atom: Atom) -> Option<Formula> {
        let entry = self.sorts.extents[extent].entry.iter();
        let mut all = entry.zip(self.exists.get(&extent)?);
        all.find(|(other, _)| **other == atom)
            .map(|(_, here)| *here)
    }

    /// The type at a path of an extent, and whether the path leads into a cell.
    fn type_at(&self, extent: ExtentId, path: &Path) -> (TyId, bool) {
        let types = &self.program.types;
        let mut ty = self.sorts.extents[extent].ty;
        let mut in_cell = false;
        for step in path.iter() {
            in_cell |= is_cell(types, ty);
            let fields = types.field_types(ty, step.variant);
            ty = fields.get(step.field.index()).copied().unwrap_or(ty);
        }
        (ty, in_cell)
    }

    /// The places of a type in what is shared, each with the condition on which it is there.
    fn places_of(
        &mut self,
        to: TyId,
        shared: &Allocations,
        heap: &Heap,
    ) -> Vec<(Region, Atom, Formula)> {
        let mut found = Vec::new();
        for extent in self.sorts.extents.ids().collect::<Vec<_>>() {
            let data = self.sorts.extents[extent].clone();
            if data.kind == ExtentKind::Buffers {
                continue;
            }
            let mut paths = Vec::new();
            self.parts_of(data.ty, to, &mut Vec::new(), &mut paths);
            if paths.is_empty() {
                continue;
            }
            let exists = self.exists.get(&extent).cloned().unwrap_or_default();
            for (atom, exists) in data.entry.iter().zip(exists) {
                let one = self.logic.singleton(*atom);
                let (of, allocation) = match self.buffer_sort_of_slots(extent) {
                    Some(sort) => (sort.buffers, self.buffers_of(extent, one)),
                    None => (extent, one),
                };
                let Some(shared) = shared.get(&of) else {
                    continue;
                };
                let lent = self.logic.subset(allocation, *shared);
                for path in &paths {
                    let present = self.part_present(heap, extent, *atom, path);
                    let here = self.logic.and(&[exists, lent, present]);
                    if here != self.logic.falsehood() {
                        found.push(((extent, path.clone()), *atom, here));
                    }
                }
            }
        }
        found
    }

    /// The paths in values of a type to parts of another, not into cells.
    fn parts_of(&self, ty: TyId, part: TyId, at: &mut Vec<PathStep>, found: &mut Vec<Path>) {
        if ty == part {
            found.push(at.as_slice().into());
            return;
        }
        let types = &self.program.types;
        if is_cell(types, ty) {
            return;
        }
        let variants = match types.get(ty) {
            Ty::Adt(adt) => types.adt(*adt).variants.len(),
            _ => 1,
        };
        for variant in 0..variants {
            let variant = VariantIdx::from_index(variant);
            for (field, ty) in types.field_types(ty, variant).into_iter().enumerate() {
                at.push(PathStep {
                    variant,
                    field: FieldIdx::from_index(field),
                });
                self.parts_of(ty, part, at, found);
                at.pop();
            }
        }
    }

    /// Whether an object has a part at the path: enums are of the right variants, and what may be there is.
    fn part_present(&mut self, heap: &Heap, extent: ExtentId, atom: Atom, path: &Path) -> Formula {
        let program = self.program;
        let mut ty = self.sorts.extents[extent].ty;
        let object = self.logic.singleton(atom);
        let mut all = Vec::new();
        for (depth, step) in path.iter().enumerate() {
            let is_enum = match program.types.get(ty) {
                Ty::Adt(adt) => program.types.adt(*adt).is_enum,
                Ty::Maybe(_) => true,
                _ => false,
            };
            if is_enum {
                let at: Path = path[..depth].into();
                match self.memory().load(heap, extent, &at, object, ty) {
                    Value::Enum { is, .. } => all.push(is[step.variant.index()]),
                    Value::Maybe { init, .. } => all.push(init),
                    _ => {}
                }
            }
            let fields = program.types.field_types(ty, step.variant);
            ty = fields.get(step.field.index()).copied().unwrap_or(ty);
        }
        self.logic.and(&all)
    }
}
