//! What the back half asks of a front end. `lower` sees a package only through [`Front`], so that a
//! front end other than ours (`resolve` and `typeck` over `syn`) could take its place.

use std::rc::Rc;

use crate::define_id;
use crate::diag::{Diagnostic, Unsupported};
use crate::ir::CheckBounds;
use crate::span::{SourceMap, Span};
use crate::thir::Body;
use crate::ty::{ClosureId, DefId, FnRef, Ty, VariantIdx};

define_id!(
    /// A clause of a function's contract, in source order.
    ClauseId,
    "clause"
);

/// Why something could not be read: neither is a verdict about the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// It is Rust (or a contract) that we do not model.
    Unsupported(Vec<Unsupported>),
    /// It is a mistake of the user's: rustc, or the contract language, would refuse it.
    Mistake(Vec<Diagnostic>),
}

impl Stop {
    /// The same, saying what to do about the first mistake.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        if let Self::Mistake(diagnostics) = &mut self
            && let Some(first) = diagnostics.first_mut()
        {
            first.help = Some(help.into());
        }
        self
    }
}

/// The result of reading.
pub type Read<T> = Result<T, Stop>;

/// A package (or a single file) that has been loaded and resolved. All answers are deterministic.
pub trait Front {
    /// All files read, those of the models included.
    fn sources(&self) -> &SourceMap;
    /// Every non-test function of the package, in source order.
    fn functions(&self) -> Vec<FunctionInfo>;
    /// The path as the user would write it inside the crate (`list::List::push`, `<List as Drop>::drop`).
    fn path(&self, def: DefId) -> String;
    /// The item in the source.
    fn span(&self, def: DefId) -> Span;
    /// The function applied to its own type parameters (and those of its impl): the instance to check.
    fn identity(&self, def: DefId) -> FnRef;

    /// The same with boxes of them in place of its type parameters, where the bounds allow it; `None` if none
    /// allow it.
    fn with_boxes(&self, def: DefId) -> Option<FnRef>;
    /// The const parameters of a function, those of its impl included, in the order of its arguments.
    fn const_params(&self, def: DefId) -> Read<Vec<ConstParam>>;
    /// What is known of a type parameter, or of an associated type of one, from its bounds.
    fn bounds_of(&self, ty: &Ty) -> ParamBounds;
    /// The type parameter whose values these are: by its laws, `K: Borrow<Q>` lets `K` and `Q` be one
    /// sort. Any other type is its own.
    fn shares_values_of(&self, ty: &Ty) -> Ty;
    /// Parameters and result of a function instance.
    fn signature(&self, function: &FnRef) -> Read<Signature>;
    /// The checked body of a function instance.
    fn body(&self, function: &FnRef) -> Read<Rc<Body>>;
    /// The checked value of a constant, associated constant or static.
    fn constant(&self, constant: &FnRef) -> Read<Rc<Body>>;
    /// The contract of a function, those that it inherits from a trait included.
    fn contract(&self, def: DefId) -> Read<Rc<Contract>>;
    /// A clause, checked as specification code: its parameters are those of the function, then the
    /// result if the clause is one that may name it. The value is a `bool`; of `modifies`, a tuple
    /// of places.
    fn clause(&self, function: &FnRef, clause: ClauseId) -> Read<Rc<Body>>;
    /// The invariants stated directly of a type (not of its parts), each with `self: &T` as its only
    /// parameter.
    fn invariants(&self, ty: &Ty) -> Read<Vec<Invariant>>;
    /// What `#[tree]` fields say of all that values of the types lead to by pointers, each with a parameter
    /// for each of the types.
    fn trees(&self, types: &[Ty]) -> Read<Vec<Invariant>>;
    /// A struct or enum with its type arguments filled in.
    fn adt(&self, def: DefId, args: &[Ty]) -> Read<Rc<AdtInfo>>;
    /// The name by which the compiler side knows an item of the models (`Box`, `Option`, `Set`).
    fn lang(&self, def: DefId) -> Option<Lang>;
    /// The primitive that a function of the models stands for, by the name given there.
    fn intrinsic(&self, def: DefId) -> Option<&str>;
    /// Whether a function of the models writes a cell that is behind a `&`, or what a raw pointer leads
    /// to. Those that count borrows and give them back do not count.
    fn writes_shared(&self, def: DefId) -> bool;
    /// The types that a trait object may be of.
    fn implementors(&self, object: &Ty) -> Rc<Implementors>;
    /// The function whose body a closure stands in.
    fn closure_owner(&self, closure: ClosureId) -> Option<FnRef>;
    /// The function that a trait's method is for the type in the place of its `Self`.
    fn method_for(&self, method: &FnRef) -> Read<FnRef>;
    /// The struct of the models that a float of so many bits is.
    fn float_bits(&self, width: u32) -> Option<Ty>;
    /// A function of the models that is known by name, with these type arguments.
    fn lang_fn(&self, name: &str, args: &[Ty]) -> Option<FnRef>;
    /// Size and alignment of a type in bytes, where the language fixes them.
    fn size_and_align(&self, ty: &Ty) -> Option<(u64, u64)>;
    /// Whether values of the type are copied rather than moved.
    fn is_copy(&self, ty: &Ty) -> bool;
    /// Whether keys of the first type that equal those of the second have the same hash, because neither
    /// equality nor hash is written by hand.
    fn is_hashed_as_compared(&self, key: &Ty, asked: &Ty) -> bool;
    /// Whether formatting a value of the type runs code that is written by hand: by the trait of this name, or
    /// by any.
    fn formats_by_hand(&self, ty: &Ty, by: Option<&str>) -> ByHand;
    /// The `drop` of the type's own `Drop` impl, if it has one.
    fn drop_impl(&self, ty: &Ty) -> Option<FnRef>;
}

