//! A counterexample: an input that the concrete interpreter has run and found to violate an
//! obligation, with everything that a reader needs to believe it.

use lowering::ir::ObligationKind;
use lowering::span::Span;

use super::heap::{Heap, Value};
use crate::replay::{NotReplayable, Replay};

/// One violation, as it was run.
#[derive(Clone, Debug)]
pub struct Counterexample {
    /// What does not hold.
    pub violated: Violated,
    /// Where in the function the run was when it turned out, if not at the clause itself.
    pub reached: Option<Span>,
    /// The calls between the function under check and the place where it went wrong, innermost first.
    pub path: Vec<Span>,
    /// The call, as a programmer would write it (`self.remove(2)`).
    pub call: String,
    /// The arguments and the heap behind them on entry.
    pub pre: Heap,
    /// How the call ended.
    pub exit: Exit,
    /// What ran, step by step.
    pub trace: Vec<Event>,
    /// What the parts of the violated clause are worth, outermost first.
    pub parts: Vec<Part>,
    /// Where functions that the violated clause calls came to their answers.
    pub refusals: Vec<Refusal>,
    /// The arguments that the violated clause means as they were on entry, and that the run has changed.
    pub meant_on_entry: Vec<String>,
    /// Why the violated clause cannot be evaluated, if that is what is wrong with it.
    pub undefined: Option<String>,
    /// Where the cell was borrowed that is borrowed already, if that is what is wrong.
    pub borrowed: Option<Span>,
    /// What the caller writes through the result before the borrow that was returned ends.
    pub written: Vec<Value>,
    /// Whether type parameters of the function are boxes in it.
    pub boxed: bool,
    /// The same as a test, if the user wants one.
    pub replay: Option<Result<Replay, NotReplayable>>,
}

/// The obligation that is violated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violated {
    /// Its kind.
    pub kind: ObligationKind,
    /// The clause or expression.
    pub span: Span,
    /// Its text, for readers that have no source at hand.
    pub text: String,
}

impl Violated {
    /// Whether it is the obligation of this kind at this place.
    pub fn is(&self, kind: ObligationKind, span: Span) -> bool {
        (self.kind, self.span) == (kind, span)
    }
}

/// Whether a clause cannot be evaluated because it goes to memory that is not there.
pub fn follows_nowhere(why: &str) -> bool {
    why.starts_with("memory error")
}

/// How the call of a counterexample ended.
#[derive(Clone, Debug)]
pub enum Exit {
    /// It returned: the arguments, the result (as the root `result`) and the heap behind them.
    Returned(Heap),
    /// A panic left it with this message and this heap.
    Panicked {
        /// What the program would print.
        message: String,
        /// The heap that the panic left.
        heap: Heap,
    },
    /// The obligation failed inside the body: the heap at that point.
    Stopped(Heap),
}

impl Exit {
    /// The heap in which the call ended.
    pub fn heap(&self) -> &Heap {
        match self {
            Exit::Returned(heap) | Exit::Panicked { heap, .. } | Exit::Stopped(heap) => heap,
        }
    }
}

/// What a part of a clause is worth in the counterexample.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The part.
    pub span: Span,
    /// Its text.
    pub text: String,
    /// Its value.
    pub value: Value,
}

/// Where a function that a clause calls came to the answer that it gave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The expression that it gave, or the `return`.
    pub span: Span,
    /// The call in the clause.
    pub call: String,
    /// The answer.
    pub value: bool,
    /// Whether the function itself gave it, not one that it asked.
    pub is_own: bool,
    /// What it saw there.
    pub parts: Vec<Part>,
}

impl Refusal {
    /// What is said of the place.
    pub fn label(&self) -> String {
        match self.is_own {
            true => format!("`{}` returns {} here", self.call, self.value),
            false => format!("`{}` is {1} since this returns {1}", self.call, self.value),
        }
    }
}

/// A step of the run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// How many calls deep: 0 is the function under check.
    pub depth: u32,
    /// The source of the step.
    pub span: Span,
    /// The closure that it is in, if it is in one.
    pub closure: Option<Span>,
    /// What happened.
    pub kind: EventKind,
    /// Arguments, variables of the function at hand and the heap behind them after the step, if the
    /// renderer wants to draw it.
    pub after: Option<Heap>,
}

/// What happened in a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// A place of the source got a value.
    Assigned {
        /// The place (`cur`, `self.len`).
        place: String,
        /// The value.
        value: Value,
    },
    /// A condition was evaluated.
    Condition(bool),
    /// A pattern was tried.
    Pattern {
        /// Whether it matched.
        matched: bool,
    },
    /// A function was called.
    Called {
        /// Its path.
        function: String,
        /// Its parameters.
        args: Vec<(String, Value)>,
    },
    /// A function was called that only its contract is known of: what follows is one of the things that
    /// it allows.
    ByContract(String),
    /// Objects were freed.
    Freed(Vec<String>),
    /// What a call that is not looked into gave: of std, or of a function that is only known by its
    /// type.
    Gave {
        /// The call as in the source.
        call: String,
        /// The value.
        value: Value,
    },
    /// A function returned.
    Returned(Value),
    /// A panic began.
    Panicked(String),
    /// What is asked here does not hold: the run ends.
    Failed(String),
}
