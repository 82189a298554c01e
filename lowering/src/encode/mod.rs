//! From a harness in IR to a relational problem, by symbolic execution.
//!
//! An environment maps variables to values whose leaves are terms of the logic, and each leaf of
//! each type to a relation; a path condition says for which inputs a state is reached. The result
//! is one formula an obligation, satisfied by exactly the inputs that violate it.
//!
//! Requires: a program that `ir::validate` accepts. Ensures: every input within `Bounds` that
//! violates an obligation satisfies its formula together with the facts, and every instance decodes
//! to an input that does. Knows no solver: whether a path is feasible is asked of an [`Oracle`].

mod access;
mod aliasing;
mod allocate;
mod apart;
pub mod bounds;
mod chosen;
mod comprehend;
mod constants;
mod critical;
mod decode;
mod elements;
mod entry;
mod entry_aliases;
mod entry_buffers;
mod entry_forest;
mod entry_graph;
mod entry_knots;
mod entry_leaves;
mod entry_lent;
mod entry_numbers;
mod entry_webs;
mod equal_across;
mod exec;
mod frame;
mod frame_runs;
mod heap;
mod index_fields;
mod keep_allocated;
mod layout;
mod leaks;
mod lives;
mod model_inputs;
mod narrow;
mod number;
mod offsets;
mod place;
mod preimages;
mod ranks;
mod reach;
mod rvalue;
mod seqs;
mod sets;
mod shape;
mod state;
mod tabulate;
mod unrolled;
mod value;
mod wide;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use solver_bridge::{Atom, Expr, Formula, IntExpr, Logic, LogicError, Sort, Translator, TupleSet};

use crate::diag::Unsupported;
use crate::ids::{Id, Table};
use crate::ir::types::{IntTy, Ty, TyId};
use crate::ir::{
    Block, FunctionId, Harness, MemoryError, Obligation, Panic, ProcId, Program, Projection,
    Rvalue, StmtKind,
};
use crate::span::Span;
pub use bounds::{Bounds, EntryValues, Window, default_int_bits};
use heap::{ExtentKind, Heap, Memory, Sorts};
use number::Values;
pub use shape::shape_of;
use state::{Catch, State};
use unrolled::Unrolled;
use value::{ExtentId, Targets, Value};

/// Answers questions that need more than folding, and knows when to stop.
pub trait Oracle {
    /// What is asked from now on is about another logic than before.
    fn start(&mut self);
    /// Whether `path` is known to contradict what is known; `false` if unknown. The two lists of what is
    /// known only grow from one question to the next.
    fn is_infeasible(&mut self, logic: &Logic, known: [&[Formula]; 2], path: Formula) -> bool;
    /// Of each question whether it may hold together with the facts; `true` if unknown.
    fn may_hold(&mut self, logic: &Logic, facts: &[Formula], questions: &[Formula]) -> Vec<bool>;
    /// Whether the check has been cancelled, or has used up its time.
    fn is_cancelled(&mut self) -> bool;
}

/// Why there is no encoding.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Abort {
    /// A construct that the encoder does not model.
    #[error("{} is not supported", .0.construct)]
    Unsupported(Unsupported),
    /// The oracle said to stop.
    #[error("cancelled")]
    Cancelled,
    /// A mistake of ours: the program breaks a promise of an earlier stage.
    #[error("{0}")]
    Internal(String),
    /// A number that may be beyond all limits, or a mistake of ours.
    #[error(transparent)]
    Logic(LogicError),
}

impl From<LogicError> for Abort {
    fn from(error: LogicError) -> Self {
        match error {
            LogicError::Interrupted => Abort::Cancelled,
            error => Abort::Logic(error),
        }
    }
}

/// An obligation as a formula.
#[derive(Clone, Debug)]
pub struct EncodedObligation {
    /// Holds of exactly the inputs that violate it (of those of interest, if `entered`).
    pub violated: Formula,
    /// Whether it is checked of inputs of interest only, or while it is found out which those are.
    pub entered: bool,
    /// What is to be blamed.
    pub why: Obligation,
    /// Where it is checked: innermost span first, then the call sites around it.
    pub trace: Vec<Span>,
    /// The panic, if it is one.
    pub panic: Option<Panic>,
}

