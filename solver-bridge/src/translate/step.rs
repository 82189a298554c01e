//! One step of the translation: what a node still needs, and its value once that is there.

use super::arith::{self, OutOfRange};
use super::closure::closure;
use super::env::Env;
use super::matrix::Matrix;
use super::number::Number;
use super::{Translator, Value, exprs, foreign};
use crate::circuit::Bool;
use crate::error::LogicError;
use crate::ids::{NodeId, Variable};
use crate::int::Int;
use crate::logic::Logic;
use crate::logic::node::{Multiplicity, Node, Quantifier};
use crate::tuple::Tuple;
use std::sync::Arc;

/// A join with a set of at most this many tuples narrows the join inside it.
const NARROW: usize = 1;

impl Translator {
    /// Collects what has to be translated before `node` can be.
    pub(super) fn missing(
        &mut self,
        logic: &Logic,
        node: &Node,
        env: Env,
        out: &mut Vec<(NodeId, Env)>,
    ) -> Result<(), LogicError> {
        match node {
            Node::Conditional(condition, a, b)
            | Node::Choice(condition, a, b)
            | Node::IntChoice(condition, a, b) => {
                self.need(logic, *condition, env, out)?;
                if out.is_empty() {
                    match self.bool(logic, *condition, env)?.as_constant() {
                        Some(true) => self.need(logic, *a, env, out)?,
                        Some(false) => self.need(logic, *b, env, out)?,
                        None => {
                            self.need(logic, *a, env, out)?;
                            self.need(logic, *b, env, out)?;
                        }
                    }
                }
                Ok(())
            }
            Node::Comprehension {
                variable,
                domain,
                body,
            }
            | Node::Quantified {
                variable,
                domain,
                body,
                ..
            }
            | Node::SumOver {
                variable,
                domain,
                body,
            } => {
                self.need(logic, *domain, env, out)?;
                if out.is_empty() {
                    let domain = self.matrix_of(logic, *domain, env)?;
                    for &(tuple, _) in &domain.entries {
                        let inside = self.bind(logic, *body, env, *variable, tuple)?;
                        if self.known(*body, inside).is_none() {
                            out.push((*body, inside));
                        }
                    }
                }
                Ok(())
            }
            Node::Join(a, b) if nested_join(logic, *a, *b).is_some() => {
                self.need(logic, *a, env, out)?;
                if self.narrow_join(logic, *a, *b, env, out)?.is_none() && out.is_empty() {
                    self.need(logic, *b, env, out)?;
                }
                Ok(())
            }
            _ => {
                let mut result = Ok(());
                node.for_each_child(|child| {
                    if result.is_ok() {
                        result = self.need(logic, child, env, out);
                    }
                });
                result
            }
        }
    }

    fn need(
        &mut self,
        logic: &Logic,
        id: NodeId,
        env: Env,
        out: &mut Vec<(NodeId, Env)>,
    ) -> Result<(), LogicError> {
        let env = self.restrict(logic, id, env)?;
        if self.known(id, env).is_none() {
            out.push((id, env));
        }
        Ok(())
    }

    pub(super) fn restrict(
        &mut self,
        logic: &Logic,
        id: NodeId,
        env: Env,
    ) -> Result<Env, LogicError> {
        if env == Env::EMPTY {
            return Ok(env);
        }
        let inner = logic.inner();
        let restricted = self.envs.restrict(env, &inner.meta(id).free);
        restricted.map_err(|variable| inner.unbound(variable, id))
    }

    pub(super) fn bind(
        &mut self,
        logic: &Logic,
        body: NodeId,
        env: Env,
        variable: Variable,
        tuple: Tuple,
    ) -> Result<Env, LogicError> {
        let inner = logic.inner();
        let free = &inner.meta(body).free;
        let bound = self.envs.restrict_with(env, Some((variable, tuple)), free);
        bound.map_err(|variable| inner.unbound(variable, body))
    }

