//! Arithmetic on symbolic numbers: by table where both operands are one-hot and small, else on bits,
//! with the range of the result computed by intervals.

use super::bits;
use super::number::{Number, SMALL};
use crate::circuit::{Bool, Circuit};
use crate::int::{self, Int};
use crate::logic::node::{Comparison, IntOp};

/// Tables have at most this many pairs of operands.
const TABLE: usize = 1024;
/// Counters up to this many inputs are one-hot.
const COUNT: usize = 12;

/// The range of a result leaves the limits of the logic.
pub(crate) struct OutOfRange;

pub(crate) fn binary(
    circuit: &mut Circuit,
    op: IntOp,
    a: &Number,
    b: &Number,
) -> Result<Number, OutOfRange> {
    if let (Number::OneHot(left), Number::OneHot(right)) = (a, b)
        && left.len() * right.len() <= TABLE
        && let Some(table) = table(op, left, right)
    {
        let mut distinct = table.clone();
        distinct.sort_unstable();
        distinct.dedup();
        if distinct.len() <= SMALL {
            let pairs = left
                .iter()
                .flat_map(|x| right.iter().map(move |y| (x.1, y.1)));
            let parts = pairs
                .zip(table)
                .map(|((x, y), value)| (value, circuit.and(x, y)));
            let parts = parts.collect();
            return Ok(Number::one_hot(circuit, parts));
        }
    }
    let (low, high) = range(op, a.range(), b.range())?;
    let width = int::range_width(&low, &high) as usize;
    let result = match op {
        IntOp::Add | IntOp::Sub | IntOp::And | IntOp::Or | IntOp::Xor => {
            let inner = width.max(a.width()).max(b.width());
            let (x, y) = (a.to_bits(circuit, inner), b.to_bits(circuit, inner));
            let each = |gate: fn(&mut Circuit, Bool, Bool) -> Bool, circuit: &mut Circuit| {
                x.iter()
                    .zip(&y)
                    .map(|(&x, &y)| gate(circuit, x, y))
                    .collect()
            };
            match op {
                IntOp::Add => bits::add(circuit, &x, &y, Bool::FALSE),
                IntOp::Sub => bits::subtract(circuit, &x, &y),
                IntOp::And => each(Circuit::and, circuit),
                IntOp::Or => each(Circuit::or, circuit),
                _ => each(Circuit::xor, circuit),
            }
        }
        IntOp::Mul => multiply(circuit, a, b, width),
        IntOp::Div | IntOp::Rem => {
            let (x, y) = (a.to_bits(circuit, a.width()), b.to_bits(circuit, b.width()));
            let (quotient, rest) = bits::divide(circuit, &x, &y);
            let chosen = if op == IntOp::Div { quotient } else { rest };
            bits::extend(&chosen, width.max(chosen.len()))
        }
        IntOp::Shl => {
            let (x, y) = (a.to_bits(circuit, a.width()), b.to_bits(circuit, b.width()));
            bits::shift_left(circuit, &x, &y, width)
        }
        IntOp::Shr => {
            let (x, y) = (a.to_bits(circuit, a.width()), b.to_bits(circuit, b.width()));
            bits::shift_right(circuit, &x, &y)
        }
    };
    Ok(Number::from_bits(result, low, high))
}

/// The result for each pair of values; `None` if one is outside the limits.
fn table(op: IntOp, left: &[(Int, Bool)], right: &[(Int, Bool)]) -> Option<Vec<Int>> {
    let pairs = left
        .iter()
        .flat_map(|x| right.iter().map(move |y| (&x.0, &y.0)));
    pairs.map(|(x, y)| op.apply(x, y)).collect()
}

/// The low `width` bits of the product.
fn multiply(circuit: &mut Circuit, a: &Number, b: &Number, width: usize) -> Vec<Bool> {
    let (x, y) = (a.to_bits(circuit, a.width()), b.to_bits(circuit, b.width()));
    // A row for each bit of the second operand, so let that be the shorter or a constant.
    let swap = y.iter().filter(|bit| !bit.is_false()).count()
        > x.iter().filter(|bit| !bit.is_false()).count();
    let (x, y) = if swap { (y, x) } else { (x, y) };
    bits::multiply(circuit, &x, &y, width)
}

