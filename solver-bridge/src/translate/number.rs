//! Symbolic numbers in two encodings. One-hot: every possible value with its gate. Bits: two's
//! complement of just the width that the range needs. Both are exact; which one is used is decided
//! here and in `arith.rs`, per value. Knows the circuit, nothing of terms.

use super::bits;
use crate::circuit::{Bool, Circuit};
use crate::int::{self, Int};

/// A number with more values than this is kept in bits, unless it was read from atoms.
pub(crate) const SMALL: usize = 64;
/// A number with more values than this cannot be turned into atoms.
pub(crate) const ATOMS: u64 = 4096;

#[derive(Clone, Debug)]
pub(crate) enum Number {
    /// Sorted by value, no gate constantly false, exactly one true in every instance within bounds.
    OneHot(Vec<(Int, Bool)>),
    /// Two's complement, lowest bit first, sign last; not constant.
    Bits(Bits),
}

#[derive(Clone, Debug)]
pub(crate) struct Bits {
    pub bits: Vec<Bool>,
    pub low: Int,
    pub high: Int,
}

/// The values an integer expression can have: all of them are listed or covered, not all need occur.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Values {
    /// Sorted.
    Set(Vec<Int>),
    /// Between the two, inclusive.
    Range(Int, Int),
}

impl Values {
    /// The smallest.
    #[must_use]
    pub fn low(&self) -> Int {
        match self {
            Self::Set(values) => values.first().cloned().unwrap_or(Int::ZERO),
            Self::Range(low, _) => low.clone(),
        }
    }

    /// The largest.
    #[must_use]
    pub fn high(&self) -> Int {
        match self {
            Self::Set(values) => values.last().cloned().unwrap_or(Int::ZERO),
            Self::Range(_, high) => high.clone(),
        }
    }

    /// The only one, if there is only one.
    #[must_use]
    pub fn single(&self) -> Option<Int> {
        (self.low() == self.high()).then(|| self.low())
    }
}

impl Number {
    pub fn constant(value: Int) -> Self {
        Self::OneHot(vec![(value, Bool::TRUE)])
    }

    /// From exclusive gates that cover every instance, in any order; equal values are joined.
    pub fn one_hot(circuit: &mut Circuit, mut parts: Vec<(Int, Bool)>) -> Self {
        parts.retain(|part| !part.1.is_false());
        parts.sort_unstable();
        let mut values: Vec<(Int, Bool)> = Vec::new();
        for run in parts.chunk_by(|a, b| a.0 == b.0) {
            let gate = circuit.or_all(run.iter().map(|part| part.1));
            values.push((run[0].0.clone(), gate));
        }
        if let Some((value, _)) = values.iter().find(|part| part.1.is_true()) {
            return Self::constant(value.clone());
        }
        match &values[..] {
            [(value, _)] => Self::constant(value.clone()),
            _ => Self::OneHot(values),
        }
    }

    /// The smallest of a set of numbers, 0 if it is empty. `lone` and `some` say what is known.
    pub fn from_set(
        circuit: &mut Circuit,
        mut set: Vec<(Int, Bool)>,
        lone: bool,
        some: bool,
    ) -> Self {
        set.sort_unstable();
        let all: Vec<Bool> = set.iter().map(|part| part.1).collect();
        if !lone {
            let mut smaller = Bool::FALSE;
            for (_, gate) in &mut set {
                let present = *gate;
                *gate = circuit.and(present, !smaller);
                smaller = circuit.or(smaller, present);
            }
        }
        if !some {
            let none = !circuit.or_all(all);
            set.push((Int::ZERO, none));
        }
        Self::one_hot(circuit, set)
    }

