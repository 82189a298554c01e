//! Values of the IR as a reader of the source knows them.

use std::rc::Rc;

use lowering::ids::Id;
use lowering::ir::Int;
use lowering::ir::state;
use lowering::ir::types::{AdtId, IntTy, Ty, TyId, VariantIdx};

use super::Naming;
use crate::report::heap::{Adt, NoPointer, Pointer, PointerKind, Value};
use crate::report::std_values::{Row, StdValue, Wrapper};

impl Naming<'_> {
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
            StdValue::Formatted => Value::Adt(Adt {
                ty: "format!(…)".into(),
                variant: None,
                named_fields: false,
                fields: Vec::new(),
            }),
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
                if let (Wrapper::Float, Value::Int(bits, Some(int))) = (&wrapper, &inside) {
                    return Some(Value::Adt(Adt {
                        ty: float_text(*bits, *int),
                        variant: None,
                        named_fields: true,
                        fields: Vec::new(),
                    }));
                }
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
        if let (true, [field], [ty]) = (is_object, fields, types.as_slice()) {
            let shown = self.value(*ty, field);
            match &shown {
                _ if shape.name == "unknown" => return shown,
                Value::Adt(inside) if inside.ty == shape.name => return shown,
                _ => {}
            }
        }
        let ty = match is_object {
            true => shape.name.clone(),
            false => definition.base_name.clone(),
        };
        Value::Adt(Adt {
            ty,
            variant: (definition.is_enum && !definition.is_union && !is_object)
                .then(|| shape.name.clone()),
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

    /// The type of what is seen of a value: cells are looked through.
    pub(super) fn seen_type(&self, ty: TyId) -> TyId {
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
}

/// A float as Rust prints it.
fn float_text(bits: Int, int: IntTy) -> String {
    match int {
        IntTy::U32 => format!("{:?}", f32::from_bits(bits.as_u32())),
        _ => format!("{:?}", f64::from_bits(bits.as_u64())),
    }
}
