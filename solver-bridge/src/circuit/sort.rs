//! Sorting networks: a number in unary, whose every "at least" is one gate. Comparing with a bound then
//! propagates as well as it can, which binary counters do not.

use super::{Bool, Circuit};

impl Circuit {
    /// The inputs with the true ones first (Batcher 1968, odd-even merge): output `k` says that more
    /// than `k` inputs are true.
    pub fn sorted(&mut self, inputs: &[Bool]) -> Vec<Bool> {
        if inputs.len() < 2 {
            return inputs.to_vec();
        }
        let (left, right) = inputs.split_at(inputs.len() / 2);
        let (left, right) = (self.sorted(left), self.sorted(right));
        self.merge(&left, &right)
    }

    fn merge(&mut self, a: &[Bool], b: &[Bool]) -> Vec<Bool> {
        match (a, b) {
            ([], rest) | (rest, []) => return rest.to_vec(),
            (&[a], &[b]) => return vec![self.or(a, b), self.and(a, b)],
            _ => {}
        }
        let every_other = |from: &[Bool], first: usize| {
            from.iter()
                .skip(first)
                .step_by(2)
                .copied()
                .collect::<Vec<_>>()
        };
        // Of the ones in the even places there are as many as in the odd ones, or up to two more.
        let even = self.merge(&every_other(a, 0), &every_other(b, 0));
        let odd = self.merge(&every_other(a, 1), &every_other(b, 1));
        let mut result = Vec::with_capacity(a.len() + b.len());
        result.push(even[0]);
        for index in 0..odd.len().max(even.len() - 1) {
            let (up, down) = (even.get(index + 1).copied(), odd.get(index).copied());
            match (up, down) {
                (Some(up), Some(down)) => {
                    result.push(self.or(up, down));
                    result.push(self.and(up, down));
                }
                (one, other) => result.extend(one.or(other)),
            }
        }
        result
    }
}
