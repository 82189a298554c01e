//! The surface tree: Rust as we read it, with our own spans, after `cfg` and before any name is
//! resolved. It is plain data, so that it can leave the thread that parsed it.
//!
//! Whatever `syn` can read and we do not is kept as `Unsupported` with its own span: only the
//! functions that use it suffer.

use std::sync::Arc;

use super::dialect::Dialect;
use super::later::Body;
use crate::front::ClauseKind;
use crate::ir::{BinOp, CheckBounds, Int};
use crate::span::Span;

/// A name, shared.
pub type Name = Arc<str>;

/// A name where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ident {
    /// The name.
    pub name: Name,
    /// Where.
    pub span: Span,
}

/// An item.
#[derive(Clone, Debug)]
pub struct Item {
    /// Its name; impls and `use` have an empty one.
    pub name: Ident,
    /// Who may name it.
    pub vis: Vis,
    /// What its attributes say.
    pub attrs: Arc<Attrs>,
    /// The whole item.
    pub span: Span,
    /// What it is.
    pub kind: ItemKind,
}

/// A visibility as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Vis {
    /// Nothing is written.
    Inherited,
    /// `pub`.
    Public,
    /// `pub(crate)`, `pub(super)`, `pub(self)`, `pub(in path)`: the path's segments.
    Restricted(Vec<Name>),
}

/// What an item is.
#[derive(Clone, Debug)]
pub enum ItemKind {
    /// A function, in a module, impl or trait.
    Fn(Arc<Function>),
    /// A struct, enum or union.
    Adt(Arc<Adt>),
    /// A trait.
    Trait {
        generics: Arc<Generics>,
        supertraits: Vec<Bound>,
        items: Vec<Item>,
    },
    /// An impl block.
    Impl {
        generics: Arc<Generics>,
        trait_: Option<Path>,
        self_ty: Arc<Type>,
        items: Vec<Item>,
    },
    /// A constant, in a module, impl or trait.
    Const(Arc<Constant>),
    /// A static.
    Static(Arc<Constant>),
    /// `type A<T> = …;`, in a module, impl or trait (there perhaps without a type).
    TypeAlias {
        generics: Arc<Generics>,
        bounds: Vec<Bound>,
        ty: Option<Arc<Type>>,
    },
    /// A module with its items.
    Mod(Vec<Item>),
    /// One leaf of a `use` tree.
    Use(Use),
    /// `macro_rules! name`.
    MacroRules,
    /// Anything else: a noun phrase.
    Unsupported(String),
}

/// One leaf of a `use` tree.
#[derive(Clone, Debug)]
pub struct Use {
    /// Whether it starts with `::`.
    pub global: bool,
    /// The path.
    pub path: Vec<Ident>,
    /// `None` for `*`; the name bound otherwise (`_` binds none).
    pub rename: Option<Name>,
}

/// A function.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its type parameters; each `impl Trait` argument has become one.
    pub generics: Generics,
    /// The parameters; `self` is one named `self`.
    pub params: Vec<Param>,
    /// Whether the first parameter is `self`.
    pub has_self: bool,
    /// The type of the result; `None` is `()`.
    pub ret: Option<Type>,
    /// The body; a trait's required method has none.
    pub body: Option<Body>,
    /// The items declared in blocks of the body.
    pub inner: Vec<InnerScope>,
    /// The signature.
    pub head: Span,
    /// Constructs of the signature that are not modelled (`async fn`).
    pub unsupported: Option<(String, Span)>,
    /// Whether it is an `unsafe fn` or has an `unsafe` block.
    pub has_unsafe: bool,
    /// Whether it is `unsafe` itself.
    pub is_unsafe: bool,
}

/// The items of one block of a function's body.
#[derive(Clone, Debug)]
pub struct InnerScope {
    /// The block around it that has items as well.
    pub parent: Option<usize>,
    /// The items.
    pub items: Vec<Item>,
}

/// A parameter.
#[derive(Clone, Debug)]
pub struct Param {
    /// The pattern.
    pub pat: Pat,
    /// The type.
    pub ty: Type,
}

/// A constant or static.
#[derive(Clone, Debug)]
pub struct Constant {
    /// The type.
    pub ty: Type,
    /// The value; a trait's required constant has none.
    pub value: Option<Expr>,
    /// The items declared in blocks of the value.
    pub inner: Vec<InnerScope>,
    /// `static mut`.
    pub mutable: bool,
}

