//! What a circuit may grow to, looked at while it grows: one operator on large operands can make more gates
//! than there is memory or time for.

use super::{Bool, Circuit};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Gates asked for between two looks at the clock, which takes longer than to make one.
const TICKS: u32 = 1 << 12;
/// Gates and their inputs are counted in words of 32 bits, with room for what one operator adds at once.
const MOST: usize = 1 << 30;

/// What translation may spend. Solvers have limits of their own.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    /// When to stop.
    pub deadline: Option<Instant>,
    /// Set by someone else to stop it.
    pub interrupt: Option<Arc<AtomicBool>>,
    /// The largest number of gates, which is what memory goes into.
    pub gates: Option<usize>,
}

/// What there is no more of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Spent {
    Time,
    /// There may be so many.
    Gates(usize),
}

#[derive(Default)]
pub(super) struct Meter {
    budget: Budget,
    /// Gates that may be asked for before the next look; with none left there is none.
    ticks: u32,
    spent: Option<Spent>,
}

impl Circuit {
    pub(crate) fn set_budget(&mut self, budget: Budget) {
        self.meter.budget = budget;
    }

    /// Makes gates only as far as the budget goes from now on, and false ones from there: what is made of
    /// these means nothing, and does no harm, since it has not been asked for.
    pub(crate) fn start_meter(&mut self) {
        self.meter.ticks = TICKS;
        self.meter.spent = None;
    }

    /// Makes all gates again. What there was no more of, if so; then what was made since the start is not
    /// what was asked for.
    pub(crate) fn stop_meter(&mut self) -> Option<Spent> {
        self.meter.ticks = 0;
        self.meter.spent.take()
    }

    /// What there is no more of.
    pub(crate) fn spent(&self) -> Option<Spent> {
        let budget = &self.meter.budget;
        let interrupt = budget.interrupt.as_ref();
        let is_interrupted = interrupt.is_some_and(|flag| flag.load(Ordering::Relaxed));
        let is_late = |deadline| Instant::now() >= deadline;
        if is_interrupted || budget.deadline.is_some_and(is_late) {
            return Some(Spent::Time);
        }
        let most = budget.gates.unwrap_or(MOST).min(MOST);
        let is_full = self.gates.len() > most || self.inputs.len() > 2 * MOST;
        is_full.then_some(Spent::Gates(most))
    }

    /// Whether the meter has stopped the making of gates. Long loops ask.
    pub(crate) fn is_stopped(&self) -> bool {
        self.meter.spent.is_some()
    }

    /// Counts a gate that is asked for; what it is instead, if no more are made.
    pub(super) fn tick(&mut self) -> Option<Bool> {
        match self.meter.ticks {
            0 => None,
            1 => {
                self.meter.spent = self.meter.spent.or_else(|| self.spent());
                if self.meter.spent.is_some() {
                    return Some(Bool::FALSE);
                }
                self.meter.ticks = TICKS;
                None
            }
            _ => {
                self.meter.ticks -= 1;
                None
            }
        }
    }
}