/// A round of a loop or recursion that was not looked at.
#[derive(Clone, Debug)]
pub struct Unwinding {
    /// Holds of the inputs that need it (of those of interest, if `entered`).
    pub cut: Formula,
    /// As of an obligation.
    pub entered: bool,
    /// What was cut.
    pub kind: UnwindingKind,
    /// The loop, or the call.
    pub span: Span,
}

/// What an [`Unwinding`] cuts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnwindingKind {
    /// A loop.
    Loop,
    /// A recursion.
    Recursion,
    /// Slots of a buffer beyond those that are looked at.
    Memory,
    /// A path that needs what was never written on it, so that no input should take it.
    Unwritten,
    /// Values that a contract allows beyond those that are looked at: longer sequences, more members.
    Values,
}

/// A place where a run asks for what is not modelled: what formatting has written, or the bits of a union.
#[derive(Clone, Debug)]
pub struct Unmodelled {
    /// What is asked for.
    pub kind: MemoryError,
    /// Holds of the inputs whose run gets there (of those of interest, if `entered`).
    pub reached: Formula,
    /// As of an obligation.
    pub entered: bool,
    /// As of an obligation.
    pub trace: Vec<Span>,
}

/// A function under check as a relational problem.
pub struct Encoding {
    /// The terms.
    pub logic: Logic,
    /// What holds of every pre-state, by its types.
    pub facts: Vec<Formula>,
    /// What preconditions and invariants say: an input is of interest where all of it holds.
    pub entry: Vec<Formula>,
    /// The assumptions one by one, with whom to blame.
    pub assumptions: Vec<Assumption>,
    /// Where a run gets to its end.
    pub finished: Formula,
    /// What must not be satisfiable.
    pub obligations: Vec<EncodedObligation>,
    /// What was cut.
    pub unwindings: Vec<Unwinding>,
    /// What is asked for and not modelled.
    pub unmodelled: Vec<Unmodelled>,
    /// What makes one counterexample smaller than another, most important first.
    pub measures: Vec<IntExpr>,
    /// The loop-free program that was executed, if it was asked for.
    pub unrolled: String,
    inputs: Vec<Value>,
    objects: Vec<EntryObject>,
    choices: Vec<chosen::Choice>,
    /// Of a slot, its buffer and its number there.
    slot_at: BTreeMap<Atom, (Atom, usize)>,
    numbers: BTreeMap<Atom, entry_numbers::Numbers>,
}

/// Something that is assumed on the way.
pub struct Assumption {
    /// Where a run gets to it.
    pub path: Formula,
    /// What is assumed.
    pub cond: Formula,
    /// Who assumes it.
    pub why: Obligation,
    /// Whether it is assumed of inputs of interest, after the entry.
    pub entered: bool,
}

/// An object that may exist on entry.
struct EntryObject {
    atom: Atom,
    ty: TyId,
    exists: Formula,
    value: EntryContent,
}

/// What an object of the pre-state holds.
enum EntryContent {
    /// One value.
    Single(Value),
    /// So many slots, each with a value or without.
    Buffer {
        capacity: IntExpr,
        slots: Vec<Value>,
    },
}

/// Encodes a harness with a translator that has its budget (and keeps the text of what was executed,
/// if wanted); with it comes the translation of its terms so far.
pub fn encode(
    program: &Program,
    harness: &Harness,
    bounds: &Bounds,
    translator: Translator,
    oracle: &mut dyn Oracle,
    keep_unrolled: bool,
) -> Result<(Encoding, Translator), Abort> {
    let program = &with_slot_types(program);
    let values = entry_values(program, harness, bounds, oracle)?;
    Encoder::new(program, harness, (bounds, values), translator, oracle).run(keep_unrolled)
}

