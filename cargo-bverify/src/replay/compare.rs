//! What a call leaves behind, as a condition: the places that the caller can still see, compared with
//! what the interpreter says they hold.

use std::collections::BTreeSet;

use lowering::ir::interp::Choice;
use lowering::ir::state::{ObjectId, State, Value};
use lowering::ir::types::{AdtId, Ty, TyId, VariantIdx};

use super::setup::{Held, Setup, std_path};
use super::{NotReplayable, impossible};
use crate::report::behind::behind;
use crate::report::std_values::{Row, StdValue, Wrapper};

/// A place of the test: its text, and how many references or boxes lead from it to the value.
#[derive(Clone, Debug)]
pub(super) struct Seen {
    pub(super) text: String,
    pub(super) behind: usize,
}

impl Seen {
    pub(super) fn at(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            behind: 0,
        }
    }

    fn deref(&self) -> Self {
        Self {
            text: self.text.clone(),
            behind: self.behind + 1,
        }
    }

    /// The value itself.
    fn value(&self) -> String {
        format!("{}{}", "*".repeat(self.behind), self.text)
    }

    /// The text itself, as a `str`: of a `String`, what it derefs to.
    fn text_value(&self, ty: &Ty) -> String {
        let stars = match ty {
            Ty::Ref { .. } | Ty::Box(_) => self.behind + 1,
            _ => return format!("*{}.as_str()", self.text),
        };
        format!("{}{}", "*".repeat(stars), self.text)
    }

    /// A field: fields look through references and boxes by themselves.
    fn field(&self, name: &str) -> Self {
        Self::at(format!("{}.{name}", self.text))
    }

    /// A reference to the value, to be matched.
    fn reference(&self) -> String {
        match self.behind {
            0 => format!("&{}", self.text),
            1 => self.text.clone(),
            more => format!("&{}{}", "*".repeat(more), self.text),
        }
    }
}

/// Conditions on places after a call.
pub(super) struct Comparison<'s, 'a> {
    setup: &'s mut Setup<'a>,
    post: &'a State,
    /// The objects that raw pointers lead to and that have been looked at.
    visited: BTreeSet<ObjectId>,
    /// Whether a condition follows a raw pointer.
    pub(super) is_unsafe: bool,
}

impl<'s, 'a> Comparison<'s, 'a> {
    pub(super) fn new(setup: &'s mut Setup<'a>, post: &'a State) -> Self {
        Self {
            setup,
            post,
            visited: BTreeSet::new(),
            is_unsafe: false,
        }
    }

    /// A value that is written after the call.
    pub(super) fn written(&mut self, choice: &'a Choice) -> Result<String, NotReplayable> {
        self.setup.expr(choice.ty, &choice.value)
    }

