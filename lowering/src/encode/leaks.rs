//! Leaks: every allocation that is due is still led to, or has been freed.
//!
//! Ownership and reachability are closures over *edges*: relations from allocations to allocations
//! (objects and buffers; the slots of a buffer are parts of it). Extents that lead to each other are
//! closed together, one round after the other; all others in the order in which they lead on.

use std::collections::{BTreeMap, BTreeSet};

use solver_bridge::{Expr, Formula, TupleSet};

use super::Encoder;
use super::heap::{ExtentKind, Heap, LeafValue};
use super::layout::{LeafKind, Path, nullable, side_leaf, value_leaf};
use super::state::State;
use super::value::{ExtentId, Targets, Value, empty};
use crate::ids::Id;
use crate::ir::types::{RawPointers, Ty, TyId, VariantIdx};
use crate::ir::{Operand, Place, Proc, SnapshotId};

/// Sets of allocations.
pub(super) type Allocations = BTreeMap<ExtentId, Expr>;

/// Which pointers are followed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Follow<'a> {
    /// All.
    All,
    /// Those to what is owned, or lent; raw ones own what is of these types.
    Owning(&'a [TyId]),
}

/// What a pointer says of whose it is what it leads to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Whose {
    /// Of a box, a buffer, a counting pointer: dropped with the value.
    Dropped,
    /// The value's, by a raw pointer, if it is of a type that is owned so.
    Own(TyId),
    /// Lent by a reference.
    Lent,
    /// Nobody's that is known.
    Raw,
}

impl Follow<'_> {
    fn takes(self, whose: Whose) -> bool {
        match (self, whose) {
            (Follow::All, _) => true,
            (Follow::Owning(boxed), Whose::Own(ty)) => boxed.contains(&ty),
            (Follow::Owning(_), whose) => whose != Whose::Raw,
        }
    }
}

/// Pointers from allocations of one extent to those of another.
pub(super) struct Edge {
    pub(super) from: ExtentId,
    pub(super) to: ExtentId,
    whose: Whose,
    pub(super) relation: Expr,
}

/// A statement's parts; see [`crate::ir::StmtKind::CheckLeaks`].
pub(super) struct Asked<'a> {
    pub(super) since: SnapshotId,
    pub(super) given: &'a [Place],
    pub(super) boxed: &'a [TyId],
    pub(super) kept: &'a [Operand],
    pub(super) gone: Option<&'a Operand>,
}

impl<'a> Encoder<'a> {
    /// Whether what runs belongs to specifications: what it allocates is nobody's to free.
    fn runs_spec(&self) -> bool {
        self.only_notes()
            || self
                .frames
                .iter()
                .any(|frame| self.program.procs[frame.proc].is_spec)
    }

    /// Notes that an object comes to be where the condition holds.
    pub(super) fn note_made(
        &self,
        state: &mut State,
        extent: ExtentId,
        object: Expr,
        here: Formula,
    ) {
        if self.runs_spec() {
            return;
        }
        let none = empty(&self.logic, self.sorts.extents[extent].sort);
        let made = &mut state.heap.made[extent.index()];
        *made = self.logic.union(*made, self.logic.ite(here, object, none));
    }

    /// Notes that a value is given up.
    pub(super) fn forget_value(&mut self, state: &State, value: &Value, ty: TyId) {
        let mut found = Vec::new();
        self.pointers(value, ty, state.path, RawPointers::AsAround, &mut found);
        self.forgotten
            .extend(found.into_iter().map(|(_, targets)| targets));
    }

