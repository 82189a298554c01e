//! Evaluates a condition: once at a time, and with the answer "unknown" beside yes and no.

/// What a thread knows of the condition it is in.
#[derive(Clone, Copy)]
struct State {
    /// Whether a condition is being evaluated, in which the contracts of callees are not checked:
    /// an invariant may call a method that has the invariant as its contract.
    busy: bool,
    /// Whether that condition turned out to be undecidable.
    unknown: bool,
}

const IDLE: State = State {
    busy: false,
    unknown: false,
};

#[cfg(not(target_os = "none"))]
mod store {
    use core::cell::Cell;

    use super::{IDLE, State};

    std::thread_local! {
        static STATE: Cell<State> = const { Cell::new(IDLE) };
    }

    // A thread that is being torn down has no state left: it checks nothing any more.
    pub(super) fn get() -> State {
        let gone = State { busy: true, ..IDLE };
        STATE.try_with(Cell::get).unwrap_or(gone)
    }

    pub(super) fn set(state: State) {
        let _ = STATE.try_with(|cell| cell.set(state));
    }
}

#[cfg(target_os = "none")]
mod store {
    use core::sync::atomic::{AtomicBool, Ordering};

    use super::State;

    static BUSY: AtomicBool = AtomicBool::new(false);
    static UNKNOWN: AtomicBool = AtomicBool::new(false);

    pub(super) fn get() -> State {
        State {
            busy: BUSY.load(Ordering::Relaxed),
            unknown: UNKNOWN.load(Ordering::Relaxed),
        }
    }

    pub(super) fn set(state: State) {
        BUSY.store(state.busy, Ordering::Relaxed);
        UNKNOWN.store(state.unknown, Ordering::Relaxed);
    }
}

/// Gives the thread back its idle state, also when the condition panics.
struct Idle;

impl Drop for Idle {
    fn drop(&mut self) {
        store::set(IDLE);
    }
}

/// The value of what a specification says; `None` if it cannot be known, or if it is asked for
/// within another.
pub fn evaluate<T>(value: impl FnOnce() -> T) -> Option<T> {
    if store::get().busy {
        return None;
    }
    store::set(State { busy: true, ..IDLE });
    let idle = Idle;
    let value = value();
    let unknown = store::get().unknown;
    drop(idle);
    (!unknown).then_some(value)
}

/// Declares the condition that is being evaluated undecidable; whatever it comes to is dropped.
pub fn give_up() {
    store::set(State {
        unknown: true,
        ..store::get()
    });
}
