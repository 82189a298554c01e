//! What is required of every instance, put to use: tuples that are certain or impossible, tuples that are
//! there together, and rows with one value. Other terms are then translated with what is known.
//!
//! Nothing rests on it: what is required becomes clauses all the same, and what was translated before
//! stays true.

use super::Translator;
use super::env::Env;
use super::matrix::Matrix;
use crate::circuit::{Bool, Circuit, Gate, Group, Primary};
use crate::error::LogicError;
use crate::ids::{Formula, NodeId};
use crate::logic::Logic;
use crate::logic::node::{Multiplicity, Node, Quantifier};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// What a formula comes to when it is required.
#[derive(Default)]
pub(crate) struct Required {
    /// All of these hold.
    pub gates: Vec<Bool>,
    /// And these groups.
    pub groups: Vec<Group>,
}

/// What variables are known to be.
#[derive(Default)]
pub(super) struct Facts {
    same: FxHashMap<Primary, Bool>,
    /// Whether relations do not show all of it yet.
    news: bool,
}

impl Facts {
    /// What stands for `literal`: a constant, or a literal that all equal ones have.
    fn find(&self, circuit: &Circuit, mut literal: Bool) -> Bool {
        while let Some(variable) = circuit.as_variable(literal)
            && let Some(&known) = self.same.get(&variable)
        {
            literal = known.negate_if(literal.is_negated());
        }
        literal
    }

    /// Takes note of what `gate`, which holds, says of variables.
    fn learn(&mut self, circuit: &Circuit, gate: Bool) {
        let mut open = vec![gate];
        while let Some(gate) = open.pop() {
            match circuit.gate(gate.gate()) {
                Gate::And { start, len } if !gate.is_negated() => {
                    open.extend(circuit.inputs(start, len));
                }
                Gate::Variable(variable) => {
                    self.equate(circuit, gate, Bool::TRUE);
                    let group = circuit.group_of(variable).filter(|_| !gate.is_negated());
                    let members = group.map_or(&[][..], |group| &circuit.group(group).members);
                    for &other in members.iter().filter(|&&other| other != variable) {
                        self.equate(circuit, circuit.gate_of(other), Bool::FALSE);
                    }
                }
                Gate::Xor(a, b) => self.equate(circuit, a, b.negate_if(!gate.is_negated())),
                _ => {}
            }
        }
    }

    /// Both are the same; only variables are of interest.
    fn equate(&mut self, circuit: &Circuit, a: Bool, b: Bool) {
        let (a, b) = (self.find(circuit, a), self.find(circuit, b));
        // The smaller gate stands for both: a constant, or the tuple that was made first.
        let (kept, replaced) = if a.gate() <= b.gate() { (a, b) } else { (b, a) };
        let is_simple = kept.as_constant().is_some() || circuit.as_variable(kept).is_some();
        if let Some(variable) = circuit.as_variable(replaced)
            && is_simple
            && kept.gate() != replaced.gate()
        {
            self.same
                .insert(variable, kept.negate_if(replaced.is_negated()));
            self.news = true;
        }
    }
}

impl Translator {
    /// What it takes for `formula` to hold. Later translations make use of it.
    pub(crate) fn require(
        &mut self,
        logic: &Logic,
        formula: Formula,
    ) -> Result<Required, LogicError> {
        self.admit(logic, formula.0)?;
        self.show_facts();
        let mut required = Required::default();
        let parts = self.require_parts(logic, formula.0, &mut required);
        self.forget_bindings();
        parts?;
        for &gate in &required.gates {
            self.facts.learn(&self.circuit, gate);
        }
        Ok(required)
    }

