//! References inside the objects of the pre-state: an iterator that is behind a `&mut`, for one.
//!
//! Each place that may hold one has an object of its own to lead to, as references among the arguments
//! have. So has a box, where what it leads to is in a knot that is cut elsewhere.

use std::collections::BTreeMap;

use solver_bridge::{Atom, Expr, Formula};

use super::Encoder;
use super::entry_aliases::{Holder, OpenRef};
use super::heap::{ExtentKind, Heap, LeafValue};
use super::layout::{LeafKind, Path};
use super::value::{ExtentId, empty};

/// What a reference inside an object leads to.
pub(super) struct Lent {
    to: ExtentId,
    root: Atom,
    owner: ExtentId,
    atom: Atom,
    leaf: usize,
}

impl Encoder<'_> {
    /// Declares what references of the objects declared so far lead to in an extent.
    pub(super) fn declare_lent(&mut self, extent: ExtentId, order: &[ExtentId]) {
        let ty = self.sorts.extents[extent].ty;
        let in_place = self.is_in_place(extent);
        let to_this = |kind: LeafKind| match kind {
            LeafKind::Pointer { to, owned } => to == ty && (!owned || in_place),
            _ => false,
        };
        for owner in order.iter().take_while(|owner| **owner != extent) {
            let data = self.sorts.extents[*owner].clone();
            if data.kind == ExtentKind::Buffers {
                continue;
            }
            for (leaf, at) in data.leaves.iter().enumerate() {
                if !to_this(at.kind) || self.may_share(*owner, &at.path) {
                    continue;
                }
                for atom in &data.entry {
                    let target = &mut self.sorts.extents[extent];
                    let name = format!("{}{}", target.name, target.entry.len());
                    let root = self.logic.atom(target.sort, name);
                    target.entry.push(root);
                    if let Some(group) = self.group_of.get(atom).copied() {
                        self.group_of.insert(root, group);
                    }
                    self.lent.push(Lent {
                        to: extent,
                        root,
                        owner: *owner,
                        atom: *atom,
                        leaf,
                    });
                }
            }
        }
    }

    /// Whether a reference leads elsewhere, if it may.
    fn lent_elsewhere(&mut self, lent: &Lent, present: Formula) -> Option<Formula> {
        let data = &self.sorts.extents[lent.owner];
        let path = data.leaves[lent.leaf].path.clone();
        if !self.is_shared_ref(lent.owner, &path) {
            return None;
        }
        let field = self.path_name(self.sorts.extents[lent.owner].ty, &path);
        let name = format!("{}.{field}", self.logic.atom_name(lent.atom));
        let to = self.sorts.extents[lent.to].ty;
        let elsewhere = self.elsewhere(to, &name, present)?;
        self.open_refs.push(OpenRef {
            own: lent.root,
            to,
            name,
            elsewhere,
            holder: Holder::Leaf(lent.owner, lent.atom, lent.leaf),
        });
        Some(elsewhere)
    }

    /// Says which of them exist, and sets the references.
    pub(super) fn lend(&mut self, extent: ExtentId, heap: &mut Heap) {
        let all = std::mem::take(&mut self.lent);
        let sort = self.sorts.extents[extent].sort;
        let mut edges: BTreeMap<(ExtentId, usize), Vec<Expr>> = BTreeMap::new();
        for lent in all.iter().filter(|lent| lent.to == extent) {
            let mut here = self.leaf_present(heap, lent.owner, lent.atom, lent.leaf);
            if let Some(elsewhere) = self.lent_elsewhere(lent, here) {
                here = self.logic.and(&[here, self.logic.not(elsewhere)]);
            }
            self.exists.entry(extent).or_default().push(here);
            let owner_sort = self.sorts.extents[lent.owner].sort;
            let edge = self.logic.product(
                self.logic.singleton(lent.atom),
                self.logic.singleton(lent.root),
            );
            let none = self.logic.none(&[owner_sort, sort]);
            let edge = self.logic.ite(here, edge, none);
            edges.entry((lent.owner, lent.leaf)).or_default().push(edge);
        }
        self.lent = all;
        for ((owner, leaf), edges) in edges {
            let relation = self.logic.union_all(&edges);
            let region = (extent, Path::from([]));
            let sort = self.sorts.extents[owner].sort;
            heap.set_leaf(
                owner,
                leaf,
                LeafValue::Pointer {
                    heap: BTreeMap::from([(region, relation)]),
                    cells: BTreeMap::new(),
                    dangling: empty(&self.logic, sort),
                },
            );
        }
    }
}
