//! Circuits that count: at most one, exactly one, full adders.

use super::{Bool, Circuit};

/// Up to this many inputs "at most one" is stated pairwise, beyond it along a chain.
const PAIRWISE: usize = 5;

impl Circuit {
    /// At most one of `inputs`.
    pub fn at_most_one(&mut self, inputs: &[Bool]) -> Bool {
        let mut parts = Vec::new();
        if inputs.len() <= PAIRWISE {
            for (index, &a) in inputs.iter().enumerate() {
                for &b in &inputs[index + 1..] {
                    let both = self.and(a, b);
                    parts.push(!both);
                }
            }
        } else {
            let mut seen = Bool::FALSE;
            for &input in inputs {
                let again = self.and(seen, input);
                parts.push(!again);
                seen = self.or(seen, input);
            }
        }
        self.and_all(parts)
    }

    /// Exactly one of `inputs`.
    pub fn exactly_one(&mut self, inputs: &[Bool]) -> Bool {
        let some = self.or_all(inputs.iter().copied());
        let lone = self.at_most_one(inputs);
        self.and(some, lone)
    }

    /// At least two of the three.
    pub fn majority(&mut self, a: Bool, b: Bool, c: Bool) -> Bool {
        let pairs = [self.or(a, b), self.or(a, c), self.or(b, c)];
        self.and_all(pairs)
    }

    /// The sum and the carry of three bits.
    pub fn full_adder(&mut self, a: Bool, b: Bool, c: Bool) -> (Bool, Bool) {
        let half = self.xor(a, b);
        let sum = self.xor(half, c);
        // If a and b differ the carry is c, else it is either of them.
        let carry = self.choice(half, c, a);
        (sum, carry)
    }
}
