//! Reading and writing places: a path inside a local, or a path behind a pointer.

use std::rc::Rc;

use super::layout::{Path, extend};
use super::state::{Slot, State};
use super::value::{Targets, Value, choose};
use super::{Abort, Encoder};
use crate::ids::Id;
use crate::ir::types::{Ty, TyId, VariantIdx};
use crate::ir::{Const, LocalId, Operand, Place, Proc, Projection};

/// Where a place is.
pub(super) enum Location {
    /// In a local of the current frame.
    Local(LocalId, Path),
    /// Behind a pointer.
    Memory(Targets),
}

impl<'a> Encoder<'a> {
    /// What an operand holds.
    pub(super) fn operand(
        &mut self,
        proc: &'a Proc,
        state: &State,
        operand: &Operand,
    ) -> Result<Value, Abort> {
        Ok(match operand {
            Operand::Read(place) => self.read_place(proc, state, place)?,
            Operand::Const(Const::Unit) => Value::unit(),
            Operand::Const(Const::Bool(value)) => Value::Bool(self.logic.boolean(*value)),
            Operand::Const(Const::Int(value, _)) => Value::Int(self.logic.int(*value)),
            Operand::Const(Const::Bytes(..) | Const::Null(_) | Const::Dangling(_)) => {
                return Err(self.unsupported("a constant pointer", proc.span));
            }
        })
    }

    /// The type of an operand; constants of `()` and `bool` have been interned by whoever uses them.
    pub(super) fn operand_ty(&self, proc: &Proc, operand: &Operand) -> TyId {
        let types = &self.program.types;
        match operand {
            Operand::Read(place) => self.place_ty(proc, place),
            Operand::Const(
                Const::Int(_, ty) | Const::Bytes(_, ty) | Const::Null(ty) | Const::Dangling(ty),
            ) => *ty,
            Operand::Const(Const::Bool(_)) => {
                types.lookup(&Ty::Bool).unwrap_or(TyId::from_index(0))
            }
            Operand::Const(Const::Unit) => types
                .lookup(&Ty::Tuple(Vec::new()))
                .unwrap_or(TyId::from_index(0)),
        }
    }

    /// The type of a place.
    pub(super) fn place_ty(&self, proc: &Proc, place: &Place) -> TyId {
        let types = &self.program.types;
        let mut ty = proc.locals[place.local].ty;
        let mut variant = VariantIdx::from_index(0);
        for step in &place.projection {
            match step {
                Projection::Deref => ty = types.pointee(ty).unwrap_or(ty),
                Projection::Variant(chosen) => variant = *chosen,
                Projection::Index(_) => ty = types.element(ty).unwrap_or(ty),
                Projection::Field(field) => {
                    let fields = types.field_types(ty, variant);
                    ty = fields.get(field.index()).copied().unwrap_or(ty);
                    variant = VariantIdx::from_index(0);
                }
            }
        }
        ty
    }

    /// Where a place is in this state.
    pub(super) fn locate(
        &mut self,
        proc: &'a Proc,
        state: &State,
        place: &Place,
    ) -> Result<Location, Abort> {
        let mut here = Location::Local(place.local, Rc::from([]));
        let mut ty = proc.locals[place.local].ty;
        let mut variant = VariantIdx::from_index(0);
        for step in &place.projection {
            match step {
                Projection::Variant(chosen) => variant = *chosen,
                Projection::Index(_) => {
                    return Err(self.unsupported("memory of several elements", proc.span));
                }
                Projection::Field(field) => {
                    let fields = self.program.types.field_types(ty, variant);
                    here = match here {
                        Location::Local(local, path) => {
                            Location::Local(local, extend(&path, variant, *field))
                        }
                        Location::Memory(targets) => {
                            let step = crate::ir::state::PathStep {
                                variant,
                                field: *field,
                            };
                            Location::Memory(targets.project(&[step]))
                        }
                    };
                    ty = fields.get(field.index()).copied().unwrap_or(ty);
                    variant = VariantIdx::from_index(0);
                }
                Projection::Deref => {
                    let pointer = self.read(state, &here, ty);
                    // What was never written leads nowhere; no path that matters follows it.
                    here = Location::Memory(match pointer {
                        Value::Pointer(targets) => targets,
                        _ => Targets::default(),
                    });
                    ty = self.program.types.pointee(ty).unwrap_or(ty);
                }
            }
        }
        Ok(here)
    }