/// An interval that contains every result.
fn range(op: IntOp, a: (Int, Int), b: (Int, Int)) -> Result<(Int, Int), OutOfRange> {
    let corners = |b: (Int, Int)| {
        let mut all = [
            corner(op, &a.0, &b.0)?,
            corner(op, &a.0, &b.1)?,
            corner(op, &a.1, &b.0)?,
            corner(op, &a.1, &b.1)?,
        ];
        all.sort_unstable();
        let [low, _, _, high] = all;
        Ok((low, high))
    };
    let magnitude = |range: &(Int, Int)| (-&range.0).max(range.1.clone()).max(Int::ZERO);
    match op {
        IntOp::Add => Ok((corner(op, &a.0, &b.0)?, corner(op, &a.1, &b.1)?)),
        IntOp::Sub => Ok((corner(op, &a.0, &b.1)?, corner(op, &a.1, &b.0)?)),
        // Each is monotone in either operand, with the direction depending on the other's sign.
        IntOp::Mul => corners(b),
        IntOp::Shl | IntOp::Shr => corners((b.0.max(Int::ZERO), b.1.max(Int::ZERO))),
        IntOp::Div => {
            let most = int::limited(magnitude(&a)).ok_or(OutOfRange)?;
            let same_sign = a.0 >= 0 && b.0 >= 0;
            Ok((if same_sign { Int::ZERO } else { -&most }, most))
        }
        IntOp::Rem => {
            let most = (magnitude(&b) - 1).max(Int::ZERO);
            let low = a.0.min(Int::ZERO).max(-&most);
            Ok((low, a.1.max(Int::ZERO).min(most)))
        }
        IntOp::And | IntOp::Or | IntOp::Xor => {
            let width = int::range_width(&a.0, &a.1).max(int::range_width(&b.0, &b.1));
            let (least, most) = int::machine_range(width, true);
            Ok(match op {
                IntOp::And if a.0 >= 0 && b.0 >= 0 => (Int::ZERO, a.1.min(b.1)),
                IntOp::And if a.0 >= 0 => (Int::ZERO, a.1),
                IntOp::And if b.0 >= 0 => (Int::ZERO, b.1),
                _ if a.0 >= 0 && b.0 >= 0 => (Int::ZERO, most),
                _ => (least, most),
            })
        }
    }
}

fn corner(op: IntOp, x: &Int, y: &Int) -> Result<Int, OutOfRange> {
    op.apply(x, y).ok_or(OutOfRange)
}

pub(crate) fn negate(circuit: &mut Circuit, a: &Number) -> Result<Number, OutOfRange> {
    if let Number::OneHot(values) = a {
        let parts: Option<Vec<_>> = values
            .iter()
            .map(|part| int::limited(-&part.0).map(|value| (value, part.1)))
            .collect();
        return Ok(Number::one_hot(circuit, parts.ok_or(OutOfRange)?));
    }
    binary(circuit, IntOp::Sub, &Number::constant(Int::ZERO), a)
}

pub(crate) fn choose(circuit: &mut Circuit, condition: Bool, a: &Number, b: &Number) -> Number {
    if let Some(value) = condition.as_constant() {
        return if value { a.clone() } else { b.clone() };
    }
    if let (Number::OneHot(left), Number::OneHot(right)) = (a, b) {
        let mut values: Vec<&Int> = left.iter().chain(right).map(|part| &part.0).collect();
        values.sort_unstable();
        values.dedup();
        if values.len() <= SMALL.max(left.len()).max(right.len()) {
            let gate = |parts: &[(Int, Bool)], value: &Int| {
                let found = parts.binary_search_by(|part| part.0.cmp(value));
                found.map_or(Bool::FALSE, |index| parts[index].1)
            };
            let parts = values.into_iter().map(|value| {
                (
                    value.clone(),
                    circuit.choice(condition, gate(left, value), gate(right, value)),
                )
            });
            let parts = parts.collect();
            return Number::one_hot(circuit, parts);
        }
    }
    let ((a_low, a_high), (b_low, b_high)) = (a.range(), b.range());
    let width = a.width().max(b.width());
    let (x, y) = (a.to_bits(circuit, width), b.to_bits(circuit, width));
    let chosen = bits::choose(circuit, condition, &x, &y);
    Number::from_bits(chosen, a_low.min(b_low), a_high.max(b_high))
}

pub(crate) fn compare(
    circuit: &mut Circuit,
    comparison: Comparison,
    a: &Number,
    b: &Number,
) -> Bool {
    match comparison {
        Comparison::Eq => equal(circuit, a, b),
        Comparison::Lt => less(circuit, a, b),
        Comparison::Le => !less(circuit, b, a),
    }
}