/// Encodes a harness in two parts, where that is worth it: the entry alone, which has all that is asked
/// of inputs before it is known that they are of interest; and the rest, with bounds that leave out what
/// is the value of no input of interest.
pub fn encode_in_parts(
    program: &Program,
    harness: &Harness,
    bounds: &Bounds,
    translator: &dyn Fn() -> Translator,
    oracle: &mut dyn Oracle,
    keep_unrolled: bool,
) -> Result<Vec<(Encoding, Translator)>, Abort> {
    let program = &with_slot_types(program);
    let values = entry_values(program, harness, bounds, oracle)?;
    let known = (bounds, values.clone());
    let entry = Encoder::new(program, harness, known, translator(), oracle);
    let (first, known) = entry.run_to_entry()?;
    let mut parts: Vec<(Encoding, Translator)> = Vec::new();
    parts.extend(known.is_some().then_some(first));
    let mut whole = Encoder::new(program, harness, (bounds, values), translator(), oracle);
    whole.narrowing = known;
    let (mut encoding, translated) = whole.run(keep_unrolled)?;
    if !parts.is_empty() {
        encoding.obligations.retain(|it| it.entered);
        encoding.unwindings.retain(|it| it.entered);
        encoding.unmodelled.retain(|it| it.entered);
    }
    parts.push((encoding, translated));
    Ok(parts)
}

/// The numbers that come in; of those of which only the order matters no more than that takes, if so wished.
fn entry_values(
    program: &Program,
    harness: &Harness,
    bounds: &Bounds,
    oracle: &mut dyn Oracle,
) -> Result<EntryValues, Abort> {
    let mut values = EntryValues::new(program, harness, bounds);
    let compared = match bounds.ranked {
        true => ranks::only_compared(program, harness.entry),
        false => BTreeMap::new(),
    };
    if !compared.is_empty() {
        let window = (bounds, values.clone());
        let mut encoder = Encoder::new(program, harness, window, Translator::new(), oracle);
        encoder.declare()?;
        for (int, constants) in &compared {
            if let Some(places) = encoder.places.get(int) {
                values.rank(*int, constants, *places);
            }
        }
    }
    Ok(values)
}

/// A call that is being executed.
struct Frame {
    proc: ProcId,
    site: Span,
}

struct Encoder<'a> {
    program: &'a Program,
    harness: &'a Harness,
    bounds: &'a Bounds,
    entry_values: EntryValues,
    /// How many numbers of each machine type there may be in the pre-state.
    places: BTreeMap<IntTy, usize>,
    logic: Logic,
    translator: Translator,
    sorts: Sorts,
    oracle: &'a mut dyn Oracle,
    addressed: Table<ProcId, Vec<bool>>,
    facts: Vec<Formula>,
    entry: Vec<Formula>,
    assumptions: Vec<Assumption>,
    obligations: Vec<EncodedObligation>,
    unwindings: Vec<Unwinding>,
    unmodelled: Vec<Unmodelled>,
    measures: Vec<IntExpr>,
    /// Where a further round of a loop, or a call, is made in the run of the function under check.
    taken: Vec<Formula>,
    /// For each extent, when each of its entry atoms exists.
    exists: BTreeMap<ExtentId, Vec<Formula>>,
    /// The extents of objects that pointers on entry may share.
    shared_on_entry: BTreeSet<ExtentId>,
    /// What references inside objects lead to on entry.
    lent: Vec<entry_lent::Lent>,
    /// The types that shared references lead to of which it could be told that two lead to the same place.
    aliased: BTreeSet<TyId>,
    /// The shared references of the pre-state that may lead elsewhere than to an object of their own.
    open_refs: Vec<entry_aliases::OpenRef>,
    /// The types of which raw pointers of the pre-state may also lead to parts of other objects.
    parts_on_entry: BTreeSet<TyId>,
    /// The counted objects of the pre-state, with the condition that someone outside owns them, too.
    owners_outside: Vec<(ExtentId, Atom, Formula)>,
    /// The extents of the pre-state that own each other.
    knots: Vec<entry_knots::Knot>,
    /// The types whose objects share each other by way of buffers.
    webs: Vec<entry_webs::Web>,
    /// Buffers of objects that have not been numbered yet.
    unsettled: Vec<entry_webs::Unsettled>,
    /// Of an atom in a knot, the number of the object without which it is not there.
    group_of: BTreeMap<Atom, entry_knots::Group>,
    /// The buffers that may exist on entry.
    entry_buffers: Vec<entry_buffers::EntryBuffer>,
    /// The fields by which elements of buffers refer to each other.
    index_fields: BTreeSet<index_fields::IndexField>,
    /// The leaves of slots that were made as labels.
    label_leaves: Vec<entry_numbers::LabelLeaf>,
    rounds: exec::Rounds,
    /// The members of type parameters in the pre-state so far.
    members_met: entry_leaves::MembersMet,
    /// The bytes in static memory, each with where they start.
    statics: BTreeMap<Rc<[u8]>, Targets>,
    /// Whether pointers are followed that the types do not vouch for.
    follows_raw_pointers: bool,
    /// What must not be so where the statement at hand runs.
    pending: Vec<(MemoryError, Formula)>,
    /// The functions that may be tabulated.
    tabulable: Table<ProcId, bool>,
    /// The drops that may lead to themselves.
    recursive_glue: Table<ProcId, bool>,
    /// What has been tabulated.
    tables: tabulate::Tables,
    /// What becomes of a panic of the statement at hand, innermost last.
    catches: Vec<Catch>,
    /// The values that were chosen, in the order of execution.
    choices: Vec<chosen::Choice>,
    /// How long model values may be that are chosen.
    room: model_inputs::Room,
    /// What unknown functions have been applied to, and what they gave.
    applications: BTreeMap<FunctionId, Vec<chosen::Application>>,
    /// What the variables of the quantifiers under way are compared with, innermost last.
    recorders: Vec<critical::Recorder>,
    /// What has been given up, each where it has been.
    forgotten: Vec<Targets>,
    orders: BTreeMap<Sort, Expr>,
    unit: Option<Atom>,
    frames: Vec<Frame>,
    /// The types of the cells.
    cells: lives::Cells,
    steps: u64,
    unrolled: Unrolled,
    /// The relations of the pre-state.
    declared: Vec<narrow::Declared>,
    /// Whether relations that are made now are of the pre-state.
    declaring: bool,
    /// What is known of the pre-state beyond its types.
    narrowing: Option<narrow::Narrowing>,
    /// How many remembered heaps are being looked at, one inside the other.
    inside_snapshots: usize,
    /// Whether only the entry is of interest.
    stops_at_entry: bool,
    failure: Option<LogicError>,
}

