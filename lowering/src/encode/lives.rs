//! The lives of locals whose address is taken: each is a cell of its own, so that a pointer to one that
//! has ended is told from a pointer to the next.

use solver_bridge::{Formula, Logic};

use super::Encoder;
use super::layout::Path;
use super::state::{Slot, State};
use super::value::{CellId, Targets, Value, choose};
use crate::ids::Id;
use crate::ir::LocalId;
use crate::ir::types::TyId;

/// The cells of all locals that ever were.
#[derive(Debug, Default)]
pub(super) struct Cells {
    /// What each holds.
    types: Vec<TyId>,
    /// The cell of the first life of the same local.
    first: Vec<CellId>,
    /// By that cell, all lives in order.
    lives: std::collections::BTreeMap<CellId, Vec<CellId>>,
}

impl Cells {
    /// The type of what a cell holds.
    pub(super) fn ty(&self, cell: CellId) -> TyId {
        self.types[cell.index()]
    }

    /// A cell for the first life of a local.
    pub(super) fn begin(&mut self, ty: TyId) -> CellId {
        let cell = CellId::from_index(self.types.len());
        self.types.push(ty);
        self.first.push(cell);
        self.lives.insert(cell, vec![cell]);
        cell
    }

    /// All lives of the local that a cell is a life of.
    fn lives(&self, cell: CellId) -> Vec<CellId> {
        let first = self.first[cell.index()];
        self.lives.get(&first).cloned().unwrap_or_default()
    }

    /// The life after that one.
    fn after(&mut self, cell: CellId) -> CellId {
        let lives = self.lives(cell);
        let next = lives.iter().find(|life| **life > cell);
        if let Some(next) = next {
            return *next;
        }
        let (ty, first) = (self.ty(cell), self.first[cell.index()]);
        let next = CellId::from_index(self.types.len());
        self.types.push(ty);
        self.first.push(first);
        self.lives.entry(first).or_default().push(next);
        next
    }
}

impl Slot {
    /// The cells that it may be, with the conditions.
    pub(super) fn cells(&self, logic: &Logic) -> Vec<(CellId, Formula)> {
        match self {
            Slot::Value(_) => Vec::new(),
            Slot::Cell(cell) => vec![(*cell, logic.truth())],
            Slot::OneOf(cells) => cells.to_vec(),
        }
    }

    /// The location of a part of it, if it is in memory.
    pub(super) fn targets(&self, path: &Path, logic: &Logic) -> Option<Targets> {
        let cells = self.cells(logic);
        let cells = cells
            .into_iter()
            .map(|(cell, here)| ((cell, path.clone()), here));
        let targets = Targets {
            cells: cells.collect(),
            ..Targets::default()
        };
        (!targets.cells.is_empty()).then_some(targets)
    }

    /// What it holds.
    pub(super) fn value(&self, state: &State, logic: &Logic) -> Value {
        if let Slot::Value(value) = self {
            return value.clone();
        }
        let held = |cell: CellId| state.cells.get(&cell).cloned().unwrap_or(Value::Undef);
        let mut cells = self.cells(logic).into_iter();
        let Some((first, _)) = cells.next() else {
            return Value::Undef;
        };
        cells.fold(held(first), |rest, (cell, here)| {
            choose(logic, here, &held(cell), &rest)
        })
    }

    /// One slot where the condition holds, the other elsewhere. A side on which the local has not been
    /// written lives the life of the other, or the later one.
    pub(super) fn merge(
        logic: &Logic,
        condition: Formula,
        (a, in_a): (&Slot, &State),
        (b, in_b): (&Slot, &State),
    ) -> Slot {
        let unwritten = |slot: &Slot, state: &State| {
            let cells = slot.cells(logic).into_iter();
            let mut values = cells.map(|(cell, _)| state.cells.get(&cell));
            values.all(|value| value.is_none_or(|value| *value == Value::Undef))
        };
        match (a, b) {
            (Slot::Value(a), Slot::Value(b)) => Slot::Value(choose(logic, condition, a, b)),
            _ if a == b => a.clone(),
            _ => match (unwritten(a, in_a), unwritten(b, in_b)) {
                (true, true) => {
                    let last = |slot: &Slot| slot.cells(logic).into_iter().map(|it| it.0).max();
                    if last(a) > last(b) { a } else { b }.clone()
                }
                (true, false) => b.clone(),
                (false, true) => a.clone(),
                (false, false) => {
                    let mut all: std::collections::BTreeMap<CellId, Formula> =
                        std::collections::BTreeMap::new();
                    let sides = [(a, condition), (b, logic.not(condition))];
                    for (slot, side) in sides {
                        for (cell, here) in slot.cells(logic) {
                            let here = logic.and(&[here, side]);
                            let known = all.entry(cell).or_insert_with(|| logic.falsehood());
                            *known = logic.or(&[*known, here]);
                        }
                    }
                    Slot::OneOf(all.into_iter().collect())
                }
            },
        }
    }
}

impl Encoder<'_> {
    /// Ends the life of a local. Its next one begins at once, with nothing in it.
    pub(super) fn end_local(&mut self, state: &mut State, local: LocalId) {
        let slot = &state.locals[local.index()];
        let cells = slot.cells(&self.logic);
        let Some(last) = cells.into_iter().map(|(cell, _)| cell).max() else {
            state.locals[local.index()] = Slot::Value(Value::Undef);
            return;
        };
        self.forget_cells(state, last);
        let next = self.cells.after(last);
        state.cells.insert(next, Value::Undef);
        state.locals[local.index()] = Slot::Cell(next);
    }

    /// The locals of a frame are no more.
    pub(super) fn end_locals(&self, state: &mut State, ended: Vec<Slot>) {
        for slot in ended {
            if let Some((cell, _)) = slot.cells(&self.logic).into_iter().next() {
                self.forget_cells(state, cell);
            }
        }
    }

    fn forget_cells(&self, state: &mut State, cell: CellId) {
        for life in self.cells.lives(cell) {
            state.cells.remove(&life);
            state.ended.remove(&life);
        }
    }
}
