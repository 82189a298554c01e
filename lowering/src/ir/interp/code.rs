//! What a procedure is compiled to: a flat list of instructions with offsets in place of names.
//!
//! Structured control becomes jumps. What has to be undone when control leaves it (a `Try`, a
//! snapshot, a comprehension, a walk) is a *region* that one instruction opens and another closes.

use std::rc::Rc;

use super::cell::Cell;
use super::layout::Scalar;
use crate::ids::Table;
use crate::ir::types::TyId;
use crate::ir::{
    BinOp, Branch, ComprehensionKind, FunctionId, LocalId, MemoryError, Obligation, Owner, Panic,
    Place, Proc, ProcId, ReachKind, SnapshotId, SpecOp, UnOp,
};
use crate::span::Span;

/// The position of an instruction in its procedure.
pub(super) type Pc = u32;

/// A compiled procedure.
#[derive(Debug)]
pub(super) struct ProcCode<'p> {
    /// What it was compiled from.
    pub source: &'p Proc,
    /// The instructions; the last one returns.
    pub code: Vec<Instr<'p>>,
    /// The source of each instruction.
    pub spans: Vec<Span>,
    /// Where each local lies in the frame.
    pub locals: Table<LocalId, Extent>,
    /// The size of the frame.
    pub frame_size: u32,
}

/// A range of cells of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Extent {
    /// The first, from the start of the frame.
    pub start: u32,
    /// How many.
    pub size: u32,
}

/// A place with its static part worked out.
#[derive(Debug)]
pub(super) struct PlaceCode<'p> {
    /// The place in the IR.
    pub source: &'p Place,
    /// The distance from the start of the frame.
    pub base: u32,
    /// What is left to do when it is used.
    pub steps: Box<[Step]>,
    /// The type of what it holds.
    pub ty: TyId,
    /// The size of what it holds.
    pub size: u32,
    /// Whether what it holds may never have been written, although the program passes Rust's own
    /// checks: it is behind a pointer, or in a `Maybe`.
    pub in_memory: bool,
}

/// One step of the way to a place.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    /// So many cells further.
    Add(u32),
    /// To where the pointer here leads, which is of type `of`.
    Deref { of: TyId },
    /// To the slice that the pointer here leads to, which is of type `of`; an index follows.
    DerefSlice { of: TyId },
    /// To an element, of `stride` cells, of the array of `count` here. The number is in the frame.
    Index { at: u32, stride: u32, count: u32 },
    /// To an element, of that type, of the slice here. The number is in the frame.
    IndexSlice { at: u32, element: TyId },
    /// Nowhere, but the enum here, of type `of`, must have this tag.
    Variant { of: TyId, tag: u32 },
}

/// A value at hand.
#[derive(Debug)]
pub(super) enum OperandCode<'p> {
    /// What a place holds.
    Place(PlaceCode<'p>),
    /// A constant of one cell.
    Const(Cell),
    /// A pointer to a slice of static bytes; the type is theirs.
    Bytes(&'p Rc<[u8]>, TyId),
}

impl OperandCode<'_> {
    /// How many cells it takes.
    pub(super) fn size(&self) -> u32 {
        match self {
            OperandCode::Place(place) => place.size,
            OperandCode::Const(_) => 1,
            OperandCode::Bytes(..) => 2,
        }
    }
}

/// A place that a frame clause allows to change.
#[derive(Debug)]
pub(super) struct FrameCode<'p> {
    /// The place; of a slice, the pointer to it.
    pub place: PlaceCode<'p>,
    /// The element type, if it is the elements of a slice.
    pub elements: Option<TyId>,
    /// The local that the place starts from and the set whose members it stands for in turn, if the
    /// place is one of each of them.
    pub each: Option<(Extent, OperandCode<'p>)>,
}

/// A question to a function of which only its type is known.
#[derive(Debug)]
pub(super) struct AskedCode<'p> {
    pub(super) function: FunctionId,
    pub(super) args: Box<[OperandCode<'p>]>,
    pub(super) remembers: bool,
}

