//! Raw pointers of the pre-state: null, dangling, or to an object of its own that is alive.
//!
//! What they lead to may be shared and cyclic, so it is a graph; but a graph that is reached from the
//! arguments has a canonical numbering as well: breadth first, in the order in which the pointers are
//! met. Each pointer leads to an object that has been met, or to the next one. Every graph has exactly
//! one such numbering, so no symmetry is left to the solver. (This is how Boyapati, Khurshid and
//! Marinov, "Korat", generate structures; here it is a constraint on each pointer.)

use std::collections::BTreeMap;

use solver_bridge::{Atom, Expr, Formula};

use super::entry::Inputs;
use super::heap::{Heap, LeafValue};
use super::layout::{LeafKind, Path};
use super::value::{ExtentId, Targets, empty};
use super::{Abort, Encoder};
use crate::ids::Id;
use crate::ir::types::{Ty, TyId};
use crate::span::Span;

/// A raw pointer of the pre-state that is not inside a heap object: part of a by-value argument.
pub(super) struct RawInput {
    pub(super) to: ExtentId,
    pub(super) name: String,
    pub(super) present: Formula,
    pub(super) never_null: bool,
    pub(super) slot: usize,
}

/// Where one raw pointer leads.
struct Slot {
    /// The objects that it may lead to, each with the condition.
    to: Vec<(Atom, Formula)>,
    /// Whether it is not null and leads nowhere.
    dangling: Formula,
}

/// The state of numbering: how many objects the pointers so far have met, one condition a count.
struct Graph {
    /// Objects that exist whatever points to them, with the condition.
    given: Vec<(Atom, Formula)>,
    /// The objects to be met, in order.
    objects: Vec<Atom>,
    met: Vec<Formula>,
    slots: usize,
}

