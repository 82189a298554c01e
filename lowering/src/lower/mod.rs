//! From the typed tree to the IR, and from a contract to the procedure that checks it.
//!
//! It sees a package only through [`Front`] and knows nothing of `syn`, of solvers or of bounds.
//! Function instances are lowered by a worklist, each once; recursion is an ordinary call. What is
//! not modelled ends in [`Stop::Unsupported`] with the span of the user's code that leads there.

mod alternatives;
mod apart;
mod arith;
mod bounded;
mod call;
mod cells;
mod clause;
mod closures;
mod consts;
mod contract;
mod control;
mod drops;
mod effects;
mod ends;
mod entry;
mod equality;
mod exhaustive;
mod expr;
mod fn_pointers;
mod frames;
mod function;
mod harness;
mod inline;
mod intrinsics;
mod invariants;
mod leaks;
mod locations;
mod measure;
mod memory;
mod models;
mod objects;
mod old;
mod orders;
mod owners;
mod pattern;
mod quantify;
mod recursion;
mod scopes;
mod session;
mod slices;
mod spec;
mod stubs;
mod transmute;
mod trees;
mod trusted;
mod types;
mod unknown;
mod unknown_calls;
mod unknown_value;
mod walk;

#[cfg(test)]
mod tests;

use crate::front::{Front, Read};
use crate::ir::{Harness, Program};
use crate::span::Span;
use crate::ty::{DefId, TyKind};

pub use consts::{Filled, boxed_instance, const_instances};
use session::{Instance, Session};

/// What may be meant by a program; the default is what rustc means in a development build, with every
/// call looked into.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Semantics {
    /// Arithmetic that leaves its type.
    pub overflow: Overflow,
    /// A call of a function with a contract means what the contract says.
    pub modular: bool,
}

/// What arithmetic that leaves its type does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Overflow {
    /// It panics.
    #[default]
    Panic,
    /// It wraps. Division still panics.
    Wrap,
}

/// What a program can tell apart, as far as that decides how it is lowered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Seen {
    /// That an object has ended.
    frees: bool,
    /// How much room a vector has.
    capacity: bool,
    /// That slots have moved.
    moves: bool,
    /// In which order a hash map has its entries.
    order: bool,
}

/// Lowers a function with its contract: the program, and the procedure in it that sets up the call,
/// makes it, and states what must hold.
pub fn lower_instance(
    front: &dyn Front,
    def: DefId,
    filled: &Filled,
    semantics: Semantics,
) -> Read<(Program, Harness)> {
    lower_without(front, def, filled, semantics, &[])
}

/// The same without some of its preconditions and invariants, which are given by their spans.
pub fn lower_without(
    front: &dyn Front,
    def: DefId,
    filled: &Filled,
    semantics: Semantics,
    dropped: &[Span],
) -> Read<(Program, Harness)> {
    let contract = front.contract(def)?;
    let stubs = contract.stubs.clone();
    let stubbed = stubs::Stubbed { front, stubs };
    let front = match stubbed.stubs.is_empty() {
        true => front,
        false => &stubbed,
    };
    let function = consts::instance(front, def, filled)?;
    let lower = |seen: Seen| {
        let mut session = Session::new(front, semantics, front.span(def));
        session.target = Some(def);
        session.partial = contract.partial;
        session.only_memory = filled.boxed;
        session.frees = seen.frees;
        session.sees_capacity = seen.capacity;
        session.moves = seen.moves;
        session.sees_order = seen.order;
        session.dropped = dropped.to_vec();
        session.prepare(&function)?;
        let harness = harness::build(&mut session, function.clone());
        let program = session.finish();
        let (mut harness, program) = session::both(harness, program)?;
        harness.followed = std::mem::take(&mut session.followed);
        harness.followed.sort();
        harness.lawful = std::mem::take(&mut session.lawful);
        harness.lawful.sort();
        let params = function.args.iter().filter_map(|arg| match &**arg {
            TyKind::Param(param) => Some(param.name.to_string()),
            _ => None,
        });
        harness.params = params.collect();
        let found = Seen {
            frees: session.counts_objects && !session.frees,
            capacity: session.met_capacity,
            moves: locations::tells_moves(&program),
            order: session.met_order,
        };
        Ok((program, harness, found))
    };
    // What a program can tell is known only when all of it has been lowered.
    let (program, harness, seen) = lower(Seen::default())?;
    if seen == Seen::default() {
        return Ok((program, harness));
    }
    let (program, harness, _) = lower(seen)?;
    Ok((program, harness))
}

/// Lowers one instance of a function with its contract.
pub fn lower_function(
    front: &dyn Front,
    def: DefId,
    semantics: Semantics,
) -> Read<(Program, Harness)> {
    lower_instance(front, def, &consts::typical(front, def)?, semantics)
}

/// Lowers one instance of a function without its contract, for those who ask only whether it can be.
pub fn lower_only(front: &dyn Front, def: DefId) -> Read<Program> {
    let mut session = Session::new(front, Semantics::default(), front.span(def));
    let function = consts::instance(front, def, &consts::typical(front, def)?)?;
    session.prepare(&function)?;
    let requested = session.instance(Instance::Function(function), front.span(def));
    let program = session.finish();
    Ok(session::both(requested, program)?.1)
}