    /// What a place holds.
    pub(super) fn read_place(
        &mut self,
        proc: &'a Proc,
        state: &State,
        place: &Place,
    ) -> Result<Value, Abort> {
        let here = self.locate(proc, state, place)?;
        let ty = self.place_ty(proc, place);
        Ok(self.read(state, &here, ty))
    }

    /// What a location holds.
    pub(super) fn read(&mut self, state: &State, here: &Location, ty: TyId) -> Value {
        match here {
            Location::Local(local, path) => self.read_local(state, *local).part(path),
            Location::Memory(targets) => self.load(state, targets, ty),
        }
    }

    /// What a local holds.
    pub(super) fn read_local(&self, state: &State, local: LocalId) -> Value {
        match &state.locals[local.index()] {
            Slot::Value(value) => value.clone(),
            Slot::Cell(cell) => state.cells.get(cell).cloned().unwrap_or(Value::Undef),
        }
    }

    /// What a pointer points to.
    pub(super) fn load(&mut self, state: &State, targets: &Targets, ty: TyId) -> Value {
        let mut candidates = Vec::new();
        for ((extent, path), objects) in &targets.heap {
            let value = self.memory().load(&state.heap, *extent, path, *objects, ty);
            candidates.push((self.logic.some(*objects), value));
        }
        for ((cell, path), here) in &targets.cells {
            if let Some(value) = state.cells.get(cell) {
                candidates.push((*here, value.part(path)));
            }
        }
        // A valid pointer is at one of its regions, so the last needs no condition.
        let Some((_, last)) = candidates.pop() else {
            return Value::Undef;
        };
        candidates
            .into_iter()
            .rev()
            .fold(last, |rest, (here, value)| {
                choose(&self.logic, here, &value, &rest)
            })
    }

    /// Writes a place.
    pub(super) fn write_place(
        &mut self,
        proc: &'a Proc,
        state: &mut State,
        place: &Place,
        value: Value,
    ) -> Result<(), Abort> {
        match self.locate(proc, state, place)? {
            Location::Local(local, path) => {
                let ty = proc.locals[local].ty;
                match &mut state.locals[local.index()] {
                    Slot::Value(slot) => {
                        let old = shaped(self, std::mem::replace(slot, Value::Undef), ty, &path);
                        let Slot::Value(slot) = &mut state.locals[local.index()] else {
                            return Ok(());
                        };
                        *slot = old.with_part(&path, value);
                    }
                    Slot::Cell(cell) => {
                        let cell = *cell;
                        let old = state.cells.remove(&cell).unwrap_or(Value::Undef);
                        let old = shaped(self, old, ty, &path);
                        state.cells.insert(cell, old.with_part(&path, value));
                    }
                }
            }
            Location::Memory(targets) => self.store(state, &targets, &value),
        }
        Ok(())
    }

    /// Writes through a pointer.
    pub(super) fn store(&mut self, state: &mut State, targets: &Targets, value: &Value) {
        for ((extent, path), objects) in &targets.heap {
            let mut heap = state.heap.clone();
            self.memory()
                .store(&mut heap, *extent, path, *objects, value);
            state.heap = heap;
        }
        for ((cell, path), here) in &targets.cells {
            if let Some(old) = state.cells.get(cell) {
                let new = old.with_part(path, value.clone());
                let merged = choose(&self.logic, *here, &new, old);
                state.cells.insert(*cell, merged);
            }
        }
    }
}

/// A value never written that is about to be written in part gets the shape of its type first.
fn shaped(encoder: &Encoder<'_>, value: Value, ty: TyId, path: &Path) -> Value {
    if path.is_empty() || value != Value::Undef {
        return value;
    }
    let types = &encoder.program.types;
    match types.get(ty) {
        Ty::Adt(adt) if types.adt(*adt).is_enum => {
            let no = encoder.logic.falsehood();
            let variants = &types.adt(*adt).variants;
            Value::Enum {
                is: variants.values().map(|_| no).collect(),
                fields: variants
                    .values()
                    .map(|variant| vec![Value::Undef; variant.fields.len()].into())
                    .collect(),
            }
        }
        _ => value,
    }
}
