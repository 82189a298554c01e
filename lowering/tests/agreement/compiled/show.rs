//! The inputs of a state as `Debug` of Rust shows them.

use lowering::ids::Id as _;
use lowering::ir::state::{ObjectId, Pointer, State, Value};
use lowering::ir::types::{Ty, TyId, VariantIdx};
use lowering::ir::{Harness, Program};

/// The tuple of all inputs.
pub fn inputs(program: &Program, harness: &Harness, state: &State) -> String {
    let proc = &program.procs[harness.entry];
    let shown: Vec<String> = proc
        .params
        .iter()
        .zip(&state.inputs)
        .map(|(param, value)| Shown { program, state }.value(proc.locals[*param].ty, value))
        .collect();
    match shown.as_slice() {
        [one] => format!("({one},)"),
        many => format!("({})", many.join(", ")),
    }
}

#[derive(Clone, Copy)]
struct Shown<'a> {
    program: &'a Program,
    state: &'a State,
}

impl<'a> Shown<'a> {
    fn value(self, ty: TyId, value: &Value) -> String {
        let types = &self.program.types;
        match (types.get(ty), value) {
            (Ty::Char, Value::Int(code)) => {
                let c = char::from_u32(code.as_u32()).expect("a character");
                format!("{c:?}")
            }
            (_, Value::Int(number)) => number.to_string(),
            (_, Value::Bool(truth)) => truth.to_string(),
            (_, Value::Slice(first, len)) => {
                let to = types.pointee(ty).and_then(|to| types.element(to));
                let len = usize::try_from(*len).expect("a length");
                self.row(to.expect("a slice has elements"), self.run(first, len))
            }
            (_, Value::Pointer(pointer)) => {
                let to = types.pointee(ty).expect("a pointer");
                self.value(to, self.at(pointer))
            }
            (Ty::Tuple(parts), Value::Adt(_, values)) => {
                let shown = parts.iter().zip(values).map(|(ty, it)| self.value(*ty, it));
                format!("({})", shown.collect::<Vec<_>>().join(", "))
            }
            (Ty::Array(of, _), Value::Adt(_, values)) => self.row(*of, values.iter().collect()),
            (Ty::Adt(adt), Value::Adt(variant, values)) => {
                let adt = types.adt(*adt);
                match adt.base_name.as_str() {
                    "Vec" => {
                        let buffer = types.field_types(ty, VariantIdx::from_index(0))[0];
                        let Ty::Buffer(of) = types.get(buffer) else {
                            panic!("a vector has a buffer");
                        };
                        self.row(*of, self.vector(values))
                    }
                    "HashSet" | "BTreeSet" => {
                        let fields = types.field_types(ty, VariantIdx::from_index(0));
                        self.value(fields[0], &values[0]).replace(": ()", "")
                    }
                    "HashMap" | "BTreeMap" => {
                        let fields = types.field_types(ty, VariantIdx::from_index(0));
                        let Value::Adt(_, row) = &values[0] else {
                            panic!("a map has entries");
                        };
                        let buffer = types.field_types(fields[0], VariantIdx::from_index(0))[0];
                        let Ty::Buffer(of) = types.get(buffer) else {
                            panic!("a vector has a buffer");
                        };
                        let parts = types.field_types(*of, VariantIdx::from_index(0));
                        let mut entries = self.vector(row);
                        entries.sort();
                        let entries = entries.into_iter().map(|entry| match entry {
                            Value::Adt(_, entry) => {
                                let key = self.value(parts[0], &entry[0]);
                                format!("{key}: {}", self.value(parts[1], &entry[1]))
                            }
                            other => panic!("an entry, not {other:?}"),
                        });
                        format!("{{{}}}", entries.collect::<Vec<_>>().join(", "))
                    }
                    "RefCell" => {
                        let fields = types.field_types(ty, VariantIdx::from_index(0));
                        let Value::Adt(_, inner) = &values[1] else {
                            panic!("a cell holds a value");
                        };
                        let of = types.field_types(fields[1], VariantIdx::from_index(0))[0];
                        format!("RefCell {{ value: {} }}", self.value(of, &inner[0]))
                    }
                    "VecDeque" => {
                        let fields = types.field_types(ty, VariantIdx::from_index(0));
                        self.value(fields[0], &values[0])
                    }
                    "String" => {
                        let Value::Adt(_, bytes) = &values[0] else {
                            panic!("a text has bytes");
                        };
                        let bytes: Vec<u8> = self
                            .vector(bytes)
                            .into_iter()
                            .map(|byte| match byte {
                                Value::Int(byte) => byte.as_u8(),
                                other => panic!("a byte, not {other:?}"),
                            })
                            .collect();
                        format!("{:?}", String::from_utf8(bytes).expect("it is text"))
                    }
                    _ => self.adt(ty, *variant, values),
                }
            }
            (ty, value) => panic!("no input is a {value:?} of {ty:?}"),
        }
    }

    fn adt(self, ty: TyId, variant: VariantIdx, values: &[Value]) -> String {
        let types = &self.program.types;
        let Ty::Adt(adt) = types.get(ty) else {
            panic!("a struct or enum");
        };
        let shape = &types.adt(*adt).variants[variant];
        let parts = shape.fields.values().zip(values).map(|(field, value)| {
            let shown = self.value(field.ty, value);
            match shape.named_fields {
                true => format!("{}: {shown}", field.name),
                false => shown,
            }
        });
        let parts: Vec<String> = parts.collect();
        match (parts.is_empty(), shape.named_fields) {
            (true, _) => shape.name.clone(),
            (false, true) => format!("{} {{ {} }}", shape.name, parts.join(", ")),
            (false, false) => format!("{}({})", shape.name, parts.join(", ")),
        }
    }

    fn row(self, of: TyId, values: Vec<&Value>) -> String {
        let shown: Vec<String> = values.into_iter().map(|it| self.value(of, it)).collect();
        format!("[{}]", shown.join(", "))
    }

    /// The elements of a `Vec` with these fields.
    fn vector(self, fields: &'a [Value]) -> Vec<&'a Value> {
        let [buffer, Value::Int(len)] = fields else {
            panic!("a vector is a buffer and a length");
        };
        let len = usize::try_from(*len).expect("a length");
        match buffer {
            Value::Pointer(pointer) => slots(self.object(pointer.object)).take(len).collect(),
            _ => Vec::new(),
        }
    }

    fn object(self, id: ObjectId) -> &'a Value {
        &self.state.objects[id].value
    }

    fn at(self, pointer: &Pointer) -> &'a Value {
        let mut value = self.object(pointer.object);
        for step in &pointer.path {
            let Value::Adt(_, parts) = value else {
                panic!("a path leads through parts");
            };
            value = &parts[step.field.index()];
        }
        value
    }

    /// So many values from the one that a pointer leads to.
    fn run(self, first: &Value, len: usize) -> Vec<&'a Value> {
        let Value::Pointer(pointer) = first else {
            return Vec::new();
        };
        let Some(last) = pointer.path.last() else {
            return vec![self.at(pointer)];
        };
        let mut whole = pointer.clone();
        whole.path.pop();
        slots(self.at(&whole))
            .skip(last.field.index())
            .take(len)
            .collect()
    }
}

fn slots(value: &Value) -> impl Iterator<Item = &Value> {
    match value {
        Value::Adt(_, parts) => parts.iter(),
        _ => [].iter(),
    }
}
