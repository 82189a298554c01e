//! The types of the IR, interned: two types are equal when their ids are.

use std::collections::HashMap;
use std::fmt;

use crate::define_id;
use crate::ids::{Id, Table};
use crate::ir::{Int, Projection};
use crate::span::Span;

define_id!(
    /// A type of a [`Types`].
    TyId,
    "t"
);
define_id!(
    /// A struct or enum, with its type arguments filled in.
    AdtId,
    "adt"
);
define_id!(
    /// A type parameter of the function under check: a sort of which nothing else is known.
    ParamId,
    "T"
);
define_id!(
    /// A field of a variant, by position.
    FieldIdx,
    "f"
);
define_id!(
    /// A variant of an enum, by position; structs and tuples have the one at 0.
    VariantIdx,
    "v"
);

/// A monomorphic type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Ty {
    /// `bool`.
    Bool,
    /// `char`.
    Char,
    /// A machine integer.
    Int(IntTy),
    /// The integers of specifications.
    MathInt,
    /// A tuple; `()` is the empty one.
    Tuple(Vec<TyId>),
    /// A struct or enum.
    Adt(AdtId),
    /// `&T` or `&mut T`; never null.
    Ref { mutable: bool, to: TyId },
    /// `*const T` or `*mut T`.
    RawPtr { mutable: bool, to: TyId },
    /// `Box<T>`: a pointer that owns what it points to; never null.
    Box(TyId),
    /// `[T; n]`: its elements by value. The step to an element is `Index`, in paths the field of that
    /// number.
    Array(TyId, u32),
    /// `[T]`. Only ever behind a pointer, which then holds a length beside the location of the first
    /// element.
    Slice(TyId),
    /// `str`: the slice of its bytes, whose type it names. A type of its own only so that text is told
    /// as text: a pointer to the one is used as a pointer to the other as it is.
    Str(TyId),
    /// `MaybeUninit<T>`: room for a value. Its field 0 is the value, which may be there or not;
    /// writing it makes it be there.
    Maybe(TyId),
    /// The owner of a run of slots (`Maybe<T>`) made by `AllocateBuffer`: what `Vec` and its kin are
    /// made of. Which slots hold values is for the type that holds it to say.
    Buffer(TyId),
    /// `Rc`, `Arc` and their `Weak`: a pointer to a struct whose field 0 is the strong count, field 1
    /// the weak count and field 2 a `Maybe` of the value. Any number may lead to one object; a weak one
    /// may lead nowhere. It owns nothing by itself: the models count and free.
    Counted { to: TyId, weak: bool },
    /// A type parameter.
    Param(ParamId),
    /// The type of expressions that do not return.
    Never,
    /// A model set.
    Set(TyId),
    /// A model sequence.
    Seq(TyId),
}

/// The machine integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names are Rust's own")]
pub enum IntTy {
    I8,
    I16,
    I32,
    I64,
    I128,
    Isize,
    U8,
    U16,
    U32,
    U64,
    U128,
    Usize,
}

impl IntTy {
    /// All of them.
    pub const ALL: [IntTy; 12] = [
        IntTy::I8,
        IntTy::I16,
        IntTy::I32,
        IntTy::I64,
        IntTy::I128,
        IntTy::Isize,
        IntTy::U8,
        IntTy::U16,
        IntTy::U32,
        IntTy::U64,
        IntTy::U128,
        IntTy::Usize,
    ];

    /// The width in bits; `usize` and `isize` have 64.
    pub fn bits(self) -> u32 {
        match self {
            IntTy::I8 | IntTy::U8 => 8,
            IntTy::I16 | IntTy::U16 => 16,
            IntTy::I32 | IntTy::U32 => 32,
            IntTy::I64 | IntTy::U64 | IntTy::Isize | IntTy::Usize => 64,
            IntTy::I128 | IntTy::U128 => 128,
        }
    }

    /// Whether it has negative values.
    pub fn is_signed(self) -> bool {
        matches!(
            self,
            IntTy::I8 | IntTy::I16 | IntTy::I32 | IntTy::I64 | IntTy::I128 | IntTy::Isize
        )
    }

    /// The least value.
    pub fn min(self) -> Int {
        if self.is_signed() {
            -(Int::ONE << (self.bits() - 1))
        } else {
            Int::ZERO
        }
    }

