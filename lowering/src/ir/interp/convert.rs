//! Between states as data and the cells of memory, in both directions; guided by types.

use super::cell::{Cell, Location};
use super::layout::{Part, Scalar, Shape};
use super::machine::Machine;
use super::observe::Target;
use super::outcome::LoadError;
use super::spec;
use crate::ids::{Id, Table};
use crate::ir::state::{Object, ObjectId, ObjectKind, PathStep, Pointer, State, Value};
use crate::ir::types::{FieldIdx, Ty, TyId, VariantIdx};
use crate::ir::{LocalId, ProcId};

impl Machine<'_, '_> {
    /// Puts a state into the empty memory and opens the frame of the entry procedure.
    pub(super) fn load(&mut self, entry: ProcId, state: &State) -> Result<(), LoadError> {
        let too_large = |_| LoadError::TooLarge;
        let layouts = &self.prepared.layouts;
        // Objects first, then what they hold: pointers may lead forwards.
        for object in state.objects.values() {
            let size = layouts.size(object.ty);
            let allocated = match (object.kind, &object.value) {
                (ObjectKind::Single, _) => self.memory.allocate(object.ty, size),
                (ObjectKind::Buffer, Value::Adt(_, slots)) => {
                    let slots = slots.len() as u64;
                    self.memory.allocate_slots(object.ty, size, slots)
                }
                // Freed, with whatever slots it had.
                (ObjectKind::Buffer, _) => self.memory.allocate_slots(object.ty, size, 0),
            };
            allocated.map_err(too_large)?;
        }
        self.open_frame(entry).map_err(too_large)?;
        let mut cells = Vec::new();
        for (id, object) in state.objects.iter() {
            cells.clear();
            match (object.kind, &object.value) {
                (ObjectKind::Single, value) => self.cells_of(object.ty, value, &mut cells)?,
                (ObjectKind::Buffer, Value::Adt(_, slots)) => {
                    for slot in slots {
                        self.cells_of(object.ty, slot, &mut cells)?;
                    }
                }
                (ObjectKind::Buffer, Value::Uninit) => {}
                (ObjectKind::Buffer, _) => return Err(LoadError::Mismatch(object.ty)),
            }
            let allocation = &mut self.memory.objects[id];
            allocation.live = object.value != Value::Uninit;
            let start = allocation.start;
            self.memory.cells[start..start + cells.len()].clone_from_slice(&cells);
        }
        let proc = self.prepared.procs[entry].source;
        let (given, wanted) = (state.inputs.len(), proc.params.len());
        if given != wanted {
            return Err(LoadError::InputCount { given, wanted });
        }
        for (param, value) in proc.params.iter().zip(&state.inputs) {
            cells.clear();
            self.cells_of(proc.locals[*param].ty, value, &mut cells)?;
            let start = self.local_index(self.frame(), *param);
            self.memory.cells[start..start + cells.len()].clone_from_slice(&cells);
        }
        Ok(())
    }

    /// All objects, and what the parameters of the entry procedure hold. Objects have the numbers
    /// that they came to be in: first those of the state that was loaded, then what the run has
    /// allocated and the locals whose address it has taken. What is no more is [`Value::Uninit`].
    pub fn state(&self) -> State {
        let objects = self.memory.objects.values().map(|object| Object {
            ty: object.ty,
            kind: match object.slots {
                Some(_) => ObjectKind::Buffer,
                None => ObjectKind::Single,
            },
            value: match (object.live, object.slots) {
                (false, _) => Value::Uninit,
                (true, None) => self.value_at(object.ty, object.start),
                (true, Some(slots)) => {
                    let stride = self.prepared.layouts.size(object.ty) as usize;
                    let slots = (0..slots as usize)
                        .map(|at| self.slot_value(object.ty, object.start + at * stride));
                    Value::Adt(VariantIdx::from_index(0), slots.collect())
                }
            },
        });
        let inputs = self.frames.first().map(|frame| {
            let proc = frame.code.source;
            let params = proc.params.iter();
            let value = |local: &LocalId| {
                self.value_at(proc.locals[*local].ty, self.local_index(frame, *local))
            };
            params.map(value).collect()
        });
        State {
            objects: objects.collect::<Table<ObjectId, Object>>(),
            inputs: inputs.unwrap_or_default(),
            choices: Vec::new(),
        }
    }

    /// What a place that is being assigned holds.
    pub fn target_value(&self, target: Target<'_>) -> Value {
        self.value_at(target.ty, target.index)
    }

    /// What a local of the innermost procedure holds.
    pub fn local_value(&self, local: LocalId) -> Value {
        let frame = self.frame();
        let ty = frame.code.source.locals[local].ty;
        self.value_at(ty, self.local_index(frame, local))
    }

