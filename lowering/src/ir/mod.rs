//! The intermediate representation: monomorphic procedures of structured statements over a typed heap.
//!
//! This file is data only. What a program *means* is said twice, independently: by the concrete
//! interpreter (`interp`) and by the symbolic encoder (`crate::encode`). Rust's surface (method
//! calls, patterns, operators of traits, macros, drops) is gone; places are MIR's: a local and a path
//! of projections. Specification code is ordinary code with a few statements of its own.

pub mod build;
pub mod calls;
pub mod interp;
pub mod pretty;
pub mod state;
pub mod types;
pub mod validate;

use std::rc::Rc;

use crate::define_id;
use crate::ids::Table;
use crate::span::Span;
use types::{FieldIdx, TyId, Types, VariantIdx};

/// Integers of specifications, of ranges and of constants: exact, `Copy`, wide enough for any
/// machine type and for the product of any two.
pub type Int = ethnum::I256;

define_id!(
    /// A procedure of a [`Program`].
    ProcId,
    "p"
);
define_id!(
    /// A local variable of a [`Proc`]: a parameter, a variable of the source or a temporary.
    LocalId,
    "_"
);
define_id!(
    /// A block or loop that `Break` and `Continue` name; unique within its procedure.
    LabelId,
    "'l"
);
define_id!(
    /// A function of which only its type is known; see [`StmtKind::Choose`].
    FunctionId,
    "fn"
);
define_id!(
    /// A state remembered by [`StmtKind::Snapshot`]; unique within its procedure.
    SnapshotId,
    "s"
);

/// Everything that one check needs: the types and all procedures reachable from the entry.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// The types of all locals and fields.
    pub types: Types,
    /// The procedures, callees included.
    pub procs: Table<ProcId, Proc>,
    /// Functions that are not known: closures that come as arguments, methods of type parameters.
    pub functions: Table<FunctionId, UnknownFunction>,
    /// Whether text is formatted anywhere: if not, there is none that is [`MemoryError::Unknown`].
    pub formats: bool,
}

/// A question to a function of which only its type is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// Which.
    pub function: FunctionId,
    /// What it is given, by content.
    pub args: Vec<Operand>,
    /// Whether it may answer otherwise the next time, as an `FnMut` may.
    pub remembers: bool,
}

impl Asked {
    /// The arguments that decide what it answers.
    pub fn deciding(&self) -> &[Operand] {
        match self.remembers {
            true => &[],
            false => &self.args,
        }
    }
}

/// A function of which only the type is known.
#[derive(Clone, Debug)]
pub struct UnknownFunction {
    /// As the user calls it (`f`, `T::compare`).
    pub name: String,
    /// The type of the values that are functions, if it is one of these; they are among its arguments.
    pub is_value_of: Option<TyId>,
    /// Whether it gives all of a result; else it gives a part of one, or what is written through an argument.
    pub whole: bool,
    /// Where it comes from.
    pub span: Span,
}

/// One monomorphic procedure.
#[derive(Clone, Debug)]
pub struct Proc {
    /// The path as the user would write it (`list::List::push`).
    pub name: String,
    /// The parameters, in order; they are the first locals.
    pub params: Vec<LocalId>,
    /// Where the result is left.
    pub ret: LocalId,
    /// All locals.
    pub locals: Table<LocalId, Local>,
    /// The body; falling off its end returns.
    pub body: Block,
    /// The whole item in the source.
    pub span: Span,
    /// Where the body ends, if the source has one: a run that falls off it was there last.
    pub end: Option<Span>,
    /// Specification code: its panics mean "not well defined", its steps are not part of a trace.
    pub is_spec: bool,
    /// Made by lowering for what the source leaves unsaid (a drop): its call is not part of a trace.
    pub is_glue: bool,
    /// A contract that stands for a function: what it chooses is settled when its postconditions are assumed.
    pub is_contract: bool,
}

/// A local variable.
#[derive(Clone, Debug)]
pub struct Local {
    /// The name in the source; temporaries have none.
    pub name: Option<String>,
    /// Its type.
    pub ty: TyId,
    /// Where it is declared.
    pub span: Span,
}

