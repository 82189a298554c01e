//! Locations by the names that the source has for them: `self.items[1].key`, `N0.next`.

use std::rc::Rc;

use lowering::ids::Id;
use lowering::ir::state::{self, ObjectId, ObjectKind, PathStep};
use lowering::ir::types::{Ty, TyId};

use super::Naming;
use crate::report::heap::END;
use crate::report::show::push_step;

/// The way from a value to what it leads to.
#[derive(Clone, Default)]
struct Way {
    /// The user's fields on it.
    fields: Vec<String>,
    /// Whether the last step is that of a map to its entries.
    in_map: bool,
}

impl Naming<'_> {
    /// A location in a buffer by the name of what owns the buffer: `self.items[1].key`.
    pub fn element(&mut self, at: &state::Pointer) -> Option<String> {
        let objects = Rc::clone(&self.objects);
        let buffer = objects.get(at.object)?;
        let (first, rest) = at.path.split_first()?;
        for (name, object, start) in &self.slices {
            if let (true, Some(index)) = (
                *object == at.object,
                first.field.index().checked_sub(*start),
            ) {
                let steps = self.steps_from(buffer.ty, rest);
                let mut place = format!("{name}[{index}]");
                for step in steps {
                    push_step(&mut place, &step);
                }
                return Some(place);
            }
        }
        (buffer.kind == ObjectKind::Buffer).then_some(())?;
        let mut found = None;
        for (id, object) in objects.iter() {
            if object.kind == ObjectKind::Single && self.is_given(id) {
                let mut way = Way::default();
                if self.leads_to(object.ty, &object.value, at.object, &mut way) {
                    found = Some((id, way));
                    break;
                }
            }
        }
        let (owner, way) = found?;
        let owner = self.node(owner);
        let mut place = self.names[&owner].clone();
        for step in way.fields {
            push_step(&mut place, &step);
        }
        let (index, ty, rest) = match self.entry(buffer, at).filter(|_| way.in_map) {
            Some((key, ty, rest)) => (key, ty, rest),
            None => (first.field.index().to_string(), buffer.ty, rest),
        };
        place.push_str(&format!("[{index}]"));
        for step in self.steps_from(ty, rest) {
            push_step(&mut place, &step);
        }
        Some(place)
    }

    /// Of a value in an entry of a map: its key, its type, and the way inside of it.
    fn entry<'p>(
        &mut self,
        buffer: &state::Object,
        at: &'p state::Pointer,
    ) -> Option<(String, TyId, &'p [PathStep])> {
        let [slot, part, rest @ ..] = at.path.as_slice() else {
            return None;
        };
        let types = self.types.field_types(buffer.ty, part.variant);
        let state::Value::Adt(_, slots) = &buffer.value else {
            return None;
        };
        let entry = slots.get(slot.field.index())?;
        match (types.as_slice(), entry, part.field.index()) {
            ([key, of], state::Value::Adt(_, fields), 1) => {
                let key = self.value(*key, fields.first()?);
                Some((key.to_string(), *of, rest))
            }
            _ => None,
        }
    }

    /// Whether a value leads to an object by itself, and which way.
    fn leads_to(&self, ty: TyId, value: &state::Value, object: ObjectId, way: &mut Way) -> bool {
        if let Ty::Adt(adt) = self.types.get(ty) {
            let adt = self.types.adt(*adt);
            let is_map = matches!(adt.base_name.as_str(), "HashMap" | "BTreeMap")
                && !self.models.sources.is_user(adt.span);
            if is_map {
                let mut inside = Way {
                    in_map: true,
                    ..way.clone()
                };
                let leads = self.parts_lead_to(ty, value, object, &mut inside);
                if leads {
                    *way = inside;
                }
                return leads;
            }
        }
        self.parts_lead_to(ty, value, object, way)
    }

    fn parts_lead_to(
        &self,
        ty: TyId,
        value: &state::Value,
        object: ObjectId,
        way: &mut Way,
    ) -> bool {
        match value {
            state::Value::Pointer(pointer) => pointer.object == object,
            state::Value::Adt(variant, fields) => {
                let types = self.types.field_types(ty, *variant);
                let name = |at: usize| match self.types.get(ty) {
                    Ty::Adt(adt) if self.models.sources.is_user(self.types.adt(*adt).span) => {
                        let shape = &self.types.adt(*adt).variants[*variant];
                        shape
                            .fields
                            .values()
                            .nth(at)
                            .map(|field| field.name.clone())
                    }
                    Ty::Tuple(_) => Some(at.to_string()),
                    _ => None,
                };
                for (at, (ty, field)) in types.into_iter().zip(fields).enumerate() {
                    let length = way.fields.len();
                    way.fields.extend(name(at));
                    if self.leads_to(ty, field, object, way) {
                        return true;
                    }
                    way.fields.truncate(length);
                }
                false
            }
            _ => false,
        }
    }

    /// A location by its name: `self.len`, `N0.next`.
    pub fn place(&mut self, at: &state::Pointer) -> String {
        if let Some(element) = self.element(at) {
            return element;
        }
        let to = self.node(at.object);
        let mut place = self.names[&to].clone();
        for step in self.path(at) {
            push_step(&mut place, &step);
        }
        place
    }

    /// The numbers of the elements on the way to a location, outermost first.
    pub fn indices(&self, at: &state::Pointer) -> Vec<usize> {
        let mut indices = Vec::new();
        let Some(object) = self.objects.get(at.object) else {
            return indices;
        };
        let (mut ty, mut path) = (object.ty, at.path.as_slice());
        if let (ObjectKind::Buffer, Some((first, rest))) = (object.kind, path.split_first()) {
            indices.push(first.field.index());
            path = rest;
        }
        for step in path {
            if let Ty::Array(..) = self.types.get(ty) {
                indices.push(step.field.index());
            }
            match self
                .types
                .field_types(ty, step.variant)
                .get(step.field.index())
            {
                Some(next) => ty = *next,
                None => break,
            }
        }
        indices
    }

    /// The names of the fields along a pointer's path; types of std are looked through.
    pub(super) fn path(&self, pointer: &state::Pointer) -> Vec<String> {
        let Some(ty) = self.object_types.get(&pointer.object) else {
            return Vec::new();
        };
        let kind = self.objects.get(pointer.object).map(|object| object.kind);
        match (kind, pointer.path.split_first()) {
            (Some(ObjectKind::Buffer), Some((first, rest))) => {
                let slots = match self.objects.get(pointer.object).map(|it| &it.value) {
                    Some(state::Value::Adt(_, slots)) => slots.len(),
                    _ => 0,
                };
                let mut names = vec![match first.field.index() < slots {
                    true => format!("[{}]", first.field.index()),
                    false => END.to_owned(),
                }];
                names.extend(self.steps_from(*ty, rest));
                names
            }
            _ => self.steps_from(*ty, &pointer.path),
        }
    }

    /// The names of the fields along a path from a value of a type.
    fn steps_from(&self, ty: TyId, path: &[PathStep]) -> Vec<String> {
        let (mut names, mut ty) = (Vec::new(), ty);
        for PathStep { variant, field } in path {
            let fields = self.types.field_types(ty, *variant);
            let Some(next) = fields.get(field.index()) else {
                names.push(END.to_owned());
                break;
            };
            match self.types.get(ty) {
                Ty::Adt(adt) => {
                    let adt = self.types.adt(*adt);
                    if adt.base_name != "Option" && self.models.sources.is_user(adt.span) {
                        let named = adt.is_enum && !adt.is_union;
                        names.extend(named.then(|| adt.variants[*variant].name.clone()));
                        names.push(adt.variants[*variant].fields[*field].name.clone());
                    }
                }
                Ty::Maybe(_) => {}
                Ty::Array(..) => names.push(format!("[{}]", field.index())),
                _ => names.push(field.index().to_string()),
            }
            ty = *next;
        }
        names
    }
}