    /// The greatest value.
    pub fn max(self) -> Int {
        let bits = self.bits() - u32::from(self.is_signed());
        (Int::ONE << bits) - Int::ONE
    }

    /// Whether the value is one of the type's.
    pub fn contains(self, value: Int) -> bool {
        self.min() <= value && value <= self.max()
    }

    /// The value of the type that is equal to `value` modulo 2 to the width.
    pub fn wrap(self, value: Int) -> Int {
        let modulus = Int::ONE << self.bits();
        let low = value & (modulus - Int::ONE);
        if low > self.max() { low - modulus } else { low }
    }

    /// The name in Rust.
    pub fn name(self) -> &'static str {
        match self {
            IntTy::I8 => "i8",
            IntTy::I16 => "i16",
            IntTy::I32 => "i32",
            IntTy::I64 => "i64",
            IntTy::I128 => "i128",
            IntTy::Isize => "isize",
            IntTy::U8 => "u8",
            IntTy::U16 => "u16",
            IntTy::U32 => "u32",
            IntTy::U64 => "u64",
            IntTy::U128 => "u128",
            IntTy::Usize => "usize",
        }
    }
}

impl fmt::Display for IntTy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A struct or enum with its type arguments filled in.
#[derive(Clone, Debug)]
pub struct Adt {
    /// The name with its arguments (`Option<Box<Node>>`).
    pub name: String,
    /// The name alone (`Option`), as patterns, reports and bounds use it.
    pub base_name: String,
    /// Whether it is an enum: a struct has one variant of the same name.
    pub is_enum: bool,
    /// Whether it is one in place of a union: a variant for each field, that which was written last.
    pub is_union: bool,
    /// The variants.
    pub variants: Table<VariantIdx, Variant>,
    /// Whether it is a raw pointer that is never null (`NonNull`).
    pub never_null: bool,
    /// How its values are compared by content.
    pub compared: Compared,
    /// Whose it is what the raw pointers in it lead to.
    pub raw_pointers: RawPointers,
    /// Where it is defined.
    pub span: Span,
}

/// How the values of a struct or enum are compared by content.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Compared {
    /// Variant by variant, field by field.
    #[default]
    ByFields,
    /// By the values in the first slots of a buffer: those two fields are the buffer and how many
    /// slots there are to compare. Nothing else counts.
    ByRun(FieldIdx, FieldIdx),
    /// By the values of a field that is compared by its run, each as many times in the one as in the other,
    /// in whatever order. Nothing else counts.
    InAnyOrder(FieldIdx),
    /// Not by what it holds: equal values may look different (a ring).
    NotByContent,
    /// A flag. Of values around one that is set nothing is known; otherwise it does not count.
    UnlessSet,
}

/// Whose it is what the raw pointers in a struct or enum lead to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RawPointers {
    /// As the struct or enum says that the value is a part of; nobody's that is known, if there is none.
    #[default]
    AsAround,
    /// The value's own, if they are `*mut` or `NonNull`.
    Own,
    /// Somebody else's.
    Lent,
}

/// A variant of an enum, or the one of a struct.
#[derive(Clone, Debug)]
pub struct Variant {
    /// The name.
    pub name: String,
    /// The fields; those of tuple-like variants are named `0`, `1`, ….
    pub fields: Table<FieldIdx, Field>,
    /// Whether the fields have names in the source.
    pub named_fields: bool,
    /// The discriminant as `as` shows it.
    pub discriminant: Int,
}

/// A field.
#[derive(Clone, Debug)]
pub struct Field {
    /// The name, or the position.
    pub name: String,
    /// The type.
    pub ty: TyId,
}

/// What is known of a type parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Param {
    /// The name.
    pub name: String,
    /// Whether its values are totally ordered (`Ord`).
    pub ordered: bool,
    /// Whether contracts say what becomes of its values: there are then more of them than come in.
    pub changes: bool,
}

/// All types of a program.
#[derive(Clone, Debug, Default)]
pub struct Types {
    tys: Table<TyId, Ty>,
    ids: HashMap<Ty, TyId>,
    adts: Table<AdtId, Adt>,
    params: Table<ParamId, Param>,
}

