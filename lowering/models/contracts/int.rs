//! The integers of specifications: any size, and what machine integers have that means the same here.

/// The integers of specifications.
#[lang = "int"]
#[derive(Clone, Copy)]
pub struct Int;

/// What machine integers have that means the same here.
impl Int {
    #[model]
    pub fn min(self, other: Int) -> Int {
        if other < self { other } else { self }
    }
    #[model]
    pub fn max(self, other: Int) -> Int {
        if other >= self { other } else { self }
    }
    #[model]
    pub fn clamp(self, low: Int, high: Int) -> Int {
        if low > high {
            core::intrinsics::panic_explicit("assertion failed: min <= max")
        } else if self < low {
            low
        } else if self > high {
            high
        } else {
            self
        }
    }
    #[model]
    pub fn abs(self) -> Int {
        if self < 0 { -self } else { self }
    }
    #[model]
    pub fn signum(self) -> Int {
        if self < 0 { -1 } else if self > 0 { 1 } else { 0 }
    }
    #[model]
    pub fn rem_euclid(self, by: Int) -> Int {
        let rest = self % by;
        if rest < 0 { rest + by.abs() } else { rest }
    }
    #[model]
    pub fn div_euclid(self, by: Int) -> Int {
        (self - self.rem_euclid(by)) / by
    }
    /// Rounded towards the larger number.
    #[model]
    pub fn div_ceil(self, by: Int) -> Int {
        let (quotient, rest) = (self / by, self % by);
        if rest != 0 && (rest > 0) == (by > 0) { quotient + 1 } else { quotient }
    }
    /// By squaring, so that as many rounds are enough as the exponent has bits.
    #[model]
    pub fn pow(self, exponent: Int) -> Int {
        if exponent < 0 {
            core::intrinsics::panic_explicit("a negative exponent")
        } else if exponent == 0 {
            1
        } else {
            let half = self.pow(exponent / 2);
            if exponent % 2 == 0 { half * half } else { half * half * self }
        }
    }
    #[model]
    pub fn abs_diff(self, other: Int) -> Int {
        (self - other).abs()
    }
    #[model]
    pub fn is_positive(self) -> bool {
        self > 0
    }
    #[model]
    pub fn is_negative(self) -> bool {
        self < 0
    }
    #[model]
    pub fn is_multiple_of(self, of: Int) -> bool {
        if of == 0 { self == 0 } else { self % of == 0 }
    }
    #[model]
    pub fn is_power_of_two(self) -> bool {
        self > 0 && self & (self - 1) == 0
    }
    // Nothing overflows, so what is checked is there.
    #[model]
    pub fn checked_add(self, other: Int) -> Option<Int> {
        Some(self + other)
    }
    #[model]
    pub fn checked_sub(self, other: Int) -> Option<Int> {
        Some(self - other)
    }
    #[model]
    pub fn checked_mul(self, other: Int) -> Option<Int> {
        Some(self * other)
    }
    #[model]
    pub fn checked_div(self, by: Int) -> Option<Int> {
        if by == 0 { None } else { Some(self / by) }
    }
    #[model]
    pub fn checked_rem(self, by: Int) -> Option<Int> {
        if by == 0 { None } else { Some(self % by) }
    }
}

impl PartialEq for Int {
    #[model]
    fn eq(&self, other: &Int) -> bool {
        *self == *other
    }
}
impl Eq for Int {}
impl PartialOrd for Int {
    #[model]
    fn partial_cmp(&self, other: &Int) -> Option<core::cmp::Ordering> {
        Some(self.cmp(other))
    }
    #[model]
    fn lt(&self, other: &Int) -> bool {
        *self < *other
    }
    #[model]
    fn le(&self, other: &Int) -> bool {
        *self <= *other
    }
    #[model]
    fn gt(&self, other: &Int) -> bool {
        *self > *other
    }
    #[model]
    fn ge(&self, other: &Int) -> bool {
        *self >= *other
    }
}
impl Ord for Int {
    #[model]
    fn cmp(&self, other: &Int) -> core::cmp::Ordering {
        if *self < *other {
            core::cmp::Ordering::Less
        } else if *self == *other {
            core::cmp::Ordering::Equal
        } else {
            core::cmp::Ordering::Greater
        }
    }
}
/// Whether the machine type has the number.
impl<I: core::num::PrimInt> TryFrom<Int> for I {
    type Error = core::convert::TryFromIntError;
    #[model]
    fn try_from(value: Int) -> Result<I, core::convert::TryFromIntError> {
        let narrowed = value as I;
        if narrowed as Int == value {
            Ok(narrowed)
        } else {
            Err(core::convert::TryFromIntError(()))
        }
    }
}

impl<I: core::num::PrimInt> core::convert::From<I> for Int {
    #[model]
    fn from(value: I) -> Int {
        value as Int
    }
}

/// A mathematical integer as a machine one; where it does not fit, the clause is not well defined.
#[lang = "narrow"]
pub fn narrow<I: core::num::PrimInt>(value: Int) -> I {
    let narrowed = value as I;
    if narrowed as Int == value {
        narrowed
    } else {
        core::intrinsics::panic_overflow("the integer does not fit its machine type")
    }
}

/// `a << by`, which loses nothing.
#[lang = "spec_shl"]
#[model]
fn shl(a: Int, by: Int) -> Int {
    a * power_of_two(by)
}
/// `a >> by`, towards the smaller number.
#[lang = "spec_shr"]
#[model]
fn shr(a: Int, by: Int) -> Int {
    let power = power_of_two(by);
    if a >= 0 { a / power } else { -((power - 1 - a) / power) }
}
/// `a >> by` of a machine integer.
#[lang = "spec_machine_shr"]
#[model]
fn machine_shr<I: core::num::PrimInt>(a: I, by: Int) -> I {
    if by < 0 || by > 127 {
        core::intrinsics::panic_overflow("a shift by that many bits")
    } else if by < I::BITS {
        core::intrinsics::wrapping_shr(a, narrow::<u32>(by))
    } else {
        let rest: Int = if a < 0 { -1 } else { 0 };
        narrow::<I>(rest)
    }
}
// Bits of integers of any size, as far as they fit the largest machine type.
#[lang = "spec_bit_and"]
#[model]
fn bit_and(a: Int, b: Int) -> Int {
    (narrow::<i128>(a) & narrow::<i128>(b)) as Int
}
#[lang = "spec_bit_or"]
#[model]
fn bit_or(a: Int, b: Int) -> Int {
    (narrow::<i128>(a) | narrow::<i128>(b)) as Int
}
#[lang = "spec_bit_xor"]
#[model]
fn bit_xor(a: Int, b: Int) -> Int {
    (narrow::<i128>(a) ^ narrow::<i128>(b)) as Int
}
/// Defined where a machine integer can be shifted by so many bits.
#[model]
fn power_of_two(n: Int) -> Int {
    if n < 0 || n > 127 {
        core::intrinsics::panic_overflow("a shift by that many bits")
    } else {
        let (n, power) = if n >= 64 { (n - 64, 18446744073709551616) } else { (n, 1) };
        let (n, power) = if n >= 32 { (n - 32, power * 4294967296) } else { (n, power) };
        let (n, power) = if n >= 16 { (n - 16, power * 65536) } else { (n, power) };
        let (n, power) = if n >= 8 { (n - 8, power * 256) } else { (n, power) };
        let (n, power) = if n >= 4 { (n - 4, power * 16) } else { (n, power) };
        let (n, power) = if n >= 2 { (n - 2, power * 4) } else { (n, power) };
        if n == 1 { power * 2 } else { power }
    }
}
