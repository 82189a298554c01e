//! Whether owners own apart: a walk over all that some places lead to, on which every object that is owned
//! is noted with its owner.

use std::collections::{BTreeMap, BTreeSet};

use super::cell::Cell;
use super::code::PlaceCode;
use super::convert::variant_of;
use super::layout::{Part, Scalar, Shape};
use super::machine::{Machine, Stop};
use super::observe::Observer;
use crate::ids::Id;
use crate::ir::Owner;
use crate::ir::state::ObjectId;
use crate::ir::types::{Ty, TyId};

/// What has been seen.
#[derive(Default)]
struct Walk {
    met: BTreeSet<ObjectId>,
    queue: Vec<ObjectId>,
    /// The owner of each object, by where its cells start.
    owner: BTreeMap<ObjectId, usize>,
    /// Whether an object was found to have two.
    shared: bool,
}

impl Walk {
    fn meet(&mut self, object: ObjectId) {
        if self.met.insert(object) {
            self.queue.push(object);
        }
    }
}

impl<'m, 'p> Machine<'m, 'p> {
    /// Whether no two owners in the places own the same object; see [`crate::ir::Apart`].
    pub(super) fn are_apart<O: Observer>(
        &mut self,
        among: &'m [PlaceCode<'p>],
        owners: &[Owner],
        observer: &mut O,
    ) -> Result<bool, Stop> {
        let mut walk = Walk::default();
        for place in among {
            let slot = self.resolve(place, observer)?;
            self.look_for_owners(place.ty, slot.index, owners, &mut walk);
        }
        while let Some(id) = walk.queue.pop() {
            let object = &self.memory.objects[id];
            if !object.live {
                continue;
            }
            let stride = self.prepared.layouts.size(object.ty) as usize;
            for at in 0..object.slots.unwrap_or(1) as usize {
                let (mut ty, start) = (object.ty, object.start + at * stride);
                if object.slots.is_some()
                    && let Ty::Maybe(inside) = self.prepared.program.types.get(ty)
                {
                    ty = *inside;
                }
                self.look_for_owners(ty, start, owners, &mut walk);
            }
        }
        Ok(!walk.shared)
    }

    fn look_for_owners(&self, ty: TyId, start: usize, owners: &[Owner], walk: &mut Walk) {
        let types = &self.prepared.program.types;
        if let Some(owner) = owners.iter().find(|owner| owner.ty == ty) {
            self.note_owned(owner, start, walk);
        }
        let mut linked = Vec::new();
        for (_, field) in owners
            .iter()
            .flat_map(|it| &it.links)
            .filter(|it| it.0 == ty)
        {
            self.led_to(ty, field.index(), start, &mut linked);
        }
        linked.into_iter().for_each(|object| walk.meet(object));
        if matches!(types.get(ty), Ty::Maybe(_)) {
            return;
        }
        let parts: &[Part] = match &self.prepared.layouts.of(ty).shape {
            Shape::Scalar(Scalar::Pointer(_) | Scalar::Buffer(_)) | Shape::Wide(_) => {
                let leads = !matches!(
                    types.get(ty),
                    Ty::RawPtr { .. } | Ty::Counted { weak: true, .. }
                );
                if let (true, Cell::Pointer(location)) = (leads, &self.memory.cells[start]) {
                    walk.meet(location.object);
                }
                return;
            }
            Shape::Scalar(_) => return,
            Shape::Product(parts) => parts,
            Shape::Room(_) => return,
            Shape::Sum(variants) => {
                variant_of(&self.memory.cells[start], variants).map_or(&[], |(_, parts)| parts)
            }
        };
        for part in parts {
            self.look_for_owners(part.ty, start + part.offset as usize, owners, walk);
        }
    }

    /// Notes all that the owner whose cells start there owns.
    fn note_owned(&self, owner: &Owner, start: usize, walk: &mut Walk) {
        let mut found = Vec::new();
        for field in &owner.fields {
            self.led_to(owner.ty, field.index(), start, &mut found);
        }
        while let Some(id) = found.pop() {
            let object = &self.memory.objects[id];
            if !object.live {
                continue;
            }
            match walk.owner.insert(id, start) {
                Some(other) if other == start => continue,
                Some(_) => walk.shared = true,
                None => {}
            }
            walk.meet(id);
            for (ty, field) in &owner.links {
                if *ty == object.ty {
                    self.led_to(*ty, field.index(), object.start, &mut found);
                }
            }
        }
    }

    /// The objects that the pointers in a field of a struct lead to.
    fn led_to(&self, ty: TyId, field: usize, start: usize, found: &mut Vec<ObjectId>) {
        if let Shape::Product(parts) = &self.prepared.layouts.of(ty).shape
            && let Some(part) = parts.get(field)
        {
            self.pointers_in(part.ty, start + part.offset as usize, found);
        }
    }

    fn pointers_in(&self, ty: TyId, start: usize, found: &mut Vec<ObjectId>) {
        let parts: &[Part] = match &self.prepared.layouts.of(ty).shape {
            Shape::Scalar(Scalar::Pointer(_)) => {
                if let Cell::Pointer(location) = &self.memory.cells[start] {
                    found.push(location.object);
                }
                return;
            }
            Shape::Product(parts) => parts,
            Shape::Sum(variants) => {
                variant_of(&self.memory.cells[start], variants).map_or(&[], |(_, parts)| parts)
            }
            _ => return,
        };
        for part in parts {
            self.pointers_in(part.ty, start + part.offset as usize, found);
        }
    }
}
