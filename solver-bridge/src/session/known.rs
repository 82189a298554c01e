//! Questions that are answered by yes or no, many of them about one logic.
//!
//! An instance that was found for one question often answers the next. So the last few are kept, as
//! values of the primary variables, and new gates are evaluated on them before the solver is asked. Only
//! "no" is always the solver's own answer; nothing here is handed on as an instance.

use super::Session;
use crate::circuit::{Bool, Circuit, Gate, Primary};
use crate::error::SolveError;
use crate::ids::Formula;
use crate::logic::Logic;
use crate::solver::Answer;
use std::time::Instant;

/// So many instances are kept.
const MOST_KEPT: usize = 8;

/// An instance of what was asserted when it was found.
pub(super) struct Known {
    /// The values of the variables that there were.
    variables: Vec<bool>,
    /// The values of gates, as far as anyone asked.
    gates: Vec<Option<bool>>,
    /// How many of the asserted gates are known to hold.
    asserted: usize,
}

impl Known {
    fn variable(&self, circuit: &Circuit, variable: Primary) -> bool {
        match self.variables.get(variable.index()) {
            Some(value) => *value,
            None => is_default(circuit, variable),
        }
    }

    fn known(&self, input: Bool) -> Option<bool> {
        self.gates[input.gate()].map(|value| value != input.is_negated())
    }

    /// The value of a gate.
    fn value(&mut self, circuit: &Circuit, of: Bool) -> bool {
        self.gates.resize(circuit.len(), None);
        let mut open = vec![of.gate()];
        while let Some(&gate) = open.last() {
            let mut missing = |inputs: &[Bool]| {
                let unknown = inputs.iter().filter(|input| self.known(**input).is_none());
                let before = open.len();
                open.extend(unknown.map(|input| input.gate()));
                open.len() > before
            };
            let value = match circuit.gate(gate) {
                _ if self.gates[gate].is_some() => {
                    open.pop();
                    continue;
                }
                Gate::True => true,
                Gate::Variable(variable) => self.variable(circuit, variable),
                Gate::And { start, len } => {
                    let inputs = circuit.inputs(start, len);
                    let fails = inputs.iter().any(|input| self.known(*input) == Some(false));
                    if !fails && missing(inputs) {
                        continue;
                    }
                    !fails
                }
                Gate::Xor(a, b) => {
                    if missing(&[a, b]) {
                        continue;
                    }
                    self.known(a) != self.known(b)
                }
                Gate::Choice(decides, yes, no) => match self.known(decides) {
                    None => {
                        missing(&[decides]);
                        continue;
                    }
                    Some(decided) => {
                        let chosen = if decided { yes } else { no };
                        if missing(&[chosen]) {
                            continue;
                        }
                        self.known(chosen) == Some(true)
                    }
                },
            };
            self.gates[gate] = Some(value);
            open.pop();
        }
        self.known(of) == Some(true)
    }

    /// Whether it is an instance of what has been asserted since as well.
    fn still_holds(&mut self, circuit: &Circuit, asserted: &[Bool]) -> bool {
        while let Some(gate) = asserted.get(self.asserted) {
            if !self.value(circuit, *gate) {
                return false;
            }
            self.asserted += 1;
        }
        true
    }
}

/// The value of a variable that nobody cares about: the first member of a group that must have one is as
/// good as another.
pub(super) fn is_default(circuit: &Circuit, variable: Primary) -> bool {
    circuit.group_of(variable).is_some_and(|group| {
        let group = circuit.group(group);
        group.total && group.members.first() == Some(&variable)
    })
}

impl Session {
    /// Whether everything asserted and the formula hold in some instance; `None` if a limit was reached.
    pub fn is_possible(
        &mut self,
        logic: &Logic,
        formula: Formula,
    ) -> Result<Option<bool>, SolveError> {
        self.ready(logic)?;
        self.respect_symmetry(logic, formula.0)?;
        let gate = self.translator.formula(logic, formula)?;
        if gate.is_false() {
            return Ok(Some(false));
        }
        let circuit = self.translator.circuit();
        let asserted = &self.asserted_gates;
        self.known
            .retain_mut(|known| known.still_holds(circuit, asserted));
        let mut known = self.known.iter_mut();
        if let Some(at) = known.position(|known| known.value(circuit, gate)) {
            self.known[..=at].rotate_right(1);
            return Ok(Some(true));
        }
        let assumptions = match gate.as_constant() {
            Some(_) => Vec::new(),
            None => vec![self.gate_literal(gate)],
        };
        Ok(match self.ask(&assumptions)? {
            Answer::Sat => {
                self.keep_instance()?;
                Some(true)
            }
            Answer::Unsat => Some(false),
            Answer::Interrupted => None,
        })
    }

    /// Of each formula whether it holds in some instance of everything asserted, if `rounds` instances and
    /// the limits suffice to find out; `true` otherwise.
    pub fn which_are_possible(
        &mut self,
        logic: &Logic,
        formulas: &[Formula],
        rounds: usize,
    ) -> Result<Vec<bool>, SolveError> {
        let mut possible = vec![true; formulas.len()];
        let mut open = Vec::new();
        for (index, formula) in formulas.iter().enumerate() {
            self.respect_symmetry(logic, formula.0)?;
            open.push((index, self.translator.formula(logic, *formula)?));
        }
        let ends = self.limits.time.map(|time| Instant::now() + time);
        for _ in 0..rounds {
            self.limits.time = ends.map(|end| end.saturating_duration_since(Instant::now()));
            let any: Vec<Formula> = open.iter().map(|(index, _)| formulas[*index]).collect();
            match self.is_possible(logic, logic.or(&any))? {
                Some(true) => {}
                Some(false) => {
                    open.into_iter()
                        .for_each(|(index, _)| possible[index] = false);
                    break;
                }
                None => break,
            }
            // The first is the one that was found, or found again.
            let circuit = self.translator.circuit();
            if let Some(known) = self.known.first_mut() {
                open.retain(|(_, gate)| !known.value(circuit, *gate));
            }
        }
        Ok(possible)
    }

    /// Keeps the solver's model.
    fn keep_instance(&mut self) -> Result<(), SolveError> {
        let circuit = self.translator.circuit();
        let mut variables = Vec::with_capacity(circuit.variables());
        for index in 0..circuit.variables() {
            let variable = Primary::from_index(index);
            variables.push(match self.cnf.primary(variable) {
                Some(literal) => self.literal_value(literal)?,
                None => is_default(circuit, variable),
            });
        }
        self.known.truncate(MOST_KEPT - 1);
        let known = Known {
            variables,
            gates: Vec::new(),
            asserted: self.asserted_gates.len(),
        };
        self.known.insert(0, known);
        Ok(())
    }
}
