//! Two's-complement circuits on bare bit vectors, lowest bit first, sign last. Widths are the caller's.

use crate::circuit::{Bool, Circuit};

/// The low `width` bits, with the sign repeated as needed.
pub(crate) fn extend(bits: &[Bool], width: usize) -> Vec<Bool> {
    let sign = bits.last().copied().unwrap_or(Bool::FALSE);
    (0..width)
        .map(|place| bits.get(place).copied().unwrap_or(sign))
        .collect()
}

/// `a + b + carry` modulo the common width.
pub(crate) fn add(circuit: &mut Circuit, a: &[Bool], b: &[Bool], mut carry: Bool) -> Vec<Bool> {
    let mut sum = Vec::with_capacity(a.len());
    for (&a, &b) in a.iter().zip(b) {
        let (bit, next) = circuit.full_adder(a, b, carry);
        sum.push(bit);
        carry = next;
    }
    sum
}

pub(crate) fn subtract(circuit: &mut Circuit, a: &[Bool], b: &[Bool]) -> Vec<Bool> {
    let complement: Vec<Bool> = b.iter().map(|&bit| !bit).collect();
    add(circuit, a, &complement, Bool::TRUE)
}

pub(crate) fn negate(circuit: &mut Circuit, a: &[Bool]) -> Vec<Bool> {
    subtract(circuit, &vec![Bool::FALSE; a.len()], a)
}

pub(crate) fn choose(circuit: &mut Circuit, condition: Bool, a: &[Bool], b: &[Bool]) -> Vec<Bool> {
    a.iter()
        .zip(b)
        .map(|(&a, &b)| circuit.choice(condition, a, b))
        .collect()
}

/// `a * b` modulo two to the power `width`: a row of `a` for each bit of `b`, the sign's negative.
pub(crate) fn multiply(circuit: &mut Circuit, a: &[Bool], b: &[Bool], width: usize) -> Vec<Bool> {
    let a = extend(a, width);
    let mut total = vec![Bool::FALSE; width];
    for (place, &bit) in b.iter().enumerate().take(width) {
        if circuit.is_stopped() {
            break;
        }
        if bit.is_false() {
            continue;
        }
        let row: Vec<Bool> = a[..width - place]
            .iter()
            .map(|&part| circuit.and(part, bit))
            .collect();
        let high = if place + 1 == b.len() {
            subtract(circuit, &total[place..], &row)
        } else {
            add(circuit, &total[place..], &row, Bool::FALSE)
        };
        total.splice(place.., high);
    }
    total
}

/// Whether `a` is below `b`, as signed numbers of the same width.
pub(crate) fn less(circuit: &mut Circuit, a: &[Bool], b: &[Bool]) -> Bool {
    let mut less = Bool::FALSE;
    for (place, (&a_bit, &b_bit)) in a.iter().zip(b).enumerate() {
        let differ = circuit.xor(a_bit, b_bit);
        let decided = if place + 1 == a.len() { a_bit } else { b_bit };
        less = circuit.choice(differ, decided, less);
    }
    less
}

pub(crate) fn equal(circuit: &mut Circuit, a: &[Bool], b: &[Bool]) -> Bool {
    let parts: Vec<Bool> = a.iter().zip(b).map(|(&a, &b)| circuit.iff(a, b)).collect();
    circuit.and_all(parts)
}

/// The magnitude, which as an unsigned number fits the width of `a`.
fn magnitude(circuit: &mut Circuit, a: &[Bool]) -> (Bool, Vec<Bool>) {
    let sign = a.last().copied().unwrap_or(Bool::FALSE);
    if sign.is_false() {
        return (sign, a.to_vec());
    }
    let negated = negate(circuit, a);
    (sign, choose(circuit, sign, &negated, a))
}

