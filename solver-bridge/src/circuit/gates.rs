//! The smart constructors of gates: constants fold, inputs are sorted and shared, complements cancel,
//! and what one-hot groups imply is used.

use super::{Bool, Circuit, Gate, Group};
use std::hash::{Hash, Hasher};

/// A conjunction inside a conjunction is dissolved up to this many inputs; larger ones stay shared,
/// or chains of path conditions would grow quadratically.
const FLATTEN: u32 = 4;

impl Circuit {
    /// Both.
    pub fn and(&mut self, a: Bool, b: Bool) -> Bool {
        if a == b || b.is_true() {
            return a;
        }
        if a.is_true() {
            return b;
        }
        if a.is_false() || b.is_false() || a == !b {
            return Bool::FALSE;
        }
        self.and_all([a, b])
    }

    /// One or both.
    pub fn or(&mut self, a: Bool, b: Bool) -> Bool {
        !self.and(!a, !b)
    }

    /// The value of the one condition that is true, false if none is. In every instance at most one is.
    ///
    /// The same as the disjunction of the pairs, but said with fewer and stronger clauses.
    pub fn select(&mut self, pairs: &[(Bool, Bool)]) -> Bool {
        let mut both = Vec::with_capacity(pairs.len());
        for &(condition, value) in pairs {
            both.push(self.and(condition, value));
        }
        let result = self.or_all(both);
        let is_disjunction =
            result.is_negated() && matches!(self.gates[result.gate()], Gate::And { .. });
        let is_open = |pair: &(Bool, Bool)| pair.0.as_constant().is_none() && !pair.1.is_false();
        let gate = result.0 >> 1;
        // What folds may come out as one of its own conditions, which cannot be said by itself.
        let is_below = |pair: &(Bool, Bool)| pair.0.gate().max(pair.1.gate()) < result.gate();
        // A meter that has stopped leaves out some of the pairs.
        if is_disjunction
            && !self.is_stopped()
            && pairs.iter().all(is_open)
            && pairs.iter().all(is_below)
            && !self.selections.contains_key(&gate)
        {
            let start = u32::try_from(self.selected.len()).expect("fewer than 2^32 gate inputs");
            self.selected.extend_from_slice(pairs);
            let end = u32::try_from(self.selected.len()).expect("fewer than 2^32 gate inputs");
            self.selections.insert(gate, start..end);
        }
        result
    }

    /// If `a` then `b`.
    pub fn implies(&mut self, a: Bool, b: Bool) -> Bool {
        !self.and(a, !b)
    }

    /// One of `inputs`.
    pub fn or_all(&mut self, inputs: impl IntoIterator<Item = Bool>) -> Bool {
        !self.and_all(inputs.into_iter().map(|input| !input))
    }

    /// All of `inputs`.
    pub fn and_all(&mut self, inputs: impl IntoIterator<Item = Bool>) -> Bool {
        let mut all = std::mem::take(&mut self.scratch);
        all.clear();
        for input in inputs {
            if input.is_true() {
                continue;
            }
            match self.gates[input.gate()] {
                Gate::And { start, len } if !input.is_negated() && len <= FLATTEN => {
                    all.extend_from_slice(self.inputs(start, len));
                }
                _ => all.push(input),
            }
        }
        let result = self.and_sorted(&mut all);
        self.scratch = all;
        result
    }

    fn and_sorted(&mut self, all: &mut Vec<Bool>) -> Bool {
        all.sort_unstable();
        all.dedup();
        // The constant false sorts first, and a gate is next to its complement.
        if all.first() == Some(&Bool::FALSE) || all.windows(2).any(|pair| pair[0] == !pair[1]) {
            return Bool::FALSE;
        }
        if self.absorb(all) || self.clash_in_group(all) {
            return Bool::FALSE;
        }
        match all[..] {
            [] => Bool::TRUE,
            [only] => only,
            _ => self.cons_and(all),
        }
    }