/// Statements in sequence.
pub type Block = Vec<Stmt>;

/// A statement with the source it stands for.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// What it does.
    pub kind: StmtKind,
    /// The source that it was lowered from.
    pub span: Span,
}

/// What a statement does.
#[derive(Clone, Debug)]
pub enum StmtKind {
    /// `dst := value`; nothing else changes. The value is computed before anything is written.
    Assign { dst: Place, value: Rvalue },
    /// `dst := a pointer to a new object that holds value`; no pointer that exists already is equal to it.
    Allocate { dst: Place, value: Operand },
    /// `dst := the owner of that many new slots, none of them initialised`. None at all is no
    /// allocation. `dst` is a `Buffer`.
    AllocateBuffer { dst: Place, capacity: Operand },
    /// Gives the run of slots that `buffer`, a `Buffer`, owns that many, more than it has. What they hold
    /// they keep. Whether the run stays where it is or another takes its place is left open: no pointer
    /// into the old one is followed afterwards, and no location of its slots is compared.
    GrowBuffer { buffer: Place, capacity: Operand },
    /// Ends the life of an allocation, given by its owner (`Box`, `Buffer`) or by a raw pointer to its
    /// start. A buffer without slots is none. Anything but the start of a live heap allocation, and a part
    /// of one value that is not all of it, is an obligation of kind [`MemoryError::InvalidFree`].
    Free { pointer: Operand },
    /// Ends the life of a local: it holds nothing, and what pointed to it leads nowhere. If it is written
    /// again, it is another object. It may have ended before, or never been written.
    End(LocalId),
    /// Runs one of the two blocks.
    If {
        cond: Operand,
        then: Block,
        otherwise: Block,
        branch: Branch,
    },
    /// Runs `body` for ever; `Break` leaves it, `Continue` starts the next round.
    Loop { label: LabelId, body: Block },
    /// Runs `body` once; `Break` leaves it.
    Block { label: LabelId, body: Block },
    /// Leaves the enclosing block or loop of that label.
    Break(LabelId),
    /// Starts the next round of the enclosing loop of that label.
    Continue(LabelId),
    /// Leaves the procedure; the result is what the result local holds.
    Return,
    /// `dst := proc(args)`, in a frame of its own.
    Call {
        dst: Place,
        proc: ProcId,
        args: Vec<Operand>,
    },
    /// Unwinds to the innermost enclosing `Try` of any frame.
    Panic(Panic),
    /// Has no meaning: an obligation of that kind, which nothing fulfils.
    Undefined(MemoryError),
    /// Runs `body`. `panicked` tells afterwards whether a panic ended it. Under
    /// [`PanicPolicy::Oblige`] each panic that gets here is a proof obligation of its own.
    Try {
        body: Block,
        panicked: LocalId,
        policy: PanicPolicy,
    },
    /// Runs `body`; if a panic leaves it, runs `cleanup` and lets the panic go on. A panic that leaves
    /// the cleanup ends the process: it is an obligation that nothing allows. A panic that nothing
    /// allows is one where it begins, before any cleanup.
    Unwind { body: Block, cleanup: Block },
    /// `dst :=` some value of its type, whichever: within scope as an input is or, if `whole`, any of
    /// the machine type. With a `function` that remembers nothing, equal arguments give equal values.
    Choose {
        dst: Place,
        function: Option<Asked>,
        whole: bool,
    },
    /// Restricts the states considered: one in which `cond` is false is of no interest.
    Assume { cond: Operand, why: Obligation },
    /// An unknown iterator has come to `Some` element, if the flag is set. Of interest are states in which
    /// it was no more often than the scope is: an iterator is an input, as long as a vector may be.
    Item { some: Operand },
    /// A proof obligation: a state that gets here with `cond` false is a counterexample. What
    /// follows is considered only where `cond` holds.
    Assert { cond: Operand, why: Obligation },
    /// Remembers the heap (and the objects that exist) and the locals of all callers under a name.
    Snapshot(SnapshotId),
    /// Runs specification code on what is remembered; locals that it assigns keep their values.
    InSnapshot { at: SnapshotId, body: Block },
    /// A proof obligation: every location that existed at the snapshot, and that no item of
    /// `allowed` covers, holds the value that it held then, if it held one. Of a buffer the values in its
    /// slots count: neither how many slots there are, nor which run of them it is.
    CheckFrame {
        since: SnapshotId,
        allowed: Vec<FrameItem>,
        why: Obligation,
    },
    /// A proof obligation: no allocation is lost that is younger than the snapshot (and not made by
    /// specification code), or that `given` owned then. An allocation is lost if it is alive and
    /// nothing leads to it: neither what `kept` holds, nor what has been forgotten, nor an object
    /// that existed at the snapshot and that `given` did not own.
    ///
    /// A value owns what its boxes, buffers and counting pointers lead to, what its raw pointers lead
    /// to if its type says so ([`types::RawPointers`]; `boxed`), and all that these own in turn. What a
    /// reference leads to is lent: it is not owned itself, but what it owns is.
    CheckLeaks {
        since: SnapshotId,
        given: Vec<Place>,
        /// What raw pointers own, if at all, is of these types.
        boxed: Vec<TyId>,
        kept: Vec<Operand>,
        /// A pointer to an object whose life ends here: only what would be dropped with it (by its
        /// boxes, buffers and counting pointers) is kept by it.
        gone: Option<Operand>,
        why: Obligation,
    },
    /// The value is given up for good: what it leads to does not count as lost.
    Forget { value: Operand },
    /// `dst :=` what `comprehension` says of all members of its domain.
    Comprehend {
        dst: LocalId,
        comprehension: Box<Comprehension>,
    },
    /// `dst :=` the nodes met by following `steps` from `start`.
    Reach { dst: LocalId, reach: Box<Reach> },
}

