//! [`Translator`]: from terms to circuits, on demand and incrementally, each node once.
//! Knows terms and the circuit, nothing of clauses or solvers.
//!
//! There is no recursion over terms: a node whose children are not translated yet waits on a stack,
//! so graphs of any depth are fine. A node under binders is translated once for each binding of its
//! own free variables. Branches behind a constant condition are not translated at all.

mod arith;
mod bits;
mod closure;
mod env;
mod exprs;
mod matrix;
mod number;
mod relations;
mod require;
mod step;

pub use number::Values;

pub use crate::circuit::Budget;
use crate::circuit::{Bool, Circuit, Spent};
use crate::error::LogicError;
use crate::ids::{Expr, Formula, IntExpr, NodeId, Relation};
use crate::logic::Logic;
use crate::tuple::Tuple;
use crate::tuples::TupleSet;
use env::{Env, Envs};
use matrix::Matrix;
use number::Number;
use require::Facts;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Translates the terms of one logic.
#[derive(Default)]
pub struct Translator {
    circuit: Circuit,
    /// The logic it belongs to, once it has seen one.
    stamp: Option<u64>,
    closed: Vec<Option<Value>>,
    open: FxHashMap<(NodeId, Env), Value>,
    envs: Envs,
    relations: FxHashMap<Relation, Arc<Matrix>>,
    /// The gates of each relation in the order of their making.
    order: Vec<Relation>,
    facts: Facts,
}

#[derive(Clone, Debug)]
enum Value {
    Matrix(Arc<Matrix>),
    Bool(Bool),
    Number(Arc<Number>),
}