/// One instruction.
#[derive(Debug)]
pub(super) enum Instr<'p> {
    /// `dst := value`.
    Use {
        dst: PlaceCode<'p>,
        value: OperandCode<'p>,
    },
    /// `dst := &of`.
    Address {
        dst: PlaceCode<'p>,
        of: PlaceCode<'p>,
    },
    /// `dst := op value`.
    Unary {
        op: UnOp,
        ty: Scalar,
        dst: PlaceCode<'p>,
        value: OperandCode<'p>,
    },
    /// `dst := a op b` of numbers.
    Binary {
        op: BinOp,
        ty: Scalar,
        dst: PlaceCode<'p>,
        a: OperandCode<'p>,
        b: OperandCode<'p>,
    },
    /// `dst := a == b` of pointers or model values, or its negation.
    Equal {
        negate: bool,
        dst: PlaceCode<'p>,
        a: OperandCode<'p>,
        b: OperandCode<'p>,
    },
    /// `dst :=` whether `a op b` overflows.
    Overflows {
        op: BinOp,
        ty: Scalar,
        dst: PlaceCode<'p>,
        a: OperandCode<'p>,
        b: OperandCode<'p>,
    },
    /// `dst := value as to`.
    Cast {
        to: Scalar,
        dst: PlaceCode<'p>,
        value: OperandCode<'p>,
    },
    /// `dst :=` whether the tag at `of` is that one.
    IsVariant {
        dst: PlaceCode<'p>,
        of: PlaceCode<'p>,
        tag: u32,
    },
    /// `dst :=` the discriminant that belongs to the tag at `of`.
    Discriminant {
        dst: PlaceCode<'p>,
        of: PlaceCode<'p>,
        values: Box<[Cell]>,
    },
    /// Whether a cleanup is under way.
    Panicking { dst: PlaceCode<'p> },
    /// Whether no two owners own the same object.
    Apart {
        dst: PlaceCode<'p>,
        among: Box<[PlaceCode<'p>]>,
        owners: &'p [Owner],
    },
    /// `dst :=` whether what the pointer leads to existed at the snapshot.
    Existed {
        dst: PlaceCode<'p>,
        since: SnapshotId,
        pointer: OperandCode<'p>,
    },
    /// `dst :=` whether one value as of the snapshot is another as of now; both are in places.
    EqualAcross {
        dst: PlaceCode<'p>,
        since: SnapshotId,
        then: PlaceCode<'p>,
        now: PlaceCode<'p>,
    },
    /// `dst := a == b` of pointers to slices, or its negation.
    EqualWide {
        negate: bool,
        dst: PlaceCode<'p>,
        a: OperandCode<'p>,
        b: OperandCode<'p>,
    },
    /// `dst := pointer` moved by so many elements of that type.
    Offset {
        dst: PlaceCode<'p>,
        pointer: OperandCode<'p>,
        by: OperandCode<'p>,
        element: TyId,
    },
    /// `dst :=` how many elements of that type `to` is after `from`.
    Distance {
        dst: PlaceCode<'p>,
        to: OperandCode<'p>,
        from: OperandCode<'p>,
        element: TyId,
    },
    /// `dst :=` whether what `pointer` leads into has that many elements of that type.
    HasCount {
        dst: PlaceCode<'p>,
        pointer: OperandCode<'p>,
        count: OperandCode<'p>,
        element: TyId,
    },
    /// `dst :=` the same location as a pointer to that type; a length is kept if `dst` has one.
    PointerCast {
        dst: PlaceCode<'p>,
        value: OperandCode<'p>,
        to: TyId,
    },
    /// `dst :=` a pointer to the object of that number and type, or null.
    NthObject {
        dst: PlaceCode<'p>,
        of: OperandCode<'p>,
        ty: TyId,
    },
    /// `dst :=` the number of slots of a buffer.
    Capacity {
        dst: PlaceCode<'p>,
        of: OperandCode<'p>,
    },
    /// `dst :=` whether there is a value of that type at `of`.
    IsInit {
        dst: PlaceCode<'p>,
        of: PlaceCode<'p>,
        value: TyId,
    },
    /// `dst :=` a new run of slots for values of that type.
    AllocateBuffer {
        dst: PlaceCode<'p>,
        capacity: OperandCode<'p>,
        ty: TyId,
    },
    /// Moves the run of slots to another of so many.
    GrowBuffer {
        buffer: PlaceCode<'p>,
        capacity: OperandCode<'p>,
        ty: TyId,
    },
    /// `dst :=` the next choice, or that made before for the same arguments.
    Choose {
        dst: PlaceCode<'p>,
        function: Option<AskedCode<'p>>,
    },
    /// `dst :=` a value of the parts one after the other, behind a tag if it is an enum.
    Aggregate {
        dst: PlaceCode<'p>,
        head: Option<Cell>,
        parts: Box<[OperandCode<'p>]>,
    },
    /// `dst := op(args)`, the elements being of `stride` cells.
    Spec {
        op: SpecOp,
        stride: u32,
        dst: PlaceCode<'p>,
        args: Box<[OperandCode<'p>]>,
    },
    /// `dst :=` a new object of that type.
    Allocate {
        dst: PlaceCode<'p>,
        value: OperandCode<'p>,
        ty: TyId,
    },
    /// Ends an object's life. What has a size of its own (a buffer, a slice) may be none at all; what is
    /// one value is of that many cells.
    Free {
        pointer: OperandCode<'p>,
        sized: bool,
        value: Option<u32>,
    },
    /// Goes on if the condition holds, else jumps.
    Branch {
        cond: OperandCode<'p>,
        otherwise: Pc,
        kind: Branch,
    },
    /// Jumps.
    Jump(Pc),
    /// `dst := proc(args)`.
    Call {
        dst: PlaceCode<'p>,
        proc: ProcId,
        args: Box<[OperandCode<'p>]>,
    },
    /// Returns.
    Return,
    /// Panics.
    Panic(&'p Panic),
    /// Opens a region that catches panics; obliged ones have the condition that allows them.
    EnterTry {
        handler: Pc,
        panicked: u32,
        obliged: Option<OperandCode<'p>>,
    },
    /// Opens a region that a panic leaves by way of the cleanup.
    EnterUnwind { handler: Pc },
    /// Ends a cleanup: the panic goes on.
    Resume,
    /// Closes the innermost regions.
    Leave(u32),
    /// Restricts the states considered.
    Assume {
        cond: OperandCode<'p>,
        why: &'p Obligation,
    },
    /// A proof obligation.
    Assert {
        cond: OperandCode<'p>,
        why: &'p Obligation,
    },
    /// Remembers the heap.
    Snapshot(SnapshotId),
    /// Opens a region that runs on a remembered heap.
    EnterSnapshot(SnapshotId),
    /// A proof obligation on the whole heap.
    CheckFrame {
        since: SnapshotId,
        allowed: Box<[FrameCode<'p>]>,
        why: &'p Obligation,
    },
    /// A proof obligation on all allocations.
    CheckLeaks(Box<LeaksCode<'p>>),
    /// Has no meaning.
    Undefined(MemoryError),
    /// Ends the life of a local, given by its cells in the frame.
    End {
        local: LocalId,
        start: u32,
        size: u32,
    },
    /// Gives a value up.
    Forget { value: OperandCode<'p>, ty: TyId },
    /// Opens a comprehension with its first member, or jumps to its exit.
    Comprehend(Box<ComprehendCode<'p>>),
    /// Takes the body's value; goes on with the next member, or closes the comprehension.
    NextMember,
    /// Opens a walk at its first node, or jumps to its exit.
    Reach(Box<ReachCode<'p>>),
    /// Takes a neighbour of the node at hand.
    Neighbour(OptionCode<'p>),
    /// Goes on with the next node, or closes the walk.
    NextNode,
}

/// What is asked of all allocations; see [`crate::ir::StmtKind::CheckLeaks`].
#[derive(Debug)]
pub(super) struct LeaksCode<'p> {
    pub since: SnapshotId,
    pub given: Box<[PlaceCode<'p>]>,
    pub boxed: &'p [TyId],
    pub kept: Box<[(OperandCode<'p>, TyId)]>,
    pub gone: Option<OperandCode<'p>>,
    pub why: &'p Obligation,
}

/// A comprehension.
#[derive(Debug)]
pub(super) struct ComprehendCode<'p> {
    pub kind: ComprehensionKind,
    pub domain: DomainCode<'p>,
    pub bound: Extent,
    pub bound_local: LocalId,
    pub bound_ty: TyId,
    pub value: OperandCode<'p>,
    pub dst: Extent,
    /// What the body may write, and what is put back after each member.
    pub scratch: Box<[Extent]>,
    pub body: Pc,
    pub exit: Pc,
}

/// What a comprehension ranges over.
#[derive(Debug)]
pub(super) enum DomainCode<'p> {
    All,
    Range(OperandCode<'p>, OperandCode<'p>),
    Members(OperandCode<'p>),
}

/// A walk.
#[derive(Debug)]
pub(super) struct ReachCode<'p> {
    pub kind: ReachKind,
    pub start: OptionCode<'p>,
    pub node: Extent,
    pub dst: Extent,
    pub body: Pc,
    pub exit: Pc,
}

/// A value that is a pointer or nothing.
#[derive(Debug)]
pub(super) struct OptionCode<'p> {
    pub value: OperandCode<'p>,
    /// The tag that says that there is one, and where it is; without, the value is the pointer.
    pub some: Option<(u32, u32)>,
}
