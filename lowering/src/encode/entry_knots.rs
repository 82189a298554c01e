//! Types of the pre-state that own each other: `struct Node { kids: Vec<Node> }`, or by way of boxes,
//! maps and arrays.
//!
//! Of each such knot an extent is cut: its objects (or its buffers) are numbered as those of a forest
//! are, by the places that may own one, in a fixed order. Without it the others own each other in no
//! circle, so each place in them has what it may own for itself. That an object exists is a bit here,
//! because the places that may own it are met only after all of the knot has been laid out; a fact says
//! that it is set exactly if so many are owned.
//!
//! With one extent cut, an object owns objects of larger numbers only, as in a forest. Where more have to
//! be (a syntax tree with boxes and vectors of itself), no numbering says who comes first: an order of
//! places that follows the numbers of both extents has no solution for some trees (two boxes around two
//! vectors). There each place chooses what it owns, and the depth of each object keeps circles out: it
//! is one more than that of the object it is owned by. Numbers go up with depth; objects of the same
//! depth may be numbered in several ways.

use std::collections::{BTreeMap, BTreeSet};

use solver_bridge::{Atom, Expr, Formula, INT, IntExpr};

use super::entry::Inputs;
use super::entry_forest::Forest;
use super::heap::{ExtentKind, Heap, LeafValue};
use super::layout::{Leaf, LeafKind, Path};
use super::narrow::Told;
use super::value::{ExtentId, Targets, empty};
use super::{Abort, Encoder};
use crate::ir::Int;
use crate::ir::types::Ty;
use crate::span::Span;

/// A knot of more extents than this is cut at the first of them, or not at all.
const MOST_CUTS: usize = 10;

/// Extents that own each other.
#[derive(Clone, Debug)]
pub(super) struct Knot {
    /// Those whose objects or buffers are numbered.
    pub(super) numbered: Vec<ExtentId>,
    /// All of them, owners first, were it not for the numbered ones.
    pub(super) members: Vec<ExtentId>,
}

/// The object or buffer of a knot without which something is not there: its number, and which of the
/// numbered extents it is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Group {
    pub(super) number: usize,
    pub(super) which: usize,
}

/// Who owns whom.
pub(super) type Edges = Vec<(ExtentId, ExtentId)>;

