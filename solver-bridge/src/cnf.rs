//! From circuits to clauses (Tseitin, by polarity: Plaisted and Greenbaum 1986), incrementally. A gate
//! gets a variable when it is first used, and the clauses of a direction when that is first needed. A
//! conjunction that only one gate uses needs none where it can be said in that gate's clauses.

use crate::circuit::{Bool, Circuit, Gate, Group, Primary};
use rustc_hash::{FxHashMap, FxHashSet};
use rustsat::types::Lit;

/// Up to this many members a one-hot group is stated pairwise, beyond it along a chain.
const PAIRWISE: usize = 6;

const POSITIVE: u8 = 1;
const NEGATIVE: u8 = 2;
const BOTH: u8 = POSITIVE | NEGATIVE;

/// Clauses in the order of their making, flat.
#[derive(Default)]
pub(crate) struct Clauses {
    literals: Vec<Lit>,
    ends: Vec<usize>,
}

/// The clauses of a circuit so far.
#[derive(Default)]
pub(crate) struct Cnf {
    pub clauses: Clauses,
    variables: u32,
    gates: Vec<GateState>,
    primaries: FxHashMap<Primary, Lit>,
    groups: FxHashSet<Group>,
    pending: Vec<(usize, u8)>,
    /// Kept for their memory; empty between calls, or with nothing of use.
    alternatives: Vec<Bool>,
    conjuncts: Vec<Bool>,
    clause: Vec<Lit>,
}

#[derive(Clone, Copy, Default)]
struct GateState {
    literal: Option<Lit>,
    done: u8,
}

impl Clauses {
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    pub fn get(&self, index: usize) -> &[Lit] {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.literals[start..self.ends[index]]
    }

    pub fn push(&mut self, clause: &[Lit]) {
        self.literals.extend_from_slice(clause);
        self.ends.push(self.literals.len());
    }
}

impl Cnf {
    /// The number of variables.
    pub fn variables(&self) -> u32 {
        self.variables
    }

    /// The literal of a primary variable, if a clause mentions it.
    pub fn primary(&self, variable: Primary) -> Option<Lit> {
        self.primaries.get(&variable).copied()
    }

    /// The number of primary variables that clauses mention.
    pub fn primaries(&self) -> usize {
        self.primaries.len()
    }

    /// Requires `root`.
    pub fn require(&mut self, circuit: &Circuit, root: Bool) {
        let mut open = vec![root];
        while let Some(gate) = open.pop() {
            match (gate.as_constant(), circuit.gate(gate.gate())) {
                (Some(true), _) => {}
                (Some(false), _) => self.clauses.push(&[]),
                (None, Gate::And { start, len }) if !gate.is_negated() => {
                    open.extend(circuit.inputs(start, len));
                }
                (None, Gate::And { start, len }) => {
                    let inputs = circuit.inputs(start, len);
                    let mut clause = Vec::with_capacity(inputs.len());
                    for &input in inputs {
                        self.alternative(circuit, !input, &mut clause);
                    }
                    self.clauses.push(&clause);
                }
                _ => {
                    let literal = self.reference(circuit, gate, POSITIVE);
                    self.clauses.push(&[literal]);
                }
            }
        }
        self.define_pending(circuit);
    }

    /// A literal that implies `gate`, which is not a constant.
    pub fn literal(&mut self, circuit: &Circuit, gate: Bool) -> Lit {
        let literal = self.reference(circuit, gate, POSITIVE);
        self.define_pending(circuit);
        literal
    }

    fn define_pending(&mut self, circuit: &Circuit) {
        while let Some((index, missing)) = self.pending.pop() {
            self.define(circuit, index, missing);
        }
    }

