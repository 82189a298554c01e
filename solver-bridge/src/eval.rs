//! The judge: the meaning of terms on an instance, by plain set semantics. Shares nothing with the
//! translator; every model is evaluated here before it is believed.
//!
//! Nodes are evaluated in id order, which is bottom-up, so only binders recurse. Arithmetic whose result
//! is too large to keep is undefined; a formula may still be decided without it.

mod operators;

use crate::error::LogicError;
use crate::ids::{Formula, NodeId, Variable};
use crate::instance::Instance;
use crate::int::{self, Int};
use crate::logic::node::{Comparison, Multiplicity, Node, Quantifier};
use crate::logic::{Inner, Logic};
use crate::tuple::Tuple;
use crate::tuples::TupleSet;
use operators as ops;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use std::sync::Arc;

/// What a formula is on an instance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Truth {
    /// It holds.
    True,
    /// It does not.
    False,
    /// It depends on a number that is too large to keep.
    Undefined,
}

/// Evaluates `formulas` on `instance`, which has a value for every relation that occurs.
pub fn evaluate(
    logic: &Logic,
    instance: &Instance,
    formulas: &[Formula],
) -> Result<Vec<Truth>, LogicError> {
    let roots: Vec<NodeId> = formulas.iter().map(|formula| formula.0).collect();
    let truth = |value: &Value| match value {
        Value::Bool(true) => Truth::True,
        Value::Bool(false) => Truth::False,
        _ => Truth::Undefined,
    };
    Ok(values(logic, instance, &roots)?.iter().map(truth).collect())
}

fn values(logic: &Logic, instance: &Instance, roots: &[NodeId]) -> Result<Vec<Value>, LogicError> {
    logic.ready()?;
    loop {
        let inner = logic.inner();
        let mut evaluator = Evaluator::new(&inner, instance);
        evaluator.run(roots)?;
        let value = |root: &NodeId| {
            evaluator
                .values
                .get(*root)
                .cloned()
                .unwrap_or(Value::Undefined)
        };
        let result = roots.iter().map(value).collect();
        let unmade = std::mem::take(&mut evaluator.unmade);
        drop(inner);
        if unmade.is_empty() {
            return Ok(result);
        }
        // Numbers whose atoms did not exist; making them changes no other value.
        for number in unmade {
            logic.int_atom(number);
        }
        logic.check()?;
    }
}

impl Instance {
    /// The value of an expression.
    pub fn expr(&self, logic: &Logic, expr: crate::Expr) -> Result<TupleSet, LogicError> {
        match values(logic, self, &[expr.0])?.pop() {
            Some(Value::Set(set)) => Ok(TupleSet::from_tuples(logic.columns(expr), set.to_vec())),
            _ => Err(LogicError::IntRange {
                expression: logic.describe(expr.0),
            }),
        }
    }

    /// The value of an integer expression.
    pub fn int(&self, logic: &Logic, value: crate::IntExpr) -> Result<Int, LogicError> {
        match values(logic, self, &[value.0])?.pop() {
            Some(Value::Int(value)) => Ok(value),
            _ => Err(LogicError::IntRange {
                expression: logic.describe(value.0),
            }),
        }
    }
}

pub(crate) type Set = Arc<[Tuple]>;

#[derive(Clone, Debug)]
enum Value {
    Set(Set),
    Bool(bool),
    Int(Int),
    Undefined,
}

/// Values by node: looking them up is most of the work.
#[derive(Default)]
struct Values(Vec<Option<Value>>);

impl Values {
    fn get(&self, id: NodeId) -> Option<&Value> {
        self.0.get(id.index())?.as_ref()
    }

    fn contains(&self, id: NodeId) -> bool {
        self.get(id).is_some()
    }

    fn insert(&mut self, id: NodeId, value: Value) {
        if self.0.len() <= id.index() {
            self.0.resize(id.index() + 1, None);
        }
        self.0[id.index()] = Some(value);
    }

    fn remove(&mut self, id: NodeId) {
        if let Some(value) = self.0.get_mut(id.index()) {
            *value = None;
        }
    }
}

/// The open nodes of a binder's body, in id order: those that do not mention its variable, and those
/// that do.
type Plan = Arc<(Vec<NodeId>, Vec<NodeId>)>;

struct Evaluator<'a> {
    inner: &'a Inner,
    instance: &'a Instance,
    values: Values,
    bindings: FxHashMap<Variable, Tuple>,
    plans: FxHashMap<(Variable, NodeId), Plan>,
    /// Numbers that should be atoms and have not been made.
    unmade: BTreeSet<Int>,
}