/// A struct, enum or union.
#[derive(Clone, Debug)]
pub struct Adt {
    /// Which of the three.
    pub kind: AdtKind,
    /// The type parameters.
    pub generics: Generics,
    /// The variants; a struct has one of its own name.
    pub variants: Vec<Variant>,
}

/// Which kind of nominal type it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are Rust's own")]
pub enum AdtKind {
    Struct,
    Enum,
    Union,
}

/// What is special about a field that only verification has.
#[derive(Clone, Debug)]
pub struct Ghost {
    /// `#[ghost(init = e)]`: what a literal gives it that does not name it; any value otherwise.
    pub init: Option<Expr>,
}

/// A variant.
#[derive(Clone, Debug)]
pub struct Variant {
    /// The name.
    pub name: Ident,
    /// How its fields are written.
    pub shape: Shape,
    /// The fields.
    pub fields: Vec<Field>,
    /// `= n`.
    pub discriminant: Option<Expr>,
    /// `#[default]`.
    pub is_default: bool,
}

/// How the fields of a variant are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// None at all.
    Unit,
    /// In parentheses.
    Tuple,
    /// In braces.
    Named,
}

/// A field.
#[derive(Clone, Debug)]
pub struct Field {
    /// The name or position.
    pub name: Ident,
    /// Who may name it.
    pub vis: Vis,
    /// The type.
    pub ty: Type,
    /// `#[ghost]`.
    pub ghost: Option<Ghost>,
}

/// Type parameters and what is asked of them. Lifetimes are dropped.
#[derive(Clone, Debug, Default)]
pub struct Generics {
    /// The parameters.
    pub params: Vec<GenericParam>,
    /// Whether there are lifetimes among them.
    pub has_lifetimes: bool,
    /// The where clause.
    pub wheres: Vec<WherePredicate>,
}

/// A type or const parameter.
#[derive(Clone, Debug)]
pub struct GenericParam {
    /// The name.
    pub name: Ident,
    /// The bounds written at it.
    pub bounds: Vec<Bound>,
    /// The type of a const parameter.
    pub const_ty: Option<Type>,
    /// The default.
    pub default: Option<Type>,
}

/// `T: Bound + Bound`.
#[derive(Clone, Debug)]
pub struct WherePredicate {
    /// What is bounded.
    pub ty: Type,
    /// By what.
    pub bounds: Vec<Bound>,
}

/// A trait bound; lifetimes are dropped.
#[derive(Clone, Debug)]
pub struct Bound {
    /// The trait.
    pub path: Path,
    /// `?Trait`.
    pub maybe: bool,
}

/// A path.
#[derive(Clone, Debug)]
pub struct Path {
    /// `<T as Trait>::…`: the type, and how many of the segments name the trait.
    pub qself: Option<(Box<Type>, usize)>,
    /// `::…`.
    pub global: bool,
    /// The segments; at least one.
    pub segments: Vec<Segment>,
    /// The name with the marks of the macro that wrote it, if it may be that of a local variable.
    pub marked: Option<Name>,
    /// The whole path.
    pub span: Span,
}

impl Path {
    /// The name, if the path is nothing but one.
    pub fn as_ident(&self) -> Option<&Ident> {
        match self.segments.as_slice() {
            [only] if !self.global && self.qself.is_none() && only.args.is_none() => {
                Some(&only.ident)
            }
            _ => None,
        }
    }

    /// The last segment.
    pub fn last(&self) -> &Segment {
        self.segments
            .last()
            .expect("a path has at least one segment")
    }
}

/// A segment of a path.
#[derive(Clone, Debug)]
pub struct Segment {
    /// The name.
    pub ident: Ident,
    /// `<…>` or `(…) -> …`.
    pub args: Option<GenericArgs>,
}

/// The arguments of a segment; lifetimes are dropped.
#[derive(Clone, Debug)]
pub enum GenericArgs {
    /// `<A, B, Item = C>`.
    Angle(Vec<GenericArg>),
    /// `(A, B) -> C`.
    Paren(Vec<Type>, Option<Box<Type>>),
}