    /// Whether no allocation is lost.
    pub(super) fn nothing_lost(
        &mut self,
        proc: &'a Proc,
        state: &State,
        asked: &Asked<'a>,
    ) -> Result<Formula, super::Abort> {
        let Some(then) = state.snapshots.get(&asked.since).map(|it| it.heap.clone()) else {
            return Err(self.internal("leaks are looked for since a snapshot never taken"));
        };
        let owned = self.owned(proc, state, &then, asked)?;
        let now = self.pointers_between(&state.heap);
        let mut reached = Allocations::new();
        let always = self.logic.truth();
        for operand in asked.kept {
            let ty = self.operand_ty(proc, operand);
            let value = self.operand(proc, state, operand)?;
            let mut found = Vec::new();
            self.pointers(&value, ty, always, RawPointers::AsAround, &mut found);
            for (_, targets) in found {
                self.add_targets(&mut reached, &targets);
            }
        }
        for targets in self.forgotten.clone() {
            self.add_targets(&mut reached, &targets);
        }
        let gone = match asked.gone {
            Some(gone) => match self.operand(proc, state, gone)? {
                Value::Pointer(targets) => targets,
                _ => Targets::default(),
            },
            None => Targets::default(),
        };
        let mut ended = Allocations::new();
        self.add_targets(&mut ended, &gone);
        for extent in self.allocation_extents() {
            let data = &self.sorts.extents[extent];
            let mut others = self
                .logic
                .constant(TupleSet::unary(data.sort, data.entry.iter().copied()));
            let without = [owned.get(&extent), ended.get(&extent)];
            for without in without.into_iter().flatten() {
                others = self.logic.difference(others, *without);
            }
            self.add(&mut reached, extent, others);
        }
        for edge in &now {
            if let (Whose::Dropped, Some(from)) = (edge.whose, ended.get(&edge.from).copied()) {
                let to = self.logic.image(from, edge.relation);
                self.add(&mut reached, edge.to, to);
            }
        }
        let reached = self.close(reached, &now, Follow::All);
        let mut all = Vec::new();
        for extent in self.allocation_extents() {
            let index = extent.index();
            let young = self
                .logic
                .difference(state.heap.made[index], then.made[index]);
            let mut lost = match owned.get(&extent) {
                Some(owned) => self.logic.union(*owned, young),
                None => young,
            };
            lost = self.logic.difference(lost, state.heap.freed[index]);
            if let Some(reached) = reached.get(&extent) {
                lost = self.logic.difference(lost, *reached);
            }
            all.push(self.logic.no(lost));
        }
        Ok(self.logic.and(&all))
    }

    /// The extents of allocations.
    fn allocation_extents(&self) -> Vec<ExtentId> {
        let extents = self.sorts.extents.iter();
        extents
            .filter(|(_, extent)| extent.kind != ExtentKind::Slots)
            .map(|(id, _)| id)
            .collect()
    }

    /// What the places own, on the heap at the snapshot.
    fn owned(
        &mut self,
        proc: &'a Proc,
        state: &State,
        then: &Heap,
        asked: &Asked<'a>,
    ) -> Result<Allocations, super::Abort> {
        let mut before = state.clone();
        before.heap = then.clone();
        let edges = self.pointers_between(then);
        let (mut lent, mut start) = (Allocations::new(), Allocations::new());
        let always = self.logic.truth();
        let follow = Follow::Owning(asked.boxed);
        for place in asked.given {
            let noted = self.pending.len();
            let ty = self.place_ty(proc, place);
            let value = self.read_place(proc, &before, place)?;
            self.pending.truncate(noted);
            let mut found = Vec::new();
            self.pointers(&value, ty, always, RawPointers::AsAround, &mut found);
            for (whose, targets) in found {
                if whose == Whose::Lent {
                    self.add_targets(&mut lent, &targets);
                }
                if follow.takes(whose) {
                    self.add_targets(&mut start, &targets);
                }
            }
        }
        let mut owned = self.close(start, &edges, follow);
        for edge in &edges {
            if let (Whose::Lent, Some(from)) = (edge.whose, owned.get(&edge.from).copied()) {
                let to = self.logic.image(from, edge.relation);
                self.add(&mut lent, edge.to, to);
            }
        }
        for (extent, lent) in lent {
            if let Some(owned) = owned.get_mut(&extent) {
                *owned = self.logic.difference(*owned, lent);
            }
        }
        Ok(owned)
    }

    pub(super) fn add(&self, sets: &mut Allocations, extent: ExtentId, objects: Expr) {
        let sort = self.sorts.extents[extent].sort;
        let known = sets
            .entry(extent)
            .or_insert_with(|| empty(&self.logic, sort));
        *known = self.logic.union(*known, objects);
    }

    /// Adds the allocations that the locations are in.
    pub(super) fn add_targets(&mut self, sets: &mut Allocations, targets: &Targets) {
        for ((extent, _), objects) in &targets.heap {
            match self.buffer_sort_of_slots(*extent) {
                Some(sort) => {
                    let buffers = self.buffers_of(*extent, *objects);
                    self.add(sets, sort.buffers, buffers);
                }
                None => self.add(sets, *extent, *objects),
            }
        }
    }