impl<'a> Evaluator<'a> {
    fn new(inner: &'a Inner, instance: &'a Instance) -> Self {
        Self {
            inner,
            instance,
            values: Values::default(),
            bindings: FxHashMap::default(),
            plans: FxHashMap::default(),
            unmade: BTreeSet::new(),
        }
    }

    fn run(&mut self, roots: &[NodeId]) -> Result<(), LogicError> {
        for id in self.reachable(roots) {
            if !self.values.contains(id) {
                let value = self.node(id)?;
                self.values.insert(id, value);
            }
        }
        Ok(())
    }

    /// The nodes below `roots` outside of further binders' bodies, in id order.
    fn reachable(&self, roots: &[NodeId]) -> Vec<NodeId> {
        let mut seen: FxHashSet<NodeId> = FxHashSet::default();
        let mut stack = roots.to_vec();
        while let Some(id) = stack.pop() {
            if seen.insert(id) {
                self.inner
                    .node(id)
                    .for_each_unbound_child(|child| stack.push(child));
            }
        }
        let mut order: Vec<_> = seen.into_iter().collect();
        order.sort_unstable();
        order
    }

    fn plan(&mut self, variable: Variable, body: NodeId) -> Plan {
        if let Some(plan) = self.plans.get(&(variable, body)) {
            return plan.clone();
        }
        let mentions = |id: &NodeId| self.inner.meta(*id).free.contains(&variable);
        let (with, without) = self.reachable(&[body]).into_iter().partition(mentions);
        let plan: Plan = Arc::new((without, with));
        self.plans.insert((variable, body), plan.clone());
        plan
    }

    /// Whether `body` holds for each of `tuples`.
    fn holds(
        &mut self,
        variable: Variable,
        body: NodeId,
        tuples: &[Tuple],
    ) -> Result<Vec<Option<bool>>, LogicError> {
        let values = self.instances(variable, body, tuples)?;
        let holds = |value: Value| match value {
            Value::Bool(value) => Some(value),
            _ => None,
        };
        Ok(values.into_iter().map(holds).collect())
    }

    /// The value of `body` for each of `tuples`.
    fn instances(
        &mut self,
        variable: Variable,
        body: NodeId,
        tuples: &[Tuple],
    ) -> Result<Vec<Value>, LogicError> {
        if tuples.is_empty() {
            return Ok(Vec::new());
        }
        let plan = self.plan(variable, body);
        let mut added = Vec::new();
        for &id in &plan.0 {
            if !self.values.contains(id) {
                let value = self.node(id)?;
                self.values.insert(id, value);
                added.push(id);
            }
        }
        // A variable that is bound again inside its own scope: the outer values come back afterwards.
        let shadowed = self.bindings.get(&variable).copied();
        let saved: Vec<(NodeId, Value)> = match shadowed {
            None => Vec::new(),
            Some(_) => {
                let kept = plan
                    .1
                    .iter()
                    .filter_map(|id| Some((*id, self.values.get(*id)?.clone())));
                kept.collect()
            }
        };
        let mut results = Vec::with_capacity(tuples.len());
        for &tuple in tuples {
            self.bindings.insert(variable, tuple);
            for &id in &plan.1 {
                let value = self.node(id)?;
                self.values.insert(id, value);
            }
            results.push(self.values.get(body).cloned().unwrap_or(Value::Undefined));
        }
        match shadowed {
            Some(tuple) => self.bindings.insert(variable, tuple),
            None => self.bindings.remove(&variable),
        };
        // What depends on variables is only valid under this binding of them.
        let stale = plan.1.iter().chain(&added);
        for id in stale.filter(|id| !self.inner.meta(**id).free.is_empty()) {
            self.values.remove(*id);
        }
        for (id, value) in saved {
            self.values.insert(id, value);
        }
        Ok(results)
    }

    fn set(&self, id: &NodeId) -> Option<Set> {
        match self.values.get(*id) {
            Some(Value::Set(set)) => Some(set.clone()),
            _ => None,
        }
    }

    fn bool(&self, id: &NodeId) -> Option<bool> {
        match self.values.get(*id) {
            Some(Value::Bool(value)) => Some(*value),
            _ => None,
        }
    }

    fn int(&self, id: &NodeId) -> Option<&Int> {
        match self.values.get(*id) {
            Some(Value::Int(value)) => Some(value),
            _ => None,
        }
    }

