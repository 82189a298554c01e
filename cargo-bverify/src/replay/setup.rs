//! The state on entry as Rust: a `let` for each object that a reference, a raw pointer or several
//! owners lead to, and struct literals for all else.
//!
//! Objects that raw pointers lead to are allocated first, with placeholders where a pointer belongs,
//! and linked when all of them exist.

use std::collections::{BTreeMap, BTreeSet};

use lowering::ids::Id as _;
use lowering::ir::state::{Object, ObjectId, ObjectKind, Pointer, State, Value};
use lowering::ir::types::{AdtId, Ty, TyId, VariantIdx};

use super::writer::Writer;
use super::{NotReplayable, impossible};
use crate::report::std_values::{Row, StdValue, Tabular, Wrapper};

/// How what is in a `RefCell` is written, and the place of what is in a `Cell`.
const BORROW: &str = ".borrow_mut()";
const SET: &str = ".set()";

/// How an object is held in the test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Held {
    /// By a variable of its own.
    Local(String),
    /// By a variable that is a raw pointer to it.
    Raw(String),
    /// By a variable that is a counted pointer to it, and is dropped before the call.
    Counted(String),
}

impl Held {
    /// The object as a place.
    pub(super) fn place(&self) -> String {
        match self {
            Held::Local(name) => name.clone(),
            Held::Raw(name) | Held::Counted(name) => format!("(*{name})"),
        }
    }
}

/// How many counting pointers lead to an object.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Counts {
    strong: usize,
    weak: usize,
}

/// The state on entry, on its way to being a list of statements.
pub(super) struct Setup<'a> {
    pub(super) writer: &'a Writer<'a>,
    needs: Needs<'a>,
    pub(super) state: &'a State,
    /// The objects that have a variable.
    pub(super) held: BTreeMap<ObjectId, Held>,
    /// Of the locals, those that are changed through a pointer.
    mutable: BTreeSet<ObjectId>,
    /// The objects whose variable exists already.
    pub(super) made: BTreeSet<ObjectId>,
    /// How many counted pointers lead to an object.
    counts: BTreeMap<ObjectId, Counts>,
    names: BTreeSet<String>,
    /// The statements.
    pub(super) lines: Vec<String>,
    /// Assignments that wait until every object exists, through raw pointers and through cells.
    links: Vec<String>,
    cell_links: Vec<String>,
}

/// What a test needs of the state on entry, beside its values.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Needs<'a> {
    /// Pointers that lead nowhere are to lead to memory that is gone.
    pub(super) faults: bool,
    /// What is lost later is to have a known address.
    pub(super) lost: Option<ObjectId>,
    /// What this leads to is dropped by the call, and not again.
    pub(super) dropped: Option<&'a Value>,
}

/// A parameter with its value on entry.
#[derive(Clone, Debug)]
pub(super) struct Argument<'a> {
    pub(super) name: String,
    pub(super) ty: TyId,
    pub(super) value: &'a Value,
}