    /// All that the sets lead to along the edges. What has been freed leads nowhere (of the edges).
    fn close(&mut self, mut sets: Allocations, edges: &[Edge], follow: Follow<'_>) -> Allocations {
        let edges: Vec<&Edge> = edges.iter().filter(|it| follow.takes(it.whose)).collect();
        for together in components(&edges) {
            let inside: Vec<&&Edge> = edges
                .iter()
                .filter(|it| together.contains(&it.from) && together.contains(&it.to))
                .collect();
            if let ([extent], false) = (&together[..], inside.is_empty()) {
                let relations: Vec<Expr> = inside.iter().map(|edge| edge.relation).collect();
                let relation = self.logic.closure(self.logic.union_all(&relations));
                if let Some(start) = sets.get(extent).copied() {
                    let more = self.logic.image(start, relation);
                    self.add(&mut sets, *extent, more);
                }
            } else if !inside.is_empty() {
                let rounds: usize = together
                    .iter()
                    .map(|it| &self.sorts.extents[*it])
                    .map(|extent| extent.entry.len() + extent.fresh.len())
                    .sum();
                for _ in 0..rounds {
                    let before = sets.clone();
                    for edge in &inside {
                        if let Some(from) = before.get(&edge.from) {
                            let to = self.logic.image(*from, edge.relation);
                            self.add(&mut sets, edge.to, to);
                        }
                    }
                    if sets == before {
                        break;
                    }
                }
            }
            for edge in &edges {
                let leaves = together.contains(&edge.from) && !together.contains(&edge.to);
                if let (true, Some(from)) = (leaves, sets.get(&edge.from).copied()) {
                    let to = self.logic.image(from, edge.relation);
                    self.add(&mut sets, edge.to, to);
                }
            }
        }
        sets
    }

    /// All that the sets lead to along the edges.
    pub(super) fn close_all(&mut self, sets: Allocations, edges: &[Edge]) -> Allocations {
        self.close(sets, edges, Follow::All)
    }

    /// The pointers between the allocations of a heap.
    fn pointers_between(&mut self, heap: &Heap) -> Vec<Edge> {
        self.pointers_where(heap, &|_, _, _| true)
    }

    /// Those of them that are at places of interest.
    pub(super) fn pointers_where(
        &mut self,
        heap: &Heap,
        of_interest: &dyn Fn(&Self, ExtentId, &Path) -> bool,
    ) -> Vec<Edge> {
        let mut edges = Vec::new();
        for from in self.sorts.extents.ids().collect::<Vec<_>>() {
            let data = self.sorts.extents[from].clone();
            for (index, leaf) in data.leaves.iter().enumerate() {
                let is_pointer = matches!(
                    leaf.kind,
                    LeafKind::Pointer { .. } | LeafKind::Buffer { .. }
                );
                let LeafValue::Pointer { heap: targets, .. } = heap.leaf(from, index) else {
                    continue;
                };
                if !is_pointer || !of_interest(self, from, &leaf.path) {
                    continue;
                }
                let whose = self.whose(data.ty, &leaf.path);
                let targets = targets.clone();
                for ((to, _), relation) in targets {
                    let relation = self.where_present(heap, from, &leaf.path, relation);
                    if self.memory().possible_tuples(relation).is_empty() {
                        continue;
                    }
                    edges.push(self.between_allocations(heap, from, to, whose, relation));
                }
            }
        }
        edges
    }

    /// The edge that a relation from objects or slots to objects or slots stands for.
    fn between_allocations(
        &mut self,
        heap: &Heap,
        from: ExtentId,
        to: ExtentId,
        whose: Whose,
        mut relation: Expr,
    ) -> Edge {
        let (mut start, mut end) = (from, to);
        if let Some(sort) = self.buffer_sort_of_slots(from) {
            relation = self.logic.join(self.slots_relation(sort), relation);
            start = sort.buffers;
        }
        if let Some(sort) = self.buffer_sort_of_slots(to) {
            let slots = self.logic.transpose(self.slots_relation(sort));
            relation = self.logic.join(relation, slots);
            end = sort.buffers;
        }
        let freed = self
            .logic
            .domain_restrict(heap.freed[start.index()], relation);
        Edge {
            from: start,
            to: end,
            whose,
            relation: self.logic.difference(relation, freed),
        }
    }

    /// The relation of those objects that have a part at the path: enums are of the right variants and
    /// what may be there is.
    pub(super) fn where_present(
        &mut self,
        heap: &Heap,
        extent: ExtentId,
        path: &Path,
        mut relation: Expr,
    ) -> Expr {
        let program = self.program;
        let types = &program.types;
        let leaves = self.sorts.extents[extent].leaves.clone();
        let mut ty = self.sorts.extents[extent].ty;
        for (depth, step) in path.iter().enumerate() {
            let at = &path[..depth];
            match types.get(ty) {
                Ty::Maybe(_) => {
                    let init = side_leaf(&leaves, at, LeafKind::Init);
                    if let Some(LeafValue::Bool(init)) = init.map(|leaf| heap.leaf(extent, leaf)) {
                        relation = self.logic.domain_restrict(*init, relation);
                    }
                }
                Ty::Adt(adt) if types.adt(*adt).is_enum && nullable(types, *adt).is_none() => {
                    let tag = value_leaf(&leaves, at).map(|leaf| heap.leaf(extent, leaf));
                    let atoms = self.sorts.tags.get(adt).map(|(_, atoms)| atoms);
                    let atom = atoms.and_then(|atoms| atoms.get(step.variant.index()));
                    if let (Some(LeafValue::Symbol(tags)), Some(atom)) = (tag, atom) {
                        let here = self.logic.transpose(*tags);
                        let here = self.logic.image(self.logic.singleton(*atom), here);
                        relation = self.logic.domain_restrict(here, relation);
                    }
                }
                _ => {}
            }
            let fields = types.field_types(ty, step.variant);
            ty = fields.get(step.field.index()).copied().unwrap_or(ty);
        }
        relation
    }

