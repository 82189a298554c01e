//! Bounds of the pre-state that are as tight as invariants and preconditions allow.
//!
//! By its type a length may be any number of the window; by its invariant it is at most the number of
//! nodes. What can be told from the entry alone is worth telling before the function is executed: paths
//! fold away, and the solver has less to find out again and again. So the entry is encoded by itself
//! first, the oracle is asked which values any input of interest can have where, and the rest is encoded
//! with bounds that leave out all others. (Galeotti, Rosner, López Pombo and Frias, "TACO", compute such
//! bounds once a class; here they come from the preconditions as well.)
//!
//! Only an optimisation: what is left out is the value of no input of interest. A value counts only
//! where it can be told, that is where its object exists and is of the right variant; elsewhere any
//! one will do. **A fact that says something of a value also where there is no object makes it one that can
//! be told everywhere**: else its bounds and the fact would together make the object exist.

use std::collections::BTreeSet;
use std::rc::Rc;

use solver_bridge::node::Node;
use solver_bridge::{Atom, Expr, Formula, Logic, NodeId, Relation, Sort, TupleSet};

use super::Encoder;
use super::entry::tuples;
use super::heap::Heap;
use super::layout::{Path, extend};
use super::value::{ExtentId, Value};
use crate::ids::Id;
use crate::ir::types::Ty;

/// More questions than this are not asked.
const MOST_QUESTIONS: usize = 20_000;

/// A relation of the pre-state.
pub(super) struct Declared {
    relation: Relation,
    /// The tuples within its bounds as the types give them.
    rows: Vec<Vec<Atom>>,
    is_function: bool,
    told: Told,
}

/// Where the values of a relation can be told.
#[derive(Clone, Copy)]
pub(super) enum Told {
    /// Where the condition holds.
    Where(Formula),
    /// Where the first atom of the tuple exists and has the leaf.
    Leaf(ExtentId, usize),
}

/// Whether a tuple may be in its relation, and whether it may not be.
#[derive(Clone, Copy)]
struct Possible {
    inside: bool,
    outside: bool,
}

/// What is possible of each relation of the pre-state, in the order of their declaration.
pub(super) struct Narrowing(Vec<Vec<Possible>>);