impl Encoder<'_> {
    /// The extents, owners before what they own; those that own each other one after the other.
    pub(super) fn owners_first(
        &mut self,
        found: &[ExtentId],
        edges: &Edges,
        lent: &Edges,
        span: Span,
    ) -> Result<Vec<ExtentId>, Abort> {
        let mut order: Vec<ExtentId> = Vec::new();
        while order.len() < found.len() {
            let is_ready = |extent: &ExtentId| {
                let mut owners = edges.iter().filter(|(from, to)| to == extent && from != to);
                !order.contains(extent) && owners.all(|(from, _)| order.contains(from))
            };
            if let Some(extent) = found.iter().copied().find(is_ready) {
                if self.is_slots(extent) && edges.contains(&(extent, extent)) {
                    self.knots.push(Knot {
                        numbered: vec![extent],
                        members: vec![extent],
                    });
                }
                order.push(extent);
                continue;
            }
            if let Some(web) = self.next_web(found, edges, &order) {
                order.push(web.objects);
                order.extend(&web.slots);
                self.webs.push(web);
                continue;
            }
            let Some(knot) = self.next_knot(found, edges, lent, &order) else {
                return Err(self.unsupported("argument types that own each other", span));
            };
            order.extend(&knot.members);
            self.knots.push(knot);
        }
        Ok(order)
    }

    fn is_slots(&self, extent: ExtentId) -> bool {
        self.sorts.extents[extent].kind == ExtentKind::Slots
    }

    /// A knot that nothing owns but what comes before it.
    fn next_knot(
        &self,
        found: &[ExtentId],
        edges: &Edges,
        lent: &Edges,
        before: &[ExtentId],
    ) -> Option<Knot> {
        let reach = |from: ExtentId| {
            let mut met = BTreeSet::new();
            let mut queue = vec![from];
            while let Some(next) = queue.pop() {
                for (_, to) in edges.iter().filter(|(owner, _)| *owner == next) {
                    if met.insert(*to) {
                        queue.push(*to);
                    }
                }
            }
            met
        };
        let rest: Vec<ExtentId> = found
            .iter()
            .copied()
            .filter(|extent| !before.contains(extent))
            .collect();
        let closed = rest.iter().map(|extent| {
            let mutual = reach(*extent).into_iter();
            let mutual = mutual.filter(|other| other == extent || reach(*other).contains(extent));
            let mutual: BTreeSet<ExtentId> = mutual.chain([*extent]).collect();
            mutual
        });
        let mut closed = closed.filter(|members| {
            let mut into = edges.iter().filter(|(_, to)| members.contains(to));
            members.len() > 1
                && into.all(|(from, _)| members.contains(from) || before.contains(from))
        });
        let members = closed.next()?;
        let is_lent = |(from, to): &(ExtentId, ExtentId)| {
            members.contains(from) && members.contains(to) && lent.contains(&(*from, *to))
        };
        if edges.iter().any(is_lent) {
            return None;
        }
        let (slots, objects): (Vec<ExtentId>, Vec<ExtentId>) =
            members.iter().partition(|extent| self.is_slots(**extent));
        let cuts: Vec<ExtentId> = objects.into_iter().chain(slots).collect();
        // As few as will do, objects before buffers.
        let mut subsets: Vec<Vec<ExtentId>> = vec![Vec::new()];
        for cut in cuts.iter().take(MOST_CUTS) {
            let with: Vec<Vec<ExtentId>> = subsets
                .iter()
                .map(|subset| subset.iter().copied().chain([*cut]).collect())
                .collect();
            subsets.extend(with);
        }
        subsets.sort_by_key(Vec::len);
        subsets.into_iter().skip(1).find_map(|numbered| {
            let members = without_circles(&members, edges, &numbered)?;
            Some(Knot { numbered, members })
        })
    }

    /// The knot that an extent is in.
    pub(super) fn knot_of(&self, extent: ExtentId) -> Option<&Knot> {
        let mut knots = self.knots.iter();
        knots.find(|knot| knot.members.contains(&extent))
    }

    /// Whether the objects or buffers of an extent are numbered as those of a knot.
    pub(super) fn is_numbered(&self, extent: ExtentId) -> bool {
        self.group(extent, 0).is_some()
    }

    /// The group of the object or buffer of that number of an extent, if it is numbered.
    pub(super) fn group(&self, extent: ExtentId, number: usize) -> Option<Group> {
        let numbered = &self.knot_of(extent)?.numbered;
        let which = numbered.iter().position(|other| *other == extent)?;
        Some(Group { number, which })
    }

    /// Whether each place that may own an object of the extent has one for itself, as it is in a knot
    /// that is cut elsewhere.
    pub(super) fn is_in_place(&self, extent: ExtentId) -> bool {
        self.knot_of(extent).is_some() && !self.is_numbered(extent)
    }

    /// Gives the numbered objects of a knot the bits that say whether they exist.
    pub(super) fn declare_numbered(&mut self, extent: ExtentId) {
        let known = self.exists[&extent].len();
        let data = self.sorts.extents[extent].clone();
        let yes = self.logic.truth();
        for atom in &data.entry[known..] {
            let bit = self.free_bit("exists ", *atom, yes);
            self.exists.entry(extent).or_default().push(bit);
        }
    }

    /// Numbers what was cut of a knot by the places that may own it, and sets these.
    pub(super) fn tie(
        &mut self,
        knot: &Knot,
        inputs: &mut Inputs,
        heap: &mut Heap,
        measured: &mut Vec<Formula>,
    ) {
        let all: Vec<Vec<(Atom, Formula)>> = knot
            .numbered
            .iter()
            .map(|extent| self.numbered_objects(*extent))
            .collect();
        let mut groups: Vec<Group> = Vec::new();
        for (which, objects) in all.iter().enumerate() {
            groups.extend((0..objects.len()).map(|number| Group { number, which }));
        }
        groups.sort_unstable();
        let depths = match knot.numbered.len() {
            1 => BTreeMap::new(),
            _ => self.declare_depths(&groups, &all),
        };
        for (which, (extent, objects)) in knot.numbered.iter().zip(&all).enumerate() {
            let mut ties = Ties {
                extent: *extent,
                which,
                forest: Forest::new(&self.logic, objects.len()),
                children: objects.iter().map(|(atom, _)| *atom).collect(),
                depths: &depths,
                chosen: Vec::new(),
                edges: BTreeMap::new(),
            };
            self.tie_inputs(&mut ties, inputs);
            let owners: Vec<ExtentId> = self.exists.keys().copied().collect();
            let (inside, outside): (Vec<ExtentId>, Vec<ExtentId>) = owners
                .into_iter()
                .partition(|owner| knot.members.contains(owner));
            // What is outside of the knot has buffers of its own.
            let outside = outside.into_iter().filter(|_| !self.is_slots(*extent));
            for owner in outside.chain(inside.clone()).collect::<Vec<_>>() {
                self.tie_group(owner, None, &mut ties, heap);
            }
            for group in &groups {
                if knot.numbered.len() == 1 {
                    let (_, exists) = objects[group.number];
                    let so_many = ties.forest.more_than(&self.logic, group.number);
                    self.facts.push(self.logic.iff(exists, so_many));
                }
                for owner in &inside {
                    self.tie_group(*owner, Some(*group), &mut ties, heap);
                }
            }
            for (number, (_, exists)) in objects.iter().enumerate() {
                measured.push(*exists);
                if knot.numbered.len() > 1 {
                    let owned: Vec<Formula> = ties.chosen.iter().map(|of| of[number]).collect();
                    let owned = self.logic.or(&owned);
                    self.facts.push(self.logic.iff(*exists, owned));
                    self.follow_depth(&ties, objects, number);
                }
            }
            let edges = ties.edges;
            self.set_ties(*extent, edges, heap);
        }
        for extent in &knot.members {
            if self.is_slots(*extent) {
                continue;
            }
            let exists = self.exists[extent].clone();
            self.pin_contents(*extent, &exists, heap);
        }
        self.keep_to_scope(knot, inputs);
    }

    /// The objects or buffers that are numbered, each with whether it exists.
    fn numbered_objects(&self, extent: ExtentId) -> Vec<(Atom, Formula)> {
        if self.is_slots(extent) {
            return self.numbered_buffers(extent);
        }
        let entry = self.sorts.extents[extent].entry.iter().copied();
        let all = entry.zip(self.exists[&extent].iter().copied());
        let which = self.group(extent, 0).map(|group| group.which);
        all.filter(|(atom, _)| self.group_of.get(atom).map(|group| group.which) == which)
            .collect()
    }

    /// How deep each object is below the arguments: a number that ownership determines.
    fn declare_depths(
        &mut self,
        groups: &[Group],
        all: &[Vec<(Atom, Formula)>],
    ) -> BTreeMap<Group, IntExpr> {
        let numbers: Vec<Atom> = (0..groups.len())
            .map(|depth| self.logic.int_atom(Int::from(depth as u64)))
            .collect();
        let mut depths = BTreeMap::new();
        for group in groups {
            let (atom, exists) = all[group.which][group.number];
            let rows = numbers.iter().map(|number| vec![*number]).collect();
            let name = format!("depth of {}", self.logic.atom_name(atom));
            // It is said also where there is no object.
            let told = Told::Where(self.logic.truth());
            let depth = self.declare_entry(name, &[INT], Some(0), rows, told);
            let depth = self.logic.value_of(depth);
            let none = self.logic.int_eq(depth, self.logic.int(0));
            self.facts.push(self.logic.or(&[exists, none]));
            depths.insert(*group, depth);
        }
        depths
    }

    /// Goes through the boxes that are arguments, or parts of them.
    fn tie_inputs(&mut self, ties: &mut Ties<'_>, inputs: &mut Inputs) {
        if self.is_slots(ties.extent) {
            return;
        }
        let sort = self.sorts.extents[ties.extent].sort;
        for owned in &inputs.owned {
            if owned.to != ties.extent {
                continue;
            }
            let mut objects = empty(&self.logic, sort);
            for (child, here) in self.tie_place(ties, owned.present, None) {
                let one = self.logic.singleton(ties.children[child]);
                let one = self.logic.ite(here, one, empty(&self.logic, sort));
                objects = self.logic.union(objects, one);
            }
            inputs.targets[owned.slot] = Targets::object(ties.extent, Path::from([]), objects);
        }
    }

    /// The next place that may own an object: which one it owns, if it does.
    fn tie_place(
        &mut self,
        ties: &mut Ties<'_>,
        present: Formula,
        group: Option<Group>,
    ) -> Vec<(usize, Formula)> {
        let is_alone = ties.depths.is_empty();
        let at_least = group.filter(|_| is_alone).map_or(0, |it| it.number + 1);
        let links = match is_alone {
            true => self.link(&mut ties.forest, present, at_least),
            false => self.choose_child(ties, present),
        };
        for (number, here) in &links {
            let child = Group {
                number: *number,
                which: ties.which,
            };
            let Some(depth) = ties.depths.get(&child) else {
                continue;
            };
            let above = group.and_then(|group| ties.depths.get(&group));
            let due = match above {
                Some(above) => self.logic.add(*above, self.logic.int(1)),
                None => self.logic.int(0),
            };
            let fact = self.logic.implies(*here, self.logic.int_eq(*depth, due));
            self.facts.push(fact);
        }
        links
    }

    /// The next place, where no numbering says which object it owns: any that no other place does.
    fn choose_child(&mut self, ties: &mut Ties<'_>, present: Formula) -> Vec<(usize, Formula)> {
        let place = ties.chosen.len();
        let name = format!("place {place} owns ");
        let told = self.logic.truth();
        let children = ties.children.iter();
        let bits: Vec<Formula> = children
            .map(|child| self.free_bit(&name, *child, told))
            .collect();
        let logic = &self.logic;
        self.facts.push(logic.iff(present, logic.or(&bits)));
        for (number, bit) in bits.iter().enumerate() {
            let others = ties.chosen.iter().map(|of| of[number]);
            for other in others.chain(bits[..number].iter().copied()) {
                self.facts.push(logic.not(logic.and(&[*bit, other])));
            }
        }
        ties.chosen.push(bits.clone());
        bits.into_iter().enumerate().collect()
    }

    /// The numbers of the objects that exist are the first ones, and go up with depth.
    fn follow_depth(&mut self, ties: &Ties<'_>, objects: &[(Atom, Formula)], number: usize) {
        let Some(before) = number.checked_sub(1) else {
            return;
        };
        let (exists, first) = (objects[number].1, objects[before].1);
        self.facts.push(self.logic.implies(exists, first));
        let which = ties.which;
        let depth = |number: usize| ties.depths.get(&Group { number, which });
        if let (Some(less), Some(more)) = (depth(before), depth(number)) {
            let rises = self.logic.int_le(*less, *more);
            self.facts.push(self.logic.implies(exists, rises));
        }
    }

    /// Goes through the places of an extent, of those of its objects that are there only if that of the
    /// group is.
    fn tie_group(
        &mut self,
        owner: ExtentId,
        group: Option<Group>,
        ties: &mut Ties<'_>,
        heap: &Heap,
    ) {
        let extent = ties.extent;
        let owner_data = self.sorts.extents[owner].clone();
        let to_sort = self.target_sort(extent);
        for (position, atom) in owner_data.entry.iter().enumerate() {
            if self.group_of.get(atom).copied() != group {
                continue;
            }
            let Some(exists) = self.exists[&owner].get(position).copied() else {
                continue;
            };
            for (index, leaf) in owner_data.leaves.iter().enumerate() {
                if !self.owns(leaf, extent) {
                    continue;
                }
                let mut present = self.slot_present(heap, owner, *atom, exists, &leaf.path);
                if self.is_slots(extent) {
                    let field = self.path_name(owner_data.ty, &leaf.path);
                    // It is not set where there is no such place, so it can be told everywhere.
                    let told = self.logic.truth();
                    let some = self.free_bit(&format!("{field} has slots "), *atom, told);
                    self.facts.push(self.logic.implies(some, present));
                    present = some;
                }
                let from = self.logic.singleton(*atom);
                let links = self.tie_place(ties, present, group);
                let (to, nowhere) = ties.edges.entry((owner, index)).or_default();
                for (child, here) in links {
                    let child = self.logic.singleton(ties.children[child]);
                    let edge = self.logic.product(from, child);
                    let none = self.logic.none(&[owner_data.sort, to_sort]);
                    to.push(self.logic.ite(here, edge, none));
                }
                let none = empty(&self.logic, owner_data.sort);
                nowhere.push(self.logic.ite(present, none, from));
            }
        }
    }

    /// The sort of what is numbered.
    fn target_sort(&self, extent: ExtentId) -> solver_bridge::Sort {
        let buffers = self
            .sorts
            .buffers
            .values()
            .find(|sort| sort.slots == extent);
        let target = buffers.map_or(extent, |sort| sort.buffers);
        self.sorts.extents[target].sort
    }

    /// Whether a leaf may own what is numbered.
    fn owns(&self, leaf: &Leaf, extent: ExtentId) -> bool {
        let ty = self.sorts.extents[extent].ty;
        match (leaf.kind, self.program.types.get(ty)) {
            (LeafKind::Buffer { element }, Ty::Maybe(of)) => {
                element == *of && self.is_slots(extent)
            }
            (LeafKind::Pointer { to, owned: true }, _) => to == ty && !self.is_slots(extent),
            _ => false,
        }
    }

    fn set_ties(&mut self, extent: ExtentId, edges: TiedEdges, heap: &mut Heap) {
        let buffers = self
            .sorts
            .buffers
            .values()
            .find(|sort| sort.slots == extent);
        let target = buffers.map_or(extent, |sort| sort.buffers);
        let to_sort = self.sorts.extents[target].sort;
        for ((owner, leaf), (to, nowhere)) in edges {
            let sort = self.sorts.extents[owner].sort;
            let relation = match to.is_empty() {
                true => self.logic.none(&[sort, to_sort]),
                false => self.logic.union_all(&to),
            };
            // A box that is not there leads nowhere by being null, a buffer without slots is none.
            let dangling = match self.is_slots(extent) {
                true => self.logic.union_all(&nowhere),
                false => empty(&self.logic, sort),
            };
            let region = (target, Path::from([]));
            heap.set_leaf(
                owner,
                leaf,
                LeafValue::Pointer {
                    heap: BTreeMap::from([(region, relation)]),
                    cells: BTreeMap::new(),
                    dangling,
                },
            );
        }
    }

    /// No more values of a type that owns itself than the scope allows, wherever they are.
    fn keep_to_scope(&mut self, knot: &Knot, inputs: &Inputs) {
        for extent in &knot.members {
            // Of objects there are no more anyway if they are numbered; a buffer that is where its
            // owner is has its own bound.
            if self.is_slots(*extent) != knot.numbered.contains(extent) {
                continue;
            }
            let data = &self.sorts.extents[*extent];
            let held = match self.program.types.get(data.ty) {
                Ty::Maybe(held) if self.is_slots(*extent) => *held,
                _ => data.ty,
            };
            let name = match self.program.types.get(held) {
                Ty::Adt(adt) => self.program.types.adt(*adt).base_name.clone(),
                _ => self.program.types.name(held),
            };
            let most = self.logic.int(Int::from(self.bounds.scope_of(&name)));
            // What references lead to comes on top.
            let referred = inputs.roots.get(extent).map_or(0, Vec::len);
            let exists = self.exists[extent].iter().skip(referred);
            let all = exists.fold(self.logic.int(0), |sum, here| {
                self.logic.add(sum, self.one_if(*here))
            });
            self.facts.push(self.logic.int_le(all, most));
        }
    }
}

/// By owner and leaf: where it leads, and from where it leads nowhere.
type TiedEdges = BTreeMap<(ExtentId, usize), (Vec<Expr>, Vec<Expr>)>;

/// A knot that is being numbered.
struct Ties<'d> {
    extent: ExtentId,
    which: usize,
    forest: Forest,
    children: Vec<Atom>,
    /// Of what is numbered in the knot, if numbers alone do not keep circles out.
    depths: &'d BTreeMap<Group, IntExpr>,
    /// Of each place so far, which objects it owns, where that is chosen.
    chosen: Vec<Vec<Formula>>,
    edges: TiedEdges,
}

/// The members of a knot, the cut ones first and then owners before what they own; nothing if they own
/// each other without these as well.
fn without_circles(
    members: &BTreeSet<ExtentId>,
    edges: &Edges,
    cut: &[ExtentId],
) -> Option<Vec<ExtentId>> {
    let mut order = cut.to_vec();
    while order.len() < members.len() {
        let ready = members.iter().copied().find(|extent| {
            let mut owners = edges
                .iter()
                .filter(|(from, to)| to == extent && members.contains(from));
            !order.contains(extent) && owners.all(|(from, _)| order.contains(from))
        });
        order.push(ready?);
    }
    Some(order)
}