    /// In `a.(inner.rel)`, which is how fields of several columns are read: the part of `inner.rel` that
    /// `a` can reach, where that is less than the whole. The rest would be thrown away, after gates were
    /// made for it. Asks for what it needs.
    fn narrow_join(
        &mut self,
        logic: &Logic,
        a: NodeId,
        b: NodeId,
        env: Env,
        out: &mut Vec<(NodeId, Env)>,
    ) -> Result<Option<Matrix>, LogicError> {
        let Some((inner, rel)) = nested_join(logic, a, b) else {
            return Ok(None);
        };
        let restricted = self.restrict(logic, b, env)?;
        if self.known(b, restricted).is_some() {
            return Ok(None);
        }
        for id in [inner, rel] {
            self.need(logic, id, env, out)?;
        }
        if !out.is_empty() {
            return Ok(None);
        }
        let (a, inner) = (
            self.matrix_of(logic, a, env)?,
            self.matrix_of(logic, inner, env)?,
        );
        let rel = self.matrix_of(logic, rel, env)?;
        // What is known of a function of the first column would be lost with its other values.
        let pays = inner.entries.len() > 1 && a.entries.len() <= NARROW && rel.keys > 1;
        Ok(pays.then(|| {
            let reached = exprs::reached(&inner, &a, &rel);
            exprs::join(&mut self.circuit, &inner, &reached)
        }))
    }

    fn value_of(&mut self, logic: &Logic, id: NodeId, env: Env) -> Result<Value, LogicError> {
        let env = self.restrict(logic, id, env)?;
        self.known(id, env).ok_or_else(|| foreign(id))
    }

    pub(super) fn matrix_of(
        &mut self,
        logic: &Logic,
        id: NodeId,
        env: Env,
    ) -> Result<Arc<Matrix>, LogicError> {
        match self.value_of(logic, id, env)? {
            Value::Matrix(matrix) => Ok(matrix),
            _ => Err(foreign(id)),
        }
    }

    pub(super) fn bool(&mut self, logic: &Logic, id: NodeId, env: Env) -> Result<Bool, LogicError> {
        match self.value_of(logic, id, env)? {
            Value::Bool(gate) => Ok(gate),
            _ => Err(foreign(id)),
        }
    }

    fn number_of(
        &mut self,
        logic: &Logic,
        id: NodeId,
        env: Env,
    ) -> Result<Arc<Number>, LogicError> {
        match self.value_of(logic, id, env)? {
            Value::Number(number) => Ok(number),
            _ => Err(foreign(id)),
        }
    }

