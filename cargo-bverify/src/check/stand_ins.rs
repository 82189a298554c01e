//! The calls of a run that a contract stood for: of trusted functions, and of methods that only a bound
//! promises. A replay has them do what they did in the run.

use lowering::ir::interp::{EventKind as TraceKind, Trace};

use super::Check;
use crate::replay::{StandIn, StandInEnd};

impl Check<'_> {
    /// The calls that a contract stood for, in order.
    pub(super) fn stand_ins<'t>(&self, trace: &'t Trace) -> Vec<StandIn<'t>> {
        let mut calls: Vec<StandIn<'t>> = Vec::new();
        // The number of the call that is under way, and the depth of its caller.
        let mut open: Option<(usize, usize)> = None;
        for event in &trace.events {
            match (&event.kind, open) {
                (TraceKind::Called { callee, args }, None) if self.is_contract(*callee) => {
                    open = Some((calls.len(), event.depth));
                    calls.push(StandIn {
                        proc: *callee,
                        args,
                        after: event.state.as_deref(),
                        end: StandInEnd::Refused,
                    });
                }
                (TraceKind::Returned { value }, Some((call, depth)))
                    if event.proc == calls[call].proc && event.depth > depth =>
                {
                    calls[call].after = event.state.as_deref();
                    calls[call].end = StandInEnd::Returned(value);
                    open = None;
                }
                (TraceKind::Panicked(panic), Some((call, _))) => {
                    calls[call].after = event.state.as_deref();
                    calls[call].end = StandInEnd::Panicked(&panic.message);
                    open = None;
                }
                _ => {}
            }
        }
        calls
    }
}
