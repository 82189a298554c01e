//! The typed tree: a function body with every name resolved, every type known and everything
//! implicit made explicit. It is what `typeck` promises and all that `lower` sees.
//!
//! Gone are: method-call syntax, autoref and autoderef, operators of traits (they are calls),
//! `for`, `while`, `?` and macros (desugared), literal defaulting, match ergonomics. Kept are the
//! evaluation order, temporaries, patterns and the difference between places and values.

pub mod pretty;

use crate::define_id;
use crate::ids::Table;
use crate::ir::{BinOp, Int, PanicKind, ReachKind, UnOp};
use crate::span::Span;
use crate::ty::{ClosureId, DefId, FieldIdx, FnRef, Ty, TypeParam, VariantIdx};

define_id!(
    /// A variable of a body; the closures inside it share its numbering.
    VarId,
    "v"
);
define_id!(
    /// A loop or labelled block of a body.
    ScopeId,
    "'s"
);

/// A checked body: of a function instance, of a constant, or of a clause.
#[derive(Clone, Debug)]
pub struct Body {
    /// All variables, those of closures included.
    pub vars: Table<VarId, Var>,
    /// The parameters (`self` first), irrefutable patterns. A clause has as parameters those of its
    /// function, and then, where it may be named, the result.
    pub params: Vec<Pat>,
    /// The body.
    pub value: Expr,
    /// Whether it is specification code: integers are mathematical, nothing moves.
    pub is_spec: bool,
}

/// A variable.
#[derive(Clone, Debug)]
pub struct Var {
    /// The name; variables made by desugaring have none.
    pub name: Option<String>,
    /// The type.
    pub ty: Ty,
    /// Where it is bound.
    pub span: Span,
}

/// An expression with its type.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Its type, without inference variables.
    pub ty: Ty,
    /// The source.
    pub span: Span,
}

/// What an expression is.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// A literal.
    Literal(Literal),
    /// A variable: a place.
    Var(VarId),
    /// A constant item or associated constant, with its type arguments.
    Const(FnRef),
    /// A const parameter of the function under check, as a value.
    ConstParam(TypeParam),
    /// A static: a place.
    Static(DefId),
    /// A function item as a value; tuple constructors are `Adt`, or closures when used as values.
    Fn(FnRef),
    /// A call of a known function. Calls of closures and function pointers are `CallValue`.
    Call { callee: FnRef, args: Vec<Expr> },
    /// A call of a method that a bound promises of a type parameter of the function under check.
    CallParam { method: FnRef, args: Vec<Expr> },
    /// A call of a closure or function pointer (through any number of references, already derefed).
    CallValue { callee: Box<Expr>, args: Vec<Expr> },
    /// A field: a place if the base is.
    Field { base: Box<Expr>, field: FieldIdx },
    /// `base[index]` on an array or slice: a place. Other indexing is a call and a `Deref`.
    Index { base: Box<Expr>, index: Box<Expr> },
    /// `*e` on a reference, raw pointer or `Box`: a place. Overloaded ones are a call first.
    Deref(Box<Expr>),
    /// `&e` or `&mut e`; of a value, it borrows a temporary.
    Borrow { mutable: bool, of: Box<Expr> },
    /// `&raw const e` or `&raw mut e`.
    AddressOf { mutable: bool, of: Box<Expr> },
    /// `!` and `-` on primitives; overflow of `-` panics outside specs.
    Unary(UnOp, Box<Expr>),
    /// An operator on primitives; overflow panics outside specs.
    Binary(BinOp, Box<Expr>, Box<Expr>),
    /// `&&`.
    And(Box<Expr>, Box<Expr>),
    /// `||`.
    Or(Box<Expr>, Box<Expr>),
    /// `=`; drops the old value.
    Assign { place: Box<Expr>, value: Box<Expr> },
    /// `+=` and kin on primitives: the value is evaluated first.
    AssignOp {
        op: BinOp,
        place: Box<Expr>,
        value: Box<Expr>,
    },
    /// `as`.
    Cast(Box<Expr>),
    /// A coercion that changes the representation (unsizing, function item to pointer) or only the
    /// type (`!` to anything, `&mut` to `&`, `&` to `*const`); which one follows from the two types.
    Coerce(Box<Expr>),
    /// A struct, tuple struct or enum variant; its type is the expression's.
    Adt {
        variant: VariantIdx,
        fields: Vec<(FieldIdx, Expr)>,
        base: Option<Box<Expr>>,
    },
    /// A tuple.
    Tuple(Vec<Expr>),
    /// `[a, b]`.
    Array(Vec<Expr>),
    /// `[value; n]`; n is in the type.
    Repeat(Box<Expr>),
    /// A closure.
    Closure(Box<Closure>),
    /// A block; `scope` if a `break` may leave it.
    Block {
        scope: Option<ScopeId>,
        stmts: Vec<Stmt>,
        tail: Option<Box<Expr>>,
    },
    /// `if`; the condition may contain `Let` under `And`.
    If {
        cond: Box<Expr>,
        then: Box<Expr>,
        otherwise: Option<Box<Expr>>,
    },
    /// `let pat = e` as a condition: of type `bool`, binds in what follows.
    Let { pat: Pat, value: Box<Expr> },
    /// `match`.
    Match {
        scrutinee: Box<Expr>,
        arms: Vec<Arm>,
    },
    /// `loop`; `while` and `for` have been rewritten to it.
    Loop { scope: ScopeId, body: Box<Expr> },
    /// `break`.
    Break {
        scope: ScopeId,
        value: Option<Box<Expr>>,
    },
    /// `continue`.
    Continue(ScopeId),
    /// `return`.
    Return(Option<Box<Expr>>),
    /// A panic: `panic!`, `unreachable!`, the failing side of `assert!`.
    Panic { kind: PanicKind, message: String },
    /// `prove!(e)`, `assume!(e)`, `loop_invariant!(e)`.
    Claim { claim: Claim, cond: Box<Expr> },
    /// An effect without meaning for us (`println!`): its arguments are evaluated.
    Opaque(Vec<Expr>),
    /// A form of the specification language.
    Spec(Box<SpecExpr>),
}