    /// The value of `node`; everything it needs is translated.
    pub(super) fn compute(
        &mut self,
        logic: &Logic,
        id: NodeId,
        node: &Node,
        env: Env,
    ) -> Result<Value, LogicError> {
        let matrix = |matrix: Matrix| Ok(Value::Matrix(Arc::new(matrix)));
        match node {
            Node::Poison => Err(foreign(id)),
            Node::Relation(relation) => Ok(Value::Matrix(self.relation(logic, *relation))),
            Node::Constant(set) => matrix(Matrix::constant(set.arity(), set.tuples())),
            Node::Variable(variable) => {
                let tuple = self.envs.get(env, *variable);
                let tuple = tuple.ok_or_else(|| logic.inner().unbound(*variable, id))?;
                let arity = logic.inner().arity_of(id);
                matrix(Matrix::constant(arity, &[tuple]))
            }
            Node::Union(parts) => {
                let parts: Result<Vec<_>, _> = parts
                    .iter()
                    .map(|part| self.matrix_of(logic, *part, env))
                    .collect();
                matrix(exprs::union_all(&mut self.circuit, &parts?))
            }
            Node::Intersection(a, b)
            | Node::Difference(a, b)
            | Node::Join(a, b)
            | Node::Product(a, b)
            | Node::Override(a, b)
            | Node::Image { keys: a, rel: b }
            | Node::DomainRestrict(a, b)
            | Node::RangeRestrict(a, b) => {
                let narrow = match node {
                    Node::Join(..) => self.narrow_join(logic, *a, *b, env, &mut Vec::new())?,
                    _ => None,
                };
                let a = self.matrix_of(logic, *a, env)?;
                let b = match narrow {
                    Some(b) => Arc::new(b),
                    None => self.matrix_of(logic, *b, env)?,
                };
                let operator = match node {
                    Node::Intersection(..) => exprs::intersect,
                    Node::Difference(..) => exprs::difference,
                    Node::Join(..) => exprs::join,
                    Node::Product(..) => exprs::product,
                    Node::Override(..) => exprs::override_with,
                    Node::Image { .. } => exprs::image,
                    Node::DomainRestrict(..) => exprs::domain_restrict,
                    _ => exprs::range_restrict,
                };
                matrix(operator(&mut self.circuit, &a, &b))
            }
            Node::Update { rel, keys, value } => {
                let rel = self.matrix_of(logic, *rel, env)?;
                let keys = self.matrix_of(logic, *keys, env)?;
                let value = self.matrix_of(logic, *value, env)?;
                matrix(exprs::update(&mut self.circuit, &rel, &keys, &value))
            }
            Node::Project(a, positions) => {
                let a = self.matrix_of(logic, *a, env)?;
                matrix(exprs::project(&mut self.circuit, &a, positions))
            }
            Node::Closure(a) => {
                let a = self.matrix_of(logic, *a, env)?;
                matrix(closure(&mut self.circuit, &a))
            }
            Node::Conditional(condition, a, b) => {
                let condition = self.bool(logic, *condition, env)?;
                match condition.as_constant() {
                    Some(value) => self.value_of(logic, if value { *a } else { *b }, env),
                    None => {
                        let (a, b) = (
                            self.matrix_of(logic, *a, env)?,
                            self.matrix_of(logic, *b, env)?,
                        );
                        matrix(exprs::conditional(&mut self.circuit, condition, &a, &b))
                    }
                }
            }
            Node::Comprehension {
                variable,
                domain,
                body,
            } => {
                let instances = self.instances(logic, *variable, *domain, *body, env)?;
                let domain = self.matrix_of(logic, *domain, env)?;
                let entries =
                    domain
                        .entries
                        .iter()
                        .zip(instances)
                        .filter_map(|(entry, (inside, body))| {
                            let gate = self.circuit.and(inside, body);
                            (!gate.is_false()).then_some((entry.0, gate))
                        });
                let entries = entries.collect();
                matrix(Matrix::plain(domain.arity, entries).inherit_keys(&domain))
            }
            Node::ToAtoms(a) => {
                let number = self.number_of(logic, *a, env)?;
                matrix(self.atoms(logic, *a, &number)?)
            }
            Node::ToBits(a, width) => {
                let number = self.number_of(logic, *a, env)?;
                let bits = number.to_bits(&mut self.circuit, *width as usize);
                let entries = bits.into_iter().zip(0..).filter(|(bit, _)| !bit.is_false());
                // In order, since the atoms of bit positions are.
                let entries = entries.map(|(bit, at)| (Tuple::unary(logic.bit_atom(at)), bit));
                matrix(Matrix::plain(1, entries.collect()))
            }
            _ => match self.formula_step(logic, node, env)? {
                Some(gate) => Ok(Value::Bool(gate)),
                None => {
                    let number = self.number_step(logic, id, node, env)?;
                    Ok(Value::Number(number))
                }
            },
        }
    }

    /// The one-hot set over INT of a number.
    fn atoms(&mut self, logic: &Logic, id: NodeId, number: &Number) -> Result<Matrix, LogicError> {
        let Some(values) = number.to_one_hot(&mut self.circuit) else {
            let expression = logic.describe(id);
            let (low, high) = number.range();
            let count = (high - low + 1).to_string();
            return Err(LogicError::TooManyValues { expression, count });
        };
        let mut entries: Vec<_> = values
            .into_iter()
            .map(|(value, gate)| (Tuple::unary(logic.int_atom(value)), gate))
            .collect();
        entries.sort_unstable();
        logic.check()?;
        Ok(Matrix::plain(1, entries).with_shape(0, Arc::new([Tuple::EMPTY])))
    }