/// Quotient and remainder of the truncating division; both 0 when dividing by zero. The quotient has
/// one bit more than `a`, for the least number by minus one.
pub(crate) fn divide(circuit: &mut Circuit, a: &[Bool], b: &[Bool]) -> (Vec<Bool>, Vec<Bool>) {
    let (a_sign, dividend) = magnitude(circuit, a);
    let (b_sign, divisor) = magnitude(circuit, b);
    let nonzero = circuit.or_all(b.iter().copied());
    let width = divisor.len() + 1;
    let mut wide = divisor;
    wide.push(Bool::FALSE);
    let mut rest = vec![Bool::FALSE; width];
    let mut quotient = vec![Bool::FALSE; dividend.len()];
    for place in (0..dividend.len()).rev() {
        if circuit.is_stopped() {
            break;
        }
        rest.pop();
        rest.insert(0, dividend[place]);
        // As numbers with a clear top bit both are non-negative, so the sign tells which is larger.
        let mut left = rest.clone();
        left.push(Bool::FALSE);
        let mut right = wide.clone();
        right.push(Bool::FALSE);
        let difference = subtract(circuit, &left, &right);
        let fits = !difference[width];
        quotient[place] = circuit.and(fits, nonzero);
        rest = choose(circuit, fits, &difference[..width], &rest);
    }
    quotient.push(Bool::FALSE);
    let negative = circuit.xor(a_sign, b_sign);
    let negated = negate(circuit, &quotient);
    let quotient = choose(circuit, negative, &negated, &quotient);
    let negated = negate(circuit, &rest);
    let rest = choose(circuit, a_sign, &negated, &rest);
    let rest = rest
        .into_iter()
        .map(|bit| circuit.and(bit, nonzero))
        .collect();
    (quotient, rest)
}

/// The bits of a shift amount, zero where it is negative.
fn amount(circuit: &mut Circuit, by: &[Bool]) -> Vec<Bool> {
    let sign = by.last().copied().unwrap_or(Bool::FALSE);
    by[..by.len().saturating_sub(1)]
        .iter()
        .map(|&bit| circuit.and(bit, !sign))
        .collect()
}

/// `a` times two to the power `by`, modulo two to the power `width`.
pub(crate) fn shift_left(
    circuit: &mut Circuit,
    a: &[Bool],
    by: &[Bool],
    width: usize,
) -> Vec<Bool> {
    let mut result = extend(a, width);
    for (place, bit) in amount(circuit, by).into_iter().enumerate() {
        let distance = distance(place, width);
        let shifted: Vec<Bool> = (0..width)
            .map(|at| {
                if at < distance {
                    Bool::FALSE
                } else {
                    result[at - distance]
                }
            })
            .collect();
        result = choose(circuit, bit, &shifted, &result);
    }
    result
}

/// `a` divided by two to the power `by`, rounded down.
pub(crate) fn shift_right(circuit: &mut Circuit, a: &[Bool], by: &[Bool]) -> Vec<Bool> {
    let mut result = a.to_vec();
    for (place, bit) in amount(circuit, by).into_iter().enumerate() {
        let distance = distance(place, result.len());
        let shifted = extend(&result[distance.min(result.len() - 1)..], result.len());
        result = choose(circuit, bit, &shifted, &result);
    }
    result
}

/// Two to the power `place`, or the width if that is less.
fn distance(place: usize, width: usize) -> usize {
    let power = u32::try_from(place)
        .ok()
        .and_then(|place| 1_usize.checked_shl(place));
    power.map_or(width, |power| power.min(width))
}

/// The number of ones, unsigned with a clear top bit.
pub(crate) fn count(circuit: &mut Circuit, ones: Vec<Bool>) -> Vec<Bool> {
    let mut column = ones;
    let mut result = Vec::new();
    while !column.is_empty() {
        let mut carries = Vec::new();
        // First in, first out keeps the adder tree balanced.
        let mut queue = std::collections::VecDeque::from(column);
        while queue.len() > 1 {
            let a = queue.pop_front().unwrap_or(Bool::FALSE);
            let b = queue.pop_front().unwrap_or(Bool::FALSE);
            let c = queue.pop_front().unwrap_or(Bool::FALSE);
            let (sum, carry) = circuit.full_adder(a, b, c);
            queue.push_back(sum);
            carries.push(carry);
        }
        result.extend(queue.pop_front());
        column = carries;
    }
    result.push(Bool::FALSE);
    result
}