/// A question about all owners in some places; see [`Rvalue::Apart`].
///
/// Looked for are values in the places, in their parts, and in what these lead to by references, boxes,
/// buffers and strong counting pointers, or by fields that own. Room that nothing says is filled
/// ([`types::Ty::Maybe`], but for the slots of buffers) is not looked into.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Apart {
    /// Where they are looked for.
    pub among: Vec<Place>,
    /// Which types are owners.
    pub owners: Vec<Owner>,
}

/// A struct whose values own what raw pointers of theirs lead to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Owner {
    /// The struct.
    pub ty: TyId,
    /// Its fields that own the live objects that they lead to.
    pub fields: Vec<FieldIdx>,
    /// Fields of what is owned, by its type, that own in turn what they lead to.
    pub links: Vec<(TyId, FieldIdx)>,
}

/// What a conditional was in the source, so that a trace can tell it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Branch {
    /// `if` and `while`: shown as a condition that was true or false.
    Condition,
    /// `if let`, `while let`, a `match` arm: shown as a pattern that did or did not match.
    Pattern,
    /// Made by lowering (an overflow test, a short circuit); not shown.
    Hidden,
}

/// What happens to panics inside a [`StmtKind::Try`].
#[derive(Clone, Debug)]
pub enum PanicPolicy {
    /// They are only noted in the flag. So are memory errors (those of which this is the innermost
    /// `Try`): it is how specification code is run, whose failures mean "not well defined".
    Note,
    /// Each is a counterexample unless `allowed` (evaluated before the body runs) is true.
    Oblige { allowed: Operand },
}

/// A panic and its reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Panic {
    /// What kind of failure it is.
    pub kind: PanicKind,
    /// What the program would print.
    pub message: String,
}

/// The kinds of panic that a report tells apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PanicKind {
    /// `panic!`, `unreachable!`, `todo!` and a failed `assert!`.
    Explicit,
    /// `unwrap`, `expect` and kin.
    Unwrap,
    /// Arithmetic that leaves the machine type.
    Overflow,
    /// Division or remainder by zero.
    DivisionByZero,
    /// An index or range outside a sequence.
    OutOfBounds,
    /// A `RefCell` that is already borrowed.
    Borrow,
}