    /// Simplifies each input by the other ones, one level deep. Says whether they contradict.
    fn absorb(&self, all: &mut Vec<Bool>) -> bool {
        // Quadratic scans are not worth it on wide gates.
        if all.len() > 8 {
            return false;
        }
        let mut index = 0;
        while index < all.len() {
            let input = all[index];
            let Gate::And { start, len } = self.gates[input.gate()] else {
                index += 1;
                continue;
            };
            if len > 16 {
                index += 1;
                continue;
            }
            let below = self.inputs(start, len);
            if input.is_negated() {
                // not (x and y): true if one of them is false here; contradicts if all are true.
                if below.iter().any(|&part| all.binary_search(&!part).is_ok()) {
                    all.remove(index);
                    continue;
                }
                let mut open = below.iter().filter(|part| all.binary_search(part).is_err());
                match (open.next(), open.next()) {
                    (None, _) => return true,
                    (Some(&last), None) => {
                        all.remove(index);
                        let place = all.partition_point(|&other| other < !last);
                        all.insert(place, !last);
                        // A new literal may decide inputs that were passed already.
                        index = 0;
                        continue;
                    }
                    _ => {}
                }
            } else {
                if below.iter().any(|&part| all.binary_search(&!part).is_ok()) {
                    return true;
                }
                // What the input implies need not be said beside it.
                let before = all.len();
                all.retain(|other| *other == input || below.binary_search(other).is_err());
                if all.len() < before {
                    index = 0;
                    continue;
                }
            }
            index += 1;
        }
        false
    }

    /// Uses what is known of one-hot groups: drops what a chosen member implies of the others. Says
    /// whether the literals contradict it.
    fn clash_in_group(&self, all: &mut Vec<Bool>) -> bool {
        // Sorted, so the first is the one most likely to be a variable.
        if all
            .first()
            .is_none_or(|input| input.gate() >= self.groups_end)
        {
            return false;
        }
        let mut members: Vec<(Group, bool, Bool)> = Vec::new();
        for &input in all.iter() {
            if input.gate() >= self.groups_end {
                break;
            }
            let group = self
                .as_variable(input)
                .and_then(|variable| self.group_of(variable));
            if let Some(group) = group {
                members.push((group, input.is_negated(), input));
            }
        }
        members.sort_unstable();
        for run in members.chunk_by(|a, b| a.0 == b.0) {
            let group = self.group(run[0].0);
            let chosen = run.partition_point(|&(_, negated, _)| !negated);
            let denied = run.len() - chosen;
            if chosen > 1 || group.total && denied == group.members.len() {
                return true;
            }
            if chosen == 1 && denied > 0 {
                let implied = &run[chosen..];
                all.retain(|&input| implied.binary_search_by_key(&input, |part| part.2).is_err());
            }
        }
        false
    }

    fn cons_and(&mut self, all: &[Bool]) -> Bool {
        if let Some(instead) = self.tick() {
            return instead;
        }
        let hash = hash_inputs(all);
        let (gates, pool) = (&self.gates, &self.inputs);
        let inputs_of = |gate: u32| match gates[gate as usize] {
            Gate::And { start, len } => &pool[start as usize..(start + len) as usize],
            _ => &[],
        };
        let same = |known: &(u32, u32)| known.0 == hash && inputs_of(known.1) == all;
        if let Some(known) = self.ands.find(spread(hash), same) {
            return Bool::positive(known.1 as usize);
        }
        let made = u32::try_from(gates.len()).expect("a circuit has fewer than 2^31 gates");
        self.ands
            .insert_unique(spread(hash), (hash, made), |known| spread(known.0));
        let start = u32::try_from(self.inputs.len()).expect("fewer than 2^32 gate inputs");
        let len = u32::try_from(all.len()).expect("fewer than 2^32 gate inputs");
        self.inputs.extend_from_slice(all);
        for &input in all {
            self.used(input);
        }
        self.push(Gate::And { start, len })
    }

