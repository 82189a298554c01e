//! The state of symbolic execution: one path, or many merged into one.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use solver_bridge::{Formula, Logic};

use super::heap::{Heap, Memory};
use super::value::{CellId, Value, choose};
use crate::ir::{LabelId, Panic, SnapshotId};
use crate::span::Span;

/// A local variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Slot {
    /// Held here.
    Value(Value),
    /// Its address is taken: held in a cell.
    Cell(CellId),
    /// Held in one of these cells, where the condition holds: paths have met on which it lives one life or
    /// another.
    OneOf(Rc<[(CellId, Formula)]>),
}

/// Everything that a statement may read or write. Values mean something only where `path` holds.
#[derive(Clone, Debug)]
pub struct State {
    /// The path condition.
    pub path: Formula,
    /// The locals of the current frame.
    pub locals: Vec<Slot>,
    /// The locals of all frames whose address is taken.
    pub cells: BTreeMap<CellId, Value>,
    /// Where the lives of some of these have ended: on paths that met others, on which they have not.
    pub ended: BTreeMap<CellId, Formula>,
    /// The heap.
    pub heap: Heap,
    /// How many objects of each extent the program has allocated.
    pub allocated: Vec<usize>,
    /// Of each of these objects, whether it has been allocated on the way here.
    pub taken: Vec<Vec<Formula>>,
    /// That unknown iterators have given one item on the way here, two, and so on.
    pub items: Vec<Formula>,
    /// What is remembered in the current frame.
    pub snapshots: BTreeMap<SnapshotId, Snapshot>,
}

/// Memory as it was.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// The heap.
    pub heap: Heap,
    /// The locals of callers whose address is taken.
    pub cells: BTreeMap<CellId, Value>,
}

impl State {
    /// The memory as it is, but for the locals of the current frame.
    pub fn remember(&self) -> Snapshot {
        let mut cells = self.cells.clone();
        for slot in &self.locals {
            match slot {
                Slot::Value(_) => {}
                Slot::Cell(cell) => {
                    cells.remove(cell);
                }
                Slot::OneOf(lives) => {
                    cells.retain(|it, _| lives.iter().all(|(cell, _)| cell != it))
                }
            }
        }
        Snapshot {
            heap: self.heap.clone(),
            cells,
        }
    }

    /// Makes memory be as it was, and returns how it is; what is younger stays.
    pub fn exchange(&mut self, then: Snapshot) -> Snapshot {
        let mut now = BTreeMap::new();
        for (cell, value) in then.cells {
            if let Some(held) = self.cells.get_mut(&cell) {
                now.insert(cell, std::mem::replace(held, value));
            }
        }
        Snapshot {
            heap: std::mem::replace(&mut self.heap, then.heap),
            cells: now,
        }
    }
}

/// A way out of a block other than its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Exit {
    /// To the end of the block or loop of that label.
    Break(LabelId),
    /// To the next round of the loop of that label.
    Continue(LabelId),
    /// Out of the procedure.
    Return,
    /// Unwinding; with where it started, innermost span first.
    Panic(Panic, Vec<Span>),
}

/// What becomes of a panic that gets there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Catch {
    /// A `Try` that goes on from it.
    Note,
    /// A `Try` that goes on from it; a violation where the condition does not hold.
    Oblige(Formula),
    /// A cleanup: a second panic ends the process.
    Cleanup,
}

/// States that have left a block, in order.
pub type Exits = Vec<(Exit, State)>;

impl Memory<'_> {
    /// One state where `condition` holds, the other elsewhere; their paths exclude each other.
    pub fn merge(&mut self, condition: Formula, a: State, b: State) -> State {
        let logic = self.logic;
        let locals = a.locals.iter().zip(&b.locals);
        let locals: Vec<Slot> = locals
            .map(|(left, right)| Slot::merge(logic, condition, (left, &a), (right, &b)))
            .collect();
        let ended = merge_ended(logic, condition, &a, &b, &locals);
        let cells = choose_cells(logic, condition, a.cells, b.cells);
        let mut snapshots = b.snapshots;
        for (id, then) in a.snapshots {
            let merged = match snapshots.remove(&id) {
                Some(other) => Snapshot {
                    heap: self.choose(condition, &then.heap, &other.heap),
                    cells: choose_cells(logic, condition, then.cells, other.cells),
                },
                None => then,
            };
            snapshots.insert(id, merged);
        }
        let never = logic.falsehood();
        let taken = a.taken.iter().zip(&b.taken).map(|(a, b)| {
            let of = |all: &[Formula], at: usize| all.get(at).copied().unwrap_or(never);
            let each = 0..a.len().max(b.len());
            each.map(|at| logic.choice(condition, of(a, at), of(b, at)))
                .collect()
        });
        let items = (0..a.items.len().max(b.items.len())).map(|at| {
            let of = |all: &[Formula]| all.get(at).copied().unwrap_or(never);
            logic.choice(condition, of(&a.items), of(&b.items))
        });
        State {
            taken: taken.collect(),
            items: items.collect(),
            path: logic.or(&[a.path, b.path]),
            locals,
            cells,
            ended,
            heap: self.choose(condition, &a.heap, &b.heap),
            allocated: a
                .allocated
                .iter()
                .zip(&b.allocated)
                .map(|(a, b)| *a.max(b))
                .collect(),
            snapshots,
        }
    }

    /// All states as one; their paths exclude each other.
    pub fn merge_all(&mut self, states: Vec<State>) -> Option<State> {
        let mut states = states.into_iter();
        let first = states.next()?;
        Some(states.fold(first, |merged, state| {
            let condition = state.path;
            self.merge(condition, state, merged)
        }))
    }
}

/// Where cells have ended that are still there on one of two sides. A local that is not written lives the
/// life that it has on the other side.
/// What cells hold where paths meet.
fn choose_cells(
    logic: &Logic,
    condition: Formula,
    a: BTreeMap<CellId, Value>,
    b: BTreeMap<CellId, Value>,
) -> BTreeMap<CellId, Value> {
    let mut cells = b;
    for (cell, value) in a {
        let merged = match cells.get(&cell) {
            Some(other) => choose(logic, condition, &value, other),
            None => value,
        };
        cells.insert(cell, merged);
    }
    cells
}

fn merge_ended(
    logic: &Logic,
    condition: Formula,
    a: &State,
    b: &State,
    locals: &[Slot],
) -> BTreeMap<CellId, Formula> {
    let differs = |one: &State, other: &State| {
        let mut cells = one.cells.keys();
        cells.any(|cell| !other.cells.contains_key(cell))
    };
    let mut ended = BTreeMap::new();
    if a.ended.is_empty() && b.ended.is_empty() && !differs(a, b) && !differs(b, a) {
        return ended;
    }
    let current: BTreeSet<CellId> = locals
        .iter()
        .flat_map(|slot| slot.cells(logic))
        .map(|(cell, _)| cell)
        .collect();
    let at = |state: &State, cell: CellId| match state.ended.get(&cell) {
        Some(ended) => *ended,
        None => {
            let lives = state.cells.contains_key(&cell) || current.contains(&cell);
            logic.boolean(!lives)
        }
    };
    let cells: BTreeSet<CellId> = a.cells.keys().chain(b.cells.keys()).copied().collect();
    for cell in cells {
        let both = logic.choice(condition, at(a, cell), at(b, cell));
        if both != logic.falsehood() {
            ended.insert(cell, both);
        }
    }
    ended
}