/// Why something is assumed or asserted: what can be blamed is kind and span.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Obligation {
    /// The kind.
    pub kind: ObligationKind,
    /// The clause or statement that states it.
    pub span: Span,
}

/// The kinds of obligation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ObligationKind {
    /// A `requires` clause.
    Precondition,
    /// An `ensures` clause.
    Postcondition,
    /// A type's invariant.
    Invariant,
    /// A `modifies` clause.
    Frame,
    /// A panic that no clause allows; the span is that of the panicking expression.
    Panic(PanicKind),
    /// A `panics` clause that held, and the function returned.
    MissingPanic,
    /// An `on_panic` clause.
    OnPanic,
    /// `prove!`.
    Proof,
    /// `loop_invariant!`.
    LoopInvariant,
    /// A measure that does not shrink.
    Termination,
    /// `assume!` in a body.
    Assumption,
    /// A clause whose evaluation itself panics.
    NotWellDefined,
    /// An access to memory that is not there, at the span of the accessing statement (as with panics,
    /// of the innermost one in user code). Hardly any statement asserts it: every access through a pointer,
    /// every index and every `Free` does; see also [`PanicPolicy::Note`].
    Memory(MemoryError),
}

/// What is wrong with an access to memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MemoryError {
    /// Through the null pointer.
    Null,
    /// Through a pointer that leads nowhere, or to what has been freed.
    Dangling,
    /// Through a pointer to a local whose life has ended.
    OutOfScope,
    /// Of a value that has not been written: one behind a pointer or in a `Maybe` is read, as a whole,
    /// and a part of it that its type says is there (of an enum, in the variant that it is of; not
    /// inside a `Maybe`) is missing.
    Uninit,
    /// Outside the allocation, or an offset that leaves it.
    OutOfBounds,
    /// Freed twice, or not the start of an allocation.
    InvalidFree,
    /// An allocation that nothing leads to any more.
    Leak,
    /// Something is left whose owner owns what is gone or another's, or a reference to what is gone.
    Owner,
    /// A copy between runs that must not overlap, and do.
    Overlap,
    /// What was promised to a function that does not check it is not so.
    Promise,
    /// Of text that formatting has written. Nothing is wrong with that, but nothing can be said of the run.
    Unknown,
    /// Of another field of a union than the one that was written last: a matter of bits, with which nothing need be wrong.
    OtherField,
    /// Of what Unicode's tables say of a character that the models do not have: the same.
    Character,
}

impl MemoryError {
    /// Whether nothing is wrong with the access, but nothing can be said of the run.
    pub fn is_unmodelled(self) -> bool {
        matches!(
            self,
            MemoryError::Unknown | MemoryError::OtherField | MemoryError::Character
        )
    }
}

/// A location that a frame clause allows to change, with everything that it owns at the snapshot.
#[derive(Clone, Debug)]
pub struct FrameItem {
    /// The location, evaluated at the snapshot.
    pub place: Place,
    /// If given, the location of each member of a model set of pointers, which stands in the local; the
    /// set was computed before.
    pub each: Option<(LocalId, Operand)>,
}

impl FrameItem {
    /// One location.
    pub fn one(place: Place) -> Self {
        Self { place, each: None }
    }
}

/// A path to a location, as MIR has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Where the path starts.
    pub local: LocalId,
    /// The steps.
    pub projection: Vec<Projection>,
}

/// One step of a [`Place`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Projection {
    /// From a pointer (`&`, `&mut`, `Box`, raw) to what it points to.
    Deref,
    /// To a field of a struct or tuple, or of the enum variant chosen by the step before.
    Field(FieldIdx),
    /// From an enum to one of its variants, which it is known to be.
    Variant(VariantIdx),
    /// From an array or slice to the element whose number the local holds.
    Index(LocalId),
}

/// A value that is at hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operand {
    /// What the place holds.
    Read(Place),
    /// A constant.
    Const(Const),
}

