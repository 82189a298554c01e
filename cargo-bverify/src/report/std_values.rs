//! Values of types of std, seen through their models: a `Vec` by its elements, a `String` by its
//! text, a map by its entries, a cell by what is in it. Knows how the models under `lowering/models`
//! are laid out, and nothing else does.

use lowering::ids::{Id as _, Table};
use lowering::ir::state::{Object, ObjectId, ObjectKind, Pointer, Value};
use lowering::ir::types::{Ty, TyId, Types, VariantIdx};
use lowering::span::SourceMap;

use super::behind::behind;

/// A value as its user knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StdValue<'v> {
    /// Elements in order.
    Elements {
        /// What holds them.
        row: Row,
        /// The type of an element.
        element: TyId,
        /// The elements.
        values: Vec<&'v Value>,
    },
    /// Text, of a `String` or behind a `&str`.
    Text(String),
    /// Text that formatting has made; what it says is not known.
    Formatted,
    /// Keys with their values.
    Entries {
        /// What holds them.
        table: Tabular,
        /// The types of a key and of a value.
        types: [TyId; 2],
        /// The entries.
        entries: Vec<[&'v Value; 2]>,
    },
    /// A value in something that only changes how it is reached.
    Inside {
        /// What it is in.
        wrapper: Wrapper,
        /// The type of the value.
        ty: TyId,
        /// The value.
        value: &'v Value,
    },
    /// A counted pointer: to the value that is counted, or to nothing.
    Counted {
        /// Whether it is a `Weak`.
        weak: bool,
        /// The type of what is counted.
        ty: TyId,
        /// What is counted, with how many pointers hold it; nothing if the value is gone.
        to: Option<CountedObject<'v>>,
    },
    /// The place of a key in a map, free or taken.
    Place {
        /// The map.
        table: Tabular,
        /// The types of a key and of a value.
        types: [TyId; 2],
        /// The entries of the map.
        entries: Vec<[&'v Value; 2]>,
        /// The key.
        key: &'v Value,
    },
}

/// What elements are held by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Row {
    /// A `Vec`.
    Vec,
    /// A `VecDeque`.
    Deque,
    /// A slice behind a pointer.
    Slice,
    /// A model multiset.
    Multiset,
    /// A `BinaryHeap`, in its own order.
    Heap,
    /// A `LinkedList`.
    List,
    /// What a `vec::IntoIter` has left to give.
    Rest,
    /// What a `vec::Drain` has left to give.
    Drain,
}

/// What entries are held by. Of a set the values are `()`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tabular {
    /// A `HashMap`.
    HashMap,
    /// A `BTreeMap`.
    BTreeMap,
    /// A `HashSet`.
    HashSet,
    /// A `BTreeSet`.
    BTreeSet,
    /// A model map.
    Map,
}

impl Tabular {
    /// Whether it is a set, whose values tell nothing.
    pub fn is_set(self) -> bool {
        matches!(self, Tabular::HashSet | Tabular::BTreeSet)
    }

    /// The module of std that has it.
    pub fn module(self) -> &'static str {
        match self {
            Tabular::HashMap | Tabular::Map => "hash_map",
            Tabular::BTreeMap => "btree_map",
            Tabular::HashSet => "hash_set",
            Tabular::BTreeSet => "btree_set",
        }
    }

    /// The name of its type.
    pub fn name(self) -> &'static str {
        match self {
            Tabular::HashMap => "HashMap",
            Tabular::BTreeMap => "BTreeMap",
            Tabular::HashSet => "HashSet",
            Tabular::BTreeSet => "BTreeSet",
            Tabular::Map => "Map",
        }
    }
}

/// What changes how a value is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wrapper {
    /// A `Cell`.
    Cell,
    /// A `RefCell`, borrowed so often, or mutably if the number is negative.
    RefCell(i64),
    /// An `UnsafeCell`.
    UnsafeCell,
    /// A `NonZero`.
    NonZero,
    /// An `f32` or `f64`, of which the bits are told.
    Float,
    /// An atomic.
    Atomic,
}

/// What counted pointers lead to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CountedObject<'v> {
    /// The allocation.
    pub object: ObjectId,
    /// The value.
    pub value: &'v Value,
}