    fn require_parts(
        &mut self,
        logic: &Logic,
        root: NodeId,
        required: &mut Required,
    ) -> Result<(), LogicError> {
        let mut open = vec![(root, Env::EMPTY)];
        while let Some((id, env)) = open.pop() {
            match logic.node(id) {
                Node::And(parts) => {
                    for part in parts.iter().rev() {
                        open.push((*part, self.restrict(logic, *part, env)?));
                    }
                    continue;
                }
                Node::Quantified {
                    quantifier: Quantifier::All,
                    variable,
                    domain,
                    body,
                } => {
                    let inside = self.restrict(logic, domain, env)?;
                    self.run(logic, domain, inside)?;
                    let domain = self.matrix_of(logic, domain, inside)?;
                    if domain.gates().all(Bool::is_true) {
                        for &(tuple, _) in domain.entries.iter().rev() {
                            open.push((body, self.bind(logic, body, env, variable, tuple)?));
                        }
                        continue;
                    }
                }
                Node::Multiplicity(
                    multiplicity @ (Multiplicity::One | Multiplicity::Lone),
                    set,
                ) => {
                    let inside = self.restrict(logic, set, env)?;
                    self.run(logic, set, inside)?;
                    let set = self.matrix_of(logic, set, inside)?;
                    if self.require_group(&set, multiplicity == Multiplicity::One, required) {
                        continue;
                    }
                }
                _ => {}
            }
            self.run(logic, id, env)?;
            required.gates.push(self.bool(logic, id, env)?);
        }
        Ok(())
    }

    /// Makes the tuples of `set` a group, if they are free for one. Says whether they are in one now.
    fn require_group(&mut self, set: &Matrix, total: bool, required: &mut Required) -> bool {
        let mut members = Vec::with_capacity(set.entries.len());
        for gate in set.gates() {
            match self.circuit.as_variable(gate) {
                Some(variable) if !gate.is_negated() => members.push(variable),
                _ => return false,
            }
        }
        members.sort_unstable();
        members.dedup();
        if members.len() < 2 || members.len() < set.entries.len() {
            return false;
        }
        let group = self.circuit.group_of(members[0]);
        if members
            .iter()
            .any(|&member| self.circuit.group_of(member) != group)
        {
            return false;
        }
        match group {
            Some(group) => {
                let known = self.circuit.group(group);
                !total || known.total && known.members == members
            }
            None => {
                required.groups.push(self.circuit.one_hot(members, total));
                self.facts.news = true;
                true
            }
        }
    }

    /// Has relations show what is known of them, and forgets what was made of them before.
    pub(crate) fn show_facts(&mut self) {
        if !std::mem::take(&mut self.facts.news) {
            return;
        }
        for matrix in self.relations.values_mut() {
            let shown = matrix
                .entries
                .iter()
                .map(|&(tuple, gate)| (tuple, self.facts.find(&self.circuit, gate)))
                .filter(|entry| !entry.1.is_false());
            let shown = Matrix::plain(matrix.arity, shown.collect());
            let shown = shown.with_shape(matrix.keys, matrix.defined.clone());
            *matrix = Arc::new(with_rows(&self.circuit, shown));
        }
        self.closed.clear();
    }
}

/// The same matrix, as a function of as few columns as groups make it one.
fn with_rows(circuit: &Circuit, matrix: Matrix) -> Matrix {
    let group = |gate: Bool| circuit.as_variable(gate).and_then(|v| circuit.group_of(v));
    for keys in 0..matrix.keys {
        let rest = matrix.arity - keys;
        let rows = matrix
            .entries
            .chunk_by(|a, b| a.0.without_last(rest) == b.0.without_last(rest));
        let mut defined = Vec::new();
        let is_function = rows.into_iter().all(|row| {
            let key = row[0].0.without_last(rest);
            match row {
                [(_, only)] => {
                    if only.is_true() {
                        defined.push(key);
                    }
                    true
                }
                _ => {
                    let Some(first) = group(row[0].1) else {
                        return false;
                    };
                    let mut gates: Vec<Bool> = row.iter().map(|entry| entry.1).collect();
                    gates.sort_unstable();
                    gates.dedup();
                    let is_one = gates.len() == row.len()
                        && gates
                            .iter()
                            .all(|&gate| !gate.is_negated() && group(gate) == Some(first));
                    let data = circuit.group(first);
                    if is_one && data.total && data.members.len() == row.len() {
                        defined.push(key);
                    }
                    is_one
                }
            }
        });
        if is_function {
            return matrix.with_shape(keys, defined.into());
        }
    }
    matrix
}