/// A constant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Const {
    /// `()` .
    Unit,
    /// A truth value.
    Bool(bool),
    /// A number of the given integer type, `char` or the mathematical integers.
    Int(Int, TyId),
    /// A `&[u8]` to static memory that holds these bytes: a string or byte string.
    Bytes(Rc<[u8]>, TyId),
    /// The null pointer of the given raw pointer type.
    Null(TyId),
    /// A pointer of the given type that is not null and leads nowhere.
    Dangling(TyId),
}

/// A computed value. None of these panics or writes.
#[derive(Clone, Debug)]
pub enum Rvalue {
    /// The operand itself.
    Use(Operand),
    /// The address of a place; the destination's type says what pointer it is. A place behind a
    /// pointer must be there (alive, inside its bounds, though not written), but for `&raw *p`: what
    /// just a pointer leads to, as a raw pointer. A slice may be anywhere until an element is named.
    AddressOf(Place),
    /// A unary operation.
    Unary(UnOp, Operand),
    /// A binary operation on two operands of one type (for shifts, any two integers). Machine
    /// arithmetic wraps: whether it would have overflowed is asked by `Overflows`. Division and
    /// remainder by zero give zero; whoever cares asks first.
    Binary(BinOp, Operand, Operand),
    /// Whether the machine operation leaves its type (for shifts: whether the amount does).
    Overflows(BinOp, Operand, Operand),
    /// `as` between integers, `bool` and `char`; to the mathematical integers it is exact.
    Cast(Operand, TyId),
    /// Whether the enum at the place is that variant.
    IsVariant(Place, VariantIdx),
    /// The discriminant of the enum at the place, as an integer of the destination's type.
    Discriminant(Place),
    /// Whether a cleanup is under way, in this frame or in one around it: `std::thread::panicking()`.
    Panicking,
    /// Whether the object that the pointer leads into existed when the snapshot was taken.
    ExistedAt(SnapshotId, Operand),
    /// Whether no two owners own the same object.
    Apart(Box<Apart>),
    /// Whether `then`, looked into as things were at the snapshot, equals `now`, looked into as they
    /// are: by content, member by member, through references and boxes; raw and counting pointers by
    /// location. Two `Maybe`s are equal also if neither holds a value. Types say how they are
    /// compared ([`types::Compared`]); a `Buffer` by itself is not.
    /// The two operands, of one type, are themselves read now.
    EqualAcross {
        at: SnapshotId,
        then: Operand,
        now: Operand,
    },
    /// The number of elements of the array or slice at the place.
    Len(Place),
    /// A pointer to the slice of that many elements from the one that the first operand, a thin
    /// pointer, leads to; the destination's type says what pointer it is.
    SliceFrom(Operand, Operand),
    /// From a pointer to a slice: the pointer to its first element. From a `Buffer`: that to the value
    /// of its first slot. Without elements it leads to where the first would be.
    FirstElement(Operand),
    /// The number of slots of a `Buffer`, as `usize`.
    Capacity(Operand),
    /// A raw pointer to the object of that number among those that are given on entry and are of the
    /// type that the destination points to; null if there are not so many. The type is one that counting
    /// pointers lead to.
    NthObject(Operand),
    /// The pointer moved by so many elements, a signed or unsigned number. The result is inside the
    /// same array or run of slots, or just past its end; otherwise it is an obligation of kind
    /// [`MemoryError::OutOfBounds`]. A single object is an array of one; null and what leads nowhere
    /// cannot be moved but by nothing. Whether the array is still alive is asked when it is accessed.
    Offset(Operand, Operand),
    /// How many elements the first pointer is after the second, as `isize`; both are in one array or
    /// are the same, otherwise it is an obligation of kind [`MemoryError::OutOfBounds`].
    Distance(Operand, Operand),
    /// Whether what the pointer leads into has exactly that many elements: a single object has one. A pointer
    /// that leads nowhere says yes.
    HasCount(Operand, Operand),
    /// The same location as a pointer of another type: what starts there has that type, or is the
    /// first part of something that has. What fits neither way leads nowhere.
    PointerCast(Operand, TyId),
    /// Whether the `Maybe` at the place holds a value. Specification code only.
    IsInit(Place),
    /// A struct, tuple, enum or array of the given fields (variant 0 for all but enums). A `Maybe` has
    /// one field if it holds a value, and none otherwise.
    Aggregate(TyId, VariantIdx, Vec<Operand>),
    /// An operation on model values.
    Spec(SpecOp, Vec<Operand>),
}