    /// Exactly one of the two.
    pub fn xor(&mut self, a: Bool, b: Bool) -> Bool {
        if let Some(value) = a.as_constant() {
            return b.negate_if(value);
        }
        if let Some(value) = b.as_constant() {
            return a.negate_if(value);
        }
        let negate = a.is_negated() != b.is_negated();
        let (a, b) = (a.negate_if(a.is_negated()), b.negate_if(b.is_negated()));
        if a == b {
            return Bool::constant(negate);
        }
        self.cons(Gate::Xor(a.min(b), a.max(b))).negate_if(negate)
    }

    /// Both or neither.
    pub fn iff(&mut self, a: Bool, b: Bool) -> Bool {
        !self.xor(a, b)
    }

    /// `a` if `condition`, else `b`.
    pub fn choice(&mut self, condition: Bool, a: Bool, b: Bool) -> Bool {
        if let Some(value) = condition.as_constant() {
            return if value { a } else { b };
        }
        if condition.is_negated() {
            return self.choice(!condition, b, a);
        }
        if a == b {
            return a;
        }
        if a == !b {
            return self.iff(condition, a);
        }
        if a.is_true() || a == condition {
            return self.or(condition, b);
        }
        if a.is_false() || a == !condition {
            return self.and(!condition, b);
        }
        if b.is_true() || b == !condition {
            return self.or(!condition, a);
        }
        if b.is_false() || b == condition {
            return self.and(condition, a);
        }
        // A branch that asks the same question again has its answer.
        if let Gate::Choice(again, inside, _) = self.gates[a.gate()]
            && again == condition
        {
            return self.choice(condition, inside.negate_if(a.is_negated()), b);
        }
        if let Gate::Choice(again, _, inside) = self.gates[b.gate()]
            && again == condition
        {
            return self.choice(condition, a, inside.negate_if(b.is_negated()));
        }
        let negate = a.is_negated();
        let gate = Gate::Choice(condition, a.negate_if(negate), b.negate_if(negate));
        self.cons(gate).negate_if(negate)
    }

    fn cons(&mut self, gate: Gate) -> Bool {
        if let Some(instead) = self.tick() {
            return instead;
        }
        if let Some(&known) = self.others.get(&gate) {
            return Bool::positive(known as usize);
        }
        if let Gate::Xor(a, b) | Gate::Choice(_, a, b) = gate {
            self.used(a);
            self.used(b);
        }
        if let Gate::Choice(condition, ..) = gate {
            self.used(condition);
        }
        let made = self.push(gate);
        self.others.insert(gate, made.0 >> 1);
        made
    }
}

/// A hash of the inputs of a conjunction.
fn hash_inputs(inputs: &[Bool]) -> u32 {
    let mut hasher = rustc_hash::FxHasher::default();
    inputs.hash(&mut hasher);
    let hash = hasher.finish();
    (hash >> 32) as u32 ^ hash as u32
}

/// The same over all the bits that a table looks at.
fn spread(hash: u32) -> u64 {
    u64::from(hash).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_selection_that_folds_to_its_condition_is_not_said_by_itself() {
        let mut circuit = Circuit::new();
        let (_, x) = circuit.variable();
        let (_, y) = circuit.variable();
        let either = circuit.or(x, y);
        let selected = circuit.select(&[(either, Bool::TRUE), (!either, either)]);
        assert_eq!(selected, either);
        assert!(circuit.selection(either.gate()).is_none());
    }

    #[test]
    fn a_selection_is_told_from_a_disjunction() {
        let mut circuit = Circuit::new();
        let [a, b, c] = [(); 3].map(|()| circuit.variable().1);
        let selected = circuit.select(&[(a, b), (!a, c)]);
        let pairs = circuit.selection(selected.gate()).map(<[_]>::to_vec);
        assert_eq!(pairs, Some(vec![(a, b), (!a, c)]));
    }
}
