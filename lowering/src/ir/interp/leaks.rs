//! The check for leaks: which allocation is alive that nothing leads to any more.
//!
//! Ownership is asked of the heap at the snapshot, reachability of the heap at hand. Both walk from
//! object to object: a pointer into the middle of an object keeps all of it.

use std::collections::BTreeSet;

use super::cell::Cell;
use super::code::LeaksCode;
use super::control::Region;
use super::convert::variant_of;
use super::layout::{Part, Scalar, Shape};
use super::machine::{Machine, Stop};
use super::observe::{Observer, Unobserved};
use crate::ids::Id;
use crate::ir::state::ObjectId;
use crate::ir::types::{RawPointers, Ty, TyId};

/// A pointer that a value holds.
struct Edge {
    to: ObjectId,
    kind: EdgeKind,
}

/// What a pointer says of whose it is what it leads to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum EdgeKind {
    /// A box, a buffer, a counting pointer: what is dropped with the value.
    Dropped,
    /// A raw pointer to what the value owns, if that is of a type that is owned so.
    Own(TyId),
    /// A reference.
    Lent,
    /// A raw pointer to what is nobody's that is known.
    Raw,
}

impl<'m, 'p> Machine<'m, 'p> {
    /// Whether what runs belongs to specifications: what it allocates is nobody's to free.
    pub(super) fn runs_spec(&self) -> bool {
        let noted = self.regions.iter().rev().find_map(|region| match region {
            Region::Try { allowed, .. } => Some(allowed.is_none()),
            _ => None,
        });
        noted == Some(true) || self.frames.iter().any(|frame| frame.code.source.is_spec)
    }

    /// The first allocation, in the order in which they came to be, that is lost.
    pub(super) fn find_lost<O: Observer>(
        &mut self,
        code: &'m LeaksCode<'p>,
        observer: &mut O,
    ) -> Result<Option<ObjectId>, Stop> {
        let then = self.find_snapshot(code.since)?.clone();
        let existed = then.live.clone();
        let now = self.memory.exchange(then);
        let owned = self.owned(code);
        self.memory.exchange(now);
        let owned = owned?;

        let mut edges = Vec::new();
        for (value, ty) in &code.kept {
            let start = self.scratch.len();
            self.gather(value, observer)?;
            let cells: Vec<Cell> = self.scratch.drain(start..).collect();
            self.edges(*ty, &cells, RawPointers::AsAround, &mut edges);
        }
        for (ty, cells) in &self.forgotten {
            self.edges(*ty, cells, RawPointers::AsAround, &mut edges);
        }
        let mut reached: BTreeSet<ObjectId> = edges.drain(..).map(|edge| edge.to).collect();
        let others = self.memory.objects.ids().zip(&existed);
        // The arguments themselves are the function's, and gone with it.
        let is_local = |id: &ObjectId| {
            let object = &self.memory.objects[*id];
            !object.on_heap && !object.is_static
        };
        let others =
            others.filter(|(id, existed)| **existed && !owned.contains(id) && !is_local(id));
        reached.extend(others.map(|(id, _)| id));
        if let Some(gone) = &code.gone {
            let start = self.scratch.len();
            self.gather(gone, observer)?;
            let pointer = self.scratch.drain(start..).next();
            if let Some(Cell::Pointer(location)) = pointer {
                reached.remove(&location.object);
                self.edges_of(location.object, &mut edges);
                edges.retain(|edge| edge.kind == EdgeKind::Dropped);
                reached.extend(edges.drain(..).map(|edge| edge.to));
            }
        }
        let mut queue: Vec<ObjectId> = reached.iter().copied().collect();
        while let Some(object) = queue.pop() {
            if !self.memory.objects[object].live {
                continue;
            }
            self.edges_of(object, &mut edges);
            for edge in edges.drain(..) {
                if reached.insert(edge.to) {
                    queue.push(edge.to);
                }
            }
        }
        let lost = self.memory.objects.ids().find(|id| {
            let object = &self.memory.objects[*id];
            let is_allocation = object.live && object.on_heap && !object.is_static;
            let is_younger = !existed.get(id.index()).copied().unwrap_or(false);
            let is_due = owned.contains(id) || (is_younger && !object.by_spec);
            is_allocation && is_due && !reached.contains(id)
        });
        Ok(lost)
    }

    /// The objects that the places own, on the heap at hand.
    fn owned(&mut self, code: &'m LeaksCode<'p>) -> Result<BTreeSet<ObjectId>, Stop> {
        let mut edges = Vec::new();
        for place in &code.given {
            let slot = self.resolve(place, &mut Unobserved)?;
            let cells = &self.memory.cells[slot.index..slot.index + place.size as usize];
            self.edges(place.ty, cells, RawPointers::AsAround, &mut edges);
        }
        let mut owned = BTreeSet::new();
        let mut lent = BTreeSet::new();
        let mut met = BTreeSet::new();
        while let Some(edge) = edges.pop() {
            let object = &self.memory.objects[edge.to];
            match edge.kind {
                _ if !object.live || !object.on_heap => continue,
                EdgeKind::Raw => continue,
                EdgeKind::Own(to) if !code.boxed.contains(&to) => continue,
                EdgeKind::Lent => lent.insert(edge.to),
                EdgeKind::Dropped | EdgeKind::Own(_) => owned.insert(edge.to),
            };
            if met.insert(edge.to) {
                self.edges_of(edge.to, &mut edges);
            }
        }
        Ok(owned.difference(&lent).copied().collect())
    }

    /// The pointers that an object holds.
    fn edges_of(&self, id: ObjectId, edges: &mut Vec<Edge>) {
        let object = &self.memory.objects[id];
        let stride = self.prepared.layouts.size(object.ty) as usize;
        for at in 0..object.slots.unwrap_or(1) as usize {
            let start = object.start + at * stride;
            let cells = &self.memory.cells[start..start + stride];
            self.edges(object.ty, cells, RawPointers::AsAround, edges);
        }
    }

    /// The pointers that a value holds; `around` is what the type says that it is a part of.
    fn edges(&self, ty: TyId, cells: &[Cell], around: RawPointers, edges: &mut Vec<Edge>) {
        let types = &self.prepared.program.types;
        let mut inside = around;
        if let Ty::Adt(adt) = types.get(ty)
            && types.adt(*adt).raw_pointers != RawPointers::AsAround
        {
            inside = types.adt(*adt).raw_pointers;
        }
        let parts: &[Part] = match &self.prepared.layouts.of(ty).shape {
            Shape::Scalar(Scalar::Pointer(_) | Scalar::Buffer(_)) | Shape::Wide(_) => {
                if let Some(Cell::Pointer(location)) = cells.first() {
                    let kind = match types.get(ty) {
                        Ty::Ref { .. } => EdgeKind::Lent,
                        Ty::RawPtr { mutable: true, to } if around == RawPointers::Own => {
                            EdgeKind::Own(*to)
                        }
                        Ty::RawPtr { .. } => EdgeKind::Raw,
                        _ => EdgeKind::Dropped,
                    };
                    let to = location.object;
                    edges.push(Edge { to, kind });
                }
                &[]
            }
            Shape::Scalar(_) => &[],
            Shape::Product(parts) => parts,
            Shape::Room(part) => std::slice::from_ref(part),
            Shape::Sum(variants) => match cells.first() {
                Some(tag) => variant_of(tag, variants).map_or(&[], |(_, parts)| parts),
                None => &[],
            },
        };
        for part in parts {
            let start = part.offset as usize;
            let cells = &cells[start..start + part.size as usize];
            self.edges(part.ty, cells, inside, edges);
        }
    }
}