/// Unary operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnOp {
    /// Logical on `bool`, bitwise on integers.
    Not,
    /// Arithmetic; wraps on machine integers.
    Neg,
}

/// Binary operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinOp {
    /// Addition.
    Add,
    /// Subtraction.
    Sub,
    /// Multiplication.
    Mul,
    /// Division, truncating.
    Div,
    /// Remainder, with the sign of the dividend.
    Rem,
    /// And, on `bool` or bits.
    BitAnd,
    /// Or, on `bool` or bits.
    BitOr,
    /// Exclusive or, on `bool` or bits.
    BitXor,
    /// Shift left; the amount is taken modulo the width.
    Shl,
    /// Shift right, arithmetic on signed types; the amount is taken modulo the width.
    Shr,
    /// Equality of scalars (integers, `bool`, `char`, members of a type parameter), of model
    /// values by content, of pointers by location.
    Eq,
    /// Its negation.
    Ne,
    /// Order of integers, `char`, `bool` and members of an ordered type parameter.
    Lt,
    /// Less or equal.
    Le,
    /// Greater.
    Gt,
    /// Greater or equal.
    Ge,
}

impl BinOp {
    /// Whether it compares two values.
    pub fn compares(self) -> bool {
        match self {
            BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge => true,
            BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Div | BinOp::Rem => false,
            BinOp::BitAnd | BinOp::BitOr | BinOp::BitXor | BinOp::Shl | BinOp::Shr => false,
        }
    }
}

/// Operations on model values; they read their operands and build new values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SpecOp {
    /// A set of the operands.
    SetOf,
    /// Set, element → set with it.
    SetInsert,
    /// Set, element → set without it.
    SetRemove,
    /// Set, element → `bool`.
    SetContains,
    /// Set, set → set.
    SetUnion,
    /// Set, set → set.
    SetIntersection,
    /// Set, set → set.
    SetDifference,
    /// Set, set → `bool`.
    SetSubset,
    /// Set → mathematical integer.
    SetLen,
    /// A sequence of the operands.
    SeqOf,
    /// Sequence → mathematical integer.
    SeqLen,
    /// Sequence, index in range → element.
    SeqIndex,
    /// Sequence, element → sequence with it at the end.
    SeqPush,
    /// Sequence, element → sequence with it at the front.
    SeqPushFront,
    /// Sequence, sequence → both in order.
    SeqConcat,
    /// Sequence, element → `bool`.
    SeqContains,
    /// Sequence → set of its elements.
    SeqToSet,
    /// Sequence, index in range, element → sequence with the element there.
    SeqUpdate,
    /// Sequence, count (clamped to the length) → its first elements.
    SeqTake,
    /// Sequence, count (clamped to the length) → the rest after so many.
    SeqSkip,
    /// Sequence → the same backwards.
    SeqReverse,
    /// Sequence, sequence → whether they have the same elements, each the same number of times.
    SeqPermutation,
}

/// A quantifier, or a collection built member by member.
#[derive(Clone, Debug)]
pub struct Comprehension {
    /// What is made of the members.
    pub kind: ComprehensionKind,
    /// What `bound` ranges over.
    pub domain: Domain,
    /// The variable, of the domain's element type.
    pub bound: LocalId,
    /// Specification code that computes `value` from the variable. Run once a member, on the same
    /// state each time; what it writes to locals is forgotten.
    pub body: Block,
    /// What the body says of a member.
    pub value: Operand,
}