impl Types {
    /// Whether values of the one type hold values of the other, without a pointer in between.
    pub fn has_part(&self, whole: TyId, part: TyId) -> bool {
        if whole == part {
            return true;
        }
        match self.get(whole) {
            Ty::Tuple(parts) => parts.iter().any(|ty| self.has_part(*ty, part)),
            Ty::Array(element, _) | Ty::Maybe(element) => self.has_part(*element, part),
            Ty::Adt(adt) => self.adt(*adt).variants.values().any(|variant| {
                let mut fields = variant.fields.values();
                fields.any(|field| self.has_part(field.ty, part))
            }),
            _ => false,
        }
    }

    /// The id of a type.
    pub fn intern(&mut self, ty: Ty) -> TyId {
        if let Some(id) = self.ids.get(&ty) {
            return *id;
        }
        let id = self.tys.push(ty.clone());
        self.ids.insert(ty, id);
        id
    }

    /// The type of an id.
    pub fn get(&self, id: TyId) -> &Ty {
        &self.tys[id]
    }

    /// The id of a type that has been interned.
    pub fn lookup(&self, ty: &Ty) -> Option<TyId> {
        self.ids.get(ty).copied()
    }

    /// All types, in the order in which they were interned.
    pub fn iter(&self) -> impl Iterator<Item = (TyId, &Ty)> {
        self.tys.iter()
    }

    /// Reserves a struct or enum; its variants may mention its own id and are set afterwards.
    pub fn declare_adt(&mut self, adt: Adt) -> AdtId {
        self.adts.push(adt)
    }

    /// Fills in the variants of a declared struct or enum.
    pub fn define_adt(&mut self, id: AdtId, variants: Table<VariantIdx, Variant>) {
        self.adts[id].variants = variants;
    }

    /// A struct or enum.
    pub fn adt(&self, id: AdtId) -> &Adt {
        &self.adts[id]
    }

    /// All structs and enums.
    pub fn adts(&self) -> impl Iterator<Item = (AdtId, &Adt)> {
        self.adts.iter()
    }

    /// Adds a type parameter.
    pub fn add_param(&mut self, param: Param) -> ParamId {
        self.params.push(param)
    }

    /// A type parameter.
    pub fn param(&self, id: ParamId) -> &Param {
        &self.params[id]
    }

    /// Notes that contracts say what becomes of the values of type parameters in a value.
    pub fn note_changes(&mut self, ty: TyId) {
        match self.get(ty).clone() {
            Ty::Param(param) => self.params[param].changes = true,
            Ty::Array(element, _) => self.note_changes(element),
            Ty::Tuple(parts) => parts.iter().for_each(|part| self.note_changes(*part)),
            Ty::Adt(adt) => {
                let variants: Vec<VariantIdx> = self.adt(adt).variants.ids().collect();
                for variant in variants {
                    for field in self.field_types(ty, variant).to_vec() {
                        self.note_changes(field);
                    }
                }
            }
            _ => {}
        }
    }

    /// What a pointer type points to.
    pub fn pointee(&self, id: TyId) -> Option<TyId> {
        match self.get(id) {
            Ty::Ref { to, .. } | Ty::RawPtr { to, .. } | Ty::Box(to) | Ty::Counted { to, .. } => {
                Some(*to)
            }
            _ => None,
        }
    }

    /// The element type of an array or slice.
    pub fn element(&self, id: TyId) -> Option<TyId> {
        match self.get(id) {
            Ty::Array(element, _) | Ty::Slice(element) | Ty::Str(element) => Some(*element),
            _ => None,
        }
    }

    /// The element type of a slice type, so that a pointer to it holds a length.
    pub fn slice_element(&self, id: TyId) -> Option<TyId> {
        match self.get(id) {
            Ty::Slice(element) | Ty::Str(element) => Some(*element),
            _ => None,
        }
    }

    /// The fields of a variant of a struct, tuple or enum: their types.
    pub fn field_types(&self, id: TyId, variant: VariantIdx) -> Vec<TyId> {
        match self.get(id) {
            Ty::Tuple(parts) => parts.clone(),
            Ty::Maybe(value) => vec![*value],
            Ty::Array(element, count) => vec![*element; *count as usize],
            Ty::Adt(adt) => match self.adts[*adt].variants.get(variant) {
                Some(variant) => variant.fields.values().map(|field| field.ty).collect(),
                None => Vec::new(),
            },
            _ => Vec::new(),
        }
    }

