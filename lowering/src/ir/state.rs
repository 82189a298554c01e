//! Concrete states as data: what a solver's model decodes to, what the interpreter starts from and
//! ends in, and what a report draws. Pointers lead to objects, which are numbered.

use std::rc::Rc;

use crate::define_id;
use crate::ids::Table;
use crate::ir::Int;
use crate::ir::types::{FieldIdx, TyId, VariantIdx};

define_id!(
    /// An object of a [`State`].
    ObjectId,
    "#"
);

/// A heap with the values that lead into it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// The objects that are alive.
    pub objects: Table<ObjectId, Object>,
    /// The values of the entry procedure's parameters, in order.
    pub inputs: Vec<Value>,
    /// The values that the run's `Choose` statements give, in the order in which it meets them.
    pub choices: Vec<Value>,
}

/// One allocation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Object {
    /// The type of what it holds; of a buffer, that of an element.
    pub ty: TyId,
    /// Whether it is one object or a run of slots.
    pub kind: ObjectKind,
    /// What it holds. A buffer is an `Adt` of its slots, those without a value being `Uninit`.
    pub value: Value,
}

/// What an allocation is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ObjectKind {
    /// One object.
    #[default]
    Single,
    /// A run of slots.
    Buffer,
}

/// A value.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Value {
    /// Not initialised, moved out of, or freed.
    Uninit,
    /// A truth value.
    Bool(bool),
    /// A number (`char`s by their code).
    Int(Int),
    /// A struct, tuple, enum, array or `Maybe` value; a `Maybe` has one field, possibly `Uninit`.
    Adt(VariantIdx, Vec<Value>),
    /// A pointer to an object, or to a part of it.
    Pointer(Pointer),
    /// The null pointer.
    Null,
    /// A pointer that is not null and leads nowhere.
    Dangling,
    /// A pointer to a slice: where its first element is, and how many there are.
    Slice(Box<Value>, Int),
    /// A member of a type parameter, by its rank in the order.
    Member(u32),
    /// A model set: sorted, without duplicates.
    Set(Rc<Vec<Value>>),
    /// A model sequence.
    Seq(Rc<Vec<Value>>),
}

impl Value {
    /// Whether it is a pointer or has one in it.
    pub fn holds_pointers(&self) -> bool {
        match self {
            Value::Pointer(_) | Value::Slice(..) => true,
            Value::Adt(_, parts) => parts.iter().any(Value::holds_pointers),
            Value::Set(parts) | Value::Seq(parts) => parts.iter().any(Value::holds_pointers),
            _ => false,
        }
    }
}

/// A location: an object and a path inside it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pointer {
    /// The object.
    pub object: ObjectId,
    /// The path from the object's value to the part pointed to.
    pub path: Vec<PathStep>,
}

/// One step of a path inside an object. Elements of arrays and slots of buffers are the fields of
/// variant 0; a pointer just past the end has the number of elements as its last step. The step to a
/// slot leads to the value in it; a `Buffer` itself holds a pointer to the object, without a step (or
/// `Dangling`, if it has no slots).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PathStep {
    /// The variant (0 for structs and tuples).
    pub variant: VariantIdx,
    /// The field.
    pub field: FieldIdx,
}