impl Encoder<'_> {
    /// The extent of objects that a raw pointer of the pre-state leads to.
    pub(super) fn raw_extent(&mut self, to: TyId, span: Span) -> Result<ExtentId, Abort> {
        let types = &self.program.types;
        if types.slice_element(to).is_some() {
            let what = format!("a raw pointer to {} in an argument", types.name(to));
            return Err(self.unsupported(&what, span));
        }
        self.extent(to, span)
    }

    /// Whether the pointer at a path of an extent is a raw one.
    pub(super) fn is_raw(&self, extent: ExtentId, path: &Path) -> bool {
        let (ty, _) = self.pointer_at(extent, path);
        matches!(self.program.types.get(ty), Ty::RawPtr { .. })
    }

    /// Whether objects of an extent have a part of the type that is not the whole object.
    pub(super) fn has_part(&self, extent: ExtentId, part: TyId) -> bool {
        let types = &self.program.types;
        let mut todo = vec![self.sorts.extents[extent].ty];
        let mut first = true;
        while let Some(ty) = todo.pop() {
            if ty == part && !first {
                return true;
            }
            first = false;
            match types.get(ty) {
                Ty::Tuple(parts) => todo.extend(parts.iter().copied()),
                Ty::Adt(adt) => {
                    let variants = types.adt(*adt).variants.values();
                    let fields = variants.flat_map(|variant| variant.fields.values());
                    todo.extend(fields.map(|field| field.ty));
                }
                Ty::Array(inside, _) | Ty::Maybe(inside) | Ty::Buffer(inside) => todo.push(*inside),
                _ => {}
            }
        }
        false
    }

    /// The type at a path of an extent, and whether what is around it keeps null out.
    fn pointer_at(&self, extent: ExtentId, path: &Path) -> (TyId, bool) {
        let types = &self.program.types;
        let mut ty = self.sorts.extents[extent].ty;
        let mut never_null = false;
        for step in path.iter() {
            never_null = matches!(types.get(ty), Ty::Adt(adt) if types.adt(*adt).never_null);
            let fields = types.field_types(ty, step.variant);
            ty = fields.get(step.field.index()).copied().unwrap_or(ty);
        }
        (ty, never_null)
    }

    /// Numbers the objects of an extent by the raw pointers that lead to them, and sets these.
    pub(super) fn point_to(
        &mut self,
        extent: ExtentId,
        inputs: &mut Inputs,
        heap: &mut Heap,
        measured: &mut Vec<Formula>,
    ) {
        let data = self.sorts.extents[extent].clone();
        let given: Vec<(Atom, Formula)> = data
            .entry
            .iter()
            .copied()
            .zip(self.exists[&extent].iter().copied())
            .collect();
        let roots = given.len();
        let objects = data.entry[roots..].to_vec();
        let mut met = vec![self.logic.falsehood(); objects.len() + 1];
        met[0] = self.logic.truth();
        let mut graph = Graph {
            given,
            objects,
            met,
            slots: 0,
        };
        for index in 0..inputs.raw.len() {
            let raw = &inputs.raw[index];
            if raw.to != extent {
                continue;
            }
            let (name, present, slot) = (raw.name.clone(), raw.present, raw.slot);
            let found = self.lead(&mut graph, &name, present, raw.never_null);
            inputs.targets[slot] = self.targets_of(extent, &found);
        }
        let owners: Vec<ExtentId> = self.exists.keys().copied().collect();
        let (others, own): (Vec<_>, Vec<_>) =
            owners.into_iter().partition(|owner| *owner != extent);
        let mut edges: BTreeMap<(ExtentId, usize), (Vec<Expr>, Vec<Expr>)> = BTreeMap::new();
        for owner in others.into_iter().chain(own) {
            let owner_data = self.sorts.extents[owner].clone();
            for (position, atom) in owner_data.entry.iter().enumerate() {
                if owner == extent && position >= roots {
                    // All pointers to it have been met by now, as it comes before its neighbours.
                    let here = self.logic.or(&graph.met[position - roots + 1..]);
                    self.exists.entry(extent).or_default().push(here);
                    measured.push(here);
                }
                let Some(exists) = self.exists[&owner].get(position).copied() else {
                    continue;
                };
                for (index, leaf) in owner_data.leaves.iter().enumerate() {
                    let (ty, never_null) = self.pointer_at(owner, &leaf.path);
                    let is_pointer = matches!(leaf.kind, LeafKind::Pointer { .. });
                    let is_raw = matches!(self.program.types.get(ty), Ty::RawPtr { to, .. } if *to == data.ty);
                    if !is_pointer || !is_raw {
                        continue;
                    }
                    let present = self.slot_present(heap, owner, *atom, exists, &leaf.path);
                    let field = self.path_name(owner_data.ty, &leaf.path);
                    let name = format!("{}.{field}", self.logic.atom_name(*atom));
                    let found = self.lead(&mut graph, &name, present, never_null);
                    let from = self.logic.singleton(*atom);
                    let (to, nowhere) = edges.entry((owner, index)).or_default();
                    for (target, here) in found.to {
                        let edge = self.logic.product(from, self.logic.singleton(target));
                        let none = self.logic.none(&[owner_data.sort, data.sort]);
                        to.push(self.logic.ite(here, edge, none));
                    }
                    let none = empty(&self.logic, owner_data.sort);
                    nowhere.push(self.logic.ite(found.dangling, from, none));
                }
            }
        }
        for ((owner, leaf), (to, nowhere)) in edges {
            let sort = self.sorts.extents[owner].sort;
            let region = (extent, Path::from([]));
            let relation = match to.is_empty() {
                true => self.logic.none(&[sort, data.sort]),
                false => self.logic.union_all(&to),
            };
            heap.set_leaf(
                owner,
                leaf,
                LeafValue::Pointer {
                    heap: BTreeMap::from([(region, relation)]),
                    cells: BTreeMap::new(),
                    dangling: self.logic.union_all(&nowhere),
                },
            );
        }
    }

    /// The next pointer of the graph: where it leads.
    fn lead(&mut self, graph: &mut Graph, name: &str, present: Formula, never_null: bool) -> Slot {
        let unit = self.unit_atom();
        let is_null = match never_null {
            true => self.logic.falsehood(),
            false => self.free_bit(&format!("{name} is null"), unit, present),
        };
        let not_null = self.logic.and(&[present, self.logic.not(is_null)]);
        let is_dangling = self.free_bit(&format!("{name} dangles"), unit, not_null);
        // The smallest counterexample has no pointers that lead nowhere.
        self.measures.push(self.one_if(is_dangling));
        let dangling = self.logic.and(&[not_null, is_dangling]);
        let leads = self.logic.and(&[not_null, self.logic.not(is_dangling)]);
        let fresh = graph.objects.len().min(graph.slots + 1);
        let given = graph.given.iter().copied();
        let candidates: Vec<Atom> = given
            .map(|(atom, _)| atom)
            .chain(graph.objects[..fresh].iter().copied())
            .collect();
        graph.slots += 1;
        let Some(sort) = candidates
            .first()
            .and_then(|atom| self.logic.sort_of(*atom))
        else {
            self.facts.push(self.logic.not(leads));
            return Slot {
                to: Vec::new(),
                dangling,
            };
        };
        let chosen = self.choice_of(name, sort, &candidates, leads);
        let is = |this: &Self, atom: Atom| {
            let one = this.logic.singleton(atom);
            this.logic.and(&[leads, this.logic.subset(one, chosen)])
        };
        // Which one it would be, were it to lead anywhere, makes no difference.
        if let Some(first) = self.memory().possible_tuples(chosen).atoms().next() {
            let first = self.logic.subset(self.logic.singleton(first), chosen);
            self.facts.push(self.logic.or(&[leads, first]));
        }
        let mut to = Vec::new();
        for (atom, exists) in graph.given.clone() {
            let here = is(self, atom);
            self.facts.push(self.logic.implies(here, exists));
            to.push((atom, here));
        }
        let mut reaches = Vec::new();
        for (index, atom) in graph.objects[..fresh].iter().enumerate() {
            let here = is(self, *atom);
            let met = self.logic.or(&graph.met[index..]);
            self.facts.push(self.logic.implies(here, met));
            to.push((*atom, here));
            reaches.push(here);
        }
        let no = self.logic.falsehood();
        let count = graph.met.len();
        let reaches = |index: usize| reaches.get(index).copied().unwrap_or(no);
        graph.met = (0..count)
            .map(|count| {
                let logic = &self.logic;
                let stays = logic.and(&[graph.met[count], logic.not(reaches(count))]);
                match count.checked_sub(1) {
                    Some(before) => {
                        let more = logic.and(&[graph.met[before], reaches(before)]);
                        logic.or(&[stays, more])
                    }
                    None => stays,
                }
            })
            .collect();
        Slot { to, dangling }
    }

    fn targets_of(&self, extent: ExtentId, slot: &Slot) -> Targets {
        let sort = self.sorts.extents[extent].sort;
        let none = empty(&self.logic, sort);
        let objects = slot.to.iter().fold(none, |all, (atom, here)| {
            let one = self.logic.singleton(*atom);
            self.logic.union(all, self.logic.ite(*here, one, none))
        });
        Targets {
            dangling: Some(slot.dangling),
            ..Targets::object(extent, Path::from([]), objects)
        }
    }
}
