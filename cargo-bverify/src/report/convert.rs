//! From the concrete states of the IR to the heaps of a report. The objects are named once for a
//! counterexample, along the pre-state, so that `N1` is the same object before, during and after.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use lowering::ids::{Id, Table};
use lowering::ir::state::{self, Object, ObjectId, ObjectKind, PathStep, State};
use lowering::ir::types::{AdtId, Ty, TyId, Types, VariantIdx};

use super::behind::behind;
use super::heap::{Adt, Heap, NoPointer, Node, NodeId, Pointer, PointerKind, Root, Value};
use super::std_values::{Models, Row, StdValue, Wrapper, counted_value};

/// A value of the IR that has a name in the source.
#[derive(Clone, Debug)]
pub struct Named<'a> {
    /// The name.
    pub name: &'a str,
    /// Its type.
    pub ty: TyId,
    /// The value.
    pub value: &'a state::Value,
}

/// The names of the objects of one counterexample.
#[derive(Clone)]
pub struct Naming<'t> {
    types: &'t Types,
    models: Models<'t>,
    object_types: BTreeMap<ObjectId, TyId>,
    ids: BTreeMap<ObjectId, NodeId>,
    names: BTreeMap<NodeId, String>,
    numbered: usize,
    /// How many objects there were from the start.
    given: usize,
    /// The slices among the roots: by name, where the first element is.
    slices: Vec<(String, ObjectId, usize)>,
    /// The objects as they are now: what vectors and slices are shown by.
    objects: Rc<Table<ObjectId, Object>>,
}

