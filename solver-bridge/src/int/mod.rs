//! Exact integers of any size, and the few facts about them that both encodings need.
//!
//! Almost all numbers of a problem fit a machine word or two, so those are kept inline and computed with
//! directly; what does not fit is shared behind a pointer.

mod ops;

use ethnum::I256;
use num_bigint::BigInt;
use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// The number type of the logic: exact, of any size. Made from the integers of Rust and from text.
///
/// ```
/// use solver_bridge::Int;
///
/// let large = Int::from(u128::MAX) * Int::from(10) + 1;
/// assert_eq!(large.to_string(), "3402823669209384634633746074317682114551");
/// assert_eq!("3402823669209384634633746074317682114551".parse(), Ok(large.clone()));
/// assert!(large > u64::MAX && i128::try_from(&large).is_err());
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Int(Repr);

/// A number has one representation: the small one if it fits.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Repr {
    Small(i128),
    Large(Arc<BigInt>),
}

/// Numbers of more bits than this are refused, so that a mistaken shift does not eat all memory.
pub const WIDTH_LIMIT: u32 = 1 << 20;

impl Int {
    /// 0
    pub const ZERO: Self = Self::new(0);
    /// 1
    pub const ONE: Self = Self::new(1);
    /// -1
    pub const MINUS_ONE: Self = Self::new(-1);

    /// A number known when compiling.
    #[must_use]
    pub const fn new(value: i128) -> Self {
        Self(Repr::Small(value))
    }

    fn large(value: BigInt) -> Self {
        match i128::try_from(&value) {
            Ok(value) => Self::new(value),
            Err(_) => Self(Repr::Large(Arc::new(value))),
        }
    }

    fn to_large(&self) -> BigInt {
        match &self.0 {
            Repr::Small(value) => BigInt::from(*value),
            Repr::Large(value) => BigInt::clone(value),
        }
    }

    /// Whether it is below zero.
    #[must_use]
    pub fn is_negative(&self) -> bool {
        *self < 0
    }
}

impl Default for Int {
    fn default() -> Self {
        Self::ZERO
    }
}

impl Ord for Int {
    fn cmp(&self, other: &Self) -> Ordering {
        match (&self.0, &other.0) {
            (Repr::Small(a), Repr::Small(b)) => a.cmp(b),
            (Repr::Large(a), Repr::Large(b)) => a.cmp(b),
            // What is not small is beyond everything that is.
            (Repr::Small(_), Repr::Large(b)) if is_negative(b) => Ordering::Greater,
            (Repr::Small(_), Repr::Large(_)) => Ordering::Less,
            (Repr::Large(a), Repr::Small(_)) if is_negative(a) => Ordering::Less,
            (Repr::Large(_), Repr::Small(_)) => Ordering::Greater,
        }
    }
}

fn is_negative(value: &BigInt) -> bool {
    value.sign() == num_bigint::Sign::Minus
}

impl PartialOrd for Int {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Int {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Repr::Small(value) => value.fmt(f),
            Repr::Large(value) => value.fmt(f),
        }
    }
}

impl fmt::Debug for Int {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Text that is no decimal number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("not a decimal number")]
pub struct NotANumber;

impl FromStr for Int {
    type Err = NotANumber;

    fn from_str(text: &str) -> Result<Self, NotANumber> {
        match text.parse() {
            Ok(value) => Ok(Self::new(value)),
            Err(_) => text.parse().map(Self::large).map_err(|_| NotANumber),
        }
    }
}

/// A number that does not fit the type it is turned into.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0} is out of range")]
pub struct DoesNotFit(pub Int);

macro_rules! convert {
    ($($small:ty),*) => {$(
        impl From<$small> for Int {
            fn from(value: $small) -> Self {
                Self::new(i128::from(value))
            }
        }
        convert!(compare $small);
        convert!(back $small);
    )*};
    (compare $small:ty) => {
        impl PartialEq<$small> for Int {
            fn eq(&self, other: &$small) -> bool {
                self.partial_cmp(other) == Some(Ordering::Equal)
            }
        }
        impl PartialOrd<$small> for Int {
            fn partial_cmp(&self, other: &$small) -> Option<Ordering> {
                self.partial_cmp(&Self::from(*other))
            }
        }
    };
    (back $small:ty) => {
        impl TryFrom<&Int> for $small {
            type Error = DoesNotFit;

            fn try_from(value: &Int) -> Result<Self, DoesNotFit> {
                let fits = match &value.0 {
                    Repr::Small(value) => Self::try_from(*value).ok(),
                    Repr::Large(value) => Self::try_from(&**value).ok(),
                };
                fits.ok_or_else(|| DoesNotFit(value.clone()))
            }
        }
    };
}

convert!(i8, i16, i32, i64, i128, u8, u16, u32, u64);
convert!(compare u128);
convert!(back u128);
convert!(compare usize);
convert!(back usize);