    /// The conditions that say that a place holds a value.
    pub(super) fn conditions(
        &mut self,
        seen: &Seen,
        ty: TyId,
        value: &'a Value,
    ) -> Result<Vec<String>, NotReplayable> {
        let writer = self.setup.writer;
        let types = writer.types;
        if let Some(of_std) = writer.models().value(&self.post.objects, ty, value) {
            return self.std_conditions(seen, ty, of_std);
        }
        match writer.room(ty, value) {
            Some((_, Value::Uninit)) => return Ok(Vec::new()),
            Some((of, held)) => {
                self.is_unsafe = true;
                let inside = Seen::at(format!("(*{}.as_ptr())", seen.text));
                return self.conditions(&inside, of, held);
            }
            None => {}
        }
        if let Some((of, kept)) = writer.kept_from_drop(ty, value) {
            return self.conditions(&seen.deref(), of, kept);
        }
        match (types.get(ty), value) {
            // Nothing can be said of what was moved away.
            (_, Value::Uninit) => Ok(Vec::new()),
            (_, Value::Bool(true)) => Ok(vec![seen.value()]),
            (_, Value::Bool(false)) => Ok(vec![format!("!{}", seen.value())]),
            (_, Value::Int(number)) => Ok(vec![format!(
                "{} == {}",
                seen.value(),
                writer.number(ty, *number)
            )]),
            (_, Value::Member(rank)) => Ok(vec![writer.is_member(ty, &seen.value(), *rank)]),
            (Ty::Tuple(parts), Value::Adt(_, fields)) => {
                let mut all = Vec::new();
                for (index, (ty, field)) in parts.iter().zip(fields).enumerate() {
                    let field_seen = seen.field(&index.to_string());
                    all.extend(self.conditions(&field_seen, *ty, field)?);
                }
                Ok(all)
            }
            (Ty::Array(element, _), Value::Adt(_, elements)) => {
                let mut all = Vec::new();
                for (index, value) in elements.iter().enumerate() {
                    let element_seen = Seen::at(format!("{}[{index}]", seen.text));
                    all.extend(self.conditions(&element_seen, *element, value)?);
                }
                Ok(all)
            }
            (Ty::Adt(adt), Value::Adt(variant, fields)) => {
                self.adt(seen, ty, *adt, *variant, fields)
            }
            (Ty::Box(to) | Ty::Ref { to, .. }, Value::Pointer(pointer)) => {
                let Some(value) = behind(&self.post.objects, pointer) else {
                    return Ok(Vec::new());
                };
                self.conditions(&seen.deref(), *to, value)
            }
            (Ty::RawPtr { .. }, Value::Dangling) => Ok(vec![format!("!{}.is_null()", seen.text)]),
            (Ty::RawPtr { .. }, Value::Null) => Ok(vec![format!("{}.is_null()", seen.text)]),
            (Ty::RawPtr { to, .. }, Value::Pointer(pointer)) => {
                if let Some(Held::Raw(name)) = self.setup.held.get(&pointer.object)
                    && pointer.path.is_empty()
                {
                    let mut all = vec![format!("{} == {name}", seen.value())];
                    let name = name.clone();
                    if self.visited.insert(pointer.object)
                        && let Some(value) = behind(&self.post.objects, pointer)
                    {
                        let target = Seen::at(format!("(*{name})"));
                        self.is_unsafe = true;
                        all.extend(self.conditions(&target, *to, value)?);
                    }
                    return Ok(all);
                }
                let mut all = vec![format!("!{}.is_null()", seen.text)];
                if self.visited.insert(pointer.object)
                    && pointer.path.is_empty()
                    && let Some(value) = behind(&self.post.objects, pointer)
                {
                    self.is_unsafe = true;
                    let target = Seen::at(format!("(*{})", seen.text));
                    all.extend(self.conditions(&target, *to, value)?);
                }
                Ok(all)
            }
            _ => impossible(format!("a value of type `{}`", types.name(ty))),
        }
    }

