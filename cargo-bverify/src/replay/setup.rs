//! The state on entry as Rust: a `let` for each object that a reference, a raw pointer or several
//! owners lead to, and struct literals for all else.
//!
//! Objects that raw pointers lead to are allocated first, with placeholders where a pointer belongs,
//! and linked when all of them exist.

use std::collections::{BTreeMap, BTreeSet};

use camino::Utf8Path;
use lowering::ids::Id as _;
use lowering::ir::state::{Object, ObjectId, ObjectKind, Pointer, State, Value};
use lowering::ir::types::{AdtId, IntTy, Ty, TyId, Types, VariantIdx};
use lowering::span::{SourceMap, Span};

use super::place::module_at;
use super::{NotReplayable, impossible};
use crate::report::std_values::{StdValue, std_value};

/// How an object is held in the test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Held {
    /// By a variable of its own.
    Local(String),
    /// By a variable that is a raw pointer to it.
    Raw(String),
}

impl Held {
    /// The object as a place.
    pub(super) fn place(&self) -> String {
        match self {
            Held::Local(name) => name.clone(),
            Held::Raw(name) => format!("(*{name})"),
        }
    }
}

/// The types of the program, as a test in the function's module writes them.
pub(super) struct Writer<'a> {
    pub(super) types: &'a Types,
    pub(super) sources: &'a SourceMap,
    /// The crate root as it is shown.
    pub(super) root: &'a Utf8Path,
    /// The signature of the function.
    pub(super) function: Span,
}

impl Writer<'_> {
    /// The path of the module that a span is in.
    pub(super) fn module_of(&self, span: Span) -> Vec<String> {
        let file = self.sources.file(span.file);
        let path = Utf8Path::new(&file.path);
        let mut module = Vec::new();
        if path != self.root {
            let folder = self.root.parent().unwrap_or(Utf8Path::new(""));
            let inside = path.strip_prefix(folder).unwrap_or(path);
            let inside = inside.with_extension("");
            module.extend(inside.components().map(|part| part.to_string()));
            if module.last().is_some_and(|last| last == "mod") {
                module.pop();
            }
        }
        module.extend(module_at(&file.text, span.start as usize).inline);
        module
    }

    /// The path of a user's struct or enum.
    pub(super) fn adt_path(&self, adt: AdtId) -> String {
        let adt = self.types.adt(adt);
        let module = self.module_of(adt.span);
        if module == self.module_of(self.function) {
            return adt.base_name.clone();
        }
        let mut path = vec!["crate".to_owned()];
        path.extend(module);
        path.push(adt.base_name.clone());
        path.join("::")
    }

    /// The type, with `u32` for type parameters.
    pub(super) fn type_text(&self, ty: TyId) -> String {
        self.without_params(&self.types.name(ty))
    }

    /// Whether the type depends on a parameter of the function.
    pub(super) fn is_generic(&self, ty: TyId) -> bool {
        let name = self.types.name(ty);
        self.without_params(&name) != name
    }

    fn without_params(&self, text: &str) -> String {
        let params: Vec<&str> = self
            .types
            .iter()
            .filter_map(|(_, ty)| match ty {
                Ty::Param(param) => Some(self.types.param(*param).name.as_str()),
                _ => None,
            })
            .collect();
        let mut out = String::new();
        let mut word = String::new();
        for character in text.chars().chain([' ']) {
            if character.is_alphanumeric() || character == '_' {
                word.push(character);
                continue;
            }
            out.push_str(if params.contains(&word.as_str()) {
                "u32"
            } else {
                &word
            });
            word.clear();
            out.push(character);
        }
        out.pop();
        out
    }

    /// The integer as a literal or by the name of an extreme.
    pub(super) fn number(&self, ty: TyId, value: lowering::ir::Int) -> String {
        match self.types.get(ty) {
            Ty::Char => match u32::try_from(value).ok().and_then(char::from_u32) {
                Some(character) => format!("{character:?}"),
                None => value.to_string(),
            },
            Ty::Int(int) if int.bits() >= 16 && value == IntTy::max(*int) => format!("{int}::MAX"),
            Ty::Int(int) if int.is_signed() && value == IntTy::min(*int) => format!("{int}::MIN"),
            _ => value.to_string(),
        }
    }
}

