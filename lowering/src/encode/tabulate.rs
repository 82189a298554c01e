//! Recursive pure functions over nodes, one value a node.
//!
//! Inlined along every path, a function that calls itself for both children of a node is met as often
//! as there are paths. Here the pointer that it is given is taken apart: for each place that it may
//! lead to, the function is evaluated once, on every path at once, and the call is a choice among
//! these values. That ends if no place can lead back to itself, which the owning pointers of the
//! pre-state cannot (they lead to later nodes only). Where they may, because of what was stored, or
//! where the function does anything but give a value, it is inlined as any other.
//!
//! Only an optimisation: what is evaluated here depends on nothing but the heap and the arguments.

use std::collections::BTreeMap;

use solver_bridge::Formula;

use super::equal_across::Spot;
use super::heap::Heap;
use super::state::State;
use super::value::{Value, choose};
use super::{Abort, Encoder};
use crate::ids::{Id, Table};
use crate::ir::calls::callees;
use crate::ir::{Block, MemoryError, ProcId, Program, Rvalue, StmtKind};
use crate::span::Span;

/// More entries than this for one place are not worth it.
const MOST_ENTRIES: usize = 512;

/// What a function gives for one place, other arguments, and a heap.
pub(super) struct Entry {
    args: Vec<Value>,
    heap: Heap,
    value: Value,
}

/// The functions that may be tabulated, and their tables.
#[derive(Default)]
pub(super) struct Tables {
    entries: BTreeMap<(ProcId, Spot), Vec<Entry>>,
    /// Where it was tried in vain.
    refused: Vec<(ProcId, Heap)>,
    /// The evaluations under way.
    open: Vec<(ProcId, Spot)>,
    /// Whether one of them has failed.
    failed: bool,
}

impl Tables {
    /// Whether an evaluation is under way.
    pub(super) fn is_open(&self) -> bool {
        !self.open.is_empty()
    }
}

impl<'a> Encoder<'a> {
    /// The result of a call, if it could be looked up or put together from the places that the first
    /// pointer among the arguments may lead to.
    pub(super) fn tabulated(
        &mut self,
        callee: ProcId,
        args: &[Value],
        state: &State,
        site: Span,
    ) -> Result<Option<Value>, Abort> {
        if !self.tabulable[callee] {
            return Ok(None);
        }
        let refused = self.tables.refused.iter();
        let mut refused = refused.filter(|(proc, heap)| *proc == callee && *heap == state.heap);
        if refused.next().is_some() {
            return Ok(None);
        }
        let Some(at) = args.iter().position(|arg| matches!(arg, Value::Pointer(_))) else {
            return Ok(None);
        };
        let Value::Pointer(targets) = &args[at] else {
            return Ok(None);
        };
        let others = args.iter().enumerate().filter(|(index, _)| *index != at);
        if !targets.cells.is_empty()
            || targets.dangling.is_some()
            || others.clone().any(|(_, arg)| leads_to_cells(arg))
        {
            return Ok(None);
        }
        let spots = self.spots(targets);
        let outermost = self.tables.open.is_empty();
        let (mark, text) = (self.effects(), self.unrolled.mark());
        let mut found: Vec<(Formula, Value)> = Vec::new();
        for (here, spot) in spots {
            match self.entry_of(callee, at, &spot, args, state, site)? {
                Some(value) => found.push((here, value)),
                None => {
                    self.tables.failed = true;
                    break;
                }
            }
        }
        if self.tables.failed {
            if !outermost {
                // The outermost evaluation is given up.
                return Err(self.internal("a function cannot be tabulated"));
            }
            // Nothing has happened, and it is not tried again.
            self.tables.failed = false;
            self.forget(mark);
            self.unrolled.reset(text);
            self.tables.entries.retain(|_, entries| {
                entries.retain(|entry| entry.heap != state.heap);
                !entries.is_empty()
            });
            self.tables.refused.push((callee, state.heap.clone()));
            return Ok(None);
        }
        let mut found = found.into_iter().rev();
        let Some((_, last)) = found.next() else {
            return Ok(None);
        };
        Ok(Some(found.fold(last, |rest, (here, value)| {
            choose(&self.logic, here, &value, &rest)
        })))
    }