    /// What a local of the procedure below so many others holds.
    pub(super) fn local_value_below(&self, below: usize, local: LocalId) -> Value {
        let Some(frame) = self.frames.iter().rev().nth(below) else {
            return Value::Uninit;
        };
        let ty = frame.code.source.locals[local].ty;
        self.value_at(ty, self.local_index(frame, local))
    }

    /// What a location holds; nothing if its object is no more or is smaller.
    pub fn value_of(&self, location: Location, ty: TyId) -> Option<Value> {
        let start = self.memory.index(location).ok()?;
        let size = self.prepared.layouts.size(ty) as usize;
        let cells = self.memory.cells.get(start..start + size)?;
        Some(self.value(ty, cells))
    }

    /// Gives a location a value, as a run that is watched may want before it is read.
    pub fn initialise(
        &mut self,
        location: Location,
        ty: TyId,
        value: &Value,
    ) -> Result<(), LoadError> {
        let mut cells = Vec::new();
        self.cells_of(ty, value, &mut cells)?;
        let start = self.memory.index(location);
        let start = start.map_err(|_| LoadError::BadPointer(ty))?;
        let place = self.memory.cells.get_mut(start..start + cells.len());
        place
            .ok_or(LoadError::BadPointer(ty))?
            .clone_from_slice(&cells);
        Ok(())
    }

    /// A new heap object, as a run that is watched may want before it is read.
    pub fn materialise(&mut self, ty: TyId, value: &Value) -> Result<ObjectId, LoadError> {
        let size = self.prepared.layouts.size(ty);
        let object = self.memory.allocate(ty, size);
        let object = object.map_err(|_| LoadError::TooLarge)?;
        self.initialise(Location::start_of(object), ty, value)?;
        Ok(object)
    }

    /// What a slot holds: a value, if there is all of one.
    fn slot_value(&self, ty: TyId, start: usize) -> Value {
        match self.is_complete(ty, start) {
            true => self.value_at(ty, start),
            false => Value::Uninit,
        }
    }

    fn value_at(&self, ty: TyId, start: usize) -> Value {
        let size = self.prepared.layouts.size(ty) as usize;
        self.value(ty, &self.memory.cells[start..start + size])
    }

    /// What the cells of a value of the type say.
    pub(super) fn value(&self, ty: TyId, cells: &[Cell]) -> Value {
        let parts_of = |parts: &[Part]| {
            let part = |part: &Part| {
                let start = part.offset as usize;
                self.value(part.ty, &cells[start..start + part.size as usize])
            };
            parts.iter().map(part).collect()
        };
        match &self.prepared.layouts.of(ty).shape {
            Shape::Scalar(scalar) => self.scalar_value(*scalar, &cells[0]),
            Shape::Wide(element) => match (&cells[0], cells[1].as_number()) {
                (Cell::Uninit, _) | (_, None) => Value::Uninit,
                (first, Some(len)) => {
                    let first = self.scalar_value(Scalar::Pointer(*element), first);
                    Value::Slice(Box::new(first), len)
                }
            },
            Shape::Room(part) => Value::Adt(
                VariantIdx::from_index(0),
                vec![self.value(part.ty, &cells[..part.size as usize])],
            ),
            Shape::Product(parts) => Value::Adt(VariantIdx::from_index(0), parts_of(parts)),
            Shape::Sum(variants) => match variant_of(&cells[0], variants) {
                Some((index, parts)) => Value::Adt(index, parts_of(parts)),
                None => Value::Uninit,
            },
        }
    }

    fn scalar_value(&self, scalar: Scalar, cell: &Cell) -> Value {
        let elements = |element: TyId, cells: &[Cell]| {
            let stride = self.prepared.layouts.size(element) as usize;
            let values = cells.chunks(stride).map(|cells| self.value(element, cells));
            std::rc::Rc::new(values.collect())
        };
        match (scalar, cell) {
            (Scalar::Bool, Cell::Int(value)) => Value::Bool(*value != 0),
            (Scalar::Member, Cell::Int(rank)) => match u32::try_from(*rank) {
                Ok(rank) => Value::Member(rank),
                Err(_) => Value::Uninit,
            },
            (Scalar::Pointer(to), Cell::Pointer(location)) => {
                Value::Pointer(self.pointer_value(*location, to))
            }
            (Scalar::Buffer(_), Cell::Pointer(location)) => Value::Pointer(Pointer {
                object: location.object,
                path: Vec::new(),
            }),
            (Scalar::Pointer(_), Cell::Null) => Value::Null,
            (Scalar::Pointer(_) | Scalar::Buffer(_), Cell::Dangling) => Value::Dangling,
            (Scalar::Set(element), Cell::Model(cells)) => Value::Set(elements(element, cells)),
            (Scalar::Seq(element), Cell::Model(cells)) => Value::Seq(elements(element, cells)),
            (_, cell) => cell.as_number().map_or(Value::Uninit, Value::Int),
        }
    }