/// A generic argument.
#[derive(Clone, Debug)]
pub enum GenericArg {
    /// A type; a lone name may also be a constant.
    Type(Type),
    /// A constant.
    Const(Expr),
    /// `Item = T`.
    Assoc(Ident, Type),
    /// `Item: Bound`, which bounds can have.
    Constraint(Ident, Vec<Bound>),
    /// Anything else.
    Unsupported(String, Span),
}

/// A type.
#[derive(Clone, Debug)]
pub struct Type {
    /// What it is.
    pub kind: TypeKind,
    /// Where.
    pub span: Span,
}

/// What a type is.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the forms are Rust's own")]
pub enum TypeKind {
    Path(Path),
    Ref { mutable: bool, to: Box<Type> },
    Ptr { mutable: bool, to: Box<Type> },
    Tuple(Vec<Type>),
    Array(Box<Type>, Box<Expr>),
    Slice(Box<Type>),
    FnPtr(Vec<Type>, Option<Box<Type>>),
    Never,
    Infer,
    ImplTrait(Vec<Bound>),
    DynTrait(Vec<Bound>),
    Unsupported(String),
}

/// A block.
#[derive(Clone, Debug)]
pub struct Block {
    /// The scope of the items declared in it: an index into the function's `inner`.
    pub scope: Option<usize>,
    /// The statements.
    pub stmts: Vec<Stmt>,
    /// The value.
    pub tail: Option<Box<Expr>>,
    /// With the braces.
    pub span: Span,
}

/// A statement.
#[derive(Clone, Debug)]
#[expect(
    clippy::large_enum_variant,
    reason = "most statements are the large one"
)]
pub enum Stmt {
    /// `let`.
    Let {
        pat: Pat,
        ty: Option<Type>,
        init: Option<Expr>,
        otherwise: Option<Expr>,
        span: Span,
    },
    /// An expression; with a semicolon, or of a kind that needs none.
    Expr(Expr, bool),
}

/// An expression.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where.
    pub span: Span,
}

/// What an expression is. Parentheses are gone.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the forms are Rust's own")]
pub enum ExprKind {
    Lit(Lit),
    Path(Path),
    Array(Vec<Expr>),
    Repeat(Box<Expr>, Box<Expr>),
    Tuple(Vec<Expr>),
    Struct {
        path: Path,
        fields: Vec<(Ident, Expr)>,
        base: Option<Box<Expr>>,
    },
    Call(Box<Expr>, Vec<Expr>),
    MethodCall {
        receiver: Box<Expr>,
        method: Ident,
        turbofish: Option<Vec<GenericArg>>,
        args: Vec<Expr>,
    },
    Field(Box<Expr>, Ident),
    Index(Box<Expr>, Box<Expr>),
    Not(Box<Expr>),
    Neg(Box<Expr>),
    Deref(Box<Expr>),
    Binary(BinOp, Box<Expr>, Box<Expr>),
    And(Box<Expr>, Box<Expr>),
    Or(Box<Expr>, Box<Expr>),
    /// `==>`.
    Implies(Box<Expr>, Box<Expr>),
    /// `<==>`.
    Iff(Box<Expr>, Box<Expr>),
    /// `===`: equal by content, whatever `PartialEq` says.
    Same(Box<Expr>, Box<Expr>),
    Assign(Box<Expr>, Box<Expr>),
    AssignOp(BinOp, Box<Expr>, Box<Expr>),
    Cast(Box<Expr>, Box<Type>),
    Ref {
        mutable: bool,
        of: Box<Expr>,
    },
    RawAddr {
        mutable: bool,
        of: Box<Expr>,
    },
    Block {
        label: Option<Ident>,
        block: Block,
    },
    If {
        cond: Box<Expr>,
        then: Block,
        otherwise: Option<Box<Expr>>,
    },
    Let {
        pat: Box<Pat>,
        value: Box<Expr>,
    },
    Match {
        scrutinee: Box<Expr>,
        arms: Vec<Arm>,
    },
    Loop {
        label: Option<Ident>,
        body: Block,
    },
    While {
        label: Option<Ident>,
        cond: Box<Expr>,
        body: Block,
    },
    For {
        label: Option<Ident>,
        pat: Box<Pat>,
        iter: Box<Expr>,
        body: Block,
    },
    Break {
        label: Option<Ident>,
        value: Option<Box<Expr>>,
    },
    Continue {
        label: Option<Ident>,
    },
    Return(Option<Box<Expr>>),
    Closure(Box<Closure>),
    Range {
        low: Option<Box<Expr>>,
        high: Option<Box<Expr>>,
        inclusive: bool,
    },
    Try(Box<Expr>),
    Macro(Box<MacroCall>),
    Unsupported(String),
}

