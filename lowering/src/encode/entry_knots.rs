//! Types of the pre-state that own each other: `struct Node { kids: Vec<Node> }`, or by way of boxes,
//! maps and arrays.
//!
//! Of each such knot one extent is cut: its objects (or its buffers) are numbered as those of a forest
//! are, breadth first, by the places that may own one. Without it the others own each other in no
//! circle, so each place in them has what it may own for itself. That an object exists is a bit here,
//! because the places that may own it are met only after all of the knot has been laid out; a fact says
//! that it is set exactly if so many have been owned by then.

use std::collections::{BTreeMap, BTreeSet};

use solver_bridge::{Atom, Expr, Formula};

use super::entry::Inputs;
use super::entry_forest::Forest;
use super::heap::{ExtentKind, Heap, LeafValue};
use super::layout::{Leaf, LeafKind, Path};
use super::value::{ExtentId, Targets, empty};
use super::{Abort, Encoder};
use crate::ir::Int;
use crate::ir::types::Ty;
use crate::span::Span;

/// Extents that own each other.
#[derive(Clone, Debug)]
pub(super) struct Knot {
    /// The one whose objects or buffers are numbered.
    pub(super) numbered: ExtentId,
    /// All of them, owners first, were it not for the numbered one.
    pub(super) members: Vec<ExtentId>,
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
                        numbered: extent,
                        members: vec![extent],
                    });
                }
                order.push(extent);
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
        if edges.iter().any(|edge| is_lent(edge)) {
            return None;
        }
        let (slots, objects): (Vec<ExtentId>, Vec<ExtentId>) =
            members.iter().partition(|extent| self.is_slots(**extent));
        let mut cuts = objects.into_iter().chain(slots);
        cuts.find_map(|cut| {
            let members = without_circles(&members, edges, cut)?;
            Some(Knot {
                numbered: cut,
                members,
            })
        })
    }

    /// The knot that an extent is in.
    pub(super) fn knot_of(&self, extent: ExtentId) -> Option<&Knot> {
        let mut knots = self.knots.iter();
        knots.find(|knot| knot.members.contains(&extent))
    }

    /// Whether the objects or buffers of an extent are numbered as those of a knot.
    pub(super) fn is_numbered(&self, extent: ExtentId) -> bool {
        self.knots.iter().any(|knot| knot.numbered == extent)
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
        let extent = knot.numbered;
        let is_slots = self.is_slots(extent);
        let targets: Vec<(Atom, Formula)> = match is_slots {
            true => self.numbered_buffers(extent),
            false => {
                let entry = self.sorts.extents[extent].entry.iter().copied();
                let exists = self.exists[&extent].iter().copied();
                let all = entry.zip(exists);
                all.filter(|(atom, _)| self.group_of.contains_key(atom))
                    .collect()
            }
        };
        let mut ties = Ties {
            forest: Forest::new(&self.logic, targets.len()),
            children: targets.iter().map(|(atom, _)| *atom).collect(),
            edges: BTreeMap::new(),
        };
        if !is_slots {
            for owned in &inputs.owned {
                if owned.to != extent {
                    continue;
                }
                let sort = self.sorts.extents[extent].sort;
                let links = self.link(&mut ties.forest, owned.present, 0);
                let objects = links.into_iter().fold(
                    empty(&self.logic, sort),
                    |all, (child, here)| {
                        let one = self.logic.singleton(ties.children[child]);
                        let none = empty(&self.logic, sort);
                        self.logic.union(all, self.logic.ite(here, one, none))
                    },
                );
                inputs.targets[owned.slot] = Targets::object(extent, Path::from([]), objects);
            }
        }
        let owners: Vec<ExtentId> = self.exists.keys().copied().collect();
        let (inside, outside): (Vec<ExtentId>, Vec<ExtentId>) =
            owners.into_iter().partition(|owner| knot.members.contains(owner));
        // What is outside of the knot has buffers of its own.
        for owner in outside.into_iter().filter(|_| !is_slots).chain(inside.clone()) {
            self.tie_group(extent, owner, None, &mut ties, heap);
        }
        for (number, (_, exists)) in targets.iter().enumerate() {
            let so_many = ties.forest.more_than(&self.logic, number);
            self.facts.push(self.logic.iff(*exists, so_many));
            measured.push(*exists);
            for owner in &inside {
                self.tie_group(extent, *owner, Some(number), &mut ties, heap);
            }
        }
        self.set_ties(extent, ties.edges, heap);
        self.keep_to_scope(knot, inputs);
    }

    /// Goes through the places of an extent, of those of its objects that are there only if the object
    /// of that number is.
    fn tie_group(
        &mut self,
        extent: ExtentId,
        owner: ExtentId,
        group: Option<usize>,
        ties: &mut Ties,
        heap: &Heap,
    ) {
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
                    let some = self.free_bit(&format!("{field} has slots "), *atom, present);
                    present = self.logic.and(&[present, some]);
                }
                let from = self.logic.singleton(*atom);
                let at_least = group.map_or(0, |number| number + 1);
                let links = self.link(&mut ties.forest, present, at_least);
                let (to, nowhere) = ties.edges.entry((owner, index)).or_default();
                for (child, here) in links {
                    let edge = self.logic.product(from, self.logic.singleton(ties.children[child]));
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
        let buffers = self.sorts.buffers.values().find(|sort| sort.slots == extent);
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
        let buffers = self.sorts.buffers.values().find(|sort| sort.slots == extent);
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
            if !self.is_slots(*extent) && *extent == knot.numbered {
                continue;
            }
            if self.is_slots(*extent) && *extent != knot.numbered {
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
struct Ties {
    forest: Forest,
    children: Vec<Atom>,
    edges: TiedEdges,
}

/// The members of a knot, the cut one first and then owners before what they own; nothing if they own
/// each other without it as well.
fn without_circles(
    members: &BTreeSet<ExtentId>,
    edges: &Edges,
    cut: ExtentId,
) -> Option<Vec<ExtentId>> {
    let mut order = vec![cut];
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