    /// A location of a `to` as an object and a path. Variants overlap: the one that the object is
    /// of now counts.
    pub fn pointer_value(&self, location: Location, to: TyId) -> Pointer {
        let object = &self.memory.objects[location.object];
        let (mut ty, mut start, mut offset) = (object.ty, object.start, location.offset);
        let mut path = Vec::new();
        let types = &self.prepared.program.types;
        let mut numbered = |at: u32| {
            path.push(PathStep {
                variant: VariantIdx::from_index(0),
                field: FieldIdx::from_index(at as usize),
            });
        };
        // Just past the end: the last element, and then one more.
        let past = location.past;
        if past {
            offset = offset.saturating_sub(self.prepared.layouts.size(to));
        }
        if object.slots.is_some() {
            let stride = self.prepared.layouts.size(ty);
            numbered(offset / stride);
            start += (offset - offset % stride) as usize;
            offset %= stride;
        }
        while offset > 0 || (ty != to && *types.get(to) != Ty::Maybe(ty)) {
            let covers = |part: &&Part| (part.offset..part.offset + part.size).contains(&offset);
            let find = |parts: &[Part]| {
                let at = parts.iter().position(|part| covers(&part))?;
                Some((FieldIdx::from_index(at), parts[at]))
            };
            let step = match &self.prepared.layouts.of(ty).shape {
                Shape::Scalar(_) | Shape::Wide(_) => None,
                Shape::Room(part) => find(std::slice::from_ref(part))
                    .map(|(field, part)| (VariantIdx::from_index(0), field, part)),
                Shape::Product(parts) => {
                    find(parts).map(|(field, part)| (VariantIdx::from_index(0), field, part))
                }
                Shape::Sum(variants) => {
                    let current = self.memory.cells.get(start);
                    let current = current.and_then(|cell| variant_of(cell, variants));
                    let all = variants.iter().enumerate();
                    let all = all.map(|(at, parts)| (VariantIdx::from_index(at), parts.as_slice()));
                    let mut candidates = current.into_iter().chain(all);
                    candidates.find_map(|(variant, parts)| {
                        find(parts).map(|(field, part)| (variant, field, part))
                    })
                }
            };
            let Some((variant, field, part)) = step else {
                break;
            };
            path.push(PathStep { variant, field });
            start += part.offset as usize;
            offset -= part.offset;
            ty = part.ty;
        }
        if let (true, Some(last)) = (past, path.last_mut()) {
            last.field = FieldIdx::from_index(last.field.index() + 1);
        }
        Pointer {
            object: location.object,
            path,
        }
    }

    /// Appends the cells of a value of the type.
    pub(super) fn cells_of(
        &self,
        ty: TyId,
        value: &Value,
        cells: &mut Vec<Cell>,
    ) -> Result<(), LoadError> {
        let layout = self.prepared.layouts.of(ty);
        let end = cells.len() + layout.size as usize;
        match (&layout.shape, value) {
            (_, Value::Uninit) => {}
            (Shape::Scalar(scalar), value) => cells.push(self.scalar_cell(ty, *scalar, value)?),
            (Shape::Wide(element), Value::Slice(first, len)) => {
                if let Value::Slice(..) | Value::Uninit = **first {
                    return Err(LoadError::Mismatch(ty));
                }
                let scalar = Scalar::Pointer(*element);
                cells.push(self.scalar_cell(ty, scalar, first)?);
                cells.push(Cell::number(*len));
            }
            (Shape::Product(_) | Shape::Sum(_) | Shape::Room(_), Value::Adt(variant, fields)) => {
                let parts = self.prepared.layouts.parts(ty, *variant);
                let parts = parts.ok_or(LoadError::Mismatch(ty))?;
                if parts.len() != fields.len() {
                    return Err(LoadError::Mismatch(ty));
                }
                if let Shape::Sum(_) = layout.shape {
                    let tag = i64::try_from(variant.index());
                    cells.push(Cell::Int(tag.map_err(|_| LoadError::Mismatch(ty))?));
                } else if parts.is_empty() {
                    // The cell of what has no parts.
                    cells.push(Cell::UNIT);
                }
                for (part, field) in parts.iter().zip(fields) {
                    self.cells_of(part.ty, field, cells)?;
                }
            }
            _ => return Err(LoadError::Mismatch(ty)),
        }
        cells.resize(end, Cell::Uninit);
        Ok(())
    }