    /// The same of a value of a type of std.
    fn std_conditions(
        &mut self,
        seen: &Seen,
        ty: TyId,
        value: StdValue<'a>,
    ) -> Result<Vec<String>, NotReplayable> {
        match value {
            StdValue::Text(text) => {
                let types = self.setup.writer.types;
                Ok(vec![format!(
                    "{} == *{text:?}",
                    seen.text_value(types.get(ty))
                )])
            }
            StdValue::Elements {
                row,
                element,
                values,
            } => {
                let row_text = match row {
                    // What has no elements by number is looked at in order.
                    Row::List => format!("{}.iter().collect::<Vec<_>>()", seen.text),
                    Row::Rest | Row::Drain => format!("{}.as_slice()", seen.text),
                    // The order of a heap inside is its own affair.
                    Row::Heap => return self.heap_conditions(&seen.text, element, values),
                    _ => seen.text.clone(),
                };
                let behind = usize::from(row == Row::List);
                let seen = Seen::at(row_text);
                let mut all = vec![format!("{}.len() == {}", seen.text, values.len())];
                for (index, value) in values.into_iter().enumerate() {
                    let at = Seen {
                        text: format!("{}[{index}]", seen.text),
                        behind,
                    };
                    all.extend(self.conditions(&at, element, value)?);
                }
                Ok(all)
            }
            StdValue::Formatted => Ok(Vec::new()),
            // What an entry changes is in its map, which nobody else sees while it lives.
            StdValue::Place { .. } => Ok(Vec::new()),
            StdValue::Entries {
                table,
                types: [key, of],
                entries,
            } => {
                let mut all = vec![format!("{}.len() == {}", seen.text, entries.len())];
                for [it, value] in entries {
                    let it = self.key(key, it)?;
                    if table.is_set() {
                        all.push(format!("{}.contains({it})", seen.text));
                        continue;
                    }
                    let name = self.setup.fresh("value");
                    let inside = Seen {
                        text: name.clone(),
                        behind: 1,
                    };
                    let conditions = self.conditions(&inside, of, value)?;
                    all.push(match conditions.is_empty() {
                        true => format!("{}.contains_key({it})", seen.text),
                        false => format!(
                            "{}.get({it}).is_some_and(|{name}| {})",
                            seen.text,
                            conditions.join(" && ")
                        ),
                    });
                }
                Ok(all)
            }
            StdValue::Inside { wrapper, ty, value } => {
                let inside = match wrapper {
                    Wrapper::Cell | Wrapper::RefCell(_) => {
                        self.is_unsafe = true;
                        format!("(*{}.as_ptr())", seen.text)
                    }
                    Wrapper::UnsafeCell => {
                        self.is_unsafe = true;
                        format!("(*{}.get())", seen.text)
                    }
                    Wrapper::NonZero => format!("{}.get()", seen.text),
                    Wrapper::Float => format!("{}.to_bits()", seen.text),
                    Wrapper::Atomic => {
                        format!("{}.load(std::sync::atomic::Ordering::SeqCst)", seen.text)
                    }
                };
                self.conditions(&Seen::at(inside), ty, value)
            }
            StdValue::Counted { weak, ty, to } => match to {
                None => Ok(vec![format!("{}.upgrade().is_none()", seen.text)]),
                Some(_) if weak => Ok(vec![format!("{}.upgrade().is_some()", seen.text)]),
                Some(to) if self.visited.insert(to.object) => {
                    self.conditions(&seen.deref(), ty, to.value)
                }
                Some(_) => Ok(Vec::new()),
            },
        }
    }

    /// The same of a heap: each value is in it as often as among these.
    fn heap_conditions(
        &mut self,
        heap: &str,
        element: TyId,
        values: Vec<&'a Value>,
    ) -> Result<Vec<String>, NotReplayable> {
        let mut all = vec![format!("{heap}.len() == {}", values.len())];
        for value in &values {
            let count = values.iter().filter(|other| *other == value).count();
            let inside = Seen {
                text: "x".into(),
                behind: 2,
            };
            let conditions = self.conditions(&inside, element, value)?;
            if conditions.is_empty() {
                continue;
            }
            let condition = format!(
                "{heap}.iter().filter(|x| {}).count() == {count}",
                conditions.join(" && ")
            );
            if !all.contains(&condition) {
                all.push(condition);
            }
        }
        Ok(all)
    }

    /// A key, to be looked up.
    fn key(&mut self, ty: TyId, value: &'a Value) -> Result<String, NotReplayable> {
        let writer = self.setup.writer;
        match writer.models().value(&self.post.objects, ty, value) {
            Some(StdValue::Text(text)) => return Ok(format!("{text:?}")),
            Some(_) => return impossible("keys of this type"),
            None => {}
        }
        match (writer.types.get(ty), value) {
            (_, Value::Bool(value)) => Ok(format!("&{value}")),
            (_, Value::Int(number)) => Ok(format!("&{}", writer.number(ty, *number))),
            (_, Value::Member(rank)) => Ok(format!("&{}", writer.member(ty, *rank))),
            (Ty::Tuple(parts), Value::Adt(_, fields)) => {
                let mut written = Vec::new();
                for (ty, field) in parts.iter().zip(fields) {
                    written.push(self.key(*ty, field)?.trim_start_matches('&').to_owned());
                }
                Ok(match written.as_slice() {
                    [one] => format!("&({one},)"),
                    many => format!("&({})", many.join(", ")),
                })
            }
            _ => impossible(format!("keys of type `{}`", writer.types.name(ty))),
        }
    }