/// Where values of std are looked at.
#[derive(Clone, Copy)]
pub struct Models<'a> {
    /// The types of the program.
    pub types: &'a Types,
    /// The files: what a user defines is never a type of std, whatever its name.
    pub sources: &'a SourceMap,
}

impl Models<'_> {
    /// The value as its user knows it, if it is of such a type.
    pub fn value<'v>(
        &self,
        objects: &'v Table<ObjectId, Object>,
        ty: TyId,
        value: &'v Value,
    ) -> Option<StdValue<'v>> {
        let types = self.types;
        if let Value::Slice(first, len) = value {
            return self.slice(objects, ty, first, usize::try_from(*len).ok()?);
        }
        if let Ty::Counted { .. } = types.get(ty) {
            return self.counted(objects, ty, value);
        }
        if let Ty::Buffer(element) = types.get(ty) {
            let slots = slots(objects, value)?.iter();
            return Some(StdValue::Elements {
                row: Row::Vec,
                element: *element,
                values: slots.take_while(|slot| **slot != Value::Uninit).collect(),
            });
        }
        let (Ty::Adt(adt), Value::Adt(_, fields)) = (types.get(ty), value) else {
            return None;
        };
        let adt = types.adt(*adt);
        if adt.is_enum || self.sources.is_user(adt.span) {
            return None;
        }
        let field_types = types.field_types(ty, VariantIdx::from_index(0));
        let inner = |at: usize| self.value(objects, *field_types.get(at)?, fields.get(at)?);
        let elements = |at: usize| match inner(at)? {
            StdValue::Elements {
                element, values, ..
            } => Some((element, values)),
            _ => None,
        };
        let table = |table: Tabular, at: usize| match inner(at)? {
            StdValue::Entries { types, entries, .. } => Some(StdValue::Entries {
                table,
                types,
                entries,
            }),
            _ => None,
        };
        let entries = |table: Tabular, at: usize| {
            let (element, values) = elements(at)?;
            self.entries(table, element, &values)
        };
        match (adt.base_name.as_str(), fields.as_slice()) {
            ("Vec", [buffer, Value::Int(len)]) => {
                let Ty::Buffer(element) = types.get(field_types[0]) else {
                    return None;
                };
                let slots = slots(objects, buffer)?;
                let len = usize::try_from(*len).ok()?;
                Some(StdValue::Elements {
                    row: Row::Vec,
                    element: *element,
                    values: slots.get(..len)?.iter().collect(),
                })
            }
            ("String", [_, Value::Adt(_, flag)]) if matches!(flag[..], [Value::Bool(true)]) => {
                Some(StdValue::Formatted)
            }
            ("String", [_, _]) => text(&elements(0)?.1).map(StdValue::Text),
            ("VecDeque", [_]) => {
                let (element, values) = elements(0)?;
                Some(StdValue::Elements {
                    row: Row::Deque,
                    element,
                    values,
                })
            }
            ("BinaryHeap" | "LinkedList", [_]) => {
                let (element, values) = elements(0)?;
                let row = match adt.base_name.as_str() {
                    "LinkedList" => Row::List,
                    _ => Row::Heap,
                };
                Some(StdValue::Elements {
                    row,
                    element,
                    values,
                })
            }
            ("IntoIter", [buffer, Value::Int(start), Value::Int(end)]) => {
                let Ty::Buffer(element) = types.get(field_types[0]) else {
                    return None;
                };
                let slots = slots(objects, buffer)?;
                let (start, end) = (usize::try_from(*start).ok()?, usize::try_from(*end).ok()?);
                Some(StdValue::Elements {
                    row: Row::Rest,
                    element: *element,
                    values: slots.get(start..end)?.iter().collect(),
                })
            }
            ("Drain", [_, _, _]) => {
                let (element, values) = elements(1)?;
                Some(StdValue::Elements {
                    row: Row::Drain,
                    element,
                    values,
                })
            }
            ("OccupiedEntry" | "VacantEntry", [map, rest @ ..]) => {
                let map = self.map_behind(objects, adt, field_types[0], map)?;
                let StdValue::Entries {
                    table,
                    types,
                    entries,
                } = map
                else {
                    return None;
                };
                // The number of the entry, or the key that is to be put in.
                let key = match (adt.base_name.as_str(), rest) {
                    ("OccupiedEntry", [Value::Int(at)]) => {
                        entries.get(usize::try_from(*at).ok()?)?[0]
                    }
                    ("VacantEntry", [key] | [_, key]) => key,
                    _ => return None,
                };
                Some(StdValue::Place {
                    table,
                    types,
                    entries,
                    key,
                })
            }
            ("HashMap", [_, _]) => entries(Tabular::HashMap, 0),
            ("BTreeMap", [_]) => entries(Tabular::BTreeMap, 0),
            ("HashSet", [_]) => table(Tabular::HashSet, 0),
            ("BTreeSet", [_]) => table(Tabular::BTreeSet, 0),
            ("Map", [Value::Seq(members)]) => {
                let Ty::Seq(element) = types.get(field_types[0]) else {
                    return None;
                };
                let members: Vec<&Value> = members.iter().collect();
                self.entries(Tabular::Map, *element, &members)
            }
            ("Multiset", [Value::Seq(members)]) => {
                let Ty::Seq(element) = types.get(field_types[0]) else {
                    return None;
                };
                Some(StdValue::Elements {
                    row: Row::Multiset,
                    element: *element,
                    values: members.iter().collect(),
                })
            }
            ("Rc" | "Weak" | "KeptSeq" | "KeptSet" | "KeptMultiset" | "KeptMap", [_]) => inner(0),
            ("UnsafeCell", [value]) => Some(StdValue::Inside {
                wrapper: Wrapper::UnsafeCell,
                ty: field_types[0],
                value,
            }),
            ("Float32" | "Float64", [value]) => Some(StdValue::Inside {
                wrapper: Wrapper::Float,
                ty: field_types[0],
                value,
            }),
            ("NonZero", [value]) => Some(StdValue::Inside {
                wrapper: Wrapper::NonZero,
                ty: field_types[0],
                value,
            }),
            ("Atomic", [_]) => self.through(inner(0)?, Wrapper::Atomic),
            ("Cell", [_]) => self.through(inner(0)?, Wrapper::Cell),
            ("RefCell", [_, _]) => {
                let StdValue::Inside {
                    value: Value::Int(borrowed),
                    ..
                } = inner(0)?
                else {
                    return None;
                };
                let borrowed = i64::try_from(*borrowed).ok()?;
                self.through(inner(1)?, Wrapper::RefCell(borrowed))
            }
            _ => None,
        }
    }

    /// The map that an entry of it leads to.
    fn map_behind<'v>(
        &self,
        objects: &'v Table<ObjectId, Object>,
        entry: &lowering::ir::types::Adt,
        ty: TyId,
        map: &Value,
    ) -> Option<StdValue<'v>> {
        let Value::Pointer(map) = map else {
            return None;
        };
        let table = match self.sources.file(entry.span.file).path.contains("btree") {
            true => Tabular::BTreeMap,
            false => Tabular::HashMap,
        };
        let vector = behind(objects, map)?;
        let pairs = self.value(objects, self.types.pointee(ty)?, vector)?;
        let StdValue::Elements {
            element, values, ..
        } = pairs
        else {
            return None;
        };
        self.entries(table, element, &values)
    }

    /// The same value in another wrapper.
    fn through<'v>(&self, inner: StdValue<'v>, wrapper: Wrapper) -> Option<StdValue<'v>> {
        match inner {
            StdValue::Inside { ty, value, .. } => Some(StdValue::Inside { wrapper, ty, value }),
            _ => None,
        }
    }

    /// Pairs as the entries of a table.
    fn entries<'v>(
        &self,
        table: Tabular,
        pair: TyId,
        values: &[&'v Value],
    ) -> Option<StdValue<'v>> {
        let parts = self.types.field_types(pair, VariantIdx::from_index(0));
        let types = <[TyId; 2]>::try_from(parts).ok()?;
        let pair = |value: &&'v Value| match *value {
            Value::Adt(_, parts) => match parts.as_slice() {
                [key, value] => Some([key, value]),
                _ => None,
            },
            _ => None,
        };
        Some(StdValue::Entries {
            table,
            types,
            entries: values.iter().map(pair).collect::<Option<_>>()?,
        })
    }

    fn slice<'v>(
        &self,
        objects: &'v Table<ObjectId, Object>,
        ty: TyId,
        first: &Value,
        len: usize,
    ) -> Option<StdValue<'v>> {
        let pointee = self.types.pointee(ty)?;
        let element = self.types.slice_element(pointee)?;
        let values = slice(objects, first, len)?;
        match self.types.get(pointee) {
            Ty::Str(_) => text(&values).map(StdValue::Text),
            _ => Some(StdValue::Elements {
                row: Row::Slice,
                element,
                values,
            }),
        }
    }

    fn counted<'v>(
        &self,
        objects: &'v Table<ObjectId, Object>,
        ty: TyId,
        value: &Value,
    ) -> Option<StdValue<'v>> {
        let Ty::Counted { to, weak } = self.types.get(ty) else {
            return None;
        };
        let ty = self.counted_value(*to)?;
        let to = match value {
            Value::Pointer(Pointer { object, path }) if path.is_empty() => {
                let value = &objects.get(*object)?.value;
                counted_value(value).map(|value| CountedObject {
                    object: *object,
                    value,
                })
            }
            _ => None,
        };
        Some(StdValue::Counted {
            weak: *weak,
            ty,
            to,
        })
    }

    /// The type of what is counted, of the type of an allocation that counts.
    pub fn counted_value(&self, allocation: TyId) -> Option<TyId> {
        let is_model = match self.types.get(allocation) {
            Ty::Adt(adt) => {
                let adt = self.types.adt(*adt);
                adt.base_name == "RcInner" && !self.sources.is_user(adt.span)
            }
            _ => false,
        };
        let fields = self
            .types
            .field_types(allocation, VariantIdx::from_index(0));
        match fields.get(2).map(|field| self.types.get(*field)) {
            Some(Ty::Maybe(value)) if is_model => Some(*value),
            _ => None,
        }
    }
}