    /// For each tuple of the domain, whether it is in it, and the body's gate.
    fn instances(
        &mut self,
        logic: &Logic,
        variable: Variable,
        domain: NodeId,
        body: NodeId,
        env: Env,
    ) -> Result<Vec<(Bool, Bool)>, LogicError> {
        let domain = self.matrix_of(logic, domain, env)?;
        let mut result = Vec::with_capacity(domain.entries.len());
        for &(tuple, inside) in &domain.entries {
            let bound = self.bind(logic, body, env, variable, tuple)?;
            match self.known(body, bound) {
                Some(Value::Bool(gate)) => result.push((inside, gate)),
                _ => return Err(foreign(body)),
            }
        }
        Ok(result)
    }

    /// The gate of a formula; `None` if `node` is none.
    fn formula_step(
        &mut self,
        logic: &Logic,
        node: &Node,
        env: Env,
    ) -> Result<Option<Bool>, LogicError> {
        Ok(Some(match node {
            Node::True => Bool::TRUE,
            Node::Subset(a, b) => {
                let (a, b) = (
                    self.matrix_of(logic, *a, env)?,
                    self.matrix_of(logic, *b, env)?,
                );
                exprs::subset(&mut self.circuit, &a, &b)
            }
            Node::Equal(a, b) => {
                let (a, b) = (
                    self.matrix_of(logic, *a, env)?,
                    self.matrix_of(logic, *b, env)?,
                );
                exprs::equal(&mut self.circuit, &a, &b)
            }
            Node::Multiplicity(multiplicity, a) => {
                let a = self.matrix_of(logic, *a, env)?;
                let some = |this: &mut Self| exprs::some(&mut this.circuit, &a);
                let lone = |this: &mut Self| exprs::lone(&mut this.circuit, &a);
                match multiplicity {
                    Multiplicity::Some => some(self),
                    Multiplicity::Lone => lone(self),
                    Multiplicity::One => {
                        let (some, lone) = (some(self), lone(self));
                        self.circuit.and(some, lone)
                    }
                }
            }
            Node::And(parts) => {
                let parts: Result<Vec<_>, _> = parts
                    .iter()
                    .map(|part| self.bool(logic, *part, env))
                    .collect();
                self.circuit.and_all(parts?)
            }
            Node::Not(a) => !self.bool(logic, *a, env)?,
            Node::Iff(a, b) => {
                let (a, b) = (self.bool(logic, *a, env)?, self.bool(logic, *b, env)?);
                self.circuit.iff(a, b)
            }
            Node::Choice(condition, a, b) => {
                let condition = self.bool(logic, *condition, env)?;
                match condition.as_constant() {
                    Some(value) => self.bool(logic, if value { *a } else { *b }, env)?,
                    None => {
                        let (a, b) = (self.bool(logic, *a, env)?, self.bool(logic, *b, env)?);
                        self.circuit.choice(condition, a, b)
                    }
                }
            }
            Node::Quantified {
                quantifier,
                variable,
                domain,
                body,
            } => {
                let instances = self.instances(logic, *variable, *domain, *body, env)?;
                let circuit = &mut self.circuit;
                let all = *quantifier == Quantifier::All;
                let gates = instances.into_iter().map(|(inside, body)| {
                    if all {
                        circuit.implies(inside, body)
                    } else {
                        circuit.and(inside, body)
                    }
                });
                let gates: Vec<Bool> = gates.collect();
                match quantifier {
                    Quantifier::All => self.circuit.and_all(gates),
                    Quantifier::Some => self.circuit.or_all(gates),
                    Quantifier::One => self.circuit.exactly_one(&gates),
                    Quantifier::Lone => self.circuit.at_most_one(&gates),
                }
            }
            Node::Compare(comparison, a, b) => {
                let (a, b) = (
                    self.number_of(logic, *a, env)?,
                    self.number_of(logic, *b, env)?,
                );
                arith::compare(&mut self.circuit, *comparison, &a, &b)
            }
            _ => return Ok(None),
        }))
    }