    fn scalar_cell(&self, ty: TyId, scalar: Scalar, value: &Value) -> Result<Cell, LoadError> {
        let mismatch = Err(LoadError::Mismatch(ty));
        match (scalar, value) {
            (Scalar::Bool, Value::Bool(value)) => Ok(Cell::truth(*value)),
            (Scalar::Char, Value::Int(value)) => match u32::try_from(*value) {
                Ok(code) if char::from_u32(code).is_some() => Ok(Cell::Int(code.into())),
                _ => mismatch,
            },
            (Scalar::Machine(int), Value::Int(value)) if int.contains(*value) => {
                Ok(Cell::number(*value))
            }
            (Scalar::Math, Value::Int(value)) => Ok(Cell::number(*value)),
            (Scalar::Member, Value::Member(rank)) => Ok(Cell::Int((*rank).into())),
            (Scalar::Pointer(to), Value::Pointer(pointer)) => {
                Ok(Cell::Pointer(self.locate(pointer, to)?))
            }
            (Scalar::Buffer(element), Value::Pointer(pointer)) => {
                let object = self.memory.objects.get(pointer.object);
                let fits = object.is_some_and(|it| it.slots.is_some() && it.ty == element);
                match fits && pointer.path.is_empty() {
                    true => Ok(Cell::Pointer(Location::start_of(pointer.object))),
                    false => Err(LoadError::BadPointer(ty)),
                }
            }
            (Scalar::Buffer(_), Value::Dangling) => Ok(Cell::Dangling),
            (Scalar::Pointer(_), Value::Dangling) => {
                let types = &self.prepared.program.types;
                let wide = self.prepared.layouts.wide(ty).is_some();
                match types.get(ty) {
                    Ty::RawPtr { .. } | Ty::Counted { weak: true, .. } => Ok(Cell::Dangling),
                    _ if wide => Ok(Cell::Dangling),
                    _ => mismatch,
                }
            }
            (Scalar::Pointer(_), Value::Null) => match self.prepared.program.types.get(ty) {
                Ty::RawPtr { .. } => Ok(Cell::Null),
                _ => mismatch,
            },
            (Scalar::Set(element), Value::Set(values)) => {
                let stride = self.prepared.layouts.size(element) as usize;
                Ok(spec::set_of(self.elements_of(element, values)?, stride))
            }
            (Scalar::Seq(element), Value::Seq(values)) => {
                let cells = self.elements_of(element, values)?;
                Ok(Cell::Model(std::rc::Rc::new(cells)))
            }
            _ => mismatch,
        }
    }

    fn elements_of(&self, element: TyId, values: &[Value]) -> Result<Vec<Cell>, LoadError> {
        let mut cells = Vec::new();
        for value in values {
            self.cells_of(element, value, &mut cells)?;
        }
        Ok(cells)
    }

    /// Where a pointer to a `to` leads.
    fn locate(&self, pointer: &Pointer, to: TyId) -> Result<Location, LoadError> {
        let bad = LoadError::BadPointer(to);
        let Some(object) = self.memory.objects.get(pointer.object) else {
            return Err(bad);
        };
        let mut ty = object.ty;
        let mut offset = 0;
        let mut past = false;
        let mut path = pointer.path.as_slice();
        if let (Some(slots), Some((first, rest))) = (object.slots, path.split_first()) {
            let at = u32::try_from(first.field.index()).map_err(|_| bad.clone())?;
            if at > slots {
                return Err(bad);
            }
            past = at == slots;
            offset = at * self.prepared.layouts.size(ty);
            path = rest;
        }
        for step in path {
            if past {
                return Err(bad);
            }
            if let Ty::Array(element, count) = self.prepared.program.types.get(ty)
                && step.field.index() == *count as usize
            {
                past = true;
                offset += count * self.prepared.layouts.size(*element);
                ty = *element;
                continue;
            }
            let parts = self.prepared.layouts.parts(ty, step.variant);
            let part = parts.and_then(|parts| parts.get(step.field.index()));
            let part = part.ok_or(bad.clone())?;
            offset += part.offset;
            ty = part.ty;
        }
        let is_slot = object.slots.is_some();
        if ty != to && !(is_slot && *self.prepared.program.types.get(to) == Ty::Maybe(ty)) {
            return Err(bad);
        }
        let object = pointer.object;
        Ok(Location {
            object,
            offset,
            past,
        })
    }
}

/// The variant that a tag says.
pub(super) fn variant_of<'v>(
    tag: &Cell,
    variants: &'v [Vec<Part>],
) -> Option<(VariantIdx, &'v [Part])> {
    let Cell::Int(tag) = tag else {
        return None;
    };
    let index = usize::try_from(*tag).ok()?;
    let parts = variants.get(index)?;
    Some((VariantIdx::from_index(index), parts))
}