    fn adt(
        &mut self,
        seen: &Seen,
        ty: TyId,
        adt: AdtId,
        variant: VariantIdx,
        fields: &'a [Value],
    ) -> Result<Vec<String>, NotReplayable> {
        let writer = self.setup.writer;
        let definition = writer.types.adt(adt);
        let shape = &definition.variants[variant];
        let is_user = writer.sources.is_user(definition.span);
        let types = writer.types.field_types(ty, variant);
        if definition.is_union {
            return impossible("the field that a union holds");
        }
        if definition.base_name == "dyn" {
            return impossible("a trait object to compare");
        }
        if !definition.is_enum {
            if let ("NonNull", false, [pointer], [ty]) =
                (definition.base_name.as_str(), is_user, fields, &types[..])
            {
                let inside = Seen::at(format!("{}.as_ptr()", seen.text));
                return self.conditions(&inside, *ty, pointer);
            }
            if let ("RangeInclusive", false, [start, end, _], [ty, ..]) =
                (definition.base_name.as_str(), is_user, fields, &types[..])
            {
                let mut all = Vec::new();
                for (end, value) in [("start", start), ("end", end)] {
                    let inside = Seen {
                        text: format!("{}.{end}()", seen.text),
                        behind: 1,
                    };
                    all.extend(self.conditions(&inside, *ty, value)?);
                }
                return Ok(all);
            }
            if is_user {
                writer.look_into(adt);
            } else if std_path(&definition.base_name, &shape.name).is_err() {
                // What std does not show is not looked at.
                return Ok(Vec::new());
            }
            let mut all = Vec::new();
            for ((ty, field), shape) in types.into_iter().zip(fields).zip(shape.fields.values()) {
                if writer.is_ghost(adt, &shape.name) {
                    continue;
                }
                all.extend(self.conditions(&seen.field(&shape.name), ty, field)?);
            }
            return Ok(all);
        }
        let path = match (is_user, definition.base_name.as_str()) {
            (true, _) => format!("{}::{}", writer.adt_path(adt), shape.name),
            (false, name) => std_path(name, &shape.name)?,
        };
        if path == "None" {
            return Ok(vec![format!("{}.is_none()", seen.text)]);
        }
        if fields.is_empty() {
            let braces = if shape.named_fields { " {}" } else { "" };
            return Ok(vec![format!(
                "matches!({}, {path}{braces})",
                seen.reference()
            )]);
        }
        let mut bound = Vec::new();
        let mut inner = Vec::new();
        for ((ty, field), shape_field) in types.into_iter().zip(fields).zip(shape.fields.values()) {
            let wanted = match shape.named_fields {
                true => shape_field.name.clone(),
                false => self.name_for(ty),
            };
            let name = self.setup.fresh(&wanted);
            let inside = Seen {
                text: name.clone(),
                behind: 1,
            };
            let conditions = self.conditions(&inside, ty, field)?;
            let used = !conditions.is_empty();
            inner.extend(conditions);
            bound.push(match (shape.named_fields, used) {
                (true, true) => format!("{}: {name}", shape_field.name),
                (true, false) => format!("{}: _", shape_field.name),
                (false, true) => name,
                (false, false) => "_".into(),
            });
        }
        let pattern = match shape.named_fields {
            true => format!("{path} {{ {} }}", bound.join(", ")),
            false => format!("{path}({})", bound.join(", ")),
        };
        let guard = match inner.is_empty() {
            true => String::new(),
            false => format!(" if {}", inner.join(" && ")),
        };
        Ok(vec![format!(
            "matches!({}, {pattern}{guard})",
            seen.reference()
        )])
    }

    /// A name for what a tuple-like variant holds.
    fn name_for(&self, ty: TyId) -> String {
        let types = self.setup.writer.types;
        match types.pointee(ty).unwrap_or(ty) {
            to if matches!(types.get(to), Ty::Adt(_)) => "node".into(),
            _ => "x".into(),
        }
    }
}
