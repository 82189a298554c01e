//! Products of two numbers, which may have twice as many bits as a number of the logic: enough to compare
//! them and to reduce them.

use crate::int::Int;
use ethnum::U256;
use std::cmp::Ordering;

/// An integer of up to 512 bits, as a sign and a magnitude; zero is not negative.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Wide {
    negative: bool,
    high: U256,
    low: U256,
}

impl Wide {
    pub fn product(a: Int, b: Int) -> Self {
        let half = |number: U256| -> (U256, U256) { (number >> 128, number & (U256::MAX >> 128)) };
        let (a1, a0) = half(a.unsigned_abs());
        let (b1, b0) = half(b.unsigned_abs());
        // Each product of halves fits, and so does the sum of what is carried over.
        let (middle, more) = (a1 * b0).overflowing_add(a0 * b1);
        let (low, carry) = (a0 * b0).overflowing_add(middle << 128);
        let over = U256::from(more) << 128;
        let high = a1 * b1 + (middle >> 128) + over + U256::from(carry);
        let negative = (a < 0) != (b < 0) && (high | low) != U256::ZERO;
        Self {
            negative,
            high,
            low,
        }
    }

    /// The lowest 256 bits in two's complement.
    pub fn low(self) -> Int {
        match self.negative {
            true => self.low.wrapping_neg().as_i256(),
            false => self.low.as_i256(),
        }
    }
}

impl From<Int> for Wide {
    fn from(number: Int) -> Self {
        Self::product(number, Int::ONE)
    }
}

impl Ord for Wide {
    fn cmp(&self, other: &Self) -> Ordering {
        let magnitude = (self.high, self.low).cmp(&(other.high, other.low));
        match (self.negative, other.negative) {
            (false, false) => magnitude,
            (true, true) => magnitude.reverse(),
            (negative, _) => match negative {
                true => Ordering::Less,
                false => Ordering::Greater,
            },
        }
    }
}

impl PartialOrd for Wide {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