/// An arm of a `match`.
#[derive(Clone, Debug)]
pub struct Arm {
    /// The pattern.
    pub pat: Pat,
    /// The guard.
    pub guard: Option<Expr>,
    /// The body.
    pub body: Expr,
}

/// A closure.
#[derive(Clone, Debug)]
pub struct Closure {
    /// `move`.
    pub is_move: bool,
    /// The parameters, perhaps with types.
    pub params: Vec<(Pat, Option<Type>)>,
    /// The type of the result, if written.
    pub ret: Option<Type>,
    /// The body.
    pub body: Expr,
}

/// A macro call; its arguments have been parsed as far as its name suggests. Whether the name means
/// what it seems to is for resolution to say.
#[derive(Clone, Debug)]
pub struct MacroCall {
    /// The path of the macro.
    pub path: Path,
    /// The arguments.
    pub args: MacroArgs,
}

/// The arguments of a macro call.
#[derive(Clone, Debug)]
pub enum MacroArgs {
    /// `(a, b, …)`; named arguments of format strings are among them, without their names.
    Exprs(Vec<Expr>),
    /// Text that is formatted at once, perhaps to somewhere.
    Format(Box<Format>),
    /// `[value; n]`.
    Repeat(Expr, Expr),
    /// `(value, pattern if guard)`.
    Matches {
        value: Expr,
        pat: Pat,
        guard: Option<Expr>,
    },
    /// `{ statements }`, of `ghost!`.
    Ghost(Block),
    /// Not understood.
    Unparsed,
}

/// The arguments of `write!`, `format!` and their kin.
#[derive(Clone, Debug)]
pub struct Format {
    /// Where it is written.
    pub to: Option<Expr>,
    /// All that is formatted, named or not, and the variables that the text names.
    pub args: Vec<Expr>,
    /// The places of arguments in the text, in order; nothing if the text is not known here.
    pub holes: Option<Vec<Hole>>,
}

/// A place of an argument in text that is formatted: `{name:#?}`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hole {
    /// Which argument.
    pub arg: usize,
    /// The name of the trait that formats it.
    pub by: &'static str,
    /// `#`.
    pub alternate: bool,
    /// Whether nothing else is asked, such as a width.
    pub plain: bool,
}

/// A literal.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the forms are Rust's own")]
pub enum Lit {
    Bool(bool),
    /// The value and the suffix, if there is one.
    Int(Int, Option<Name>),
    Float(String, Option<Name>),
    Char(char),
    Byte(u8),
    Str(String),
    ByteStr(Vec<u8>),
}

/// A pattern.
#[derive(Clone, Debug)]
pub struct Pat {
    /// What it is.
    pub kind: PatKind,
    /// Where.
    pub span: Span,
}

/// What a pattern is.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the forms are Rust's own")]
pub enum PatKind {
    Wild,
    /// `..`, inside tuples and slices.
    Rest,
    /// A binding, or a constant or unit variant of that name.
    Ident {
        by_ref: bool,
        mutable: bool,
        name: Ident,
        sub: Option<Box<Pat>>,
    },
    Lit(Box<Expr>),
    Path(Path),
    Range {
        low: Option<Box<Expr>>,
        high: Option<Box<Expr>>,
        inclusive: bool,
    },
    Ref {
        mutable: bool,
        pat: Box<Pat>,
    },
    Tuple(Vec<Pat>),
    TupleStruct(Path, Vec<Pat>),
    Struct {
        path: Path,
        fields: Vec<(Ident, Pat)>,
        rest: bool,
    },
    Slice(Vec<Pat>),
    Or(Vec<Pat>),
    Unsupported(String),
}

