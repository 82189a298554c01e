//! Whether owners own apart: for each value that may be an owner the set of what it owns, no two of which
//! have a member in common.

use solver_bridge::{Expr, Formula};

use super::heap::{ExtentKind, LeafValue};
use super::layout::{LeafKind, Path};
use super::leaks::{Allocations, Edge};
use super::state::State;
use super::value::{ExtentId, Targets, Value};
use super::{Abort, Encoder};
use crate::ids::Id;
use crate::ir::types::{FieldIdx, Ty, TyId, VariantIdx};
use crate::ir::{Apart, Owner, Proc};

/// What a pointer is to the question.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    /// It leads to where owners may be.
    Leads,
    /// It is in a field of the owner of that number in the list.
    Owns(usize),
    /// It is in a field of what is owned.
    Links,
    /// None.
    Nothing,
}

/// What a part of a value is in.
#[derive(Clone, Copy)]
struct Around {
    role: Role,
    /// The innermost owner, by its number among those found.
    owner: Option<usize>,
}

/// An owner inside of the objects of an extent: which of the list, where in the object, and what leads where from
/// its fields.
type OwnerAt = (usize, Path, Vec<(ExtentId, Expr)>);

/// What has been found in the places.
#[derive(Default)]
struct Found {
    /// What the places lead to, directly.
    reached: Allocations,
    /// What each owner leads to by its own fields.
    owners: Vec<(usize, Allocations)>,
}

impl<'a> Encoder<'a> {
    /// Whether no two owners own the same object; see [`Apart`].
    pub(super) fn are_apart(
        &mut self,
        proc: &'a Proc,
        state: &State,
        apart: &Apart,
    ) -> Result<Formula, Abort> {
        let owners = &apart.owners[..];
        let mut found = Found::default();
        let always = self.logic.truth();
        for place in &apart.among {
            let ty = self.place_ty(proc, place);
            let value = self.read_place(proc, state, place)?;
            let around = Around {
                role: Role::Nothing,
                owner: None,
            };
            self.owners_in(&value, ty, always, owners, around, &mut found);
        }
        let leading = self.pointers_where(&state.heap, &|this, extent, path| {
            this.role_at(extent, path, owners).0 != Role::Nothing
        });
        let reached = self.close_all(found.reached, &leading);
        let mut all = found.owners;
        for extent in self.sorts.extents.ids().collect::<Vec<_>>() {
            self.owners_of_extent(state, extent, owners, &reached, &mut all);
        }
        let links: Vec<Vec<Edge>> = owners
            .iter()
            .map(|owner| {
                self.pointers_where(&state.heap, &|this, extent, path| {
                    this.is_link(extent, path, std::slice::from_ref(owner))
                })
            })
            .collect();
        let mut owned: Vec<Allocations> = Vec::new();
        for (number, start) in all {
            let mut closed = self.close_all(start, &links[number]);
            for (extent, objects) in &mut closed {
                let freed = state.heap.freed[extent.index()];
                *objects = self.logic.difference(*objects, freed);
            }
            owned.push(closed);
        }
        let mut apart = Vec::new();
        for (index, one) in owned.iter().enumerate() {
            for other in &owned[..index] {
                for (extent, objects) in one {
                    if let Some(others) = other.get(extent) {
                        let both = self.logic.intersection(*objects, *others);
                        apart.push(self.logic.no(both));
                    }
                }
            }
        }
        Ok(self.logic.and(&apart))
    }

    /// What the pointer at a path of an extent is to the question, and how deep the owner is, if any.
    fn role_at(&self, extent: ExtentId, path: &Path, owners: &[Owner]) -> (Role, usize) {
        let types = &self.program.types;
        let data = &self.sorts.extents[extent];
        let (mut ty, mut found) = (data.ty, (Role::Nothing, 0));
        for (depth, step) in path.iter().enumerate() {
            if matches!(types.get(ty), Ty::Maybe(_))
                && (depth > 0 || data.kind != ExtentKind::Slots)
            {
                return (Role::Nothing, 0);
            }
            if let role @ (Role::Owns(_) | Role::Links) = role_of_field(ty, step.field, owners) {
                found = (role, depth);
            }
            let fields = types.field_types(ty, step.variant);
            ty = fields.get(step.field.index()).copied().unwrap_or(ty);
        }
        match types.get(ty) {
            Ty::RawPtr { .. } => found,
            Ty::Counted { weak: true, .. } => (Role::Nothing, 0),
            _ => (Role::Leads, 0),
        }
    }

    /// Whether the pointer at a path of an extent is in a field by which what is owned owns in turn.
    fn is_link(&self, extent: ExtentId, path: &Path, owners: &[Owner]) -> bool {
        let ty = self.sorts.extents[extent].ty;
        let Some(step) = path.first() else {
            return false;
        };
        let mut links = owners.iter().flat_map(|owner| &owner.links);
        links.any(|link| *link == (ty, step.field))
            && matches!(
                self.program.types.get(self.pointer_at(extent, path).0),
                Ty::RawPtr { .. }
            )
    }

