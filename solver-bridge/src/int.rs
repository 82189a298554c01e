//! Exact integers of up to 250 bits, and the few facts about them that both encodings need.

use ethnum::I256;

/// The number type of the logic: exact, `Copy`, without allocation.
pub type Int = I256;

/// Numbers of the logic are at least minus two to this power, and below two to this power.
pub const INT_BITS: u32 = 249;

/// Two to the power of `exponent`, which is below 255.
#[must_use]
pub fn power_of_two(exponent: u32) -> Int {
    Int::ONE << exponent
}

/// Whether `value` is within the limits of the logic.
#[must_use]
pub fn in_limits(value: Int) -> bool {
    let limit = power_of_two(INT_BITS);
    -limit <= value && value < limit
}

/// `value`, if within the limits.
#[must_use]
pub fn limited(value: Int) -> Option<Int> {
    in_limits(value).then_some(value)
}

/// The width of the shortest two's-complement representation of `value`, sign bit included.
#[must_use]
pub fn signed_width(value: Int) -> u32 {
    let magnitude = if value < 0 { !value } else { value };
    257 - magnitude.leading_zeros()
}

/// The width of the shortest two's-complement representation of all of `low..=high`.
#[must_use]
pub fn range_width(low: Int, high: Int) -> u32 {
    signed_width(low).max(signed_width(high))
}

/// Bit `position` of the infinite two's-complement representation of `value`.
#[must_use]
pub fn bit(value: Int, position: u32) -> bool {
    (value >> position.min(255)) & Int::ONE == 1
}

/// The limits of the machine type of `width` bits.
#[must_use]
pub fn machine_range(width: u32, signed: bool) -> (Int, Int) {
    if signed {
        let half = power_of_two(width - 1);
        (-half, half - 1)
    } else {
        (Int::ZERO, power_of_two(width) - 1)
    }
}

/// Reduction of `value` to the machine type of `width` bits.
#[must_use]
pub fn wrap(value: Int, width: u32, signed: bool) -> Int {
    let low = value & (power_of_two(width) - 1);
    if signed && bit(low, width - 1) {
        low - power_of_two(width)
    } else {
        low
    }
}

/// Truncating quotient; 0 when dividing by zero.
#[must_use]
pub fn quotient(a: Int, b: Int) -> Int {
    if b == 0 { Int::ZERO } else { a / b }
}

/// Remainder of the truncating division; 0 when dividing by zero.
#[must_use]
pub fn remainder(a: Int, b: Int) -> Int {
    if b == 0 { Int::ZERO } else { a % b }
}

/// `a` times two to the power `by` (no shift when negative), if within the limits.
#[must_use]
pub fn shift_left(a: Int, by: Int) -> Option<Int> {
    if a == 0 || by <= 0 {
        return Some(a);
    }
    if by > Int::from(INT_BITS) {
        return None;
    }
    a.checked_mul(power_of_two(by.as_u32())).and_then(limited)
}

/// `a` divided by two to the power `by`, rounded down (no shift when negative).
#[must_use]
pub fn shift_right(a: Int, by: Int) -> Int {
    if by <= 0 {
        a
    } else {
        a >> by.min(Int::from(255)).as_u32()
    }
}