impl Encoder<'_> {
    /// A relation of the pre-state over `rows`; a function of the first `keys` columns, if given.
    pub(super) fn declare_entry(
        &mut self,
        name: String,
        columns: &[Sort],
        keys: Option<usize>,
        rows: Vec<Vec<Atom>>,
        told: Told,
    ) -> Expr {
        let known = match &self.narrowing {
            Some(narrowing) if self.declaring => narrowing.0.get(self.declared.len()),
            _ => None,
        };
        let (lower, upper) = match known {
            None => (Vec::new(), rows.clone()),
            Some(known) => within(&rows, known, keys),
        };
        let (lower, upper) = (tuples(columns, lower), tuples(columns, upper));
        let relation = match keys {
            Some(keys) => {
                let lower = TupleSet::empty(columns.to_vec());
                self.logic.function(name, columns, keys, lower, upper)
            }
            None => self.logic.relation(name, columns, lower, upper),
        };
        if self.declaring {
            self.declared.push(Declared {
                relation,
                rows,
                is_function: keys.is_some(),
                told,
            });
        }
        self.logic.rel(relation)
    }

    /// Asks which values the inputs of interest can have.
    pub(super) fn narrow(&mut self, heap: &Heap) -> Narrowing {
        let mentioned = relations_of(&self.logic, &self.entry);
        let declared = std::mem::take(&mut self.declared);
        let mut questions = Vec::new();
        let mut asked = Vec::new();
        for (index, it) in declared.iter().enumerate() {
            if !mentioned.contains(&it.relation) {
                continue;
            }
            for (row, atoms) in it.rows.iter().enumerate() {
                let told = match it.told {
                    Told::Where(told) => told,
                    Told::Leaf(extent, leaf) => self.is_told(heap, extent, leaf, atoms[0]),
                };
                let logic = &self.logic;
                let tuple = atoms.iter().map(|atom| logic.singleton(*atom));
                let Some(tuple) = tuple.reduce(|tuple, atom| logic.product(tuple, atom)) else {
                    continue;
                };
                let inside = logic.subset(tuple, logic.rel(it.relation));
                questions.push(logic.and(&[told, inside]));
                asked.push((index, row, true));
                if !it.is_function {
                    questions.push(logic.and(&[told, logic.not(inside)]));
                    asked.push((index, row, false));
                }
            }
        }
        let mut known: Vec<Vec<Possible>> = Vec::new();
        for it in &declared {
            let any = Possible {
                inside: true,
                outside: true,
            };
            known.push(vec![any; it.rows.len()]);
        }
        if questions.len() <= MOST_QUESTIONS {
            let facts: Vec<Formula> = self.facts.iter().chain(&self.entry).copied().collect();
            let answers = self.oracle.may_hold(&self.logic, &facts, &questions);
            for ((index, row, inside), may_hold) in asked.into_iter().zip(answers) {
                let possible = &mut known[index][row];
                match inside {
                    true => possible.inside = may_hold,
                    false => possible.outside = may_hold,
                }
            }
        }
        Narrowing(known)
    }

    /// Whether an object exists and is of the variants that have the leaf.
    fn is_told(&mut self, heap: &Heap, extent: ExtentId, leaf: usize, object: Atom) -> Formula {
        let program = self.program;
        let types = &program.types;
        let data = &self.sorts.extents[extent];
        let path = data.leaves[leaf].path.clone();
        let mut ty = data.ty;
        let position = data.entry.iter().position(|atom| *atom == object);
        let exists = self.exists.get(&extent).zip(position);
        let Some(exists) = exists.and_then(|(all, at)| all.get(at).copied()) else {
            return self.logic.truth();
        };
        let mut all = vec![exists];
        let one = self.logic.singleton(object);
        let mut at: Path = Rc::from([]);
        for step in path.iter() {
            let is_enum = matches!(types.get(ty), Ty::Adt(adt) if types.adt(*adt).is_enum);
            if is_enum || matches!(types.get(ty), Ty::Maybe(_)) {
                match self.memory().load(heap, extent, &at, one, ty) {
                    Value::Maybe { init, .. } => all.push(init),
                    Value::Enum { is, .. } => all.push(is[step.variant.index()]),
                    _ => {}
                }
            }
            let fields = types.field_types(ty, step.variant);
            ty = fields.get(step.field.index()).copied().unwrap_or(ty);
            at = extend(&at, step.variant, step.field);
        }
        self.logic.and(&all)
    }
}

/// The rows that must and may be in a relation. Each row of a function keeps a value, also where none
/// can be told.
fn within(
    rows: &[Vec<Atom>],
    known: &[Possible],
    keys: Option<usize>,
) -> (Vec<Vec<Atom>>, Vec<Vec<Atom>>) {
    let pairs = || rows.iter().zip(known);
    let may = pairs().filter(|(_, possible)| possible.inside);
    let mut upper: Vec<Vec<Atom>> = may.map(|(row, _)| row.clone()).collect();
    let Some(keys) = keys else {
        let must = pairs().filter(|(_, possible)| possible.inside && !possible.outside);
        return (must.map(|(row, _)| row.clone()).collect(), upper);
    };
    let mut kept: BTreeSet<Vec<Atom>> = upper.iter().map(|row| row[..keys].to_vec()).collect();
    for row in rows {
        if kept.insert(row[..keys].to_vec()) {
            upper.push(row.clone());
        }
    }
    (Vec::new(), upper)
}

/// The relations that formulas mention.
fn relations_of(logic: &Logic, formulas: &[Formula]) -> BTreeSet<Relation> {
    let mut found = BTreeSet::new();
    let mut seen: BTreeSet<NodeId> = BTreeSet::new();
    let mut todo: Vec<NodeId> = formulas.iter().map(|formula| formula.node()).collect();
    while let Some(id) = todo.pop() {
        if !seen.insert(id) {
            continue;
        }
        let node = logic.node(id);
        if let Node::Relation(relation) = node {
            found.insert(relation);
        }
        node.for_each_child(|child| todo.push(child));
    }
    found
}
