//! The types of the front end: Rust's own, with names resolved.
//!
//! Functions are type-checked one *instance* at a time, with their type parameters already replaced
//! (as templates are), so a [`TyKind::Param`] that is left is a parameter of the function under
//! check itself and stands for an uninterpreted sort. Inference variables occur only inside
//! `typeck`; a finished [`crate::thir::Body`] has none.

use std::rc::Rc;

use crate::define_id;
pub use crate::ir::types::{FieldIdx, IntTy, VariantIdx};

define_id!(
    /// An item of any kind: module, struct, enum, trait, impl, function, constant, ….
    DefId,
    "def"
);
define_id!(
    /// A closure expression, unique within a session.
    ClosureId,
    "closure"
);
define_id!(
    /// An inference variable.
    InferId,
    "?"
);

/// A type; cheap to clone, compared by structure.
pub type Ty = Rc<TyKind>;

/// What a type is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TyKind {
    /// `bool`.
    Bool,
    /// `char`.
    Char,
    /// A machine integer.
    Int(IntTy),
    /// `f32` or `f64`, by width.
    Float(u32),
    /// `str`.
    Str,
    /// `!`.
    Never,
    /// The integers of specifications.
    MathInt,
    /// A tuple; `()` is the empty one.
    Tuple(Vec<Ty>),
    /// A struct, enum or union with its type arguments. `Box`, `Option`, `Vec`, `Set`, … are found
    /// here as well: they are defined in the models and known by their lang names.
    Adt(DefId, Vec<Ty>),
    /// A reference.
    Ref { mutable: bool, to: Ty },
    /// A raw pointer.
    RawPtr { mutable: bool, to: Ty },
    /// An array.
    Array(Ty, Ty),
    /// The value of a const generic argument, which stands among the type arguments.
    ConstValue(i128),
    /// A slice.
    Slice(Ty),
    /// A function item: zero-sized, known exactly.
    FnDef(FnRef),
    /// A function pointer.
    FnPtr(Vec<Ty>, Ty),
    /// A closure: known exactly. The type arguments are those of the function around it.
    Closure(ClosureId, Vec<Ty>),
    /// A type parameter of the function under check.
    Param(TypeParam),
    /// `dyn Trait`.
    Dyn(DefId, Vec<Ty>),
    /// An associated type, by its declaration in the trait, with the trait's arguments (`Self`
    /// first). In a finished body `Self` is a type parameter, and nothing else is known of it.
    Projection(DefId, Vec<Ty>),
    /// Not yet known.
    Infer(InferId),
}

/// A type parameter of the function under check, or of the impl around it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TypeParam {
    /// The item that declares it.
    pub owner: DefId,
    /// Its position there.
    pub index: u32,
    /// Its name.
    pub name: Rc<str>,
}

/// A function with its type arguments: those of the impl or trait around it first, then its own.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FnRef {
    /// The function. For a method of a trait whose `Self` is known this is already the method of
    /// the impl (or the trait's default).
    pub def: DefId,
    /// The type arguments. For a trait's own method `Self` comes first.
    pub args: Vec<Ty>,
}

impl FnRef {
    /// `Self` of a trait's own method.
    pub fn self_ty(&self) -> &Ty {
        self.args
            .first()
            .expect("the arguments of a trait's method start with `Self`")
    }
}