impl<'t> Naming<'t> {
    /// Names the objects of the pre-state in the order in which its roots lead to them. An object
    /// that one reference among the roots alone leads to is called by that root's name.
    pub fn new(models: Models<'t>, roots: &[Named<'_>], pre: &State) -> Self {
        let types = models.types;
        let mut naming = Self {
            types,
            models,
            object_types: BTreeMap::new(),
            ids: BTreeMap::new(),
            names: BTreeMap::new(),
            numbered: 0,
            given: 0,
            slices: Vec::new(),
            objects: Rc::new(Table::new()),
        };
        naming.at(pre);
        for root in roots {
            if let state::Value::Slice(first, _) = root.value
                && let state::Value::Pointer(first) = &**first
            {
                let start = first.path.last().map_or(0, |step| step.field.index());
                let name = root.name.to_owned();
                naming.slices.push((name, first.object, start));
            }
        }
        let degrees = in_degrees(roots, &pre.objects);
        for root in roots {
            if let (Ty::Ref { .. }, state::Value::Pointer(pointer)) =
                (types.get(root.ty), root.value)
                && pointer.path.is_empty()
                && degrees.get(&pointer.object) == Some(&1)
            {
                naming.name(pointer.object, Some(root.name));
            }
        }
        for object in reachable(roots, &pre.objects) {
            if pre.objects[object].kind == ObjectKind::Single {
                naming.name(object, None);
            }
        }
        naming.given = naming.ids.len();
        naming
    }

    /// Whether the object was there from the start.
    pub fn is_given(&self, object: ObjectId) -> bool {
        self.ids
            .get(&object)
            .is_some_and(|id| id.index() < self.given)
    }

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
                let steps = steps.iter().map(|step| format!(".{step}"));
                return Some(format!("{name}[{index}]{}", steps.collect::<String>()));
            }
        }
        (buffer.kind == ObjectKind::Buffer).then_some(())?;
        let mut found = None;
        for (id, object) in objects.iter() {
            if object.kind == ObjectKind::Single && self.is_given(id) {
                let mut path = Vec::new();
                if self.leads_to(object.ty, &object.value, at.object, &mut path) {
                    found = Some((id, path));
                    break;
                }
            }
        }
        let (owner, path) = found?;
        let owner = self.node(owner);
        let mut place = self.names[&owner].clone();
        for step in path {
            place.push('.');
            place.push_str(&step);
        }
        place.push_str(&format!("[{}]", first.field.index()));
        for step in self.steps_from(buffer.ty, rest) {
            place.push('.');
            place.push_str(&step);
        }
        Some(place)
    }

    /// Whether a value leads to an object by itself: the user's fields on the way.
    fn leads_to(
        &self,
        ty: TyId,
        value: &state::Value,
        object: ObjectId,
        path: &mut Vec<String>,
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
                    let length = path.len();
                    path.extend(name(at));
                    if self.leads_to(ty, field, object, path) {
                        return true;
                    }
                    path.truncate(length);
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
            place.push('.');
            place.push_str(&step);
        }
        place
    }

    /// The heap that the roots lead to; objects that have no name yet get the next ones.
    pub fn heap(&mut self, roots: &[Named<'_>], state: &State) -> Heap {
        self.at(state);
        let reachable = reachable(roots, &state.objects);
        let roots = roots
            .iter()
            .map(|root| Root {
                name: root.name.to_owned(),
                value: self.value(root.ty, root.value),
                slice: match (self.types.get(root.ty), root.value) {
                    (Ty::Ref { mutable: true, .. }, state::Value::Slice(..)) => {
                        Some(PointerKind::Mutable)
                    }
                    (Ty::Ref { .. }, state::Value::Slice(..)) => Some(PointerKind::Shared),
                    _ => None,
                },
            })
            .collect();
        let mut nodes = BTreeMap::new();
        for id in reachable {
            let Some(object) = state.objects.get(id) else {
                continue;
            };
            // A buffer is shown by the elements of its owner.
            if object.kind == ObjectKind::Buffer {
                continue;
            }
            // What counts is shown by what it counts.
            let (ty, value) = match self.models.counted_value(object.ty) {
                Some(ty) => (ty, counted_value(&object.value)),
                None => (object.ty, Some(&object.value)),
            };
            let value = match value {
                None | Some(state::Value::Uninit) => Value::Freed,
                Some(value) => self.value(ty, value),
            };
            let node = self.node(id);
            nodes.insert(
                node,
                Node {
                    name: self.names[&node].clone(),
                    ty: self.short_name(self.seen_type(ty)),
                    value,
                },
            );
        }
        let mut heap = Heap { roots, nodes };
        heap.retain_reachable();
        heap
    }

    /// From here on values are those of this state.
    pub fn at(&mut self, state: &State) {
        self.objects = Rc::new(state.objects.clone());
        for (id, object) in state.objects.iter() {
            self.object_types.insert(id, object.ty);
        }
    }

    /// A value of the given type. A pointer that leads into an object of no heap seen so far is
    /// shown as one to the whole object.
    pub fn value(&mut self, ty: TyId, value: &state::Value) -> Value {
        if let Some(shown) = self.std_value(ty, value) {
            return shown;
        }
        match value {
            state::Value::Uninit => Value::Uninit,
            state::Value::Bool(value) => Value::Bool(*value),
            state::Value::Int(value) => match self.types.get(ty) {
                Ty::Char => match u32::try_from(*value).ok().and_then(char::from_u32) {
                    Some(character) => Value::Char(character),
                    None => Value::Int(*value, None),
                },
                Ty::Int(int) => Value::Int(*value, Some(*int)),
                _ => Value::Int(*value, None),
            },
            state::Value::Adt(variant, fields) => self.aggregate(ty, *variant, fields),
            state::Value::Pointer(pointer) => self.pointer(ty, pointer),
            state::Value::Null => Value::NoPointer {
                word: NoPointer::Null,
                pointee: self.pointee_name(ty),
            },
            state::Value::Dangling => Value::NoPointer {
                word: NoPointer::Dangling,
                pointee: self.pointee_name(ty),
            },
            state::Value::Slice(first, _) => self.value(ty, first),
            state::Value::Member(rank) => Value::Member {
                param: self.types.name(ty),
                rank: *rank,
            },
            state::Value::Set(members) => Value::Set(self.members(ty, members)),
            state::Value::Seq(members) => Value::Seq(self.members(ty, members)),
        }
    }

    /// A value of a type of std as its user knows it. Cells are looked through; one that is borrowed
    /// says so.
    fn std_value(&mut self, ty: TyId, value: &state::Value) -> Option<Value> {
        let objects = Rc::clone(&self.objects);
        Some(match self.models.value(&objects, ty, value)? {
            StdValue::Text(text) => Value::Text(text),
            StdValue::Elements {
                row,
                element,
                values,
            } => {
                let values: Vec<state::Value> = values.into_iter().cloned().collect();
                let values = self.all(element, &values);
                match row {
                    Row::Multiset => Value::Set(values),
                    _ => Value::Seq(values),
                }
            }
            StdValue::Entries {
                table,
                types,
                entries,
            } => {
                let [key, of] = types;
                let entries = entries.into_iter();
                match table.is_set() {
                    true => Value::Set(entries.map(|[it, _]| self.value(key, it)).collect()),
                    false => Value::Map(
                        entries
                            .map(|[it, value]| (self.value(key, it), self.value(of, value)))
                            .collect(),
                    ),
                }
            }
            StdValue::Inside { wrapper, ty, value } => {
                let inside = self.value(ty, value);
                let borrowed = match wrapper {
                    Wrapper::RefCell(number) if number < 0 => "mutably",
                    Wrapper::RefCell(number) if number > 0 => "shared",
                    _ => return Some(inside),
                };
                let word = |word: &str, fields: Vec<(String, Value)>| {
                    Value::Adt(Adt {
                        ty: word.into(),
                        variant: None,
                        named_fields: true,
                        fields,
                    })
                };
                let borrowed = ("borrowed".into(), word(borrowed, Vec::new()));
                word("RefCell", vec![("value".into(), inside), borrowed])
            }
            StdValue::Place {
                types: [key_ty, of],
                entries,
                key,
                ..
            } => {
                let entries = entries.into_iter();
                let entries =
                    entries.map(|[it, value]| (self.value(key_ty, it), self.value(of, value)));
                let map = Value::Map(entries.collect());
                Value::Adt(Adt {
                    ty: self.short_name(ty),
                    variant: None,
                    named_fields: true,
                    fields: vec![("map".into(), map), ("key".into(), self.value(key_ty, key))],
                })
            }
            StdValue::Counted { weak, ty, to } => {
                let pointee = self.short_name(self.seen_type(ty));
                match to {
                    Some(to) => {
                        let id = self.node(to.object);
                        Value::Pointer(Pointer {
                            kind: match weak {
                                true => PointerKind::Weak,
                                false => PointerKind::Owner,
                            },
                            to: id,
                            name: self.names[&id].clone(),
                            path: Vec::new(),
                            pointee,
                        })
                    }
                    None => Value::NoPointer {
                        word: NoPointer::Dangling,
                        pointee,
                    },
                }
            }
        })
    }

    /// The type of what is seen of a value: cells are looked through.
    fn seen_type(&self, ty: TyId) -> TyId {
        let mut ty = ty;
        while let Ty::Adt(adt) = self.types.get(ty) {
            let adt = self.types.adt(*adt);
            let fields = self.types.field_types(ty, VariantIdx::from_index(0));
            match (adt.base_name.as_str(), fields.as_slice()) {
                _ if self.models.sources.is_user(adt.span) => return ty,
                ("RefCell", [_, inside]) | ("Cell" | "UnsafeCell", [inside]) => ty = *inside,
                _ => return ty,
            }
        }
        ty
    }

    fn members(&mut self, ty: TyId, members: &[state::Value]) -> Vec<Value> {
        let element = match self.types.get(ty) {
            Ty::Set(element) | Ty::Seq(element) => *element,
            // A value that does not fit its type is shown as far as it explains itself.
            _ => ty,
        };
        self.all(element, members)
    }

    fn all(&mut self, element: TyId, members: &[state::Value]) -> Vec<Value> {
        members
            .iter()
            .map(|member| self.value(element, member))
            .collect()
    }

    fn aggregate(&mut self, ty: TyId, variant: VariantIdx, fields: &[state::Value]) -> Value {
        let types = self.types.field_types(ty, variant);
        if let Ty::Array(element, _) = self.types.get(ty) {
            return Value::Seq(self.all(*element, fields));
        }
        if let (Ty::Maybe(of), [room]) = (self.types.get(ty), fields) {
            return self.value(*of, room);
        }
        let Ty::Adt(adt) = self.types.get(ty) else {
            let parts = types.iter().zip(fields);
            return Value::Tuple(parts.map(|(ty, field)| self.value(*ty, field)).collect());
        };
        let definition = self.types.adt(*adt);
        let Some(shape) = definition.variants.get(variant) else {
            return Value::Uninit;
        };
        if let Some(inside) = self.sole(*adt)
            && let (Some(ty), Some(field)) = (types.get(inside), fields.get(inside))
        {
            return self.value(*ty, field);
        }
        if let Some(pointer) = self.option_of_pointer(*adt) {
            return match fields {
                // What a reference into a buffer leads to is shown by itself.
                [some] => match self.value(pointer, some) {
                    shown @ (Value::Pointer(_) | Value::NoPointer { .. }) => shown,
                    shown => Value::Adt(Adt {
                        ty: definition.base_name.clone(),
                        variant: Some(shape.name.clone()),
                        named_fields: false,
                        fields: vec![("0".into(), shown)],
                    }),
                },
                _ => Value::NoPointer {
                    word: NoPointer::None,
                    pointee: self.pointee_name(pointer),
                },
            };
        }
        // A function pointer is shown by the function; one from outside has no name but its number.
        if definition.base_name == "fn" && definition.is_enum {
            if let ([outside], [ty]) = (fields, types.as_slice()) {
                return self.value(*ty, outside);
            }
            return Value::Adt(Adt {
                ty: shape.name.clone(),
                variant: None,
                named_fields: false,
                fields: Vec::new(),
            });
        }
        let names = shape.fields.values().map(|field| field.name.clone());
        let values = types.iter().zip(fields);
        // A trait object is shown as what it is.
        let is_object = definition.base_name == "dyn";
        let ty = match is_object {
            true => shape.name.clone(),
            false => definition.base_name.clone(),
        };
        Value::Adt(Adt {
            ty,
            variant: (definition.is_enum && !is_object).then(|| shape.name.clone()),
            named_fields: shape.named_fields,
            fields: names
                .zip(values)
                .map(|(name, (ty, field))| (name, self.value(*ty, field)))
                .collect(),
        })
    }

    /// The field that all there is to see of a struct of std is in: of a pointer that is never null, of
    /// a guard of a cell, of what is dropped by hand.
    fn sole(&self, adt: AdtId) -> Option<usize> {
        let adt = self.types.adt(adt);
        const SEEN_THROUGH: [&str; 5] = ["NonNull", "Ref", "RefMut", "ManuallyDrop", "MaybeUninit"];
        let seen_through = SEEN_THROUGH.contains(&adt.base_name.as_str());
        (seen_through && !adt.is_enum && !self.models.sources.is_user(adt.span)).then_some(0)
    }

    /// Whether the object has a name already.
    pub fn is_known(&self, object: ObjectId) -> bool {
        self.ids.contains_key(&object)
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

    /// The objects that have a name and are alive in one state and no more in another.
    pub fn freed(&self, before: &State, after: &State) -> Vec<String> {
        let gone = |id: ObjectId| match after.objects.get(id) {
            Some(object) => object.value == state::Value::Uninit,
            None => true,
        };
        self.ids
            .iter()
            .filter(|(id, _)| {
                let was = before.objects.get(**id);
                was.is_some_and(|object| object.value != state::Value::Uninit) && gone(**id)
            })
            .map(|(_, node)| self.names[node].clone())
            .collect()
    }

    fn pointer(&mut self, ty: TyId, pointer: &state::Pointer) -> Value {
        let kind = match self.types.get(ty) {
            Ty::Ref { mutable: true, .. } => PointerKind::Mutable,
            Ty::Ref { mutable: false, .. } => PointerKind::Shared,
            Ty::RawPtr { .. } => PointerKind::Raw,
            _ => PointerKind::Owner,
        };
        // What is in a buffer has no name: a reference to it is shown by what it leads to.
        let is_borrow = matches!(kind, PointerKind::Shared | PointerKind::Mutable);
        if let (true, Some(pointee), Some(behind)) =
            (is_borrow, self.types.pointee(ty), self.in_buffer(pointer))
        {
            return self.value(pointee, &behind);
        }
        // Neither has a variable, or a constant: only what is in memory is called by a name.
        if let (true, false, Some(pointee), Some(behind)) = (
            is_borrow,
            self.is_known(pointer.object),
            self.types.pointee(ty),
            self.behind(pointer),
        ) && !has_pointers(&behind)
        {
            return self.value(pointee, &behind);
        }
        // A reference to a box is one to what is in it, to all who look.
        if let (PointerKind::Shared | PointerKind::Mutable, Some((inside, boxed))) =
            (kind, self.box_behind(ty, pointer))
        {
            let to = self.node(boxed.object);
            return Value::Pointer(Pointer {
                kind,
                to,
                name: self.names[&to].clone(),
                path: self.path(&boxed),
                pointee: self.short_name(inside),
            });
        }
        let to = self.node(pointer.object);
        Value::Pointer(Pointer {
            kind,
            to,
            name: self.names[&to].clone(),
            path: self.path(pointer),
            pointee: self.pointee_name(ty),
        })
    }

    /// What a pointer leads to in a buffer.
    fn in_buffer(&self, pointer: &state::Pointer) -> Option<state::Value> {
        let object = self.objects.get(pointer.object)?;
        (object.kind == ObjectKind::Buffer).then_some(())?;
        behind(&self.objects, pointer).cloned()
    }

    /// What a pointer leads to.
    pub fn behind(&self, pointer: &state::Pointer) -> Option<state::Value> {
        behind(&self.objects, pointer).cloned()
    }

    /// What the box that a reference leads to leads to.
    fn box_behind(&self, ty: TyId, pointer: &state::Pointer) -> Option<(TyId, state::Pointer)> {
        let Ty::Box(inside) = self.types.get(self.types.pointee(ty)?) else {
            return None;
        };
        match behind(&self.objects, pointer)? {
            state::Value::Pointer(boxed) => Some((*inside, boxed.clone())),
            _ => None,
        }
    }

    /// The names of the fields along a pointer's path; types of std are looked through.
    fn path(&self, pointer: &state::Pointer) -> Vec<String> {
        match self.object_types.get(&pointer.object) {
            Some(ty) => self.steps_from(*ty, &pointer.path),
            None => Vec::new(),
        }
    }

    /// The names of the fields along a path from a value of a type.
    fn steps_from(&self, ty: TyId, path: &[PathStep]) -> Vec<String> {
        let (mut names, mut ty) = (Vec::new(), ty);
        for PathStep { variant, field } in path {
            let fields = self.types.field_types(ty, *variant);
            let Some(next) = fields.get(field.index()) else {
                break;
            };
            match self.types.get(ty) {
                Ty::Adt(adt) => {
                    let adt = self.types.adt(*adt);
                    if adt.base_name != "Option" && self.models.sources.is_user(adt.span) {
                        names.extend(adt.is_enum.then(|| adt.variants[*variant].name.clone()));
                        names.push(adt.variants[*variant].fields[*field].name.clone());
                    }
                }
                Ty::Maybe(_) => {}
                _ => names.push(field.index().to_string()),
            }
            ty = *next;
        }
        names
    }

    /// The type of the pointer, if the type is `Option` of one.
    fn option_of_pointer(&self, adt: AdtId) -> Option<TyId> {
        let definition = self.types.adt(adt);
        if definition.base_name != "Option" {
            return None;
        }
        let some = definition
            .variants
            .values()
            .find(|variant| variant.name == "Some")?;
        let payload = some.fields.values().next()?.ty;
        let is_pointer = self.types.pointee(payload).is_some()
            || self.counts(payload).is_some()
            || self.never_null(payload).is_some();
        is_pointer.then_some(payload)
    }

    /// What a counted pointer counts.
    fn counts(&self, ty: TyId) -> Option<TyId> {
        let Ty::Adt(adt) = self.types.get(ty) else {
            return None;
        };
        let adt = self.types.adt(*adt);
        let of_model = matches!(adt.base_name.as_str(), "Rc" | "Weak")
            && !self.models.sources.is_user(adt.span);
        let fields = self.types.field_types(ty, VariantIdx::from_index(0));
        match fields.as_slice() {
            [inner] if of_model => {
                let counted = self.models.counted_value(self.types.pointee(*inner)?)?;
                Some(self.seen_type(counted))
            }
            _ => None,
        }
    }

    /// What a `NonNull` points to.
    fn never_null(&self, ty: TyId) -> Option<TyId> {
        let Ty::Adt(adt) = self.types.get(ty) else {
            return None;
        };
        let definition = self.types.adt(*adt);
        let is_model =
            definition.base_name == "NonNull" && !self.models.sources.is_user(definition.span);
        let fields = self.types.field_types(ty, VariantIdx::from_index(0));
        is_model
            .then(|| self.types.pointee(*fields.first()?))
            .flatten()
    }

    fn pointee_name(&self, pointer: TyId) -> String {
        let pointee = self.types.pointee(pointer);
        let pointee = pointee.or_else(|| self.counts(pointer));
        match pointee.or_else(|| self.never_null(pointer)) {
            Some(pointee) => self.short_name(pointee),
            None => self.short_name(pointer),
        }
    }

    fn short_name(&self, ty: TyId) -> String {
        match self.types.get(ty) {
            Ty::Adt(adt) => self.types.adt(*adt).base_name.clone(),
            _ => self.types.name(ty),
        }
    }

    fn node(&mut self, object: ObjectId) -> NodeId {
        self.name(object, None)
    }

    fn name(&mut self, object: ObjectId, root: Option<&str>) -> NodeId {
        if let Some(id) = self.ids.get(&object) {
            return *id;
        }
        let id = NodeId::from_index(self.ids.len());
        let name = match root {
            Some(name) => name.to_owned(),
            None => {
                let name = format!("N{}", self.numbered);
                self.numbered += 1;
                name
            }
        };
        self.ids.insert(object, id);
        self.names.insert(id, name);
        id
    }
}

/// The objects that the roots lead to, in depth-first order.
fn reachable(roots: &[Named<'_>], objects: &Table<ObjectId, Object>) -> Vec<ObjectId> {
    let mut seen = BTreeSet::new();
    let mut order = Vec::new();
    let mut work: Vec<ObjectId> = Vec::new();
    for root in roots {
        push_targets(root.value, &mut work);
        while let Some(id) = work.pop() {
            let Some(object) = objects.get(id) else {
                continue;
            };
            if seen.insert(id) {
                order.push(id);
                push_targets(&object.value, &mut work);
            }
        }
    }
    order
}

/// Puts what the value points to on a stack, so that the first is popped first.
fn push_targets(value: &state::Value, work: &mut Vec<ObjectId>) {
    let from = work.len();
    for_each_pointer(value, &mut |pointer| work.push(pointer.object));
    work[from..].reverse();
}

/// How many of the pointers that can be reached lead to each object, whole or in part.
fn in_degrees(roots: &[Named<'_>], objects: &Table<ObjectId, Object>) -> BTreeMap<ObjectId, usize> {
    let mut degrees = BTreeMap::new();
    let inner = reachable(roots, objects);
    let inner = inner.iter().map(|id| &objects[*id].value);
    for value in roots.iter().map(|root| root.value).chain(inner) {
        for_each_pointer(value, &mut |pointer| {
            *degrees.entry(pointer.object).or_default() += 1;
        });
    }
    degrees
}

/// Whether a value leads to others.
pub fn has_pointers(value: &state::Value) -> bool {
    let mut leads_on = false;
    for_each_pointer(value, &mut |_| leads_on = true);
    leads_on
}

fn for_each_pointer(value: &state::Value, visit: &mut impl FnMut(&state::Pointer)) {
    match value {
        state::Value::Pointer(pointer) => visit(pointer),
        state::Value::Slice(first, _) => for_each_pointer(first, visit),
        state::Value::Adt(_, parts) => parts.iter().for_each(|part| for_each_pointer(part, visit)),
        state::Value::Set(parts) | state::Value::Seq(parts) => {
            parts.iter().for_each(|part| for_each_pointer(part, visit));
        }
        state::Value::Uninit
        | state::Value::Bool(_)
        | state::Value::Int(_)
        | state::Value::Null
        | state::Value::Dangling
        | state::Value::Member(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lowering::ir::Int;
    use lowering::ir::types::{self, Field, FieldIdx, IntTy, Variant};
    use lowering::span::{FileId, Span};

    fn struct_of(types: &mut Types, name: &str) -> AdtId {
        types.declare_adt(types::Adt {
            name: name.into(),
            base_name: name.split('<').next().unwrap_or(name).into(),
            is_enum: name.starts_with("Option"),
            never_null: false,
            compared: types::Compared::ByFields,
            raw_pointers: Default::default(),
            variants: Table::new(),
            span: Span {
                file: FileId::from_index(0),
                start: 0,
                end: 0,
            },
        })
    }

    fn variant(name: &str, named_fields: bool, fields: &[(&str, TyId)]) -> Variant {
        let fields = fields.iter().map(|(name, ty)| Field {
            name: (*name).into(),
            ty: *ty,
        });
        Variant {
            name: name.into(),
            fields: fields.collect(),
            named_fields,
            discriminant: Int::ZERO,
        }
    }

    /// `struct List { head: Option<Box<Node>> }`, `struct Node { elem: u8, next: Option<Box<Node>> }`:
    /// the types of `&mut List`, `List`, `Node` and of a reference to the link.
    fn list_types(types: &mut Types) -> [TyId; 4] {
        let byte = types.intern(Ty::Int(IntTy::U8));
        let node = struct_of(types, "Node");
        let node_ty = types.intern(Ty::Adt(node));
        let boxed = types.intern(Ty::Box(node_ty));
        let option = struct_of(types, "Option<Box<Node>>");
        let link = types.intern(Ty::Adt(option));
        let none = variant("None", false, &[]);
        let some = variant("Some", false, &[("0", boxed)]);
        types.define_adt(option, Table::from_iter([none, some]));
        let fields = [("elem", byte), ("next", link)];
        types.define_adt(node, Table::from_iter([variant("Node", true, &fields)]));
        let list = struct_of(types, "List");
        types.define_adt(
            list,
            Table::from_iter([variant("List", true, &[("head", link)])]),
        );
        let list_ty = types.intern(Ty::Adt(list));
        let mutable = true;
        let reference = types.intern(Ty::Ref {
            mutable,
            to: list_ty,
        });
        let cursor = types.intern(Ty::Ref { mutable, to: link });
        [reference, list_ty, node_ty, cursor]
    }

    fn pointer(object: usize, path: &[(usize, usize)]) -> state::Value {
        let step = |(variant, field): &(usize, usize)| PathStep {
            variant: VariantIdx::from_index(*variant),
            field: FieldIdx::from_index(*field),
        };
        state::Value::Pointer(state::Pointer {
            object: ObjectId::from_index(object),
            path: path.iter().map(step).collect(),
        })
    }

    fn adt(variant: usize, fields: Vec<state::Value>) -> state::Value {
        state::Value::Adt(VariantIdx::from_index(variant), fields)
    }

    fn link(target: Option<usize>) -> state::Value {
        match target {
            Some(object) => adt(1, vec![pointer(object, &[])]),
            None => adt(0, vec![]),
        }
    }

    fn node(elem: u8, next: Option<usize>) -> state::Value {
        adt(0, vec![state::Value::Int(Int::from(elem)), link(next)])
    }

    fn receiver(ty: TyId, state: &State) -> [Named<'_>; 1] {
        [Named {
            name: "self",
            ty,
            value: &state.inputs[0],
        }]
    }

    #[test]
    fn objects_keep_their_names_from_one_state_to_the_next() {
        let mut types = Types::default();
        let [reference, list, node_ty, _] = list_types(&mut types);
        let object = |ty, value| Object {
            kind: lowering::ir::state::ObjectKind::Single,
            ty,
            value,
        };
        // The nodes lie in memory in another order than the list runs.
        let pre = State {
            choices: Vec::new(),
            objects: Table::from_iter([
                object(node_ty, node(7, None)),
                object(list, adt(0, vec![link(Some(2))])),
                object(node_ty, node(5, Some(0))),
            ]),
            inputs: vec![pointer(1, &[])],
        };
        let (sources, _) = crate::render::fixtures::sources();
        let models = Models {
            types: &types,
            sources: &sources,
        };
        let mut naming = Naming::new(models, &receiver(reference, &pre), &pre);
        let before = naming.heap(&receiver(reference, &pre), &pre);
        let names: Vec<&str> = before
            .nodes
            .values()
            .map(|node| node.name.as_str())
            .collect();
        assert_eq!(names, ["self", "N0", "N1"]);
        assert_eq!(
            before.nodes[&NodeId::from_index(1)].value.to_string(),
            "Node { elem: 5, next: N1 }"
        );

        // The first node is cut off, and a new one put in its place.
        let post = State {
            choices: Vec::new(),
            objects: Table::from_iter([
                object(node_ty, node(7, None)),
                object(list, adt(0, vec![link(Some(3))])),
                object(node_ty, node(5, Some(0))),
                object(node_ty, node(9, Some(0))),
            ]),
            inputs: pre.inputs.clone(),
        };
        let after = naming.heap(&receiver(reference, &post), &post);
        let names: Vec<&str> = after
            .nodes
            .values()
            .map(|node| node.name.as_str())
            .collect();
        assert_eq!(names, ["self", "N1", "N2"]);
    }

    #[test]
    fn a_pointer_into_an_object_names_the_fields_on_its_way() {
        let mut types = Types::default();
        let [reference, list, node_ty, cursor] = list_types(&mut types);
        let pre = State {
            choices: Vec::new(),
            objects: Table::from_iter([
                Object {
                    kind: lowering::ir::state::ObjectKind::Single,
                    ty: list,
                    value: adt(0, vec![link(Some(1))]),
                },
                Object {
                    kind: lowering::ir::state::ObjectKind::Single,
                    ty: node_ty,
                    value: node(5, None),
                },
            ]),
            inputs: vec![pointer(0, &[])],
        };
        let (sources, _) = crate::render::fixtures::sources();
        let models = Models {
            types: &types,
            sources: &sources,
        };
        let mut naming = Naming::new(models, &receiver(reference, &pre), &pre);
        let mut show = |value: &state::Value| naming.value(cursor, value).to_string();
        assert_eq!(show(&pointer(0, &[(0, 0)])), "&mut self.head");
        assert_eq!(show(&pointer(1, &[(0, 1)])), "&mut N0.next");
    }
}