    /// From two's complement, sign last, known to lie in `low..=high`.
    pub fn from_bits(mut bits: Vec<Bool>, mut low: Int, mut high: Int) -> Self {
        bits.truncate(int::range_width(&low, &high) as usize);
        while let [.., below, sign] = bits[..]
            && below == sign
        {
            bits.pop();
        }
        let width = u32::try_from(bits.len()).expect("widths are below the limit");
        let (least, most) = int::machine_range(width, true);
        low = low.max(least);
        high = high.min(most);
        match bits.last().and_then(|sign| sign.as_constant()) {
            Some(true) => high = high.min(Int::MINUS_ONE),
            Some(false) => low = low.max(Int::ZERO),
            None => {}
        }
        if bits.iter().all(|bit| bit.as_constant().is_some()) {
            let ones = bits.iter().enumerate().filter(|(_, bit)| bit.is_true());
            let value = ones.fold(Int::ZERO, |value, (place, _)| value | power(place));
            return Self::constant(int::wrap(&value, width, true));
        }
        if low >= high {
            return Self::constant(high);
        }
        Self::Bits(Bits { bits, low, high })
    }

    pub fn range(&self) -> (Int, Int) {
        match self {
            Self::OneHot(values) => match (values.first(), values.last()) {
                (Some(first), Some(last)) => (first.0.clone(), last.0.clone()),
                _ => (Int::ZERO, Int::ZERO),
            },
            Self::Bits(bits) => (bits.low.clone(), bits.high.clone()),
        }
    }

    pub fn values(&self) -> Values {
        match self {
            Self::OneHot(values) => Values::Set(values.iter().map(|part| part.0.clone()).collect()),
            Self::Bits(bits) => Values::Range(bits.low.clone(), bits.high.clone()),
        }
    }

    pub fn width(&self) -> usize {
        match self {
            Self::Bits(own) => own.bits.len(),
            Self::OneHot(_) => {
                let (low, high) = self.range();
                int::range_width(&low, &high) as usize
            }
        }
    }

    /// The low `width` bits of the infinite two's-complement representation.
    pub fn to_bits(&self, circuit: &mut Circuit, width: usize) -> Vec<Bool> {
        match self {
            Self::Bits(own) => bits::extend(&own.bits, width),
            Self::OneHot(values) => {
                let own = self.width().min(width);
                let mut result: Vec<Bool> = Vec::with_capacity(width);
                for place in 0..own {
                    let place = u32::try_from(place).expect("widths are below the limit");
                    let ones = values.iter().filter(|part| int::bit(&part.0, place));
                    // The shorter disjunction, of the values with the bit or of those without it.
                    result.push(if ones.clone().count() * 2 <= values.len() {
                        circuit.or_all(ones.map(|part| part.1))
                    } else {
                        let zeros = values.iter().filter(|part| !int::bit(&part.0, place));
                        !circuit.or_all(zeros.map(|part| part.1))
                    });
                }
                bits::extend(&result, width)
            }
        }
    }

    /// Each possible value with its gate; `None` if there are too many.
    pub fn to_one_hot(&self, circuit: &mut Circuit) -> Option<Vec<(Int, Bool)>> {
        let own = match self {
            Self::OneHot(values) => return Some(values.clone()),
            Self::Bits(own) => own,
        };
        if &own.high - &own.low >= ATOMS {
            return None;
        }
        let mut prefixes: Vec<(Int, Bool)> = vec![(Int::ZERO, Bool::TRUE)];
        for (place, &bit) in own.bits.iter().enumerate().rev() {
            let sign = place + 1 == own.bits.len();
            let mut longer = Vec::with_capacity(prefixes.len() * 2);
            for (prefix, gate) in prefixes {
                let zero = prefix * 2;
                let one = if sign { Int::MINUS_ONE } else { &zero + 1 };
                for (value, literal) in [(zero, !bit), (one, bit)] {
                    let first = &value * power(place);
                    let last = &first + power(place) - 1;
                    let gate = circuit.and(gate, literal);
                    if first <= own.high && own.low <= last && !gate.is_false() {
                        longer.push((value, gate));
                    }
                }
            }
            prefixes = longer;
        }
        prefixes.sort_unstable();
        Some(prefixes)
    }
}

fn power(place: usize) -> Int {
    int::power_of_two(u32::try_from(place).expect("widths are below the limit"))
}