impl From<u128> for Int {
    fn from(value: u128) -> Self {
        match i128::try_from(value) {
            Ok(value) => Self::new(value),
            Err(_) => Self::large(BigInt::from(value)),
        }
    }
}

impl From<&Int> for Int {
    fn from(value: &Int) -> Self {
        value.clone()
    }
}

impl From<usize> for Int {
    fn from(value: usize) -> Self {
        Self::from(value as u128)
    }
}

impl From<I256> for Int {
    fn from(value: I256) -> Self {
        match i128::try_from(value) {
            Ok(value) => Self::new(value),
            Err(_) => Self::large(BigInt::from_signed_bytes_le(&value.to_le_bytes())),
        }
    }
}

impl TryFrom<&Int> for I256 {
    type Error = DoesNotFit;

    fn try_from(value: &Int) -> Result<Self, DoesNotFit> {
        match &value.0 {
            Repr::Small(value) => Ok(Self::new(*value)),
            Repr::Large(large) => {
                let bytes = large.to_signed_bytes_le();
                if bytes.len() > 32 {
                    return Err(DoesNotFit(value.clone()));
                }
                let sign = if is_negative(large) { 0xff } else { 0 };
                let mut all = [sign; 32];
                all[..bytes.len()].copy_from_slice(&bytes);
                Ok(Self::from_le_bytes(all))
            }
        }
    }
}

/// Two to the power of `exponent`.
#[must_use]
pub fn power_of_two(exponent: u32) -> Int {
    Int::ONE << exponent
}

/// `value`, if it has no more bits than a number may have.
#[must_use]
pub fn limited(value: Int) -> Option<Int> {
    (signed_width(&value) <= WIDTH_LIMIT).then_some(value)
}

/// The width of the shortest two's-complement representation of `value`, sign bit included.
#[must_use]
pub fn signed_width(value: &Int) -> u32 {
    match &value.0 {
        Repr::Small(value) => {
            let magnitude = if *value < 0 { !*value } else { *value };
            129 - magnitude.leading_zeros()
        }
        Repr::Large(large) => {
            // The magnitude of a negative number is that of its complement plus one.
            let magnitude = if is_negative(large) {
                (&**large + 1_i32).bits()
            } else {
                large.bits()
            };
            u32::try_from(magnitude + 1).unwrap_or(u32::MAX)
        }
    }
}

/// The width of the shortest two's-complement representation of all of `low..=high`.
#[must_use]
pub fn range_width(low: &Int, high: &Int) -> u32 {
    signed_width(low).max(signed_width(high))
}

/// Bit `position` of the infinite two's-complement representation of `value`.
#[must_use]
pub fn bit(value: &Int, position: u32) -> bool {
    match &value.0 {
        Repr::Small(value) => (value >> position.min(127)) & 1 == 1,
        Repr::Large(value) => value.bit(u64::from(position)),
    }
}

/// The limits of the machine type of `width` bits.
#[must_use]
pub fn machine_range(width: u32, signed: bool) -> (Int, Int) {
    if signed {
        let half = power_of_two(width - 1);
        (-&half, half - 1)
    } else {
        (Int::ZERO, power_of_two(width) - 1)
    }
}

/// Reduction of `value` to the machine type of `width` bits.
#[must_use]
pub fn wrap(value: &Int, width: u32, signed: bool) -> Int {
    let low = value & &(power_of_two(width) - 1);
    if signed && bit(&low, width - 1) {
        low - power_of_two(width)
    } else {
        low
    }
}

/// Truncating quotient; 0 when dividing by zero.
#[must_use]
pub fn quotient(a: &Int, b: &Int) -> Int {
    match (&a.0, &b.0) {
        (_, Repr::Small(0)) => Int::ZERO,
        // The least number by minus one does not fit.
        (Repr::Small(a), Repr::Small(b)) if *b != -1 => Int::new(a / b),
        _ => Int::large(a.to_large() / b.to_large()),
    }
}

/// Remainder of the truncating division; 0 when dividing by zero.
#[must_use]
pub fn remainder(a: &Int, b: &Int) -> Int {
    match (&a.0, &b.0) {
        (_, Repr::Small(0 | -1)) => Int::ZERO,
        (Repr::Small(a), Repr::Small(b)) => Int::new(a % b),
        _ => Int::large(a.to_large() % b.to_large()),
    }
}

/// `a` times two to the power `by` (no shift when negative), if it is not too large.
#[must_use]
pub fn shift_left(a: &Int, by: &Int) -> Option<Int> {
    if *a == 0 || *by <= 0 {
        return Some(a.clone());
    }
    let by = u32::try_from(by).ok().filter(|by| *by < WIDTH_LIMIT)?;
    limited(a.clone() << by)
}

/// `a` divided by two to the power `by`, rounded down (no shift when negative).
#[must_use]
pub fn shift_right(a: &Int, by: &Int) -> Int {
    if *by <= 0 {
        a.clone()
    } else {
        a.clone() >> u32::try_from(by).unwrap_or(u32::MAX)
    }
}

#[cfg(test)]
mod tests;
