//! Pointers of the pre-state that may share what they lead to: raw ones, counting ones, and boxes of
//! what raw pointers lead to as well.
//!
//! What they lead to may be shared and cyclic, so it is a graph; but a graph that is reached from the
//! arguments has a canonical numbering as well: breadth first from one root after the other, in the order
//! in which the pointers are met. Each pointer leads to an object that has been met, or to the next one.
//! Every graph has exactly one such numbering, so no symmetry is left to the solver. (This is how
//! Boyapati, Khurshid and Marinov, "Korat", generate structures; here it is a constraint on each pointer.)
//!
//! A root comes after all that the roots before it lead to, rather than beside them: a list with a head
//! and a tail is numbered along the way from its head, and its spare nodes come after it. When that is
//! depends on the graph: a root is met as soon as every object met so far has been left behind.
//!
//! Counts are those of the pre-state itself: as many strong and weak pointers as lead to the object. Its
//! value is there while there is a strong one. A box leads to what no other box leads to, and boxes
//! lead in no circle; nor do strong pointers to what cannot be written once it is shared.

use std::collections::{BTreeMap, BTreeSet};

use solver_bridge::{Atom, Expr, Formula, INT, IntExpr};

use super::entry::Inputs;
use super::entry_aliases::{Holder, OpenRef};
use super::heap::{Heap, LeafValue};
use super::layout::{LeafKind, Path, element_step, side_leaf};
use super::narrow::Told;
use super::value::{ExtentId, Targets, empty};
use super::{Abort, Encoder};
use crate::ids::Id;
use crate::ir::Int;
use crate::ir::types::{Ty, TyId};
use crate::span::Span;

/// A pointer into a graph that is not inside a heap object: part of a by-value argument.
pub(super) struct GraphInput {
    pub(super) to: ExtentId,
    pub(super) name: String,
    pub(super) present: Formula,
    pub(super) kind: PointerKind,
    pub(super) slot: usize,
}

/// What a pointer into a graph may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PointerKind {
    /// Null, leading nowhere, or to any object.
    Raw,
    /// The same, but not null.
    NonNull,
    /// To any object, which it keeps alive.
    Strong,
    /// Leading nowhere, or to any object.
    Weak,
    /// To an object that no other box leads to.
    Box,
}

/// Where one pointer leads.
struct Slot {
    /// The objects that it may lead to, each with the condition.
    to: Vec<(Atom, Formula)>,
    /// The conditions for those that are numbered, in order.
    reaches: Vec<Formula>,
    /// Whether it is not null and leads nowhere.
    dangling: Formula,
    /// Whether it leads into the middle of another object, if it may.
    elsewhere: Option<Formula>,
}

/// A pointer from outside of the objects that are numbered.
struct Root {
    /// The conditions on which it leads to the objects, in order.
    reaches: Vec<Formula>,
    /// Whether it has been met.
    done: Formula,
}

/// The state of numbering: how many objects the pointers so far have met, one condition a count.
struct Graph {
    /// Objects that exist whatever points to them, with the condition.
    given: Vec<(Atom, Formula)>,
    /// The objects to be met, in order.
    objects: Vec<Atom>,
    met: Vec<Formula>,
    roots: Vec<Root>,
    /// How many pointers to others each of the objects has, those in its buffers among them.
    links: usize,
    /// Whether pointers may lead into the middle of other objects as well.
    parts: bool,
    /// The pointers to each object, by their kind.
    leading: BTreeMap<Atom, Vec<(PointerKind, Formula)>>,
}

/// A pointer of an object that is numbered.
#[derive(Clone, Copy)]
struct Link {
    /// How many pointers of such objects come before it.
    before: usize,
    /// The object, itself or by way of a buffer.
    holder: Atom,
}

/// The pointers inside of objects that lead into the graph.
#[derive(Default)]
struct Edges {
    /// What each leaf of an extent leads to, and from where it leads nowhere.
    leaves: BTreeMap<(ExtentId, usize), (Vec<Expr>, Vec<Expr>)>,
    /// Those along which there are no circles.
    owning: Vec<Expr>,
    /// Whether nobody can write to the objects once they are shared: they lead to nothing made later.
    frozen: bool,
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