    fn arity(&self, id: &NodeId) -> usize {
        self.inner.arity_of(*id)
    }

    /// The value of a node whose children have theirs.
    fn node(&mut self, id: NodeId) -> Result<Value, LogicError> {
        let node = self.inner.node(id);
        match node {
            Node::Comprehension {
                variable,
                domain,
                body,
            } => {
                let Some(domain) = self.set(domain) else {
                    return Ok(Value::Undefined);
                };
                let holds = self.holds(*variable, *body, &domain)?;
                if holds.contains(&None) {
                    return Ok(Value::Undefined);
                }
                let chosen = domain
                    .iter()
                    .zip(holds)
                    .filter(|(_, holds)| *holds == Some(true));
                Ok(Value::Set(chosen.map(|(tuple, _)| *tuple).collect()))
            }
            Node::Quantified {
                quantifier,
                variable,
                domain,
                body,
            } => {
                let Some(domain) = self.set(domain) else {
                    return Ok(Value::Undefined);
                };
                let holds = self.holds(*variable, *body, &domain)?;
                Ok(quantified(*quantifier, &holds).map_or(Value::Undefined, Value::Bool))
            }
            Node::SumOver {
                variable,
                domain,
                body,
            } => {
                let Some(domain) = self.set(domain) else {
                    return Ok(Value::Undefined);
                };
                let mut sum = Int::ZERO;
                for value in self.instances(*variable, *body, &domain)? {
                    let Value::Int(value) = value else {
                        return Ok(Value::Undefined);
                    };
                    sum += &value;
                }
                Ok(int::limited(sum).map_or(Value::Undefined, Value::Int))
            }
            Node::Variable(variable) => match self.bindings.get(variable) {
                Some(&tuple) => Ok(Value::Set(Arc::new([tuple]))),
                None => Err(self.inner.unbound(*variable, id)),
            },
            Node::ToAtoms(a) => {
                let Some(value) = self.int(a) else {
                    return Ok(Value::Undefined);
                };
                let Some(atom) = self.inner.known_int_atom(value) else {
                    let value = value.clone();
                    self.unmade.insert(value);
                    return Ok(Value::Undefined);
                };
                Ok(Value::Set(Arc::new([Tuple::unary(atom)])))
            }
            Node::Relation(relation) => Ok(match self.instance.get(*relation) {
                Some(value) => Value::Set(value.tuples().into()),
                None => Value::Undefined,
            }),
            Node::Conditional(condition, a, b)
            | Node::Choice(condition, a, b)
            | Node::IntChoice(condition, a, b) => Ok(match self.bool(condition) {
                Some(value) => {
                    let chosen = self.values.get(if value { *a } else { *b });
                    chosen.cloned().unwrap_or(Value::Undefined)
                }
                None => Value::Undefined,
            }),
            Node::And(parts) => Ok(if parts.iter().any(|part| self.bool(part) == Some(false)) {
                Value::Bool(false)
            } else if parts.iter().all(|part| self.bool(part) == Some(true)) {
                Value::Bool(true)
            } else {
                Value::Undefined
            }),
            _ => {
                let value = self.expr(node).map(Value::Set);
                let value = value.or_else(|| self.formula(node).map(Value::Bool));
                let value = value.or_else(|| self.number(node).map(Value::Int));
                Ok(value.unwrap_or(Value::Undefined))
            }
        }
    }

