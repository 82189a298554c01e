//! Where a cell was borrowed that is borrowed still: what a reader of "already borrowed" asks next.

use lowering::ir::interp::{EventKind as TraceKind, Trace};
use lowering::ir::state::{Pointer, State, Value};
use lowering::ir::types::TyId;
use lowering::span::Span;

use super::Check;
use crate::report::behind::behind;
use crate::report::std_values::{Models, StdValue, Wrapper};

/// A `RefCell` that calls of std were lent.
struct Cell {
    at: Pointer,
    ty: TyId,
    /// The calls whose borrows last.
    calls: Vec<Span>,
    /// Whether some of several borrows have ended, nobody knows which.
    unclear: bool,
}

impl Check<'_> {
    /// Where the cell was borrowed that the last call of a run could not borrow; nothing if it is not known
    /// which of several borrows lasts.
    pub(super) fn borrowed_at(&self, trace: &Trace) -> Option<Span> {
        let sources = self.front.sources();
        let mut cells: Vec<Cell> = Vec::new();
        // The calls under way: how deep they were made, where, and of which cell.
        let mut open: Vec<(usize, Span, usize)> = Vec::new();
        let mut last = None;
        for event in &trace.events {
            let Some(state) = &event.state else { continue };
            let ended = match &event.kind {
                TraceKind::Returned { .. } => {
                    open.pop_if(|(depth, ..)| depth.saturating_add(1) == event.depth)
                }
                _ => None,
            };
            for (index, cell) in cells.iter_mut().enumerate() {
                let number = self.borrows(state, &cell.at, cell.ty).unwrap_or(0);
                if number < cell.calls.len() {
                    cell.unclear = number > 0;
                    cell.calls.truncate(number);
                }
                if let Some((_, span, of)) = ended
                    && of == index
                    && number == cell.calls.len() + 1
                {
                    cell.calls.push(span);
                }
            }
            if let TraceKind::Called { callee, args } = &event.kind
                && sources.is_user(event.span)
                && !sources.is_user(self.program.procs[*callee].span)
                && let callee = &self.program.procs[*callee]
                && let (Some(param), Some(Value::Pointer(at))) =
                    (callee.params.first(), args.first())
                && let Some(ty) = self.program.types.pointee(callee.locals[*param].ty)
                && self.borrows(state, at, ty).is_some()
            {
                let known = cells.iter().position(|cell| cell.at == *at);
                let index = known.unwrap_or_else(|| {
                    cells.push(Cell {
                        at: at.clone(),
                        ty,
                        calls: Vec::new(),
                        unclear: self.borrows(state, at, ty) != Some(0),
                    });
                    cells.len() - 1
                });
                open.push((event.depth, event.span, index));
                last = Some(index);
            }
        }
        let cell = cells.get(last?).filter(|cell| !cell.unclear)?;
        cell.calls.first().copied()
    }

    /// How often a cell is borrowed, if it is a `RefCell`.
    fn borrows(&self, state: &State, cell: &Pointer, ty: TyId) -> Option<usize> {
        let models = Models {
            types: &self.program.types,
            sources: self.front.sources(),
        };
        match models.value(&state.objects, ty, behind(&state.objects, cell)?)? {
            StdValue::Inside {
                wrapper: Wrapper::RefCell(number),
                ..
            } => usize::try_from(number.unsigned_abs()).ok(),
            _ => None,
        }
    }
}