    /// Whether the pointer at a path of an extent may share what it leads to.
    pub(super) fn may_share(&self, extent: ExtentId, path: &Path) -> bool {
        let (ty, _) = self.pointer_at(extent, path);
        matches!(
            self.program.types.get(ty),
            Ty::RawPtr { .. } | Ty::Counted { .. }
        )
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
    pub(super) fn pointer_at(&self, extent: ExtentId, path: &Path) -> (TyId, bool) {
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

    /// The kind of pointer at a path of an extent, if it is one into the graph of objects of a type.
    fn kind_at(&self, extent: ExtentId, path: &Path, to: TyId) -> Option<PointerKind> {
        let (ty, never_null) = self.pointer_at(extent, path);
        match self.program.types.get(ty) {
            Ty::RawPtr { to: other, .. } if *other == to => Some(match never_null {
                true => PointerKind::NonNull,
                false => PointerKind::Raw,
            }),
            Ty::Counted { to: other, weak } if *other == to => Some(match weak {
                true => PointerKind::Weak,
                false => PointerKind::Strong,
            }),
            Ty::Box(other) if *other == to => Some(PointerKind::Box),
            _ => None,
        }
    }

    /// Whether counting pointers lead to objects of the type.
    pub(super) fn is_counted(&self, ty: TyId) -> bool {
        let mut types = self.program.types.iter();
        types.any(|(_, other)| matches!(other, Ty::Counted { to, .. } if *to == ty))
    }

    /// Numbers the objects of an extent by the pointers that lead to them, and sets these.
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
        let objects = data.entry[given.len()..].to_vec();
        let mut met = vec![self.logic.falsehood(); objects.len() + 1];
        met[0] = self.logic.truth();
        // Of each object, the slots of its buffers that lead to others.
        let inside: Vec<Vec<(ExtentId, Atom, Formula)>> = objects
            .iter()
            .map(|atom| self.slots_of_object(extent, *atom))
            .collect();
        let in_slots = inside.iter().map(|slots| {
            let links = slots
                .iter()
                .map(|(of, ..)| self.links_to(*of, data.ty).len());
            links.sum::<usize>()
        });
        let in_slots = in_slots.max().unwrap_or(0);
        let mut graph = Graph {
            given,
            objects,
            met,
            roots: Vec::new(),
            links: self.links_to(extent, data.ty).len() + in_slots,
            parts: self.parts_on_entry.contains(&data.ty),
            leading: BTreeMap::new(),
        };
        for index in 0..inputs.owned.len() {
            let input = &inputs.owned[index];
            if input.to != extent {
                continue;
            }
            let (name, present, slot) = (input.name.clone(), input.present, input.slot);
            let found = self.root(&mut graph, &name, present, PointerKind::Box);
            inputs.targets[slot] = self.targets_of(extent, &found);
        }
        for index in 0..inputs.graph.len() {
            let input = &inputs.graph[index];
            if input.to != extent {
                continue;
            }
            let (name, present, slot) = (input.name.clone(), input.present, input.slot);
            let found = self.root(&mut graph, &name, present, input.kind);
            inputs.targets[slot] = self.targets_of(extent, &found);
            self.note_elsewhere(&found, data.ty, name, Holder::Input(slot));
        }
        let mut edges = Edges {
            frozen: !self.leads_to_cells(data.ty),
            ..Edges::default()
        };
        let others: Vec<ExtentId> = self.exists.keys().copied().collect();
        for owner in others.into_iter().filter(|owner| *owner != extent) {
            let existing = self.exists[&owner].clone();
            let entry = self.sorts.extents[owner].entry.clone();
            for (atom, exists) in entry.into_iter().zip(existing) {
                if inside.iter().flatten().any(|(_, slot, _)| *slot == atom) {
                    continue;
                }
                self.link_out(
                    &mut graph,
                    &mut edges,
                    extent,
                    (owner, atom, exists),
                    None,
                    heap,
                );
            }
        }
        for (atom, exists) in graph.given.clone() {
            self.link_out(
                &mut graph,
                &mut edges,
                extent,
                (extent, atom, exists),
                None,
                heap,
            );
        }
        for (number, atom) in graph.objects.clone().into_iter().enumerate() {
            self.meet_roots(&mut graph, number);
            // All pointers to it have been met by now, as it comes before its neighbours.
            let here = self.logic.or(&graph.met[number + 1..]);
            self.exists.entry(extent).or_default().push(here);
            measured.push(here);
            let mut link = Link {
                before: number * graph.links,
                holder: atom,
            };
            let own = (extent, atom, here);
            for from in std::iter::once(own).chain(inside[number].iter().copied()) {
                self.link_out(&mut graph, &mut edges, extent, from, Some(link), heap);
                link.before += self.links_to(from.0, data.ty).len();
            }
        }
        let count = graph.objects.len();
        self.meet_roots(&mut graph, count);
        self.set_edges(extent, &edges, heap);
        self.keep_boxes_apart(&graph);
        if !edges.owning.is_empty() {
            let owned = self.logic.closure(self.logic.union_all(&edges.owning));
            let circles = self.logic.intersection(owned, self.logic.iden(data.sort));
            self.facts.push(self.logic.no(circles));
        }
        if self.is_counted(data.ty) {
            self.count_pointers(extent, &graph, heap);
        }
    }

    /// The leaves of an extent that are pointers into the graph of objects of a type.
    fn links_to(&self, owner: ExtentId, to: TyId) -> Vec<(usize, PointerKind)> {
        let leaves = self.sorts.extents[owner].leaves.iter().enumerate();
        let pointers = leaves.filter(|(_, leaf)| matches!(leaf.kind, LeafKind::Pointer { .. }));
        pointers
            .filter_map(|(index, leaf)| Some((index, self.kind_at(owner, &leaf.path, to)?)))
            .collect()
    }

    /// Lets the pointers of one object lead into the graph: as roots, unless it is numbered itself.
    fn link_out(
        &mut self,
        graph: &mut Graph,
        edges: &mut Edges,
        extent: ExtentId,
        (owner, atom, exists): (ExtentId, Atom, Formula),
        link: Option<Link>,
        heap: &Heap,
    ) {
        let data = self.sorts.extents[extent].clone();
        let owner_data = self.sorts.extents[owner].clone();
        for (nth, (index, kind)) in self.links_to(owner, data.ty).into_iter().enumerate() {
            let path = &owner_data.leaves[index].path;
            let present = self.slot_present(heap, owner, atom, exists, path);
            let field = self.path_name(owner_data.ty, path);
            let name = format!("{}.{field}", self.logic.atom_name(atom));
            let found = match link {
                None => self.root(graph, &name, present, kind),
                Some(link) => {
                    // Each link before this one has met one object at the most, and the first root one.
                    let candidates = link.before + nth + 2;
                    let found = self.lead(graph, &name, present, kind, candidates);
                    self.meet(graph, &found.reaches);
                    found
                }
            };
            let holder = Holder::Leaf(owner, atom, index);
            self.note_elsewhere(&found, data.ty, name, holder);
            let from = self.logic.singleton(atom);
            let (to, nowhere) = edges.leaves.entry((owner, index)).or_default();
            for (target, here) in found.to {
                let edge = self.logic.product(from, self.logic.singleton(target));
                let none = self.logic.none(&[owner_data.sort, data.sort]);
                let edge = self.logic.ite(here, edge, none);
                to.push(edge);
                let owns =
                    kind == PointerKind::Box || (kind == PointerKind::Strong && edges.frozen);
                let holder = match link {
                    Some(link) => Some(link.holder),
                    None => (owner == extent).then_some(atom),
                };
                if let Some(holder) = holder.filter(|_| owns) {
                    let holder = self.logic.singleton(holder);
                    let owned = self.logic.product(holder, self.logic.singleton(target));
                    let none = self.logic.none(&[data.sort, data.sort]);
                    edges.owning.push(self.logic.ite(here, owned, none));
                }
            }
            let none = empty(&self.logic, owner_data.sort);
            nowhere.push(self.logic.ite(found.dangling, from, none));
        }
    }

    /// Notes that a pointer may lead into the middle of an object.
    fn note_elsewhere(&mut self, found: &Slot, to: TyId, name: String, holder: Holder) {
        if let Some(elsewhere) = found.elsewhere {
            self.open_refs.push(OpenRef {
                own: None,
                to,
                name,
                elsewhere,
                holder,
            });
        }
    }

    /// Sets the pointers inside of objects.
    fn set_edges(&mut self, extent: ExtentId, edges: &Edges, heap: &mut Heap) {
        let to_sort = self.sorts.extents[extent].sort;
        for ((owner, leaf), (to, nowhere)) in &edges.leaves {
            let sort = self.sorts.extents[*owner].sort;
            let region = (extent, Path::from([]));
            let relation = match to.is_empty() {
                true => self.logic.none(&[sort, to_sort]),
                false => self.logic.union_all(to),
            };
            heap.set_leaf(
                *owner,
                *leaf,
                LeafValue::Pointer {
                    heap: BTreeMap::from([(region, relation)]),
                    cells: BTreeMap::new(),
                    dangling: self.logic.union_all(nowhere),
                },
            );
        }
    }

    /// No two boxes lead to one object.
    fn keep_boxes_apart(&mut self, graph: &Graph) {
        for leading in graph.leading.values() {
            let boxes = leading.iter().filter(|(kind, _)| *kind == PointerKind::Box);
            let boxes: Vec<Formula> = boxes.map(|(_, here)| *here).collect();
            for (index, one) in boxes.iter().enumerate() {
                for other in &boxes[..index] {
                    let both = self.logic.and(&[*one, *other]);
                    self.facts.push(self.logic.not(both));
                }
            }
        }
    }

    /// Whether values of the type lead to something that can be written through shared pointers.
    fn leads_to_cells(&self, ty: TyId) -> bool {
        let types = &self.program.types;
        let mut met = BTreeSet::new();
        let mut queue = vec![ty];
        while let Some(ty) = queue.pop() {
            if !met.insert(ty) {
                continue;
            }
            match types.get(ty) {
                Ty::Adt(adt) if types.adt(*adt).base_name == "UnsafeCell" => return true,
                Ty::Adt(adt) => {
                    let variants = types.adt(*adt).variants.values();
                    let fields = variants.flat_map(|variant| variant.fields.values());
                    queue.extend(fields.map(|field| field.ty));
                }
                Ty::Tuple(parts) => queue.extend(parts.iter().copied()),
                Ty::Array(of, _) | Ty::Slice(of) | Ty::Str(of) | Ty::Maybe(of) | Ty::Buffer(of) => {
                    queue.push(*of)
                }
                // Whatever is behind a raw pointer can be written.
                Ty::RawPtr { .. } => return true,
                _ => queue.extend(types.pointee(ty)),
            }
        }
        false
    }

    /// Sets the counts, and says that the value is there while a strong pointer leads to it.
    fn count_pointers(&mut self, extent: ExtentId, graph: &Graph, heap: &mut Heap) {
        let data = self.sorts.extents[extent].clone();
        let none = self.logic.none(&[data.sort, INT]);
        let (mut strong, mut weak) = (vec![none], vec![none]);
        let room = [element_step(2)];
        let init = side_leaf(&data.leaves, &room, LeafKind::Init);
        let init = init.map(|leaf| heap.leaf(extent, leaf).clone());
        for atom in &data.entry {
            let one = self.logic.singleton(*atom);
            let leading = graph.leading.get(atom).cloned().unwrap_or_default();
            let count = |kind: PointerKind| {
                let all = leading.iter().filter(|(other, _)| *other == kind);
                all.fold(self.logic.int(0), |sum, (_, here)| {
                    self.logic.add(sum, self.one_if(*here))
                })
            };
            let owners = leading
                .iter()
                .filter(|(kind, _)| *kind == PointerKind::Strong);
            let owners: Vec<Formula> = owners.map(|(_, here)| *here).collect();
            let mut alive = self.logic.or(&owners);
            let mut all_strong = count(PointerKind::Strong);
            let mut all_weak = count(PointerKind::Weak);
            if self.harness.bounds.shared {
                let here: Vec<Formula> = leading.iter().map(|(_, here)| *here).collect();
                let here = self.logic.or(&here);
                let strong = self.outside("owners", extent, *atom, here);
                let some = self.logic.not(self.logic.int_eq(strong, self.logic.int(0)));
                self.owners_outside.push((extent, *atom, some));
                alive = self.logic.or(&[alive, some]);
                all_strong = self.logic.add(all_strong, strong);
                let weak = self.outside("weak owners", extent, *atom, here);
                all_weak = self.logic.add(all_weak, weak);
            }
            // All strong pointers together hold one weak count.
            let all_weak = self.logic.add(all_weak, self.one_if(alive));
            let number = self.logic.to_atoms(all_strong);
            strong.push(self.logic.product(one, number));
            weak.push(self.logic.product(one, self.logic.to_atoms(all_weak)));
            if let Some(LeafValue::Bool(init)) = &init {
                let here = self.logic.subset(one, *init);
                self.facts.push(self.logic.iff(here, alive));
            }
        }
        for (field, counts) in [(0, strong), (1, weak)] {
            let path = [element_step(field)];
            if let Some(leaf) = super::layout::value_leaf(&data.leaves, &path) {
                let counts = LeafValue::Atoms(self.logic.union_all(&counts));
                heap.set_leaf(extent, leaf, counts);
            }
        }
    }

    /// How many there are outside of what comes in, of an object that is there on that condition.
    fn outside(&mut self, what: &str, extent: ExtentId, atom: Atom, here: Formula) -> IntExpr {
        let values: Vec<Int> = (0..=u64::from(self.bounds.scope)).map(Int::from).collect();
        let rows = values.iter().map(|it| vec![self.logic.int_atom(*it)]);
        let name = format!(
            "{what} of {}{} outside",
            self.sorts.extents[extent].name,
            self.logic.atom_name(atom)
        );
        let told = Told::Where(here);
        let number = self.declare_entry(name, &[INT], Some(0), rows.collect(), told);
        self.measure_number(number, &values);
        let number = self.logic.value_of(number);
        let none = self.logic.int_eq(number, self.logic.int(0));
        self.facts.push(self.logic.or(&[here, none]));
        number
    }

    /// The object of that number among those that counting pointers lead to on entry. They are numbered
    /// as they are met, so that those that exist come first.
    pub(super) fn nth_object(&mut self, pointer: TyId, number: IntExpr) -> Targets {
        let to = self.program.types.pointee(pointer);
        let Some(extent) = to.and_then(|to| self.sorts.extent_of.get(&to).copied()) else {
            return Targets::default();
        };
        let entry = self.sorts.extents[extent].entry.clone();
        let exists = self.exists.get(&extent).cloned().unwrap_or_default();
        let mut found = empty(&self.logic, self.sorts.extents[extent].sort);
        for (index, (atom, exists)) in entry.iter().zip(exists).enumerate() {
            let index = self.logic.int(Int::from(index as u64));
            let here = self.logic.and(&[exists, self.logic.int_eq(number, index)]);
            let none = empty(&self.logic, self.sorts.extents[extent].sort);
            let one = self.logic.ite(here, self.logic.singleton(*atom), none);
            found = self.logic.union(found, one);
        }
        Targets::object(extent, Path::from([]), found)
    }

    /// A pointer from outside of what is numbered: where it leads. When it is met is settled later.
    fn root(&mut self, graph: &mut Graph, name: &str, present: Formula, kind: PointerKind) -> Slot {
        let candidates = match (graph.roots.len(), graph.links) {
            (0, _) => 1,
            (before, 0) => before + 1,
            _ => graph.objects.len(),
        };
        let found = self.lead(graph, name, present, kind, candidates);
        graph.roots.push(Root {
            reaches: found.reaches.clone(),
            done: self.logic.falsehood(),
        });
        found
    }

    /// Meets the roots that are left, if the object of that number is still to be met while all before it
    /// have been left behind; up to the first root that leads to it.
    fn meet_roots(&mut self, graph: &mut Graph, number: usize) {
        let logic = &self.logic;
        let idle = graph.met[number];
        let mut still = idle;
        for root in &mut graph.roots {
            let now = logic.and(&[still, logic.not(root.done)]);
            if let Some(beyond) = root.reaches.get(number + 1..) {
                let beyond = logic.and(&[now, logic.or(beyond)]);
                self.facts.push(logic.not(beyond));
            }
            if let Some(meets) = root.reaches.get(number) {
                still = logic.and(&[still, logic.not(logic.and(&[now, *meets]))]);
            }
            root.done = logic.or(&[root.done, now]);
        }
        if let Some(next) = graph.met.get(number + 1).copied() {
            let met = logic.and(&[idle, logic.not(still)]);
            graph.met[number] = still;
            graph.met[number + 1] = logic.or(&[next, met]);
        }
    }

    /// Where a pointer leads: among the objects that are numbered, to one of the first `candidates`.
    fn lead(
        &mut self,
        graph: &mut Graph,
        name: &str,
        present: Formula,
        kind: PointerKind,
        candidates: usize,
    ) -> Slot {
        let unit = self.unit_atom();
        let is_null = match kind {
            PointerKind::Raw => self.free_bit(&format!("{name} is null"), unit, present),
            _ => self.logic.falsehood(),
        };
        let not_null = self.logic.and(&[present, self.logic.not(is_null)]);
        let is_dangling = match kind {
            PointerKind::Raw | PointerKind::NonNull | PointerKind::Weak => {
                self.free_bit(&format!("{name} dangles"), unit, not_null)
            }
            PointerKind::Strong | PointerKind::Box => self.logic.falsehood(),
        };
        // The smallest counterexample has no pointers that lead nowhere.
        self.measures.push(self.one_if(is_dangling));
        let dangling = self.logic.and(&[not_null, is_dangling]);
        let mut leads = self.logic.and(&[not_null, self.logic.not(is_dangling)]);
        let elsewhere = match kind {
            PointerKind::Raw | PointerKind::NonNull if graph.parts => {
                let elsewhere = self.elsewhere_bit(name, leads);
                leads = self.logic.and(&[leads, self.logic.not(elsewhere)]);
                Some(elsewhere)
            }
            _ => None,
        };
        let numbered = &graph.objects[..candidates.min(graph.objects.len())];
        // What a reference leads to is in no box.
        let given: &[(Atom, Formula)] = match kind {
            PointerKind::Box => &[],
            _ => &graph.given,
        };
        let given_atoms = given.iter().map(|(atom, _)| *atom);
        let all: Vec<Atom> = given_atoms.chain(numbered.iter().copied()).collect();
        let Some(sort) = all.first().and_then(|atom| self.logic.sort_of(*atom)) else {
            self.facts.push(self.logic.not(leads));
            return Slot {
                to: Vec::new(),
                reaches: Vec::new(),
                dangling,
                elsewhere,
            };
        };
        let chosen = self.choice_of(name, sort, &all, leads);
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
        for (atom, exists) in given {
            let here = is(self, *atom);
            self.facts.push(self.logic.implies(here, *exists));
            to.push((*atom, here));
        }
        let reaches: Vec<Formula> = numbered.iter().map(|atom| is(self, *atom)).collect();
        to.extend(numbered.iter().copied().zip(reaches.iter().copied()));
        for (atom, here) in &to {
            graph.leading.entry(*atom).or_default().push((kind, *here));
        }
        Slot {
            to,
            reaches,
            dangling,
            elsewhere,
        }
    }

    /// Meets what the next pointer leads to: an object that has been met, or the next one.
    fn meet(&mut self, graph: &mut Graph, reaches: &[Formula]) {
        let logic = &self.logic;
        for (index, here) in reaches.iter().enumerate() {
            let met = logic.or(&graph.met[index..]);
            self.facts.push(logic.implies(*here, met));
        }
        let no = logic.falsehood();
        let reaches = |index: usize| reaches.get(index).copied().unwrap_or(no);
        graph.met = (0..graph.met.len())
            .map(|count| {
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
    }

    fn targets_of(&self, extent: ExtentId, slot: &Slot) -> Targets {
        let sort = self.sorts.extents[extent].sort;
        let none = empty(&self.logic, sort);
        let objects = slot.to.iter().fold(none, |all, (atom, here)| {
            let one = self.logic.singleton(*atom);
            self.logic.union(all, self.logic.ite(*here, one, none))
        });
        let is_dangling = slot.dangling != self.logic.falsehood();
        Targets {
            dangling: is_dangling.then_some(slot.dangling),
            ..Targets::object(extent, Path::from([]), objects)
        }
    }
}