    fn number_step(
        &mut self,
        logic: &Logic,
        id: NodeId,
        node: &Node,
        env: Env,
    ) -> Result<Arc<Number>, LogicError> {
        let limited = |result: Result<Number, OutOfRange>| {
            result.map_err(|OutOfRange| LogicError::IntRange {
                expression: logic.describe(id),
            })
        };
        Ok(Arc::new(match node {
            Node::IntConstant(value) => Number::constant(value.clone()),
            Node::ValueOf(a) => {
                let a = self.matrix_of(logic, *a, env)?;
                let set = numbers(logic, &a);
                Number::from_set(&mut self.circuit, set, a.is_lone(), a.is_some())
            }
            Node::FromBits(a, width, signed) => {
                let a = self.matrix_of(logic, *a, env)?;
                let inner = logic.inner();
                let place = |at: u32| match inner.known_bit_atom(at) {
                    Some(atom) => a.get(Tuple::unary(atom)),
                    None => Bool::FALSE,
                };
                let mut bits: Vec<Bool> = (0..*width).map(place).collect();
                if !signed {
                    bits.push(Bool::FALSE);
                }
                let (low, high) = crate::int::machine_range(*width, *signed);
                Number::from_bits(bits, low, high)
            }
            Node::Binary(op, a, b) => {
                let (a, b) = (
                    self.number_of(logic, *a, env)?,
                    self.number_of(logic, *b, env)?,
                );
                limited(arith::binary(&mut self.circuit, *op, &a, &b))?
            }
            Node::Negate(a) => {
                let a = self.number_of(logic, *a, env)?;
                limited(arith::negate(&mut self.circuit, &a))?
            }
            Node::IntChoice(condition, a, b) => {
                let condition = self.bool(logic, *condition, env)?;
                match condition.as_constant() {
                    Some(value) => return self.number_of(logic, if value { *a } else { *b }, env),
                    None => {
                        let (a, b) = (
                            self.number_of(logic, *a, env)?,
                            self.number_of(logic, *b, env)?,
                        );
                        arith::choose(&mut self.circuit, condition, &a, &b)
                    }
                }
            }
            Node::Cardinality(a) => {
                let a = self.matrix_of(logic, *a, env)?;
                if a.is_lone() {
                    let some = exprs::some(&mut self.circuit, &a);
                    arith::optional(&mut self.circuit, Int::ONE, some)
                } else {
                    limited(arith::count(&mut self.circuit, a.gates()))?
                }
            }
            Node::Sum(a) => {
                let a = self.matrix_of(logic, *a, env)?;
                let parts = numbers(logic, &a).into_iter();
                let parts =
                    parts.map(|(value, gate)| arith::optional(&mut self.circuit, value, gate));
                let parts = parts.collect();
                limited(arith::sum(&mut self.circuit, parts))?
            }
            Node::SumOver {
                variable,
                domain,
                body,
            } => {
                let domain = self.matrix_of(logic, *domain, env)?;
                let nothing = Number::constant(Int::ZERO);
                let mut parts = Vec::with_capacity(domain.entries.len());
                for &(tuple, inside) in &domain.entries {
                    let bound = self.bind(logic, *body, env, *variable, tuple)?;
                    let Some(Value::Number(number)) = self.known(*body, bound) else {
                        return Err(foreign(*body));
                    };
                    parts.push(arith::choose(&mut self.circuit, inside, &number, &nothing));
                }
                limited(arith::sum(&mut self.circuit, parts))?
            }
            Node::Wrap(a, width, signed) => {
                let a = self.number_of(logic, *a, env)?;
                arith::wrap(&mut self.circuit, &a, *width, *signed)
            }
            _ => return Err(foreign(id)),
        }))
    }
}

/// The two operands of `b` where `a.b` is `a.(inner.rel)` with sets for `a` and `inner`.
fn nested_join(logic: &Logic, a: NodeId, b: NodeId) -> Option<(NodeId, NodeId)> {
    let inner = logic.inner();
    let &Node::Join(first, rel) = inner.node(b) else {
        return None;
    };
    let sets = inner.arity_of(a) == 1 && inner.arity_of(first) == 1;
    (sets && inner.arity_of(rel) > 2).then_some((first, rel))
}

/// The numbers of a set over INT with their gates.
fn numbers(logic: &Logic, set: &Matrix) -> Vec<(Int, Bool)> {
    let inner = logic.inner();
    let numbers = set
        .entries
        .iter()
        .filter_map(|&(tuple, gate)| Some((inner.int_value(tuple.column(0))?, gate)));
    numbers.collect()
}