/// What an allocation that counts holds, if the value is still there.
pub fn counted_value(allocation: &Value) -> Option<&Value> {
    let Value::Adt(_, fields) = allocation else {
        return None;
    };
    match fields.as_slice() {
        [Value::Int(strong), _, Value::Adt(_, room)] if *strong != lowering::ir::Int::ZERO => {
            room.first().filter(|value| **value != Value::Uninit)
        }
        _ => None,
    }
}

/// The slots of a buffer.
fn slots<'v>(objects: &'v Table<ObjectId, Object>, buffer: &Value) -> Option<&'v [Value]> {
    match buffer {
        Value::Pointer(pointer) => match objects.get(pointer.object) {
            Some(Object {
                kind: ObjectKind::Buffer,
                value: Value::Adt(_, slots),
                ..
            }) => Some(slots.as_slice()),
            _ => None,
        },
        _ => Some(&[]),
    }
}

/// Bytes as text, if they are.
pub fn text(bytes: &[&Value]) -> Option<String> {
    let byte = |value: &&Value| match value {
        Value::Int(number) => u8::try_from(*number).ok(),
        _ => None,
    };
    let bytes: Option<Vec<u8>> = bytes.iter().map(byte).collect();
    String::from_utf8(bytes?).ok()
}

/// The elements that a slice leads to.
fn slice<'v>(
    objects: &'v Table<ObjectId, Object>,
    first: &Value,
    len: usize,
) -> Option<Vec<&'v Value>> {
    let Value::Pointer(pointer) = first else {
        return (len == 0).then(Vec::new);
    };
    let object = objects.get(pointer.object)?;
    let Some((last, path)) = pointer.path.split_last() else {
        return (len == 1).then(|| vec![&object.value]);
    };
    let mut whole = &object.value;
    for step in path {
        whole = match whole {
            Value::Adt(variant, fields) if *variant == step.variant => {
                fields.get(step.field.index())?
            }
            _ => return None,
        };
    }
    let Value::Adt(_, elements) = whole else {
        return None;
    };
    let start = last.field.index();
    Some(elements.get(start..start + len)?.iter().collect())
}