    /// The owners among the objects of an extent: those that are reached.
    fn owners_of_extent(
        &mut self,
        state: &State,
        extent: ExtentId,
        owners: &[Owner],
        reached: &Allocations,
        all: &mut Vec<(usize, Allocations)>,
    ) {
        let data = self.sorts.extents[extent].clone();
        // An owner is known by where it is in the object.
        let mut at: Vec<OwnerAt> = Vec::new();
        for (index, leaf) in data.leaves.iter().enumerate() {
            if !matches!(leaf.kind, LeafKind::Pointer { .. }) {
                continue;
            }
            let (Role::Owns(number), depth) = self.role_at(extent, &leaf.path, owners) else {
                continue;
            };
            let LeafValue::Pointer { heap: targets, .. } = state.heap.leaf(extent, index) else {
                continue;
            };
            let prefix: Path = leaf.path[..depth].into();
            for ((to, _), relation) in targets.clone() {
                let relation = self.where_present(&state.heap, extent, &leaf.path, relation);
                match at.iter_mut().find(|(_, path, _)| *path == prefix) {
                    Some((_, _, leads)) => leads.push((to, relation)),
                    None => at.push((number, prefix.clone(), vec![(to, relation)])),
                }
            }
        }
        if at.is_empty() {
            return;
        }
        for atom in data.entry.iter().chain(&data.fresh).copied() {
            let (of, holder) = match self.buffer_sort_of_slots(extent) {
                Some(sort) => match self.sorts.slot_at.get(&atom) {
                    Some((buffer, _)) => (sort.buffers, *buffer),
                    None => continue,
                },
                None => (extent, atom),
            };
            let Some(reached) = reached.get(&of).copied() else {
                continue;
            };
            let holder = self.logic.singleton(holder);
            let live = self.logic.difference(reached, state.heap.freed[of.index()]);
            let here = self.logic.subset(holder, live);
            let one = self.logic.singleton(atom);
            for (number, _, leads) in &at {
                let mut start = Allocations::new();
                for (to, relation) in leads {
                    let objects = self.logic.image(one, *relation);
                    if self.memory().possible_tuples(objects).is_empty() {
                        continue;
                    }
                    let targets = Targets::object(*to, Path::from([]), objects);
                    self.add_targets(&mut start, &targets.when(here, &self.logic));
                }
                if !start.is_empty() {
                    all.push((*number, start));
                }
            }
        }
    }

    /// The owners in a value, and what else it leads to, where the condition holds.
    fn owners_in(
        &mut self,
        value: &Value,
        ty: TyId,
        here: Formula,
        owners: &[Owner],
        around: Around,
        found: &mut Found,
    ) {
        let program = self.program;
        let types = &program.types;
        let variants: Vec<(Formula, &[Value])> = match value {
            Value::Pointer(targets) | Value::Slice { first: targets, .. } => {
                let role = match types.get(ty) {
                    Ty::RawPtr { .. } => around.role,
                    Ty::Counted { weak: true, .. } => Role::Nothing,
                    _ => Role::Leads,
                };
                let targets = targets.when(here, &self.logic);
                if let (Role::Owns(_), Some(owner)) = (role, around.owner) {
                    self.add_targets(&mut found.owners[owner].1, &targets);
                }
                if role != Role::Nothing {
                    self.add_targets(&mut found.reached, &targets);
                }
                return;
            }
            Value::Struct(fields) => vec![(here, fields)],
            Value::Enum { is, fields } => {
                let all = is.iter().zip(fields.iter());
                all.map(|(active, fields)| (self.logic.and(&[here, *active]), &fields[..]))
                    .collect()
            }
            _ => return,
        };
        let mut owner = around.owner;
        if let Some(number) = owners.iter().position(|owner| owner.ty == ty) {
            owner = Some(found.owners.len());
            found.owners.push((number, Allocations::new()));
        }
        for (variant, (here, fields)) in variants.into_iter().enumerate() {
            let tys = types.field_types(ty, VariantIdx::from_index(variant));
            for (index, (field, field_ty)) in fields.iter().zip(tys).enumerate() {
                let role = match role_of_field(ty, FieldIdx::from_index(index), owners) {
                    Role::Nothing => around.role,
                    role => role,
                };
                let inside = Around { role, owner };
                self.owners_in(field, field_ty, here, owners, inside, found);
            }
        }
    }
}

/// What the pointers in a field of a struct are to the question.
fn role_of_field(ty: TyId, field: FieldIdx, owners: &[Owner]) -> Role {
    let owns = |owner: &Owner| owner.ty == ty && owner.fields.contains(&field);
    if let Some(number) = owners.iter().position(owns) {
        return Role::Owns(number);
    }
    let mut links = owners.iter().flat_map(|owner| &owner.links);
    match links.any(|link| *link == (ty, field)) {
        true => Role::Links,
        false => Role::Nothing,
    }
}
