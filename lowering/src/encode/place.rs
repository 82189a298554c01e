//! Reading and writing places: a path inside a local, or a path behind a pointer.

use std::rc::Rc;

use solver_bridge::IntExpr;

use super::access::Access;
use super::layout::{Path, extend};
use super::state::{Slot, State};
use super::value::{Targets, Value, choose};
use super::{Abort, Encoder};
use crate::ids::Id;
use crate::ir::state::PathStep;
use crate::ir::types::{Ty, TyId, VariantIdx};
use crate::ir::{Const, LocalId, Operand, Place, Proc, Projection};

/// Where a place is.
pub(super) enum Location {
    /// In a local of the current frame.
    Local(LocalId, Path),
    /// Behind a pointer; `raw` if that is one that may be null.
    Memory { targets: Targets, raw: bool },
    /// A slice behind a pointer: its first element, and how many there are.
    Slice {
        first: Targets,
        len: IntExpr,
        raw: bool,
    },
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
            Operand::Const(Const::Bytes(bytes, _)) => self.static_bytes(bytes, proc.span)?,
            Operand::Const(Const::Null(ty)) => self.constant_pointer(*ty, Targets::default()),
            Operand::Const(Const::Dangling(ty)) => {
                let nowhere = Targets::nowhere(self.logic.truth());
                self.constant_pointer(*ty, nowhere)
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
        let start = proc.locals[place.local].ty;
        let ty = self.program.types.of_place(start, &place.projection);
        ty.expect("every step of a validated program leads somewhere")
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
                Projection::Index(index) => {
                    here = self.locate_element(proc, state, here, ty, *index)?;
                    ty = self.program.types.element(ty).unwrap_or(ty);
                }
                Projection::Field(field) => {
                    let fields = self.program.types.field_types(ty, variant);
                    here = match here {
                        Location::Local(local, path) => {
                            Location::Local(local, extend(&path, variant, *field))
                        }
                        Location::Memory { targets, raw } => {
                            let step = PathStep {
                                variant,
                                field: *field,
                            };
                            Location::Memory {
                                targets: targets.project(&[step]),
                                raw,
                            }
                        }
                        slice @ Location::Slice { .. } => slice,
                    };
                    ty = fields.get(field.index()).copied().unwrap_or(ty);
                    variant = VariantIdx::from_index(0);
                }
                Projection::Deref => {
                    let pointer = self.read(state, &here, ty);
                    let raw = matches!(self.program.types.get(ty), Ty::RawPtr { .. });
                    // What was never written leads nowhere; no path that matters follows it.
                    here = match pointer {
                        Value::Slice { first, len } => Location::Slice { first, len, raw },
                        Value::Pointer(targets) => Location::Memory { targets, raw },
                        _ => Location::Memory {
                            targets: Targets::default(),
                            raw,
                        },
                    };
                    ty = self.program.types.pointee(ty).unwrap_or(ty);
                }
            }
        }
        Ok(here)
    }

    /// The element of the array or slice at a location that a local gives the number of.
    fn locate_element(
        &mut self,
        proc: &'a Proc,
        state: &State,
        here: Location,
        ty: TyId,
        index: LocalId,
    ) -> Result<Location, Abort> {
        let Value::Int(index) = self.read_local(state, index) else {
            let targets = Targets::default();
            return Ok(Location::Memory {
                targets,
                raw: false,
            });
        };
        let (targets, raw) = match here {
            Location::Slice { first, len, raw } => {
                let element = self.slice_element(state, &first, len, index, proc.span)?;
                return Ok(Location::Memory {
                    targets: element,
                    raw,
                });
            }
            Location::Memory { targets, raw } => (targets, raw),
            Location::Local(local, path) => {
                let slot = &state.locals[local.index()];
                let Some(targets) = slot.targets(&path, &self.logic) else {
                    return Err(self.internal("an array is indexed that is not in memory"));
                };
                (targets, false)
            }
        };
        let count = match self.program.types.get(ty) {
            Ty::Array(_, count) => *count,
            _ => return Err(self.internal("an index into what has no elements")),
        };
        let targets = self.array_element(&targets, count, index);
        Ok(Location::Memory { targets, raw })
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
            Location::Local(local, path) => {
                let value = self.read_local(state, *local);
                self.check_written(&value, path);
                value.part(path)
            }
            Location::Memory { targets, raw } => {
                self.check_access(state, targets, *raw, Access::Read);
                self.load(state, targets, ty)
            }
            Location::Slice { .. } => Value::Undef,
        }
    }

    /// What a local holds.
    pub(super) fn read_local(&self, state: &State, local: LocalId) -> Value {
        state.locals[local.index()].value(state, &self.logic)
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
                let old = self.read_local(state, local);
                self.check_partial_part(state, &old, &path, proc.span)?;
                let ty = proc.locals[local].ty;
                match &mut state.locals[local.index()] {
                    Slot::Value(slot) => {
                        let old = std::mem::replace(slot, Value::Undef);
                        let old = self.shaped(old, ty, &path);
                        let Slot::Value(slot) = &mut state.locals[local.index()] else {
                            return Ok(());
                        };
                        *slot = old.with_part(&path, value, &self.logic);
                    }
                    Slot::Cell(cell) => {
                        let cell = *cell;
                        let old = state.cells.remove(&cell).unwrap_or(Value::Undef);
                        let old = self.shaped(old, ty, &path);
                        let new = old.with_part(&path, value, &self.logic);
                        state.cells.insert(cell, new);
                    }
                    slot @ Slot::OneOf(_) => {
                        if let Some(targets) = slot.targets(&path, &self.logic) {
                            self.store(state, &targets, &value);
                        }
                    }
                }
            }
            Location::Memory { targets, raw } => {
                self.check_access(state, &targets, raw, Access::Write);
                self.check_partial_write(state, &targets, proc.span)?;
                self.store(state, &targets, &value);
            }
            Location::Slice { .. } => {
                return Err(self.internal("a slice is written as a whole"));
            }
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
                let ty = self.cells.ty(*cell);
                let new = self.shaped(old.clone(), ty, path);
                let new = new.with_part(path, value.clone(), &self.logic);
                let merged = choose(&self.logic, *here, &new, old);
                state.cells.insert(*cell, merged);
            }
        }
    }
}