/// What a claim macro claims.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// `prove!`.
    Prove,
    /// `assume!`.
    Assume,
    /// `loop_invariant!`.
    LoopInvariant,
    /// `#[decreases(e)]` on a loop: a mathematical integer that shrinks from round to round.
    Variant,
}

/// A literal; its type is the expression's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Literal {
    /// A truth value.
    Bool(bool),
    /// An integer or `char`.
    Int(Int),
    /// A string.
    Str(String),
    /// Bytes.
    ByteStr(Vec<u8>),
    /// A float, as written.
    Float(String),
}

/// A statement.
#[derive(Clone, Debug)]
#[expect(
    clippy::large_enum_variant,
    reason = "most statements are the large one"
)]
pub enum Stmt {
    /// `let pat: T = init else { … };`
    Let {
        pat: Pat,
        init: Option<Expr>,
        otherwise: Option<Expr>,
        span: Span,
    },
    /// An expression whose value is dropped.
    Expr(Expr),
}

/// An arm of a `match`.
#[derive(Clone, Debug)]
pub struct Arm {
    /// The pattern.
    pub pat: Pat,
    /// The guard, which may contain `Let`.
    pub guard: Option<Expr>,
    /// The body.
    pub body: Expr,
}

/// A closure.
#[derive(Clone, Debug)]
pub struct Closure {
    /// Which one it is.
    pub id: ClosureId,
    /// Its parameters.
    pub params: Vec<Pat>,
    /// Its body; it names captured variables directly, and captured parts by variables of their own.
    pub body: Expr,
    /// What it uses of the surrounding body, and how it holds that, in the order of their drops: the variables
    /// in the order in which it names them first, parts of one in the order of the fields.
    pub captures: Vec<Capture>,
    /// Whether a call gives away something that it holds: there can be only one.
    pub consumes: bool,
}