    /// What the function gives for one place; `None` if that is not to be had.
    fn entry_of(
        &mut self,
        callee: ProcId,
        at: usize,
        spot: &Spot,
        args: &[Value],
        state: &State,
        site: Span,
    ) -> Result<Option<Value>, Abort> {
        let key = (callee, spot.clone());
        let mut args = args.to_vec();
        args[at] = Value::Pointer(self.pointer_to(spot));
        let known = self.tables.entries.get(&key).into_iter().flatten();
        let mut known = known.filter(|entry| entry.args == args && entry.heap == state.heap);
        if let Some(entry) = known.next() {
            return Ok(Some(entry.value.clone()));
        }
        let many = self.tables.entries.get(&key).map_or(0, Vec::len);
        if self.tables.open.contains(&key) || many > MOST_ENTRIES {
            return Ok(None);
        }
        let everywhere = State {
            path: self.logic.truth(),
            locals: Vec::new(),
            cells: BTreeMap::new(),
            ended: BTreeMap::new(),
            heap: state.heap.clone(),
            allocated: state.allocated.clone(),
            taken: state.taken.clone(),
            items: Vec::new(),
            snapshots: BTreeMap::new(),
        };
        let before = self.effects();
        let frames = self.frames.len();
        self.tables.open.push(key.clone());
        let mut exits = Vec::new();
        let ended = self.call_inlined(callee, args.clone(), everywhere, site, &mut exits);
        self.tables.open.pop();
        let ended = match ended {
            // On the paths that matter it may be written.
            Err(Abort::Internal(_) | Abort::Unsupported(_)) => {
                self.frames.truncate(frames);
                return Ok(None);
            }
            ended => ended?,
        };
        let clean = exits.is_empty() && self.effects() == before && !self.tables.failed;
        match ended {
            Some((end, value)) if clean && end.path == self.logic.truth() => {
                self.tables.entries.entry(key).or_default().push(Entry {
                    args,
                    heap: state.heap.clone(),
                    value: value.clone(),
                });
                Ok(Some(value))
            }
            _ => Ok(None),
        }
    }

    /// How much has been said so far of anything but values.
    pub(super) fn effects(&self) -> [usize; 6] {
        [
            self.obligations.len(),
            self.unwindings.len(),
            self.unmodelled.len(),
            self.assumptions.len(),
            self.choices.len(),
            self.pending.len(),
        ]
    }

    pub(super) fn forget(&mut self, mark: [usize; 6]) {
        let [
            obligations,
            unwindings,
            unmodelled,
            assumptions,
            choices,
            pending,
        ] = mark;
        self.obligations.truncate(obligations);
        self.unwindings.truncate(unwindings);
        self.unmodelled.truncate(unmodelled);
        self.assumptions.truncate(assumptions);
        self.choices.truncate(choices);
        self.pending.truncate(pending);
    }
}

/// Whether a value may lead to a local.
fn leads_to_cells(value: &Value) -> bool {
    match value {
        Value::Pointer(targets) => !targets.cells.is_empty(),
        Value::Slice { first, .. } => !first.cells.is_empty(),
        Value::Struct(fields) => fields.iter().any(leads_to_cells),
        Value::Enum { fields, .. } => fields.iter().flat_map(|all| all.iter()).any(leads_to_cells),
        Value::Maybe { value, .. } => leads_to_cells(value),
        Value::Undef | Value::Bool(_) | Value::Int(_) | Value::Member(_) => false,
        Value::Set(_) | Value::Seq(_) => true,
    }
}

/// The procedures that call themselves, by way of others or not, and that only read memory.
pub(super) fn tabulable(program: &Program) -> Table<ProcId, bool> {
    let calls: Vec<Vec<ProcId>> = program
        .procs
        .values()
        .map(|proc| {
            let mut all = Vec::new();
            callees(&proc.body, &mut all);
            all
        })
        .collect();
    let reached = |from: ProcId| {
        let mut all: Vec<ProcId> = Vec::new();
        let mut todo = calls[from.index()].clone();
        while let Some(next) = todo.pop() {
            if !all.contains(&next) {
                all.push(next);
                todo.extend(&calls[next.index()]);
            }
        }
        all
    };
    let reads_only: Vec<bool> = program
        .procs
        .values()
        .map(|proc| only_reads(&proc.body, program.formats))
        .collect();
    let ids: Vec<ProcId> = program.procs.ids().collect();
    ids.into_iter()
        .map(|proc| {
            let all = reached(proc);
            all.contains(&proc) && all.iter().all(|other| reads_only[other.index()])
        })
        .collect()
}

/// Whether the statements write locals only, by name, and remember and choose nothing.
fn only_reads(block: &Block, formats: bool) -> bool {
    block.iter().all(|stmt| {
        let here = match &stmt.kind {
            StmtKind::Assign { dst, value } => {
                !dst.derefs()
                    && !matches!(
                        value,
                        Rvalue::ExistedAt(..)
                            | Rvalue::Apart(_)
                            | Rvalue::EqualAcross { .. }
                            | Rvalue::Panicking
                    )
            }
            StmtKind::Call { dst, .. } => !dst.derefs(),
            StmtKind::Undefined(error) => *error == MemoryError::Unknown && !formats,
            StmtKind::Allocate { .. }
            | StmtKind::AllocateBuffer { .. }
            | StmtKind::GrowBuffer { .. }
            | StmtKind::Free { .. }
            | StmtKind::End(_)
            | StmtKind::Choose { .. }
            | StmtKind::Item { .. }
            | StmtKind::Snapshot(_)
            | StmtKind::InSnapshot { .. }
            | StmtKind::CheckFrame { .. }
            | StmtKind::CheckLeaks { .. }
            | StmtKind::Forget { .. }
            | StmtKind::Assume { .. }
            | StmtKind::Assert { .. } => false,
            _ => true,
        };
        let mut inner = stmt.kind.blocks().into_iter();
        here && inner.all(|block| only_reads(block, formats))
    })
}
