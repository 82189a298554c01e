//! Values and heaps as a report shows them: self-contained, with the names of types and fields
//! filled in and the objects named. Knows nothing of the IR's types or object ids.

use std::collections::{BTreeMap, BTreeSet};

use lowering::define_id;
use lowering::ir::Int;
use lowering::ir::types::IntTy;

define_id!(
    /// An object, the same in all heaps of one counterexample.
    NodeId,
    "N"
);

/// Named values with the objects that they lead to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Heap {
    /// The arguments, and after a return the result.
    pub roots: Vec<Root>,
    /// The objects that can be reached from the roots.
    pub nodes: BTreeMap<NodeId, Node>,
}

/// A named value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Root {
    /// The name in the source; `result` for the result.
    pub name: String,
    /// The value.
    pub value: Value,
    /// The kind of the reference that the value is shown in the place of: of a slice, whose elements
    /// belong to no object.
    pub slice: Option<PointerKind>,
}

/// An object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// What it is called: `N3`, or the name of the argument that alone refers to it.
    pub name: String,
    /// The type of what it holds, without its arguments.
    pub ty: String,
    /// What it holds.
    pub value: Value,
}

/// A value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// Not initialised, or moved out of.
    Uninit,
    /// What an object holds that has been freed.
    Freed,
    /// A truth value.
    Bool(bool),
    /// A number; without a type it is one of the mathematical integers.
    Int(Int, Option<IntTy>),
    /// A character.
    Char(char),
    /// A struct, or an enum's variant.
    Adt(Adt),
    /// A tuple.
    Tuple(Vec<Value>),
    /// A pointer of any kind, or an `Option` of one.
    Pointer(Pointer),
    /// The null pointer, or the `None` of an `Option` of a pointer.
    NoPointer {
        /// The word for it.
        word: NoPointer,
        /// The type that it does not point to.
        pointee: String,
    },
    /// A member of a type parameter, by its rank in the order.
    Member {
        /// The parameter.
        param: String,
        /// The rank.
        rank: u32,
    },
    /// A set.
    Set(Vec<Value>),
    /// A sequence: of a specification, or the elements of an array, slice or vector.
    Seq(Vec<Value>),
    /// Keys with their values: a map of std, or of a specification.
    Map(Vec<(Value, Value)>),
    /// The text of a string.
    Text(String),
}

/// How the absence of a pointer is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoPointer {
    /// `None`.
    None,
    /// `null`.
    Null,
    /// A pointer that leads nowhere.
    Dangling,
}

/// A struct, or an enum's variant, with its fields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Adt {
    /// The type without its arguments.
    pub ty: String,
    /// The variant; structs have none.
    pub variant: Option<String>,
    /// Whether the fields have names in the source.
    pub named_fields: bool,
    /// The fields, by name or position.
    pub fields: Vec<(String, Value)>,
}

/// The last step of a path that leads one past the end of what comes before.
pub const END: &str = "[end]";

/// A pointer to an object or a part of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pointer {
    /// What kind it is.
    pub kind: PointerKind,
    /// The object.
    pub to: NodeId,
    /// What the object is called.
    pub name: String,
    /// The fields from the object to the part pointed to.
    pub path: Vec<String>,
    /// The type of what is pointed to, without its arguments.
    pub pointee: String,
}

/// The kinds of pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PointerKind {
    /// Owns what it points to.
    Owner,
    /// `&`.
    Shared,
    /// `&mut`.
    Mutable,
    /// `*const` or `*mut`.
    Raw,
    /// A `Weak`.
    Weak,
}

impl Heap {
    /// How many pointers of the heap lead to each object as a whole.
    pub fn in_degrees(&self) -> BTreeMap<NodeId, usize> {
        let mut degrees: BTreeMap<NodeId, usize> = self.nodes.keys().map(|id| (*id, 0)).collect();
        let roots = self.roots.iter().map(|root| &root.value);
        let nodes = self.nodes.values().map(|node| &node.value);
        for value in roots.chain(nodes) {
            value.for_each_pointer(&mut |pointer| {
                if pointer.path.is_empty() {
                    *degrees.entry(pointer.to).or_default() += 1;
                }
            });
        }
        degrees
    }

    /// Forgets the objects that no root leads to.
    pub fn retain_reachable(&mut self) {
        let mut seen = BTreeSet::new();
        let mut work: Vec<&Value> = self.roots.iter().map(|root| &root.value).collect();
        while let Some(value) = work.pop() {
            value.for_each_pointer(&mut |pointer| {
                if seen.insert(pointer.to)
                    && let Some(node) = self.nodes.get(&pointer.to)
                {
                    work.push(&node.value);
                }
            });
        }
        self.nodes.retain(|id, _| seen.contains(id));
    }

    /// The value of a root.
    pub fn root(&self, name: &str) -> Option<&Value> {
        self.roots
            .iter()
            .find(|root| root.name == name)
            .map(|root| &root.value)
    }
}

impl Value {
    /// Visits every pointer inside the value, without following it.
    pub fn for_each_pointer(&self, visit: &mut impl FnMut(&Pointer)) {
        match self {
            Value::Pointer(pointer) => visit(pointer),
            Value::Adt(adt) => {
                for (_, field) in &adt.fields {
                    field.for_each_pointer(visit);
                }
            }
            Value::Tuple(parts) | Value::Set(parts) | Value::Seq(parts) => {
                for part in parts {
                    part.for_each_pointer(visit);
                }
            }
            Value::Map(entries) => {
                for (key, value) in entries {
                    key.for_each_pointer(visit);
                    value.for_each_pointer(visit);
                }
            }
            Value::Uninit
            | Value::Freed
            | Value::Bool(_)
            | Value::Int(..)
            | Value::Char(_)
            | Value::NoPointer { .. }
            | Value::Text(_)
            | Value::Member { .. } => {}
        }
    }
}