/// A captured variable, or a part of one.
#[derive(Clone, Debug)]
pub struct Capture {
    /// The variable as the body of the closure names it.
    pub var: VarId,
    /// The place around the closure that this is, if it is not a variable of the same name: fields of one.
    pub of: Option<Expr>,
    /// How it is held.
    pub by: CaptureBy,
    /// Whether it is a reference (or raw pointer) that is followed only: its value is held, and it is not given
    /// away.
    pub follows: bool,
    /// Whether a pattern takes apart what is held by value. Rust takes the parts that the pattern names.
    pub apart: bool,
}

/// How a closure holds a captured variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CaptureBy {
    /// `&x`.
    Ref,
    /// `&mut x`.
    RefMut,
    /// By value.
    Value,
}

/// A pattern with its type; references are peeled explicitly.
#[derive(Clone, Debug)]
pub struct Pat {
    /// What it is.
    pub kind: PatKind,
    /// The type of what it is matched against.
    pub ty: Ty,
    /// The source.
    pub span: Span,
}

/// What a pattern is.
#[derive(Clone, Debug)]
pub enum PatKind {
    /// `_`: matches without reading.
    Wild,
    /// `x`, `ref x`, `x @ pat`.
    Binding {
        var: VarId,
        by: BindBy,
        sub: Option<Box<Pat>>,
    },
    /// A struct, tuple or enum variant (variant 0 for structs and tuples) and some of its fields.
    Adt {
        variant: VariantIdx,
        fields: Vec<(FieldIdx, Pat)>,
    },
    /// `&pat`, `box`, or a reference that match ergonomics look through.
    Deref(Box<Pat>),
    /// A constant, compared with `==` on primitives and strings.
    Constant(Box<Expr>),
    /// `a..=b`, `a..b`, `a..`, `..=b` on integers and `char`s.
    Range {
        low: Option<Int>,
        high: Option<Int>,
        inclusive: bool,
    },
    /// `a | b`; both bind the same variables.
    Or(Vec<Pat>),
    /// `[a, b, rest @ .., y]`; `rest` is `Some` if there is a `..`.
    Slice {
        prefix: Vec<Pat>,
        rest: Option<Box<Pat>>,
        suffix: Vec<Pat>,
    },
}

/// How a binding holds what it matched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BindBy {
    /// Moves or copies.
    Value,
    /// `&`.
    Ref,
    /// `&mut`.
    RefMut,
}

/// The forms that only specifications have. Their subexpressions are checked in spec mode. What the
/// model types can do (`Set::insert`, `Seq::len`, …) is a `Call` of an intrinsic of the models.
#[derive(Clone, Debug)]
pub enum SpecExpr {
    /// `old(e)`.
    Old(Expr),
    /// `forall(|x: T| e)` over all values in scope.
    ForAll { var: VarId, body: Expr },
    /// `exists(|x: T| e)` over all values in scope.
    Exists { var: VarId, body: Expr },
    /// `Set::of(|x: T| e)`.
    SetOf { var: VarId, body: Expr },
    /// `p.reach(f | g)`, `p.reach1(f)`, `p.chain(f)`. `start` has the type `Option<&Node>`, and each
    /// step computes an `Option<&Node>` from `node`, a `&Node`.
    Reach {
        kind: ReachKind,
        start: Expr,
        node: VarId,
        steps: Vec<Expr>,
    },
    /// In a frame, `p.reach(f).field`: the place, a path from `node`, of each node of the set.
    Each { set: Expr, node: VarId, place: Expr },
    /// What ghost code assigns: specification code inside a body.
    Ghost(Expr),
    /// `same(a, b)`: both sides have been brought to `Option<&T>` or `&T`, or, where one is a raw pointer,
    /// to `Option<*const T>`.
    Same(Expr, Expr),
    /// `fresh(p)`: `p` has been brought to `&T`.
    Fresh(Expr),
    /// `unchanged(place, …)`.
    Unchanged(Vec<Expr>),
    /// `a == b` by content: on scalars and model values, and member by member through structs,
    /// enums, tuples, references and boxes.
    StructuralEq(Expr, Expr),
    /// A machine integer as a mathematical one.
    ToMath(Expr),
}