    /// Whether there is no value of the type before something is written.
    pub fn must_be_written(&self, id: TyId) -> bool {
        let first = VariantIdx::from_index(0);
        match self.get(id) {
            Ty::Maybe(_) => false,
            Ty::Array(of, count) => *count > 0 && self.must_be_written(*of),
            Ty::Adt(adt) if self.adts[*adt].is_enum => true,
            Ty::Tuple(_) | Ty::Adt(_) => {
                let parts = self.field_types(id, first);
                parts.into_iter().any(|part| self.must_be_written(part))
            }
            _ => true,
        }
    }

    /// The type of the place that steps lead to from one of the given type; `None` if there is no such step.
    pub fn of_place(&self, start: TyId, steps: &[Projection]) -> Option<TyId> {
        let mut ty = start;
        let mut variant = VariantIdx::from_index(0);
        for step in steps {
            match step {
                Projection::Variant(chosen) => variant = *chosen,
                Projection::Deref => ty = self.pointee(ty)?,
                Projection::Index(_) => ty = self.element(ty)?,
                Projection::Field(field) => {
                    ty = *self.field_types(ty, variant).get(field.index())?;
                    variant = VariantIdx::from_index(0);
                }
            }
        }
        Some(ty)
    }

    /// The type as Rust writes it.
    pub fn name(&self, id: TyId) -> String {
        match self.get(id) {
            Ty::Bool => "bool".into(),
            Ty::Char => "char".into(),
            Ty::Int(int) => int.name().into(),
            Ty::MathInt => "int".into(),
            Ty::Tuple(parts) => {
                let names: Vec<String> = parts.iter().map(|part| self.name(*part)).collect();
                match names.as_slice() {
                    [one] => format!("({one},)"),
                    many => format!("({})", many.join(", ")),
                }
            }
            Ty::Adt(adt) => self.adts[*adt].name.clone(),
            Ty::Ref { mutable, to } => {
                format!("&{}{}", if *mutable { "mut " } else { "" }, self.name(*to))
            }
            Ty::RawPtr { mutable, to } => {
                format!(
                    "*{} {}",
                    if *mutable { "mut" } else { "const" },
                    self.name(*to)
                )
            }
            Ty::Box(to) => format!("Box<{}>", self.name(*to)),
            Ty::Array(element, count) => format!("[{}; {count}]", self.name(*element)),
            Ty::Slice(element) => format!("[{}]", self.name(*element)),
            Ty::Str(_) => "str".into(),
            Ty::Maybe(value) => format!("MaybeUninit<{}>", self.name(*value)),
            Ty::Buffer(element) => format!("Buffer<{}>", self.name(*element)),
            Ty::Counted { to, weak: false } => format!("Counted<{}>", self.name(*to)),
            Ty::Counted { to, weak: true } => format!("WeakCounted<{}>", self.name(*to)),
            Ty::Param(param) => self.params[*param].name.clone(),
            Ty::Never => "!".into(),
            Ty::Set(element) => format!("Set<{}>", self.name(*element)),
            Ty::Seq(element) => format!("Seq<{}>", self.name(*element)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn machine_ranges_are_those_of_rust() {
        assert_eq!(IntTy::I8.min(), Int::from(i8::MIN));
        assert_eq!(IntTy::I128.max(), Int::from(i128::MAX));
        assert_eq!(IntTy::U128.max(), Int::from(u128::MAX));
        assert_eq!(IntTy::Usize.max(), Int::from(u64::MAX));
    }

    #[test]
    fn wrapping_agrees_with_as() {
        for value in -600i64..600 {
            assert_eq!(IntTy::U8.wrap(Int::from(value)), Int::from(value as u8));
            assert_eq!(IntTy::I8.wrap(Int::from(value)), Int::from(value as i8));
        }
        assert_eq!(IntTy::U128.wrap(Int::from(-1)), Int::from(u128::MAX));
    }

    #[test]
    fn a_type_is_interned_once() {
        let mut types = Types::default();
        let bool_ = types.intern(Ty::Bool);
        let pair = types.intern(Ty::Tuple(vec![bool_, bool_]));
        assert_eq!(types.intern(Ty::Tuple(vec![bool_, bool_])), pair);
        assert_eq!(types.name(pair), "(bool, bool)");
    }
}