fn equal(circuit: &mut Circuit, a: &Number, b: &Number) -> Bool {
    let ((a_low, a_high), (b_low, b_high)) = (a.range(), b.range());
    if a_high < b_low || b_high < a_low {
        return Bool::FALSE;
    }
    if let (Number::OneHot(left), Number::OneHot(right)) = (a, b) {
        if left == right {
            return Bool::TRUE;
        }
        let common = left.iter().filter_map(|x| {
            let index = right.binary_search_by(|part| part.0.cmp(&x.0)).ok()?;
            Some(circuit.and(x.1, right[index].1))
        });
        let common: Vec<Bool> = common.collect();
        return circuit.or_all(common);
    }
    let width = a.width().max(b.width());
    let (x, y) = (a.to_bits(circuit, width), b.to_bits(circuit, width));
    bits::equal(circuit, &x, &y)
}

fn less(circuit: &mut Circuit, a: &Number, b: &Number) -> Bool {
    let ((a_low, a_high), (b_low, b_high)) = (a.range(), b.range());
    if a_high < b_low {
        return Bool::TRUE;
    }
    if a_low >= b_high {
        return Bool::FALSE;
    }
    if let (Number::OneHot(left), Number::OneHot(right)) = (a, b) {
        // From the largest value of `a` down, with the disjunction of what in `b` is larger.
        let mut larger = Bool::FALSE;
        let mut rest = right.iter().rev().peekable();
        let mut parts = Vec::new();
        for (value, gate) in left.iter().rev() {
            while let Some(&(_, other)) = rest.next_if(|other| other.0 > *value) {
                larger = circuit.or(larger, other);
            }
            let larger = if rest.peek().is_none() {
                Bool::TRUE
            } else {
                larger
            };
            parts.push(circuit.and(*gate, larger));
        }
        return circuit.or_all(parts);
    }
    let width = a.width().max(b.width());
    let (x, y) = (a.to_bits(circuit, width), b.to_bits(circuit, width));
    bits::less(circuit, &x, &y)
}

pub(crate) fn wrap(circuit: &mut Circuit, a: &Number, width: u32, signed: bool) -> Number {
    let (low, high) = a.range();
    let (least, most) = int::machine_range(width, signed);
    if least <= low && high <= most {
        return a.clone();
    }
    if let Number::OneHot(values) = a {
        let parts = values
            .iter()
            .map(|part| (int::wrap(&part.0, width, signed), part.1))
            .collect();
        return Number::one_hot(circuit, parts);
    }
    let mut kept = a.to_bits(circuit, width as usize);
    if !signed {
        kept.push(Bool::FALSE);
    }
    Number::from_bits(kept, least, most)
}

/// The number of true gates.
pub(crate) fn count(
    circuit: &mut Circuit,
    gates: impl Iterator<Item = Bool>,
) -> Result<Number, OutOfRange> {
    let mut certain = 0_u64;
    let mut open = Vec::new();
    for gate in gates {
        if gate.is_true() {
            certain += 1;
        } else if !gate.is_false() {
            open.push(gate);
        }
    }
    let certain = Number::constant(Int::from(certain));
    let counted = if open.len() <= COUNT {
        let ones = open
            .into_iter()
            .map(|gate| optional(circuit, Int::ONE, gate))
            .collect();
        sum(circuit, ones)?
    } else {
        let most = Int::from(open.len() as u64);
        Number::from_bits(bits::count(circuit, open), Int::ZERO, most)
    };
    binary(circuit, IntOp::Add, &counted, &certain)
}

/// `value` if `gate`, else 0.
pub(crate) fn optional(circuit: &mut Circuit, value: Int, gate: Bool) -> Number {
    Number::one_hot(circuit, vec![(Int::ZERO, !gate), (value, gate)])
}

/// The sum, as a balanced tree.
pub(crate) fn sum(circuit: &mut Circuit, mut parts: Vec<Number>) -> Result<Number, OutOfRange> {
    while parts.len() > 1 {
        let mut halved = Vec::with_capacity(parts.len().div_ceil(2));
        for pair in parts.chunks(2) {
            halved.push(match pair {
                [a, b] => binary(circuit, IntOp::Add, a, b)?,
                _ => pair[0].clone(),
            });
        }
        parts = halved;
    }
    Ok(parts.pop().unwrap_or(Number::constant(Int::ZERO)))
}