impl<'a> Encoder<'a> {
    fn new(
        program: &'a Program,
        harness: &'a Harness,
        (bounds, entry_values): (&'a Bounds, EntryValues),
        translator: Translator,
        oracle: &'a mut dyn Oracle,
    ) -> Self {
        Encoder {
            program,
            harness,
            bounds,
            entry_values,
            places: BTreeMap::new(),
            logic: Logic::new(),
            translator,
            sorts: Sorts::default(),
            oracle,
            addressed: program
                .procs
                .values()
                .map(|proc| addressed_locals(&proc.body, proc.locals.len()))
                .collect(),
            facts: Vec::new(),
            entry: Vec::new(),
            assumptions: Vec::new(),
            obligations: Vec::new(),
            unwindings: Vec::new(),
            unmodelled: Vec::new(),
            measures: Vec::new(),
            taken: Vec::new(),
            exists: BTreeMap::new(),
            shared_on_entry: BTreeSet::new(),
            lent: Vec::new(),
            aliased: BTreeSet::new(),
            open_refs: Vec::new(),
            parts_on_entry: BTreeSet::new(),
            owners_outside: Vec::new(),
            knots: Vec::new(),
            webs: Vec::new(),
            unsettled: Vec::new(),
            group_of: BTreeMap::new(),
            entry_buffers: Vec::new(),
            index_fields: index_fields::index_fields(program),
            label_leaves: Vec::new(),
            rounds: exec::Rounds::default(),
            members_met: entry_leaves::MembersMet::default(),
            statics: BTreeMap::new(),
            follows_raw_pointers: access::follows_raw_pointers(program),
            pending: Vec::new(),
            tabulable: tabulate::tabulable(program),
            recursive_glue: recursive_glue(program),
            tables: tabulate::Tables::default(),
            catches: Vec::new(),
            choices: Vec::new(),
            room: model_inputs::Room::default(),
            applications: BTreeMap::new(),
            recorders: Vec::new(),
            forgotten: Vec::new(),
            orders: BTreeMap::new(),
            unit: None,
            frames: Vec::new(),
            cells: lives::Cells::default(),
            steps: 0,
            unrolled: Unrolled::new(false),
            declared: Vec::new(),
            declaring: false,
            narrowing: None,
            inside_snapshots: 0,
            stops_at_entry: false,
            failure: None,
        }
    }

    /// Executes the harness.
    fn run(mut self, keep_unrolled: bool) -> Result<(Encoding, Translator), Abort> {
        self.unrolled = Unrolled::new(keep_unrolled);
        let (inputs, heap, finished) = self.execute()?;
        self.encoding(inputs, &heap, finished)
    }

    /// Executes the harness up to the call, and finds out what is known of inputs that get there;
    /// nothing, if none does or if nothing is demanded of them.
    fn run_to_entry(
        mut self,
    ) -> Result<((Encoding, Translator), Option<narrow::Narrowing>), Abort> {
        self.stops_at_entry = true;
        let (inputs, heap, finished) = self.execute()?;
        let demanded = self.entry.iter().any(|path| *path != self.logic.truth());
        let known = demanded.then(|| self.narrow(&heap));
        Ok((self.encoding(inputs, &heap, finished)?, known))
    }

    /// Declares the pre-state: the inputs, and the heap that they lead to.
    fn declare(&mut self) -> Result<(Vec<Value>, Heap), Abort> {
        self.aliased = self.aliased_types()?;
        self.oracle.start();
        self.declare_sorts();
        self.declaring = true;
        let declared = self.declare_inputs()?;
        self.declaring = false;
        Ok(declared)
    }

    fn execute(&mut self) -> Result<(Vec<Value>, Heap, Formula), Abort> {
        let (inputs, heap) = self.declare()?;
        let state = State {
            path: self.logic.truth(),
            locals: Vec::new(),
            cells: BTreeMap::new(),
            ended: BTreeMap::new(),
            heap: heap.clone(),
            allocated: vec![0; self.sorts.extents.len()],
            taken: vec![Vec::new(); self.sorts.extents.len()],
            items: Vec::new(),
            snapshots: BTreeMap::new(),
        };
        let entry = self.harness.entry;
        let site = self.program.procs[entry].span;
        let ended = self.call(entry, inputs.clone(), state, site, &mut Vec::new())?;
        let finished = match &ended {
            Some((state, _)) => state.path,
            None => self.logic.falsehood(),
        };
        Ok((inputs, heap, finished))
    }

    fn encoding(
        mut self,
        inputs: Vec<Value>,
        heap: &Heap,
        finished: Formula,
    ) -> Result<(Encoding, Translator), Abort> {
        let objects = self.entry_objects(heap);
        self.measure_steps();
        self.logic.check()?;
        if let Some(failure) = self.failure {
            return Err(failure.into());
        }
        let encoding = Encoding {
            logic: self.logic,
            facts: self.facts,
            entry: self.entry,
            assumptions: self.assumptions,
            finished,
            obligations: self.obligations,
            unwindings: self.unwindings,
            unmodelled: self.unmodelled,
            measures: match self.bounds.ranked {
                true => Vec::new(),
                false => self.measures,
            },
            unrolled: self.unrolled.text,
            inputs,
            objects,
            choices: self.choices,
            slot_at: self.sorts.slot_at,
            numbers: self.sorts.numbers,
        };
        Ok((encoding, self.translator))
    }
}

impl Encoder<'_> {
    fn memory(&mut self) -> Memory<'_> {
        Memory {
            logic: &self.logic,
            translator: &mut self.translator,
            types: &self.program.types,
            sorts: &self.sorts,
            failure: &mut self.failure,
        }
    }

    fn entry_objects(&mut self, heap: &Heap) -> Vec<EntryObject> {
        let mut objects = Vec::new();
        for (extent, exists) in self.exists.clone() {
            let data = self.sorts.extents[extent].clone();
            if data.kind != ExtentKind::Objects {
                continue;
            }
            for (atom, exists) in data.entry.iter().zip(exists) {
                let one = self.logic.singleton(*atom);
                let whole = Rc::from([]);
                objects.push(EntryObject {
                    atom: *atom,
                    ty: data.ty,
                    exists,
                    value: EntryContent::Single(
                        self.memory().load(heap, extent, &whole, one, data.ty),
                    ),
                });
            }
        }
        self.buffer_objects(heap, &mut objects);
        objects
    }

    /// The numbers that a term may be.
    fn possible_values(&mut self, number: IntExpr) -> Values {
        self.memory().possible_values(number)
    }

    fn is_false(&mut self, formula: Formula) -> Result<bool, Abort> {
        Ok(self.translator.formula(&self.logic, formula)?.is_false())
    }

    /// The order of a sort as a relation: the constant order of its atoms.
    fn order_of(&mut self, sort: Sort) -> Expr {
        if let Some(order) = self.orders.get(&sort) {
            return *order;
        }
        let atoms = self.logic.atoms(sort);
        let mut order = TupleSet::empty(vec![sort, sort]);
        for (index, less) in atoms.iter().enumerate() {
            for more in &atoms[index + 1..] {
                // Both atoms are of the sort by construction.
                let _ = order.insert(&[*less, *more]);
            }
        }
        let order = self.logic.constant(order);
        self.orders.insert(sort, order);
        order
    }

    fn unsupported(&self, construct: &str, span: Span) -> Abort {
        Abort::Unsupported(Unsupported {
            span,
            construct: construct.into(),
        })
    }

    fn internal(&self, message: &str) -> Abort {
        let place = match self.frames.last() {
            Some(frame) => self.program.procs[frame.proc].name.as_str(),
            None => "the entry",
        };
        Abort::Internal(format!("{message} (in {place})"))
    }
}