impl Translator {
    /// A translator that has seen nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self {
            circuit: Circuit::new(),
            ..Self::default()
        }
    }

    /// Bounds what is translated from now on; beyond it there is an error, and no harm done.
    pub fn set_budget(&mut self, budget: Budget) {
        self.circuit.set_budget(budget);
    }

    /// The circuit of a formula.
    pub fn formula(&mut self, logic: &Logic, formula: Formula) -> Result<Bool, LogicError> {
        match self.translate(logic, formula.0)? {
            Value::Bool(gate) => Ok(gate),
            _ => Err(foreign(formula.0)),
        }
    }

    /// The values that an integer expression may have.
    pub fn possible_values(&mut self, logic: &Logic, value: IntExpr) -> Result<Values, LogicError> {
        match self.translate(logic, value.0)? {
            Value::Number(number) => Ok(number.values()),
            _ => Err(foreign(value.0)),
        }
    }

    /// The tuples that an expression may have.
    pub fn possible_tuples(&mut self, logic: &Logic, expr: Expr) -> Result<TupleSet, LogicError> {
        let matrix = self.matrix(logic, expr)?;
        let tuples = matrix.entries.iter().map(|entry| entry.0).collect();
        Ok(TupleSet::from_tuples(logic.columns(expr), tuples))
    }

    /// The tuples that an expression has in every instance, for a reason the circuit knows.
    pub fn certain_tuples(&mut self, logic: &Logic, expr: Expr) -> Result<TupleSet, LogicError> {
        let matrix = self.matrix(logic, expr)?;
        Ok(TupleSet::from_tuples(
            logic.columns(expr),
            matrix.certain().collect(),
        ))
    }

    /// The circuit so far.
    #[must_use]
    pub fn circuit(&self) -> &Circuit {
        &self.circuit
    }

    pub(crate) fn matrix(&mut self, logic: &Logic, expr: Expr) -> Result<Arc<Matrix>, LogicError> {
        match self.translate(logic, expr.0)? {
            Value::Matrix(matrix) => Ok(matrix),
            _ => Err(foreign(expr.0)),
        }
    }

    /// The relations that were translated, with the gate of each tuple, in the order of their making.
    pub(crate) fn relations(&self) -> impl Iterator<Item = (Relation, &Matrix)> {
        self.order
            .iter()
            .map(|relation| (*relation, &*self.relations[relation]))
    }

    /// The tuples that `relation` may have, with their gates; none if it was not translated.
    pub(crate) fn relation_gates(&self, relation: Relation) -> Vec<(Tuple, Bool)> {
        self.relations
            .get(&relation)
            .map_or(Vec::new(), |matrix| matrix.entries.clone())
    }

    /// The number of tuples in unary: gate `k` says that there are more than `k`.
    pub(crate) fn unary_count(
        &mut self,
        logic: &Logic,
        expr: Expr,
    ) -> Result<Vec<Bool>, LogicError> {
        let matrix = self.matrix(logic, expr)?;
        let gates: Vec<Bool> = matrix.gates().collect();
        Ok(self.circuit.sorted(&gates))
    }

    /// One of `gates` is false.
    pub(crate) fn any_not(&mut self, gates: impl IntoIterator<Item = Bool>) -> Bool {
        !self.circuit.and_all(gates)
    }

    /// The first components, in order, are lexicographically at least the second ones.
    pub(crate) fn lexicographically_at_least(&mut self, pairs: &[(Bool, Bool)]) -> Bool {
        let circuit = &mut self.circuit;
        let mut rest = Bool::TRUE;
        for &(left, right) in pairs.iter().rev() {
            // At least so here, and either greater or at least so in the rest: two of three.
            rest = circuit.majority(left, !right, rest);
        }
        rest
    }

    /// All of `gates` are false.
    pub(crate) fn none(&mut self, gates: impl IntoIterator<Item = Bool>) -> Bool {
        !self.circuit.or_all(gates)
    }

    fn translate(&mut self, logic: &Logic, root: NodeId) -> Result<Value, LogicError> {
        if *self.stamp.get_or_insert(logic.stamp()) != logic.stamp() {
            return Err(foreign(root));
        }
        if let Some(value) = self.known(root, Env::EMPTY) {
            return Ok(value);
        }
        self.admit(logic, root)?;
        self.run(logic, root, Env::EMPTY)?;
        self.forget_bindings();
        self.known(root, Env::EMPTY).ok_or_else(|| foreign(root))
    }

    /// Refuses what is not well formed, open, or of another logic.
    fn admit(&mut self, logic: &Logic, root: NodeId) -> Result<(), LogicError> {
        if *self.stamp.get_or_insert(logic.stamp()) != logic.stamp() {
            return Err(foreign(root));
        }
        logic.ready()?;
        match logic.inner().meta(root).free.first() {
            Some(&variable) => Err(logic.inner().unbound(variable, root)),
            None => Ok(()),
        }
    }

    /// Under binders the circuit shares what can be shared; the memory is worth more than the time.
    fn forget_bindings(&mut self) {
        self.open = FxHashMap::default();
        self.envs = Envs::default();
    }

    /// Translates `root` under `env`, which binds its free variables and no other.
    fn run(&mut self, logic: &Logic, root: NodeId, env: Env) -> Result<(), LogicError> {
        let mut stack = vec![(root, env)];
        let mut missing = Vec::new();
        while let Some(&(id, env)) = stack.last() {
            if self.known(id, env).is_some() {
                stack.pop();
                continue;
            }
            within(logic, id, self.circuit.spent())?;
            let node = logic.node(id);
            missing.clear();
            self.missing(logic, &node, env, &mut missing)?;
            if missing.is_empty() {
                self.circuit.start_meter();
                let value = self.compute(logic, id, &node, env);
                within(logic, id, self.circuit.stop_meter())?;
                let value = value?;
                self.store(id, env, value);
                stack.pop();
            } else {
                stack.append(&mut missing);
            }
        }
        Ok(())
    }

    fn known(&self, id: NodeId, env: Env) -> Option<Value> {
        if env == Env::EMPTY {
            self.closed.get(id.index()).cloned().flatten()
        } else {
            self.open.get(&(id, env)).cloned()
        }
    }

    fn store(&mut self, id: NodeId, env: Env, value: Value) {
        if env == Env::EMPTY {
            if self.closed.len() <= id.index() {
                self.closed.resize(id.index() + 1, None);
            }
            self.closed[id.index()] = Some(value);
        } else {
            self.open.insert((id, env), value);
        }
    }
}

/// Refuses to go on at `id` if there is no more of something.
fn within(logic: &Logic, id: NodeId, spent: Option<Spent>) -> Result<(), LogicError> {
    match spent {
        None => Ok(()),
        Some(Spent::Time) => Err(LogicError::Interrupted),
        Some(Spent::Gates(gates)) => Err(LogicError::TooLarge {
            expression: logic.describe(id),
            gates,
        }),
    }
}

fn foreign(id: NodeId) -> LogicError {
    LogicError::ForeignHandle {
        handle: format!("{id:?}"),
    }
}