/// What the attributes of an item say.
#[derive(Clone, Debug, Default)]
pub struct Attrs {
    /// Clauses of a contract, in order.
    pub clauses: Vec<Clause>,
    /// `#[invariant(e)]`.
    pub invariants: Vec<Invariant>,
    /// The fields of a struct that are marked `#[tree]` and own nothing, and what they say together.
    pub tree_fields: Vec<TreeField>,
    pub tree: Option<Box<Tree>>,
    /// `#[pure]`.
    pub pure_: bool,
    /// `#[model]`.
    pub model: bool,
    /// `#[trusted]`.
    pub trusted: bool,
    /// The bounds that `#[check(…)]` sets.
    pub bounds: CheckBounds,
    /// The types that it bounds, where it names them.
    pub bounded: Vec<(String, Span)>,
    /// `#[check(…)]` is there.
    pub has_check: bool,
    /// `#[check(skip)]`.
    pub skip: bool,
    /// `#[check(invariants)]`.
    pub check_invariants: bool,
    /// `#[check(panic_safety)]`.
    pub panic_safety: bool,
    /// `#[assert_on_expiry(a, b)]`: callers owe something of what they write through the result.
    pub asserts_on_expiry: bool,
    /// `#[check(allow_leaks)]`.
    pub allow_leaks: bool,
    /// `#[check(partial)]`.
    pub partial: bool,
    /// What `#[repr(…)]` says, an argument each.
    pub repr: Vec<Name>,
    /// `#[lang = "…"]`, in the models.
    pub lang: Option<Name>,
    /// `#[intrinsic = "…"]`, in the models.
    pub intrinsic: Option<Name>,
    /// An attribute that may change what the item means, and that we do not know.
    pub unsupported: Option<(String, Span)>,
    /// Written by a `derive`.
    pub derived: bool,
    /// The items declared in blocks of the clauses.
    pub inner: Vec<InnerScope>,
    /// The dialect of a function of specifications.
    pub dialect: Dialect,
    /// `#[kani::proof]` and what belongs to it.
    pub harness: Option<Harness>,
    /// `#[extern_spec]` on an impl block, or a function that is one.
    pub extern_spec: bool,
    /// The function of another crate that it is about, if it is one by itself.
    pub extern_of: Vec<Name>,
    /// What a harness exchanges.
    pub stubs: Vec<Stub>,
    /// `#[extern_model(path::Type)]` on a module: the path.
    pub extern_model: Vec<Name>,
    /// What the preconditions of `core::contracts` bind for the postconditions.
    pub lets: Vec<Stmt>,
}

/// An invariant of a type.
#[derive(Clone, Debug)]
pub struct Invariant {
    /// The condition.
    pub value: Expr,
    /// The dialect that it is written in.
    pub dialect: Dialect,
}

/// A field that is marked `#[tree]`.
#[derive(Clone, Debug)]
pub struct TreeField {
    /// Its name.
    pub name: Ident,
    /// The mark.
    pub span: Span,
}

/// What the `#[tree]` fields of a struct say, as conditions.
#[derive(Clone, Debug)]
pub struct Tree {
    /// Of all nodes, if the fields are pointers to them.
    pub of_nodes: Expr,
    /// Of `self`, a vector of such structs, if the fields are numbers of its elements.
    pub of_elements: Expr,
}

/// `#[kani::stub(original, replacement)]`.
#[derive(Clone, Debug)]
pub struct Stub {
    /// The function that is not called.
    pub original: Path,
    /// The one that is called in its place.
    pub replacement: Path,
}

/// A proof harness of Kani's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Harness {
    /// `#[kani::proof_for_contract(f)]`: the contract of `f` is checked without it.
    pub for_contract: bool,
    /// `#[kani::should_panic]`.
    pub should_panic: bool,
    /// `#[kani::unwind(n)]`.
    pub unwind: Option<u32>,
}

/// A clause of a contract.
#[derive(Clone, Debug)]
pub struct Clause {
    /// Its kind.
    pub kind: ClauseKind,
    /// The argument; of `modifies`, a tuple.
    pub value: Expr,
    /// `|r|`: the name that the result has in it.
    pub result: Option<Ident>,
    /// The argument of the attribute.
    pub span: Span,
    /// The dialect that it is written in.
    pub dialect: Dialect,
}

/// The name of the function that computes a specification field; nobody can write it.
pub fn spec_field_method(field: &str) -> Name {
    format!("{field}#field").into()
}