    /// Whose it is what the pointer at a path of a type leads to.
    fn whose(&self, ty: TyId, path: &Path) -> Whose {
        let types = &self.program.types;
        let (mut ty, mut around) = (ty, RawPointers::AsAround);
        for step in path.iter() {
            around = self.raw_pointers_in(ty, around);
            let fields = types.field_types(ty, step.variant);
            ty = fields.get(step.field.index()).copied().unwrap_or(ty);
        }
        self.whose_pointer(ty, around)
    }

    fn raw_pointers_in(&self, ty: TyId, around: RawPointers) -> RawPointers {
        let types = &self.program.types;
        match types.get(ty) {
            Ty::Adt(adt) if types.adt(*adt).raw_pointers != RawPointers::AsAround => {
                types.adt(*adt).raw_pointers
            }
            _ => around,
        }
    }

    fn whose_pointer(&self, ty: TyId, around: RawPointers) -> Whose {
        match self.program.types.get(ty) {
            Ty::Ref { .. } => Whose::Lent,
            Ty::RawPtr { mutable: true, to } if around == RawPointers::Own => Whose::Own(*to),
            Ty::RawPtr { .. } => Whose::Raw,
            _ => Whose::Dropped,
        }
    }

    /// The pointers that a value holds where the condition does.
    fn pointers(
        &self,
        value: &Value,
        ty: TyId,
        here: Formula,
        around: RawPointers,
        found: &mut Vec<(Whose, Targets)>,
    ) {
        let types = &self.program.types;
        let inside = self.raw_pointers_in(ty, around);
        match value {
            Value::Pointer(targets) | Value::Slice { first: targets, .. } => {
                let whose = self.whose_pointer(ty, around);
                found.push((whose, targets.when(here, &self.logic)));
            }
            Value::Maybe { init, value } => {
                let here = self.logic.and(&[here, *init]);
                let tys = types.field_types(ty, VariantIdx::from_index(0));
                if let Some(ty) = tys.first() {
                    self.pointers(value, *ty, here, inside, found);
                }
            }
            Value::Struct(fields) => {
                let tys = types.field_types(ty, VariantIdx::from_index(0));
                for (field, ty) in fields.iter().zip(tys) {
                    self.pointers(field, ty, here, inside, found);
                }
            }
            Value::Enum { is, fields } => {
                for (index, (active, fields)) in is.iter().zip(fields.iter()).enumerate() {
                    let here = self.logic.and(&[here, *active]);
                    let tys = types.field_types(ty, VariantIdx::from_index(index));
                    for (field, ty) in fields.iter().zip(tys) {
                        self.pointers(field, ty, here, inside, found);
                    }
                }
            }
            _ => {}
        }
    }
}

/// The extents of the edges, those that lead to each other together, each before what it leads to.
fn components(edges: &[&Edge]) -> Vec<Vec<ExtentId>> {
    let mut all: BTreeSet<ExtentId> = BTreeSet::new();
    all.extend(edges.iter().flat_map(|edge| [edge.from, edge.to]));
    let mut leads: BTreeSet<(ExtentId, ExtentId)> =
        edges.iter().map(|edge| (edge.from, edge.to)).collect();
    for middle in &all {
        let into: Vec<ExtentId> = all
            .iter()
            .copied()
            .filter(|from| leads.contains(&(*from, *middle)))
            .collect();
        let out: Vec<ExtentId> = all
            .iter()
            .copied()
            .filter(|to| leads.contains(&(*middle, *to)))
            .collect();
        for from in into {
            leads.extend(out.iter().map(|to| (from, *to)));
        }
    }
    let both = |a: ExtentId, b: ExtentId| leads.contains(&(a, b)) && leads.contains(&(b, a));
    let mut ordered: Vec<Vec<ExtentId>> = Vec::new();
    let mut left = all;
    while !left.is_empty() {
        let next = left.iter().copied().find(|extent| {
            let mut others = left.iter();
            others.all(|other| !leads.contains(&(*other, *extent)) || both(*other, *extent))
        });
        // What leads to each other leads to all that either leads to, so there is a first.
        let Some(next) = next else {
            break;
        };
        let together: Vec<ExtentId> = left
            .iter()
            .copied()
            .filter(|other| *other == next || both(*other, next))
            .collect();
        for extent in &together {
            left.remove(extent);
        }
        ordered.push(together);
    }
    ordered
}