/// Of each procedure, whether it is a drop that may lead to itself.
fn recursive_glue(program: &Program) -> Table<ProcId, bool> {
    let callees = |proc: ProcId| {
        let mut all = Vec::new();
        crate::ir::calls::callees(&program.procs[proc].body, &mut all);
        all
    };
    let is_recursive = |proc: ProcId| {
        let mut met = BTreeSet::new();
        let mut queue = callees(proc);
        while let Some(next) = queue.pop() {
            if next == proc {
                return true;
            }
            if met.insert(next) {
                queue.extend(callees(next));
            }
        }
        false
    };
    let procs = program.procs.ids();
    procs
        .map(|proc| program.procs[proc].is_glue && is_recursive(proc))
        .collect()
}

/// The program, with the types of the slots of its buffers and slices among its types.
fn with_slot_types(program: &Program) -> Program {
    let mut program = program.clone();
    let elements: Vec<TyId> = program
        .types
        .iter()
        .filter_map(|(_, ty)| match ty {
            Ty::Buffer(element) | Ty::Slice(element) | Ty::Str(element) => Some(*element),
            _ => None,
        })
        .collect();
    for element in elements {
        program.types.intern(Ty::Maybe(element));
    }
    program
}

/// The locals whose address is taken somewhere in the block, and arrays of which an element is named.
fn addressed_locals(block: &Block, locals: usize) -> Vec<bool> {
    let mut addressed = vec![false; locals];
    mark_addressed(block, &mut addressed);
    access::for_each_place(block, &mut |place| {
        let inside = place.projection.iter();
        let mut inside = inside.take_while(|step| **step != Projection::Deref);
        if inside.any(|step| matches!(step, Projection::Index(_))) {
            addressed[place.local.index()] = true;
        }
    });
    addressed
}

fn mark_addressed(block: &Block, addressed: &mut [bool]) {
    for stmt in block {
        match &stmt.kind {
            StmtKind::Assign {
                value: Rvalue::AddressOf(place),
                ..
            } if !place.projection.contains(&Projection::Deref) => {
                addressed[place.local.index()] = true;
            }
            StmtKind::If {
                then, otherwise, ..
            } => {
                mark_addressed(then, addressed);
                mark_addressed(otherwise, addressed);
            }
            StmtKind::Loop { body, .. }
            | StmtKind::Block { body, .. }
            | StmtKind::Try { body, .. }
            | StmtKind::InSnapshot { body, .. } => mark_addressed(body, addressed),
            StmtKind::Unwind { body, cleanup } => {
                mark_addressed(body, addressed);
                mark_addressed(cleanup, addressed);
            }
            StmtKind::Comprehend { comprehension, .. } => {
                mark_addressed(&comprehension.body, addressed);
            }
            StmtKind::Reach { reach, .. } => {
                for (body, _) in &reach.steps {
                    mark_addressed(body, addressed);
                }
            }
            _ => {}
        }
    }
}