/// Whose code that is not derived formats a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ByHand {
    /// Nobody's.
    No,
    /// That of its own type, perhaps behind references and boxes.
    Itself,
    /// That of a part of it, or it is not known.
    Part,
}

/// A function of the package.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionInfo {
    /// The function.
    pub def: DefId,
    /// Its path.
    pub path: String,
    /// Its signature in the source.
    pub span: Span,
    /// Whether it is to be checked.
    pub checked: bool,
    /// Why, or why not, as a fragment (`has a contract`, `private, without a clause`).
    pub why: &'static str,
}

/// A const generic parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConstParam {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: Ty,
    /// Where it stands among the type arguments of the function.
    pub position: usize,
}

/// What the bounds say of a type parameter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ParamBounds {
    /// `Eq`, or `Ord`, which implies it: equality is an equivalence.
    pub eq: bool,
    /// `Ord`.
    pub ord: bool,
    /// `PartialOrd`, of values of the type with each other.
    pub partial_ord: bool,
    /// `Clone`.
    pub clone: bool,
    /// `Copy`.
    pub copy: bool,
}

/// Parameters and result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// Name (a pattern has none), type and place of each parameter, `self` first.
    pub params: Vec<ParamInfo>,
    /// The type of the result.
    pub ret: Ty,
}

/// A parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParamInfo {
    /// Its name, if the pattern is a plain name.
    pub name: Option<String>,
    /// Its type.
    pub ty: Ty,
    /// Where it stands.
    pub span: Span,
}

/// The contract of a function.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Contract {
    /// The clauses, in source order.
    pub clauses: Vec<Clause>,
    /// `#[pure]`.
    pub pure_: bool,
    /// `#[model]`.
    pub model: bool,
    /// `#[trusted]`.
    pub trusted: bool,
    /// `#[check(panic_safety)]`: invariants hold when a panic leaves the function.
    pub panic_safety: bool,
    /// `#[check(allow_leaks)]`: allocations may be lost.
    pub allow_leaks: bool,
    /// `#[check(partial)]`: comparisons of type parameters promise no more than their traits do.
    pub partial: bool,
    /// Whether callers owe something of what they write through the result.
    pub asserts_on_expiry: bool,
    /// Whether the function is `unsafe` or has an `unsafe` block.
    pub has_unsafe: bool,
    /// Whether the function itself is `unsafe`.
    pub is_unsafe: bool,
    /// A harness of Kani's.
    pub harness: bool,
    /// A harness with `#[kani::should_panic]`.
    pub should_panic: bool,
    /// The functions that a harness exchanges: calls of the first mean the second.
    pub stubs: Vec<(DefId, DefId)>,
    /// `#[check(…)]`.
    pub check: CheckBounds,
    /// Visible outside its module (or `#[check(invariants)]`): assumes and checks invariants.
    pub invariants: bool,
}

/// A clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clause {
    /// Which one it is.
    pub id: ClauseId,
    /// Its kind.
    pub kind: ClauseKind,
    /// The argument of the attribute.
    pub span: Span,
    /// Whether the trait's method states it.
    pub inherited: bool,
}

/// The kinds of clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ClauseKind {
    /// `requires`.
    Requires,
    /// `ensures`: may name the result.
    Ensures,
    /// `modifies`.
    Modifies,
    /// `panics`.
    Panics,
    /// `may_panic`.
    MayPanic,
    /// `on_panic`.
    OnPanic,
    /// `decreases`.
    Decreases,
    /// `after_expiry`: may name the result.
    AfterExpiry,
}

/// An invariant of a type.
#[derive(Clone, Debug)]
pub struct Invariant {
    /// The argument of the attribute.
    pub span: Span,
    /// The checked condition.
    pub body: Rc<Body>,
}

/// A struct or enum with its type arguments filled in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AdtInfo {
    /// The name alone.
    pub name: String,
    /// Whether it is an enum.
    pub is_enum: bool,
    /// Whether it is one in place of a union: a variant for each field.
    pub is_union: bool,
    /// Whether it has lifetime parameters: its values hold what belongs to others.
    pub has_lifetimes: bool,
    /// The variants.
    pub variants: Vec<VariantInfo>,
    /// Where it is defined.
    pub span: Span,
}

/// The types that a trait object may be of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Implementors {
    /// Those of the package that implement the trait, in source order.
    pub types: Vec<Ty>,
    /// Whether the package has no others: the trait is its own, and no impl is one of many types.
    pub complete: bool,
}

/// A variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariantInfo {
    /// Its position.
    pub index: VariantIdx,
    /// Its name; a struct's own for the one of a struct.
    pub name: String,
    /// Whether its fields have names.
    pub named_fields: bool,
    /// Name and type of each field.
    pub fields: Vec<(String, Ty)>,
    /// The discriminant.
    pub discriminant: i128,
}

/// Items of the models that have a meaning of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Lang {
    /// `Box<T>`: a primitive pointer.
    Box,
    /// `Option<T>`: an ordinary enum, but built by desugaring.
    Option,
    /// `Set<T>`.
    Set,
    /// `Seq<T>`.
    Seq,
    /// `MaybeUninit<T>`.
    Maybe,
    /// The owner of a run of slots, which `Vec` and its kin are made of.
    Buffer,
    /// The pointer that `Rc` and `Arc` are made of.
    Counted,
    /// The pointer that `Weak` is made of.
    WeakCounted,
}