/// The state on entry, on its way to being a list of statements.
pub(super) struct Setup<'a> {
    pub(super) writer: &'a Writer<'a>,
    state: &'a State,
    /// The objects that have a variable.
    pub(super) held: BTreeMap<ObjectId, Held>,
    /// Of the locals, those that are changed through a pointer.
    mutable: BTreeSet<ObjectId>,
    /// The objects whose variable exists already.
    made: BTreeSet<ObjectId>,
    names: BTreeSet<String>,
    /// The statements.
    pub(super) lines: Vec<String>,
    /// Assignments that wait until every object exists.
    links: Vec<String>,
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
    ) -> Result<Self, NotReplayable> {
        let mut setup = Setup {
            writer,
            state,
            held: BTreeMap::new(),
            mutable: BTreeSet::new(),
            made: BTreeSet::new(),
            names: BTreeSet::new(),
            lines: Vec::new(),
            links: Vec::new(),
        };
        for argument in arguments {
            setup.hold(argument.ty, argument.value, &argument.name);
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
            if let Held::Local(name) = how {
                let object = &setup.state.objects[*id];
                setup.local(*id, name, object)?;
            }
        }
        setup.link();
        Ok(setup)
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
        self.lines.push(format!("{keyword} {name}{ty} = {value};"));
        self.made.insert(id);
        Ok(())
    }

    fn link(&mut self) {
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
    fn waits(&self, ty: TyId, value: &Value) -> bool {
        match value {
            Value::Pointer(pointer) => self.held.contains_key(&pointer.object),
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
        let (Ty::Adt(adt), Value::Adt(variant, fields)) = (self.writer.types.get(ty), value) else {
            return match self.waits(ty, value) {
                true => {
                    let linked = self.expr(ty, value)?;
                    self.links.push(format!("{place} = {linked};"));
                    self.placeholder(ty)
                }
                false => self.expr(ty, value),
            };
        };
        if self.writer.types.adt(*adt).is_enum {
            return match self.waits(ty, value) {
                true => {
                    let linked = self.expr(ty, value)?;
                    self.links.push(format!("{place} = {linked};"));
                    self.placeholder(ty)
                }
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

    /// Some value of a type that leads nowhere.
    fn placeholder(&self, ty: TyId) -> Result<String, NotReplayable> {
        match self.writer.types.get(ty) {
            Ty::RawPtr { mutable: true, .. } => Ok("std::ptr::null_mut()".into()),
            Ty::RawPtr { mutable: false, .. } => Ok("std::ptr::null()".into()),
            Ty::Adt(adt) => match self.writer.types.adt(*adt).base_name.as_str() {
                "Option" => Ok("None".into()),
                "NonNull" => Ok("std::ptr::NonNull::dangling()".into()),
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
        match std_value(types, &self.state.objects, ty, value) {
            Some(StdValue::Text(text)) => return Ok(format!("String::from({text:?})")),
            Some(StdValue::Elements {
                element, values, ..
            }) => {
                let mut written = Vec::new();
                for value in values {
                    written.push(self.expr(element, value)?);
                }
                let written = written.join(", ");
                return Ok(match types.get(ty) {
                    Ty::Ref { mutable: true, .. } => format!("&mut [{written}]"),
                    Ty::Ref { mutable: false, .. } => format!("&[{written}]"),
                    _ => format!("vec![{written}]"),
                });
            }
            None => {}
        }
        match (types.get(ty), value) {
            (_, Value::Bool(value)) => Ok(value.to_string()),
            (_, Value::Int(value)) => Ok(self.writer.number(ty, *value)),
            (_, Value::Member(rank)) => Ok(format!("{rank}_u32")),
            (Ty::RawPtr { mutable, .. }, Value::Null) => Ok(match mutable {
                true => "std::ptr::null_mut()".into(),
                false => "std::ptr::null()".into(),
            }),
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
            .map(|(name, value)| match *name == value {
                true => value,
                false => format!("{name}: {value}"),
            })
            .collect();
        Ok(format!("{path} {{ {} }}", fields.join(", ")))
    }
}

/// How a struct or variant of std is written whose fields are public.
fn std_path(ty: &str, variant: &str) -> Result<String, NotReplayable> {
    match ty {
        "Option" | "Result" => Ok(variant.to_owned()),
        "Ordering" => Ok(format!("std::cmp::Ordering::{variant}")),
        "PhantomData" => Ok("std::marker::PhantomData".into()),
        "Reverse" => Ok("std::cmp::Reverse".into()),
        "Wrapping" | "Saturating" => Ok(format!("std::num::{ty}")),
        "Range" | "RangeFrom" | "RangeTo" => Ok(format!("std::ops::{ty}")),
        _ => impossible(format!("a value of type `{ty}`")),
    }
}