impl Encoder<'_> {
    /// A value never written, of which a part is about to be written, gets the shape of its type along
    /// the way to that part.
    fn shaped(&self, value: Value, ty: TyId, path: &[PathStep]) -> Value {
        let Some((step, rest)) = path.split_first() else {
            return value;
        };
        let types = &self.program.types;
        let value = match (value, types.get(ty)) {
            (Value::Undef, Ty::Maybe(_)) => Value::Maybe {
                init: self.logic.falsehood(),
                value: Rc::new(Value::Undef),
            },
            (Value::Undef, Ty::Adt(adt)) if types.adt(*adt).is_enum => {
                let no = self.logic.falsehood();
                let variants = &types.adt(*adt).variants;
                Value::Enum {
                    is: variants.values().map(|_| no).collect(),
                    fields: variants
                        .values()
                        .map(|variant| vec![Value::Undef; variant.fields.len()].into())
                        .collect(),
                }
            }
            (Value::Undef, _) => {
                let parts = types.field_types(ty, step.variant).len();
                Value::Struct(vec![Value::Undef; parts].into())
            }
            (written, _) => written,
        };
        let fields = types.field_types(ty, step.variant);
        let Some(part_ty) = fields.get(step.field.index()).copied() else {
            return value;
        };
        let part = value.part(&path[..1]);
        let shaped = self.shaped(part.clone(), part_ty, rest);
        if part == shaped {
            return value;
        }
        match value {
            Value::Maybe { init, .. } => Value::Maybe {
                init,
                value: Rc::new(shaped),
            },
            other => other.with_part(&path[..1], shaped, &self.logic),
        }
    }
}