    fn expr(&self, node: &Node) -> Option<Set> {
        Some(match node {
            Node::Constant(set) => set.tuples().into(),
            Node::Union(parts) => {
                let parts: Option<Vec<Set>> = parts.iter().map(|part| self.set(part)).collect();
                ops::sorted(parts?.iter().flat_map(|part| part.iter().copied()))
            }
            Node::Intersection(a, b) => {
                let b = self.set(b)?;
                self.set(a)?
                    .iter()
                    .copied()
                    .filter(|tuple| ops::has(&b, *tuple))
                    .collect()
            }
            Node::Difference(a, b) => {
                let b = self.set(b)?;
                self.set(a)?
                    .iter()
                    .copied()
                    .filter(|tuple| !ops::has(&b, *tuple))
                    .collect()
            }
            Node::Join(a, b) => ops::join(&self.set(a)?, &self.set(b)?, self.arity(b)),
            Node::Product(a, b) => ops::product(&self.set(a)?, &self.set(b)?),
            Node::Override(a, b) => {
                ops::override_with(&self.set(a)?, &self.set(b)?, self.arity(a) - 1)
            }
            Node::Image { keys, rel } => ops::image(
                &self.set(keys)?,
                &self.set(rel)?,
                self.arity(rel) - self.arity(keys),
            ),
            Node::Update { rel, keys, value } => ops::update(
                &self.set(rel)?,
                &self.set(keys)?,
                &self.set(value)?,
                self.arity(value),
            ),
            Node::DomainRestrict(keys, rel) => {
                let (keys, rest) = (self.set(keys)?, self.arity(rel) - self.arity(keys));
                let kept = |tuple: &Tuple| ops::has(&keys, tuple.without_last(rest));
                self.set(rel)?.iter().copied().filter(kept).collect()
            }
            Node::RangeRestrict(rel, values) => {
                let (values, arity) = (self.set(values)?, self.arity(values));
                let kept = |tuple: &Tuple| ops::has(&values, tuple.last(arity));
                self.set(rel)?.iter().copied().filter(kept).collect()
            }
            Node::Project(a, positions) => ops::project(&self.set(a)?, positions),
            Node::Closure(a) => ops::closure(&self.set(a)?),
            Node::ToBits(a, width) => {
                let value = self.int(a)?;
                let ones = (0..*width).filter(|&position| int::bit(value, position));
                // The builder has made these atoms, in order.
                ones.map(|position| Some(Tuple::unary(self.inner.known_bit_atom(position)?)))
                    .collect::<Option<Set>>()?
            }
            _ => return None,
        })
    }

    fn formula(&self, node: &Node) -> Option<bool> {
        Some(match node {
            Node::True => true,
            Node::Subset(a, b) => {
                let b = self.set(b)?;
                self.set(a)?.iter().all(|tuple| ops::has(&b, *tuple))
            }
            Node::Equal(a, b) => self.set(a)? == self.set(b)?,
            Node::Multiplicity(multiplicity, a) => {
                let count = self.set(a)?.len();
                match multiplicity {
                    Multiplicity::Some => count > 0,
                    Multiplicity::One => count == 1,
                    Multiplicity::Lone => count < 2,
                }
            }
            Node::Not(a) => !self.bool(a)?,
            Node::Iff(a, b) => self.bool(a)? == self.bool(b)?,
            Node::Compare(comparison, a, b) => {
                let order = self.int(a)?.cmp(self.int(b)?);
                match comparison {
                    Comparison::Eq => order.is_eq(),
                    Comparison::Lt => order.is_lt(),
                    Comparison::Le => order.is_le(),
                }
            }
            _ => return None,
        })
    }

    fn numbers(&self, id: &NodeId) -> Option<Vec<Int>> {
        self.set(id)?
            .iter()
            .map(|tuple| self.inner.int_value(tuple.column(0)))
            .collect()
    }

    fn number(&self, node: &Node) -> Option<Int> {
        match node {
            Node::IntConstant(value) => Some(value.clone()),
            Node::ValueOf(a) => Some(self.numbers(a)?.into_iter().min().unwrap_or(Int::ZERO)),
            Node::FromBits(a, width, signed) => {
                let set = self.set(a)?;
                let positions = set
                    .iter()
                    .filter_map(|tuple| self.inner.bit_position(tuple.column(0)))
                    .filter(|at| at < width);
                let value = positions.fold(Int::ZERO, |value, at| value | int::power_of_two(at));
                Some(int::wrap(&value, *width, *signed))
            }
            Node::Binary(op, a, b) => op.apply(self.int(a)?, self.int(b)?),
            Node::Negate(a) => int::limited(&Int::ZERO - self.int(a)?),
            Node::Cardinality(a) => Some(Int::from(self.set(a)?.len() as u64)),
            Node::Sum(a) => int::limited(self.numbers(a)?.iter().sum()),
            Node::Wrap(a, width, signed) => Some(int::wrap(self.int(a)?, *width, *signed)),
            _ => None,
        }
    }
}

/// `None` where an undefined instance could still decide it.
fn quantified(quantifier: Quantifier, holds: &[Option<bool>]) -> Option<bool> {
    let sure = holds.iter().filter(|holds| **holds == Some(true)).count();
    let open = holds.iter().filter(|holds| holds.is_none()).count();
    let (least, most) = (sure, sure + open);
    let decide = |count: usize| match quantifier {
        Quantifier::All => count == holds.len(),
        Quantifier::Some => count > 0,
        Quantifier::One => count == 1,
        Quantifier::Lone => count < 2,
    };
    let first = decide(least);
    (least..=most)
        .all(|count| decide(count) == first)
        .then_some(first)
}