impl<'a> Setup<'a> {
    /// Writes the objects behind the arguments.
    pub(super) fn new(
        writer: &'a Writer<'a>,
        state: &'a State,
        arguments: &[Argument<'a>],
        needs: Needs<'a>,
    ) -> Result<Self, NotReplayable> {
        let mut setup = Setup {
            needs,
            writer,
            state,
            held: BTreeMap::new(),
            mutable: BTreeSet::new(),
            made: BTreeSet::new(),
            counts: BTreeMap::new(),
            names: BTreeSet::new(),
            lines: Vec::new(),
            links: Vec::new(),
            cell_links: Vec::new(),
        };
        for argument in arguments {
            setup.hold(argument.ty, argument.value, &argument.name);
        }
        if let Some(lost) = needs.lost
            && let Some(Object {
                kind: ObjectKind::Single,
                ..
            }) = state.objects.get(lost)
            && !setup.held.contains_key(&lost)
            && !setup.counts.contains_key(&lost)
        {
            let name = setup.fresh("n0");
            setup.held.insert(lost, Held::Raw(name));
        }
        let shared = setup.counts.iter();
        let shared = shared.filter(|(id, count)| {
            count.strong + 2 * count.weak > 1 || setup.outside(**id) != Counts::default()
        });
        let shared: Vec<ObjectId> = shared.map(|(id, _)| *id).collect();
        for id in shared {
            let name = setup.fresh("n0");
            setup.held.insert(id, Held::Counted(name));
        }
        let held: Vec<(ObjectId, Held)> = setup.held.clone().into_iter().collect();
        for (id, how) in &held {
            if let Held::Raw(name) = how {
                let object = &setup.state.objects[*id];
                let value = setup.parts(object.ty, &object.value, &format!("(*{name})"))?;
                let line = format!("let {name} = Box::into_raw(Box::new({value}));");
                setup.lines.push(line);
                setup.made.insert(*id);
            }
        }
        for (id, how) in &held {
            if let Held::Counted(name) = how {
                setup.counted(*id, name, &mut Vec::new())?;
            }
        }
        for (id, _) in &held {
            setup.local_after_others(*id, &mut Vec::new())?;
        }
        setup.link();
        Ok(setup)
    }

    /// A variable for an object that references lead to, after those that it refers to itself.
    fn local_after_others(
        &mut self,
        id: ObjectId,
        open: &mut Vec<ObjectId>,
    ) -> Result<(), NotReplayable> {
        let Some(Held::Local(name)) = self.held.get(&id).cloned() else {
            return Ok(());
        };
        if self.made.contains(&id) || open.contains(&id) {
            return Ok(());
        }
        open.push(id);
        let object = &self.state.objects[id];
        let mut targets = Vec::new();
        pointers(&object.value, &mut targets);
        for target in targets {
            self.local_after_others(target, open)?;
        }
        open.pop();
        self.local(id, &name, object)
    }

    fn local(&mut self, id: ObjectId, name: &str, object: &'a Object) -> Result<(), NotReplayable> {
        let value = match self.points_to_locals(&object.value) {
            true => self.parts(object.ty, &object.value, name)?,
            false => self.expr(object.ty, &object.value)?,
        };
        let keyword = match self.mutable.contains(&id) {
            true => "let mut",
            false => "let",
        };
        let ty = match self.writer.is_generic(object.ty) {
            true => format!(": {}", self.writer.type_text(object.ty)),
            false => String::new(),
        };
        let dropped = match self.needs.dropped {
            Some(Value::Pointer(pointer)) => pointer.object == id,
            _ => false,
        };
        self.lines.push(match dropped {
            true => format!("let mut {name} = std::mem::ManuallyDrop::new({value});"),
            false => format!("{keyword} {name}{ty} = {value};"),
        });
        self.made.insert(id);
        Ok(())
    }

    /// A variable for what counted pointers lead to. What is in a cell may get its own counted pointers
    /// when all exist; of all else, those come first.
    fn counted(
        &mut self,
        id: ObjectId,
        name: &str,
        open: &mut Vec<ObjectId>,
    ) -> Result<(), NotReplayable> {
        if self.made.contains(&id) {
            return Ok(());
        }
        if open.contains(&id) {
            return impossible("counted pointers that form a cycle outside of any cell");
        }
        let object = &self.state.objects[id];
        let models = self.writer.models();
        let value = crate::report::std_values::counted_value(&object.value);
        let (Some(ty), Some(value)) = (models.counted_value(object.ty), value) else {
            return impossible("a counted pointer to something that is gone");
        };
        let mut targets = Vec::new();
        self.targets_outside_cells(ty, value, &mut targets);
        open.push(id);
        for target in targets {
            if let Some(Held::Counted(name)) = self.held.get(&target).cloned() {
                self.counted(target, &name, open)?;
            }
        }
        open.pop();
        let text = self.parts(ty, value, name)?;
        let counted = self.writer.counted();
        self.lines
            .push(format!("let {name} = {counted}::new({text});"));
        self.made.insert(id);
        Ok(())
    }

    /// What a value leads to by counted pointers that have to be there when it is made.
    fn targets_outside_cells(&self, ty: TyId, value: &'a Value, found: &mut Vec<ObjectId>) {
        match self.writer.models().value(&self.state.objects, ty, value) {
            Some(StdValue::Inside {
                wrapper: Wrapper::RefCell(0) | Wrapper::Cell,
                ..
            }) => return,
            Some(StdValue::Counted { to: Some(to), .. })
                if matches!(self.held.get(&to.object), Some(Held::Counted(_))) =>
            {
                found.push(to.object);
                return;
            }
            _ => {}
        }
        match value {
            Value::Pointer(pointer) => match self.state.objects.get(pointer.object) {
                Some(Object {
                    kind: ObjectKind::Buffer,
                    ty,
                    value: Value::Adt(_, slots),
                }) => {
                    for slot in slots {
                        self.targets_outside_cells(*ty, slot, found);
                    }
                }
                Some(object) if !self.held.contains_key(&pointer.object) => {
                    self.targets_outside_cells(object.ty, &object.value, found);
                }
                _ => {}
            },
            Value::Adt(variant, fields) => {
                let types = self.writer.types.field_types(ty, *variant);
                for (ty, field) in types.into_iter().zip(fields) {
                    self.targets_outside_cells(ty, field, found);
                }
            }
            _ => {}
        }
    }

    /// The owners of a counted object that are not in what comes in.
    fn outside(&self, id: ObjectId) -> Counts {
        let here = self.counts.get(&id).copied().unwrap_or_default();
        let object = self.state.objects.get(id);
        let Some(Value::Adt(_, fields)) = object.map(|object| &object.value) else {
            return Counts::default();
        };
        let number = |at: usize| match fields.get(at) {
            Some(Value::Int(number)) => number.as_usize(),
            _ => 0,
        };
        // All strong pointers together hold one weak count.
        let strong = number(0);
        let weak = number(1).saturating_sub(usize::from(strong > 0));
        Counts {
            strong: strong.saturating_sub(here.strong),
            weak: weak.saturating_sub(here.weak),
        }
    }

    /// Whether there are such variables.
    pub(super) fn shares(&self) -> bool {
        self.held
            .values()
            .any(|held| matches!(held, Held::Counted(_)))
    }

    /// Ends the variables that only helped to build what is counted.
    pub(super) fn drop_counted(&mut self) {
        let held: Vec<(ObjectId, Held)> = self.held.clone().into_iter().collect();
        for (id, held) in held {
            if let Held::Counted(name) = held {
                let outside = self.outside(id);
                let counted = self.writer.counted();
                let owner = format!("std::mem::forget({counted}::clone(&{name}));");
                let weak = format!("std::mem::forget({counted}::downgrade(&{name}));");
                self.lines.extend(vec![owner; outside.strong]);
                self.lines.extend(vec![weak; outside.weak]);
                self.lines.push(format!("drop({name});"));
            }
        }
    }

    fn link(&mut self) {
        let cells = std::mem::take(&mut self.cell_links);
        self.lines.extend(cells);
        let links = std::mem::take(&mut self.links);
        if links.is_empty() {
            return;
        }
        self.lines.push("unsafe {".into());
        self.lines
            .extend(links.iter().map(|link| format!("    {link}")));
        self.lines.push("}".into());
    }

    /// A name that no variable has yet.
    pub(super) fn fresh(&mut self, wanted: &str) -> String {
        let mut name = wanted.to_owned();
        let mut number = 2;
        while !self.names.insert(name.clone()) {
            name = format!("{wanted}{number}");
            number += 1;
        }
        name
    }

    /// Finds out which objects need a variable.
    fn hold(&mut self, ty: TyId, value: &'a Value, name: &str) {
        if let Some(parts) = self.borrowed_parts(ty, value) {
            for (ty, part) in parts {
                self.hold(ty, part, name);
            }
            return;
        }
        match value {
            Value::Pointer(pointer) => self.hold_target(ty, pointer, name),
            // Written in place: a slice is seen by nobody else.
            Value::Slice(..) => {}
            Value::Adt(variant, fields) => {
                let types = self.writer.types.field_types(ty, *variant);
                for (ty, field) in types.into_iter().zip(fields) {
                    self.hold(ty, field, name);
                }
            }
            _ => {}
        }
    }

    /// What is in something of std that borrows a collection: the test makes both together.
    fn borrowed_parts(&self, ty: TyId, value: &'a Value) -> Option<Vec<(TyId, &'a Value)>> {
        match self.writer.models().value(&self.state.objects, ty, value)? {
            StdValue::Elements {
                row: Row::Drain,
                element,
                values,
            } => Some(values.into_iter().map(|it| (element, it)).collect()),
            StdValue::Place {
                types: [key, of],
                entries,
                ..
            } => {
                let parts = entries.into_iter();
                Some(
                    parts
                        .flat_map(|[it, value]| [(key, it), (of, value)])
                        .collect(),
                )
            }
            _ => None,
        }
    }

    fn hold_target(&mut self, ty: TyId, pointer: &'a Pointer, name: &str) {
        if let Some(Object {
            kind: ObjectKind::Buffer,
            value: Value::Adt(_, slots),
            ty: element,
        }) = self.state.objects.get(pointer.object)
        {
            for slot in slots {
                self.hold(*element, slot, name);
            }
            return;
        }
        if let Ty::Counted { weak, .. } = self.writer.types.get(ty) {
            let count = self.counts.entry(pointer.object).or_default();
            let first = *count == Counts::default();
            match *weak {
                true => count.weak += 1,
                false => count.strong += 1,
            }
            if first && let Some(object) = self.state.objects.get(pointer.object) {
                self.hold(object.ty, &object.value, name);
            }
            return;
        }
        let known = self.held.contains_key(&pointer.object);
        let raw = match self.writer.types.get(ty) {
            Ty::Ref { mutable, .. } => {
                if *mutable {
                    self.mutable.insert(pointer.object);
                }
                Some(false)
            }
            Ty::RawPtr { .. } => {
                self.mutable.insert(pointer.object);
                Some(true)
            }
            _ => None,
        };
        let Some(object) = self.state.objects.get(pointer.object) else {
            return;
        };
        match raw {
            Some(_) if known => return,
            Some(false) => {
                let name = self.fresh(name);
                self.held.insert(pointer.object, Held::Local(name));
            }
            Some(true) => {
                let name = self.fresh("n0");
                self.held.insert(pointer.object, Held::Raw(name));
            }
            None => {}
        }
        let inner = match name.starts_with("at_") {
            true => name.to_owned(),
            false => format!("at_{name}"),
        };
        self.hold(object.ty, &object.value, &inner);
    }

    fn points_to_locals(&self, value: &Value) -> bool {
        match value {
            Value::Pointer(pointer) => {
                matches!(self.held.get(&pointer.object), Some(Held::Local(_)))
                    && !self.made.contains(&pointer.object)
            }
            Value::Slice(first, _) => self.points_to_locals(first),
            Value::Adt(_, fields) => fields.iter().any(|field| self.points_to_locals(field)),
            _ => false,
        }
    }

    /// Whether the value can only be written when all variables exist.
    fn waits(&self, ty: TyId, value: &'a Value) -> bool {
        if let Some(parts) = self.borrowed_parts(ty, value) {
            return parts.into_iter().any(|(ty, part)| self.waits(ty, part));
        }
        match value {
            Value::Pointer(pointer) if self.held.contains_key(&pointer.object) => {
                let counted = matches!(self.held[&pointer.object], Held::Counted(_));
                !(counted && self.made.contains(&pointer.object))
            }
            // What has no variable is written where its owner is.
            Value::Pointer(pointer) => match self.state.objects.get(pointer.object) {
                Some(Object {
                    kind: ObjectKind::Buffer,
                    ty,
                    value: Value::Adt(_, slots),
                }) => slots.iter().any(|slot| self.waits(*ty, slot)),
                Some(object) => self.waits(object.ty, &object.value),
                None => false,
            },
            Value::Adt(variant, fields) => {
                let types = self.writer.types.field_types(ty, *variant);
                types
                    .into_iter()
                    .zip(fields)
                    .any(|(ty, field)| self.waits(ty, field))
            }
            _ => false,
        }
    }

    /// A value of which the fields that lead to variables are placeholders, to be assigned later.
    fn parts(&mut self, ty: TyId, value: &'a Value, place: &str) -> Result<String, NotReplayable> {
        let models = self.writer.models();
        match models.value(&self.state.objects, ty, value) {
            Some(StdValue::Inside {
                wrapper: Wrapper::RefCell(0),
                ty,
                value,
            }) => {
                let inside = self.parts(ty, value, &format!("{place}{BORROW}"))?;
                return Ok(format!("std::cell::RefCell::new({inside})"));
            }
            Some(_) if !self.waits(ty, value) => return self.expr(ty, value),
            Some(StdValue::Inside {
                wrapper: Wrapper::Cell,
                ty,
                value,
            }) => {
                let placeholder = self.later(ty, value, &format!("{place}{SET}"))?;
                return Ok(format!("std::cell::Cell::new({placeholder})"));
            }
            Some(StdValue::Inside { .. }) => {}
            Some(_) => return self.later(ty, value, place),
            None => {}
        }
        let (Ty::Adt(adt), Value::Adt(variant, fields)) = (self.writer.types.get(ty), value) else {
            return match self.waits(ty, value) {
                true => self.later(ty, value, place),
                false => self.expr(ty, value),
            };
        };
        if self.writer.types.adt(*adt).is_enum {
            return match self.waits(ty, value) {
                true => self.later(ty, value, place),
                false => self.expr(ty, value),
            };
        }
        let names: Vec<String> = self.writer.types.adt(*adt).variants[*variant]
            .fields
            .values()
            .map(|field| field.name.clone())
            .collect();
        let types = self.writer.types.field_types(ty, *variant);
        let mut written = Vec::new();
        for ((ty, field), name) in types.into_iter().zip(fields).zip(names) {
            written.push(self.parts(ty, field, &format!("{place}.{name}"))?);
        }
        self.aggregate(*adt, *variant, written)
    }

    /// A placeholder for a value that is assigned when all variables exist.
    fn later(&mut self, ty: TyId, value: &'a Value, place: &str) -> Result<String, NotReplayable> {
        let made = self.made.clone();
        self.made.extend(self.held.keys().copied());
        let linked = self.expr(ty, value);
        self.made = made;
        let linked = linked?;
        let is_set = place.ends_with(SET);
        let line = match place.strip_suffix(SET) {
            Some(cell) => format!("{cell}.set({linked});"),
            None if place.ends_with(BORROW) => format!("*{place} = {linked};"),
            None => format!("{place} = {linked};"),
        };
        match place.contains(BORROW) || is_set && !place.starts_with("(*") {
            true => self.cell_links.push(line),
            false => self.links.push(line),
        }
        self.placeholder(ty)
    }

    /// Some value of a type that leads nowhere.
    fn placeholder(&self, ty: TyId) -> Result<String, NotReplayable> {
        match self.writer.types.get(ty) {
            Ty::RawPtr { mutable: true, .. } => Ok("std::ptr::null_mut()".into()),
            Ty::RawPtr { mutable: false, .. } => Ok("std::ptr::null()".into()),
            Ty::Counted { weak: true, .. } => Ok(format!("{}::new()", self.writer.weak())),
            Ty::Adt(adt) => match self.writer.types.adt(*adt).base_name.as_str() {
                "Option" => Ok("None".into()),
                "Vec" => Ok("Vec::new()".into()),
                "NonNull" => Ok("std::ptr::NonNull::dangling()".into()),
                "Weak" => Ok(format!("{}::new()", self.writer.weak())),
                name => impossible(format!("there is no placeholder for a `{name}`")),
            },
            _ => impossible(format!(
                "there is no placeholder for a `{}`",
                self.writer.types.name(ty)
            )),
        }
    }

    /// A value as an expression.
    pub(super) fn expr(&mut self, ty: TyId, value: &'a Value) -> Result<String, NotReplayable> {
        let types = self.writer.types;
        if let Some(seen) = self.writer.models().value(&self.state.objects, ty, value) {
            return self.std_expr(ty, seen);
        }
        match self.writer.room(ty, value) {
            Some((of, Value::Uninit)) => {
                let of = self.writer.type_text(of);
                return Ok(format!("std::mem::MaybeUninit::<{of}>::uninit()"));
            }
            Some((of, held)) => {
                let held = self.expr(of, held)?;
                return Ok(format!("std::mem::MaybeUninit::new({held})"));
            }
            None => {}
        }
        match (types.get(ty), value) {
            (_, Value::Bool(value)) => Ok(value.to_string()),
            (_, Value::Int(value)) => Ok(self.writer.number(ty, *value)),
            (_, Value::Member(rank)) => Ok(self.writer.member(ty, *rank)),
            (Ty::RawPtr { mutable, .. }, Value::Null) => Ok(match mutable {
                true => "std::ptr::null_mut()".into(),
                false => "std::ptr::null()".into(),
            }),
            (Ty::RawPtr { mutable, to }, Value::Dangling) => {
                let ty = self.writer.type_text(*to);
                let text = match self.needs.faults {
                    false => format!("std::ptr::NonNull::<{ty}>::dangling().as_ptr()"),
                    true => {
                        let gone = self.fresh("gone");
                        let room = format!("std::mem::MaybeUninit::<{ty}>::uninit()");
                        self.lines.extend([
                            format!("let {gone} = Box::into_raw(Box::new({room}));"),
                            format!("drop(unsafe {{ Box::from_raw({gone}) }});"),
                        ]);
                        format!("{gone}.cast::<{ty}>()")
                    }
                };
                Ok(match mutable {
                    true => text,
                    false => format!("{text}.cast_const()"),
                })
            }
            (Ty::Tuple(parts), Value::Adt(_, fields)) => {
                let mut written = Vec::new();
                for (ty, field) in parts.iter().zip(fields) {
                    written.push(self.expr(*ty, field)?);
                }
                Ok(match written.as_slice() {
                    [one] => format!("({one},)"),
                    many => format!("({})", many.join(", ")),
                })
            }
            (Ty::Array(element, _), Value::Adt(_, elements)) => {
                let mut written = Vec::new();
                for value in elements {
                    written.push(self.expr(*element, value)?);
                }
                Ok(format!("[{}]", written.join(", ")))
            }
            (Ty::Adt(adt), Value::Adt(variant, fields)) => {
                if let Some((of, kept)) = self.writer.kept_from_drop(ty, value) {
                    let kept = self.expr(of, kept)?;
                    return Ok(format!("std::mem::ManuallyDrop::new({kept})"));
                }
                let mut written = Vec::new();
                for (ty, field) in types.field_types(ty, *variant).into_iter().zip(fields) {
                    written.push(self.expr(ty, field)?);
                }
                self.aggregate(*adt, *variant, written)
            }
            (Ty::Box(to), Value::Pointer(pointer)) if pointer.path.is_empty() => {
                if let Some(Held::Raw(name)) = self.held.get(&pointer.object) {
                    return Ok(format!("unsafe {{ Box::from_raw({name}) }}"));
                }
                let Some(object) = self.state.objects.get(pointer.object) else {
                    return impossible("a pointer leads nowhere");
                };
                let inner = self.expr(*to, &object.value)?;
                Ok(format!("Box::new({inner})"))
            }
            (Ty::Ref { mutable, .. }, Value::Pointer(pointer)) => {
                let place = self.place(pointer)?;
                let borrow = match mutable {
                    true => format!("&mut {place}"),
                    false => format!("&{place}"),
                };
                Ok(match self.held.get(&pointer.object) {
                    Some(Held::Raw(_)) => format!("unsafe {{ {borrow} }}"),
                    _ => borrow,
                })
            }
            (Ty::RawPtr { .. }, Value::Pointer(pointer)) => match self.held.get(&pointer.object) {
                Some(Held::Raw(name)) if pointer.path.is_empty() => Ok(name.clone()),
                Some(Held::Raw(_)) => Ok(format!("unsafe {{ &raw mut {} }}", self.place(pointer)?)),
                _ => Ok(format!("&raw mut {}", self.place(pointer)?)),
            },
            (_, Value::Uninit) => impossible("something is not initialised"),
            _ => impossible(format!("a value of type `{}`", types.name(ty))),
        }
    }

    /// The place that a pointer leads to.
    fn place(&self, pointer: &Pointer) -> Result<String, NotReplayable> {
        let Some(held) = self.held.get(&pointer.object) else {
            return impossible("a reference into something that is owned elsewhere");
        };
        let mut place = held.place();
        let mut ty = self.state.objects[pointer.object].ty;
        for step in &pointer.path {
            let types = self.writer.types;
            match types.get(ty) {
                Ty::Adt(adt) if !types.adt(*adt).is_enum => {
                    let fields = &types.adt(*adt).variants[step.variant].fields;
                    place = format!("{place}.{}", fields[step.field].name);
                }
                Ty::Tuple(_) => place = format!("{place}.{}", step.field.index()),
                Ty::Array(..) => place = format!("{place}[{}]", step.field.index()),
                _ => return impossible("a reference into an enum"),
            }
            let fields = types.field_types(ty, step.variant);
            let Some(next) = fields.get(step.field.index()) else {
                return impossible("a pointer past the end");
            };
            ty = *next;
        }
        Ok(place)
    }

    /// A struct or variant of values that are written already.
    fn aggregate(
        &self,
        adt: AdtId,
        variant: VariantIdx,
        fields: Vec<String>,
    ) -> Result<String, NotReplayable> {
        let definition = self.writer.types.adt(adt);
        let shape = &definition.variants[variant];
        let is_user = self.writer.sources.is_user(definition.span);
        if definition.is_union {
            return impossible("the field that a union holds");
        }
        // A pointer to a trait object is written as the pointer to the value that it is.
        if let ("dyn", [pointer]) = (definition.base_name.as_str(), fields.as_slice()) {
            return match shape.name.as_str() {
                "unknown" | "{closure}" => impossible("a closure behind a `dyn`"),
                _ => Ok(pointer.clone()),
            };
        }
        if let ("Entry", false, [entry]) =
            (definition.base_name.as_str(), is_user, fields.as_slice())
        {
            let module = match self
                .writer
                .sources
                .file(definition.span.file)
                .path
                .contains("btree")
            {
                true => Tabular::BTreeMap.module(),
                false => Tabular::HashMap.module(),
            };
            let variant = &shape.name;
            return Ok(format!(
                "std::collections::{module}::Entry::{variant}({entry})"
            ));
        }
        if let ("RangeInclusive", false, [start, end, exhausted]) =
            (definition.base_name.as_str(), is_user, fields.as_slice())
        {
            return match exhausted.as_str() {
                "false" => Ok(format!("{start}..={end}")),
                _ => impossible("a range that has been walked to its end"),
            };
        }
        if let ("NonNull", false, [pointer]) =
            (definition.base_name.as_str(), is_user, fields.as_slice())
        {
            return Ok(format!("std::ptr::NonNull::new({pointer}).unwrap()"));
        }
        let path = if is_user {
            let path = self.writer.adt_path(adt);
            match definition.is_enum {
                true => format!("{path}::{}", shape.name),
                false => path,
            }
        } else {
            std_path(&definition.base_name, &shape.name)?
        };
        if fields.is_empty() {
            return Ok(match shape.named_fields {
                true => format!("{path} {{}}"),
                false => path,
            });
        }
        if !shape.named_fields {
            return Ok(format!("{path}({})", fields.join(", ")));
        }
        let names = shape.fields.values().map(|field| &field.name);
        let fields: Vec<String> = names
            .zip(fields)
            .filter(|(name, _)| !self.writer.is_ghost(adt, name))
            .map(|(name, value)| match *name == value {
                true => value,
                false => format!("{name}: {value}"),
            })
            .collect();
        Ok(format!("{path} {{ {} }}", fields.join(", ")))
    }
}

/// The objects that a value leads to by itself.
pub(super) fn pointers(value: &Value, found: &mut Vec<ObjectId>) {
    match value {
        Value::Pointer(pointer) => found.push(pointer.object),
        Value::Slice(first, _) => pointers(first, found),
        Value::Adt(_, fields) => fields.iter().for_each(|field| pointers(field, found)),
        _ => {}
    }
}

/// How a struct or variant of std is written whose fields are public.
pub(super) fn std_path(ty: &str, variant: &str) -> Result<String, NotReplayable> {
    match ty {
        "Option" | "Result" => Ok(variant.to_owned()),
        "Ordering" => Ok(format!("std::cmp::Ordering::{variant}")),
        "PhantomData" => Ok("std::marker::PhantomData".into()),
        "Reverse" => Ok("std::cmp::Reverse".into()),
        "Wrapping" | "Saturating" => Ok(format!("std::num::{ty}")),
        "Range" | "RangeFrom" | "RangeTo" | "RangeToInclusive" | "RangeFull" => {
            Ok(format!("std::ops::{ty}"))
        }
        "Bound" | "ControlFlow" => Ok(format!("std::ops::{ty}::{variant}")),
        "Cow" => Ok(format!("std::borrow::Cow::{variant}")),
        _ => impossible(format!("a value of type `{ty}`")),
    }
}
