//! Bounded relational logic, solved by reduction to SAT: a model finder in the tradition of Kodkod.
//! Knows no programming language, spans or types: only sorts, atoms, relations, bounds and formulas.
//!
//! ```text
//! Logic ──terms──▶ Translator ──circuit──▶ clauses ──▶ solver
//!                                                        │
//!              Instance ◀── judged by the evaluator ◀── model
//! ```
//! - A [`Logic`] holds the universe (sorts and atoms), relations with a lower and an upper bound, and
//!   terms over them. Nothing depends on the size of the whole universe: a relation costs what its
//!   own upper bound costs, so atoms are cheap and may be added at any time.
//! - A [`Translator`] turns terms into a boolean circuit, on demand, each node once. Asked early it
//!   also tells what is possible at all: [`Translator::possible_values`].
//! - A [`Session`] asserts formulas and answers questions under assumptions: one model, the smallest
//!   ([`Session::minimise`]), all of them up to a projection ([`Session::enumerate`]), or which
//!   assumptions clash. Formulas that are known together are best asserted together
//!   ([`Session::assert_all`]), and interchangeable atoms are told apart once and for all by
//!   [`Session::break_symmetries`], along the user's own orders where there are some
//!   ([`Logic::total_order`]). **Every model is evaluated before it is returned**, by an evaluator
//!   that shares nothing with the translator.
//! - A [`Backend`] is the SAT solver: the embedded one, those of the features `minisat`, `glucose` and
//!   `cadical`, or any program that reads DIMACS. All answer alike.
//!
//! Integers are exact and of any width; what would need more than a million bits is an error that names the
//! expression. Small sets of values are encoded one-hot, others as bit vectors of just the width they need;
//! the choice is the translator's and cannot be observed.
//!
//! # Example
//! Is there a list of three nodes that runs into a cycle, with values that grow along it?
//! ```
//! use solver_bridge::{INT, Int, Logic, Outcome, Session, Translator, TupleSet};
//!
//! # fn main() -> Result<(), solver_bridge::SolveError> {
//! let l = Logic::new();
//! let node = l.sort("Node");
//! for name in ["n0", "n1", "n2"] {
//!     l.atom(node, name);
//! }
//! let nodes = l.universe(node);
//! let numbers = TupleSet::unary(INT, (0..5).map(|n| l.int_atom(Int::from(n))));
//!
//! // `next` maps a node to at most one other, `value` to exactly one number.
//! let next_columns = [node, node];
//! let next = l.rel(l.partial_function(
//!     "next",
//!     &next_columns,
//!     1,
//!     TupleSet::empty(next_columns),
//!     nodes.product(&nodes)?,
//! ));
//! let value_columns = [node, INT];
//! let value = l.rel(l.function(
//!     "value",
//!     &value_columns,
//!     1,
//!     TupleSet::empty(value_columns),
//!     nodes.product(&numbers)?,
//! ));
//!
//! let cyclic = l.exists(l.univ(node), |n| l.subset(n, l.join(n, l.closure(next))));
//! let growing = l.all(next, |edge| {
//!     let (from, to) = (l.project(edge, &[0]), l.project(edge, &[1]));
//!     l.int_lt(l.value_of(l.join(from, value)), l.value_of(l.join(to, value)))
//! });
//!
//! let mut session = Session::new(Translator::new());
//! session.assert(&l, cyclic)?;
//! assert!(matches!(session.solve(&l, &[])?, Outcome::Sat(_)));
//! // Under one more assumption there is none, and the assumption is to blame.
//! match session.solve(&l, &[growing])? {
//!     Outcome::Unsat(core) => assert_eq!(core, [growing]),
//!     other => panic!("{other:?}"),
//! }
//! # Ok(())
//! # }
//! ```
//!
//! # Mistakes
//! Terms are built without `?`: a mistake makes the term useless, is kept, and comes back from whatever
//! is done next.
//! ```
//! use solver_bridge::{Logic, Session, Translator};
//!
//! let l = Logic::new();
//! let (cat, dog) = (l.sort("Cat"), l.sort("Dog"));
//! let nonsense = l.some(l.union(l.univ(cat), l.univ(dog)));
//! let error = Session::new(Translator::new()).assert(&l, nonsense).unwrap_err();
//! assert_eq!(
//!     error.to_string(),
//!     "`+` expects columns (Cat), found columns (Dog) in `none`",
//! );
//! ```

/// The example of the README runs.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod circuit;
mod cnf;
mod error;
mod eval;
mod ids;
mod instance;
pub mod int;
mod logic;
mod session;
pub mod solver;
mod symmetry;
mod translate;
mod tuple;
mod tuples;

pub use circuit::{Bool, Circuit};
pub use error::{LogicError, SolveError};
pub use eval::{Truth, evaluate};
pub use ids::{Atom, BIT, Expr, Formula, INT, IntExpr, NodeId, Relation, Sort, Variable};
pub use instance::Instance;
pub use int::Int;
pub use logic::cancel::Renaming;
pub use logic::node;
pub use logic::{Function, Logic, RelationData, TotalOrder};
pub use session::{Measure, Minimum, Outcome, Session, Statistics};
pub use solver::{Backend, Limits, NoSolver};
pub use translate::{Budget, Translator, Values};
pub use tuple::{ATOM_LIMIT, MAX_ARITY, Tuple};
pub use tuples::TupleSet;