/// What a [`Comprehension`] makes of the values of its body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ComprehensionKind {
    /// Whether the body is true of all members.
    ForAll,
    /// Whether the body is true of some member.
    Exists,
    /// How many members the body is true of, as a mathematical integer; members of a sequence
    /// count each time.
    Count,
    /// The set of the body's values.
    MapToSet,
    /// The sequence of the body's values, in the domain's order.
    MapToSeq,
    /// The set of the members that the body is true of.
    FilterToSet,
    /// The sequence of the members that the body is true of, in the domain's order.
    FilterToSeq,
}

/// What a bound variable ranges over.
#[derive(Clone, Debug)]
pub enum Domain {
    /// Every value of the variable's type within scope; if that is a reference, every object of its type
    /// in the state.
    All,
    /// The integers from the first to before the second.
    Range(Operand, Operand),
    /// The members of a set or sequence.
    Members(Operand),
}

/// A walk over nodes. `start` and the value of each step are of a type `Option<&Node>`.
#[derive(Clone, Debug)]
pub struct Reach {
    /// What is collected.
    pub kind: ReachKind,
    /// Where the walk starts.
    pub start: Operand,
    /// The node at hand, a `&Node`.
    pub node: LocalId,
    /// For each link: specification code, and the neighbour that it computes for `node`.
    pub steps: Vec<(Block, Operand)>,
}

/// What a [`Reach`] collects; `None` is never a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ReachKind {
    /// The set of nodes met by zero or more steps.
    ZeroOrMore,
    /// The set of nodes met by one or more steps.
    OneOrMore,
    /// The sequence of nodes met along the only step, until `None` or a node already met.
    Chain,
}

/// A function to check: a procedure that sets up the call, makes it, and states what must hold.
#[derive(Clone, Debug)]
pub struct Harness {
    /// The path of the function under check (`list::List::push`).
    pub function: String,
    /// The signature of the function under check.
    pub span: Span,
    /// The procedure to run; its parameters are the symbolic inputs: any values within scope, with
    /// any heap behind them that their types allow.
    pub entry: ProcId,
    /// The function under check itself.
    pub target: ProcId,
    /// The snapshot that the entry procedure takes of the pre-state.
    pub entry_snapshot: SnapshotId,
    /// The const parameters of the function, by name, with the values that this is about.
    pub consts: Vec<(String, Const)>,
    /// The type parameters of the function and of the block around it, by name.
    pub params: Vec<String>,
    /// Bounds that the function's `check` attribute sets.
    pub bounds: CheckBounds,
    /// A harness that is to panic for some input.
    pub should_panic: bool,
    /// Whether the function under check is an `unsafe fn`.
    pub is_unsafe: bool,
    /// Whether functions were exchanged for others, which a program that runs does not know of.
    pub exchanges: bool,
    /// Calls that were to be seen by their contract alone and were looked into.
    pub followed: Vec<Followed>,
    /// Type parameters whose comparisons were taken to be lawful, though their bounds do not say so.
    pub lawful: Vec<Lawful>,
}

/// A type parameter whose comparisons were taken to keep more laws than its bounds promise.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Lawful {
    /// Its name.
    pub param: String,
    /// The trait that it was taken to implement: `Eq` or `Ord`.
    pub law: &'static str,
}

/// A call of a function whose contract was to stand for it, and does not.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Followed {
    /// The first of these calls.
    pub span: Span,
    /// The path of the function.
    pub function: String,
    /// Why its contract does not.
    pub why: &'static str,
}

/// Which integers come in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckBits {
    /// Those of so many bits, and the extremes.
    Window(u32),
    /// All of the type.
    Full,
}

/// What `#[check(…)]` says of the bounds; `None` leaves it to the command line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CheckBounds {
    /// `scope = N`.
    pub scope: Option<u32>,
    /// `int_bits = B`.
    pub int_bits: Option<CheckBits>,
    /// `unroll = K`.
    pub unroll: Option<u32>,
    /// `Node = 5`, `T = 3`: bounds of single types, by name.
    pub by_type: Vec<(String, u32)>,
    /// `shared`: counted objects may have owners outside of what comes in, and cells borrowers.
    pub shared: bool,
}
