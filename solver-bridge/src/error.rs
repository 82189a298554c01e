//! What can go wrong, as values. Every message names the expression it is about.

use crate::int::WIDTH_LIMIT;
use crate::tuple::{ATOM_LIMIT, MAX_ARITY};
use thiserror::Error;

/// A problem that is not well formed, or too large to state; the caller's mistake.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum LogicError {
    /// An operator got columns it cannot take.
    #[error("`{operator}` expects {expected}, found columns {found} in `{expression}`")]
    Columns {
        /// The operator, as printed.
        operator: &'static str,
        /// What it takes.
        expected: String,
        /// The columns it got.
        found: String,
        /// The offending operand.
        expression: String,
    },
    /// More columns than a tuple can hold.
    #[error("`{expression}` has {arity} columns, at most {MAX_ARITY} are supported")]
    ArityLimit {
        /// The expression.
        expression: String,
        /// The number of its columns.
        arity: usize,
    },
    /// A tuple whose length is not that of its set.
    #[error("tuple of {found} atoms in a set of {expected} columns")]
    TupleLength {
        /// Columns of the set.
        expected: usize,
        /// Atoms of the tuple.
        found: usize,
    },
    /// A tuple set names an atom that does not exist, or not in that column's sort.
    #[error("`{name}` has atom {atom} in column {column}, which is not of sort `{sort}`")]
    ForeignAtom {
        /// The relation or constant.
        name: String,
        /// The atom, by name if it has one.
        atom: String,
        /// The column, from 0.
        column: usize,
        /// The sort of that column.
        sort: String,
    },
    /// The lower bound holds a tuple that the upper bound does not.
    #[error("the lower bound of `{relation}` contains {tuple}, its upper bound does not")]
    LowerOutsideUpper {
        /// The relation.
        relation: String,
        /// The tuple.
        tuple: String,
    },
    /// The bounds of a function contradict that it is one.
    #[error("the bounds of the function `{relation}` {problem} at {tuple}")]
    FunctionBounds {
        /// The relation.
        relation: String,
        /// What is wrong.
        problem: &'static str,
        /// The key.
        tuple: String,
    },
    /// A bound and its relation differ in their columns.
    #[error("`{relation}` has columns {expected}, its bound has {found}")]
    BoundColumns {
        /// The relation.
        relation: String,
        /// Columns of the relation.
        expected: String,
        /// Columns of the bound.
        found: String,
    },
    /// A sort that this logic did not make.
    #[error("unknown sort in `{expression}`")]
    UnknownSort {
        /// Where it was used.
        expression: String,
    },
    /// A term over sorts, in a universe without any atom.
    #[error("the universe is empty, there is nothing for `{expression}` to range over")]
    EmptyUniverse {
        /// The first such term.
        expression: String,
    },
    /// An atom that occurs twice in an order.
    #[error("atom {atom} occurs twice in the order `{order}`")]
    RepeatedAtom {
        /// The order.
        order: String,
        /// The atom.
        atom: String,
    },
    /// A handle that this logic did not make.
    #[error("handle {handle} belongs to another logic")]
    ForeignHandle {
        /// The handle.
        handle: String,
    },
    /// A variable outside the scope of its quantifier.
    #[error("variable `{variable}` is not bound in `{expression}`")]
    Unbound {
        /// The variable.
        variable: String,
        /// Where it occurs.
        expression: String,
    },
    /// Quantifiers nested beyond the limit.
    #[error("quantifiers nested {depth} deep in `{expression}`")]
    Nesting {
        /// The depth.
        depth: usize,
        /// The outermost quantifier.
        expression: String,
    },
    /// More atoms than tuples can index.
    #[error("more than {ATOM_LIMIT} atoms")]
    AtomLimit,
    /// Bit positions are below a million, widths at least 1 and no more than that.
    #[error("bit width or position {width} out of range in `{expression}`")]
    BitWidth {
        /// The width.
        width: u32,
        /// Where.
        expression: String,
    },
    /// An integer expression whose exact range has more bits than memory is spent on.
    #[error("the range of `{expression}` needs more than {WIDTH_LIMIT} bits")]
    IntRange {
        /// The expression.
        expression: String,
    },
    /// Translation was stopped by its budget of time, or from outside.
    #[error("translation interrupted")]
    Interrupted,
    /// Translation was stopped by its budget of gates.
    #[error("more than {gates} gates at `{expression}`")]
    TooLarge {
        /// What was being translated.
        expression: String,
        /// The budget.
        gates: usize,
    },
    /// An integer expression with too many values to be one atom each.
    #[error("`{expression}` has {count} possible values, too many for one atom each")]
    TooManyValues {
        /// The expression.
        expression: String,
        /// How many, at least.
        count: String,
    },
}

/// Why a question got no answer.
#[derive(Debug, Error)]
pub enum SolveError {
    /// The problem is not well formed.
    #[error(transparent)]
    Logic(#[from] LogicError),
    /// A model that the evaluator refutes: a bug of this crate or of the solver, never a result.
    #[error("internal error: model of `{solver}` does not satisfy `{formula}`")]
    WrongModel {
        /// The solver.
        solver: String,
        /// The formula that evaluates to false.
        formula: String,
    },
    /// A formula tells atoms apart that symmetry breaking took to be interchangeable.
    #[error("`{expression}` distinguishes atoms whose symmetry was broken before")]
    Symmetry {
        /// What tells them apart.
        expression: String,
    },
    /// The solver itself failed.
    #[error("solver `{solver}` failed: {message}")]
    Backend {
        /// The solver.
        solver: String,
        /// Its message.
        message: String,
    },
    /// Writing a file or talking to a process failed.
    #[error(transparent)]
    Io(#[from] std::io::Error),
}