    /// The inputs of `gate`, or of its complement if `negated`, where that is a conjunction which needs
    /// no variable of its own.
    fn inline<'c>(&self, circuit: &'c Circuit, gate: Bool, negated: bool) -> Option<&'c [Bool]> {
        let index = gate.gate();
        if gate.is_negated() != negated || !circuit.is_used_once(index) {
            return None;
        }
        let named = |state: &GateState| state.literal.is_some();
        match circuit.gate(index) {
            Gate::And { start, len } if !self.gates.get(index).is_some_and(named) => {
                // A selection with a name is said better than by its pairs.
                let selects = negated && circuit.selection(index).is_some();
                (!selects).then(|| circuit.inputs(start, len))
            }
            _ => None,
        }
    }

    /// Makes `gate` one of the alternatives of a clause.
    fn alternative(&mut self, circuit: &Circuit, gate: Bool, clause: &mut Vec<Lit>) {
        let Some(inputs) = self.inline(circuit, gate, true) else {
            clause.push(self.reference(circuit, gate, POSITIVE));
            return;
        };
        let mut open = std::mem::take(&mut self.alternatives);
        open.extend(inputs.iter().rev());
        while let Some(gate) = open.pop() {
            match self.inline(circuit, !gate, true) {
                Some(inputs) => open.extend(inputs.iter().rev()),
                None => clause.push(self.reference(circuit, !gate, POSITIVE)),
            }
        }
        self.alternatives = open;
    }

    /// States that `premise` implies `gate`.
    fn imply(&mut self, circuit: &Circuit, premise: Lit, gate: Bool) {
        let mut clause = std::mem::take(&mut self.clause);
        let mut open = std::mem::take(&mut self.conjuncts);
        open.push(gate);
        while let Some(gate) = open.pop() {
            match self.inline(circuit, gate, false) {
                Some(inputs) => open.extend(inputs.iter().rev()),
                None => {
                    clause.clear();
                    clause.push(!premise);
                    self.alternative(circuit, gate, &mut clause);
                    self.clauses.push(&clause);
                }
            }
        }
        (self.clause, self.conjuncts) = (clause, open);
    }

    /// States that without `unless` one condition holds, and what it selects. Since at most one
    /// condition holds at a time no variable is needed for each pair.
    fn select(&mut self, circuit: &Circuit, unless: Lit, pairs: &[(Bool, Bool)]) {
        let mut some = Vec::with_capacity(pairs.len() + 1);
        some.push(unless);
        for &(condition, value) in pairs {
            let condition = self.reference(circuit, condition, BOTH);
            some.push(condition);
            if !value.is_true() {
                let value = self.reference(circuit, value, POSITIVE);
                self.clauses.push(&[unless, !condition, value]);
            }
        }
        self.clauses.push(&some);
    }

    fn fresh(&mut self) -> Lit {
        let literal = Lit::positive(self.variables);
        self.variables += 1;
        literal
    }

    /// The literal of `gate`; the clauses for `polarity` will follow.
    fn reference(&mut self, circuit: &Circuit, gate: Bool, polarity: u8) -> Lit {
        let index = gate.gate();
        if self.gates.len() <= index {
            self.gates.resize(circuit.len(), GateState::default());
        }
        let polarity = match (polarity, gate.is_negated()) {
            (POSITIVE, true) => NEGATIVE,
            (NEGATIVE, true) => POSITIVE,
            _ => polarity,
        };
        let literal = match self.gates[index].literal {
            Some(literal) => literal,
            None => {
                let literal = self.fresh();
                self.gates[index].literal = Some(literal);
                if let Gate::Variable(variable) = circuit.gate(index) {
                    self.declare(circuit, variable, literal);
                }
                literal
            }
        };
        let missing = polarity & !self.gates[index].done;
        if missing != 0 {
            self.gates[index].done |= missing;
            self.pending.push((index, missing));
        }
        if gate.is_negated() { !literal } else { literal }
    }

    /// A primary variable is met for the first time: its whole group is stated.
    fn declare(&mut self, circuit: &Circuit, variable: Primary, literal: Lit) {
        self.primaries.insert(variable, literal);
        if let Some(group) = circuit.group_of(variable) {
            self.require_group(circuit, group);
        }
    }

    /// States a group, unless it has been stated.
    pub fn require_group(&mut self, circuit: &Circuit, group: Group) {
        if !self.groups.insert(group) {
            return;
        }
        let data = circuit.group(group);
        let gates = data.members.iter().map(|&member| circuit.gate_of(member));
        let members: Vec<Lit> = gates
            .map(|gate| self.reference(circuit, gate, BOTH))
            .collect();
        if data.total {
            self.clauses.push(&members);
        }
        self.at_most_one(&members);
    }

    fn at_most_one(&mut self, members: &[Lit]) {
        if members.len() <= PAIRWISE {
            for (index, &a) in members.iter().enumerate() {
                for &b in &members[index + 1..] {
                    self.clauses.push(&[!a, !b]);
                }
            }
            return;
        }
        let mut seen = members[0];
        for (index, &member) in members.iter().enumerate().skip(1) {
            self.clauses.push(&[!seen, !member]);
            if index + 1 < members.len() {
                let next = self.fresh();
                self.clauses.push(&[!seen, next]);
                self.clauses.push(&[!member, next]);
                seen = next;
            }
        }
    }

    fn define(&mut self, circuit: &Circuit, index: usize, polarity: u8) {
        let Some(gate) = self.gates[index].literal else {
            return;
        };
        let (positive, negative) = (polarity & POSITIVE != 0, polarity & NEGATIVE != 0);
        match circuit.gate(index) {
            Gate::True | Gate::Variable(_) => {}
            Gate::And { start, len } => {
                let inputs = circuit.inputs(start, len);
                if positive {
                    for &input in inputs {
                        self.imply(circuit, gate, input);
                    }
                }
                if negative && let Some(pairs) = circuit.selection(index) {
                    self.select(circuit, gate, pairs);
                } else if negative {
                    let mut clause = Vec::with_capacity(inputs.len() + 1);
                    clause.push(gate);
                    for &input in inputs {
                        self.alternative(circuit, !input, &mut clause);
                    }
                    self.clauses.push(&clause);
                }
            }
            Gate::Xor(a, b) => {
                let (a, b) = (
                    self.reference(circuit, a, BOTH),
                    self.reference(circuit, b, BOTH),
                );
                if positive {
                    self.clauses.push(&[!gate, a, b]);
                    self.clauses.push(&[!gate, !a, !b]);
                }
                if negative {
                    self.clauses.push(&[gate, !a, b]);
                    self.clauses.push(&[gate, a, !b]);
                }
            }
            Gate::Choice(condition, a, b) => {
                let condition = self.reference(circuit, condition, BOTH);
                let a = self.reference(circuit, a, polarity);
                let b = self.reference(circuit, b, polarity);
                // The third clause of each direction is implied; it lets the branches decide alone.
                if positive {
                    self.clauses.push(&[!gate, !condition, a]);
                    self.clauses.push(&[!gate, condition, b]);
                    self.clauses.push(&[!gate, a, b]);
                }
                if negative {
                    self.clauses.push(&[gate, !condition, !a]);
                    self.clauses.push(&[gate, condition, !b]);
                    self.clauses.push(&[gate, !a, !b]);
                }
            }
        }
    }
}
