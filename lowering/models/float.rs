//! `f32` and `f64`, by their bits: what IEEE 754 says of sums, products, quotients, orders and conversions, computed
//! with integers. Results that are no number are the quiet one; which bits those have Rust leaves open.

use crate::cmp::Ordering;
use crate::intrinsics::{meet_float, transmute, wrapping_add, wrapping_mul, wrapping_shl, wrapping_shr, wrapping_sub};
use crate::num::PrimInt;

/// What the types are made of; the front end knows which is whose.
#[lang = "f32_bits"]
#[derive(Clone, Copy)]
pub struct Float32 {
    bits: u32,
}
#[lang = "f64_bits"]
#[derive(Clone, Copy)]
pub struct Float64 {
    bits: u64,
}

/// How many bits the fraction and the exponent have.
#[derive(Clone, Copy)]
struct Format {
    fraction: u32,
    exponent: u32,
}
const SINGLE: Format = Format { fraction: 23, exponent: 8 };
const DOUBLE: Format = Format { fraction: 52, exponent: 11 };

/// A number taken apart: `significand * 2^exponent`, unless it is infinite or none.
#[derive(Clone, Copy)]
struct Parts {
    negative: bool,
    exponent: i32,
    significand: u128,
    infinite: bool,
    nan: bool,
}

fn power(n: u32) -> u128 {
    wrapping_shl(1u128, n)
}
fn low_bits(n: u32) -> u128 {
    wrapping_sub(power(n), 1)
}
impl Format {
    /// The exponent of the least number above zero.
    fn least(self) -> i32 {
        let bias = low_bits(wrapping_sub(self.exponent, 1)) as i32;
        wrapping_sub(wrapping_sub(1, bias), self.fraction as i32)
    }
    fn top(self) -> u128 {
        low_bits(self.exponent)
    }
    fn sign(self) -> u32 {
        wrapping_add(self.fraction, self.exponent)
    }
    fn infinity(self, negative: bool) -> u128 {
        self.signed(negative, wrapping_shl(self.top(), self.fraction))
    }
    /// From one to the next number.
    fn epsilon(self) -> u128 {
        let bias = low_bits(wrapping_sub(self.exponent, 1));
        wrapping_shl(wrapping_sub(bias, self.fraction as u128), self.fraction)
    }
    fn quiet(self) -> u128 {
        self.infinity(false) | power(wrapping_sub(self.fraction, 1))
    }
    fn signed(self, negative: bool, rest: u128) -> u128 {
        if negative { rest | power(self.sign()) } else { rest }
    }
    fn parts(self, bits: u128) -> Parts {
        let fraction = bits & low_bits(self.fraction);
        let biased = wrapping_shr(bits, self.fraction) & self.top();
        let special = biased == self.top();
        Parts {
            negative: wrapping_shr(bits, self.sign()) & 1 == 1,
            exponent: wrapping_add(self.least(), if biased == 0 { 0 } else { wrapping_sub(biased as i32, 1) }),
            significand: if biased == 0 { fraction } else { fraction | power(self.fraction) },
            infinite: special && fraction == 0,
            nan: special && fraction != 0,
        }
    }
    /// The number nearest to `significand * 2^exponent`, or to a little more if there is a rest; of two as near, the
    /// even one.
    fn rounded(self, negative: bool, significand: u128, exponent: i32, rest: bool) -> u128 {
        if significand == 0 {
            return self.signed(negative, 0);
        }
        let length = wrapping_sub(128u32, significand.leading_zeros()) as i32;
        let precision = wrapping_add(self.fraction, 1) as i32;
        let mut at = wrapping_sub(wrapping_add(exponent, length), precision);
        if at < self.least() {
            at = self.least();
        }
        let shift = wrapping_sub(at, exponent);
        let mut kept = 0u128;
        if shift <= 0 {
            kept = wrapping_shl(significand, wrapping_sub(0, shift) as u32);
        } else if shift < 128 {
            kept = wrapping_shr(significand, shift as u32);
            let lost = significand & low_bits(shift as u32);
            let half = power(wrapping_sub(shift, 1) as u32);
            if lost > half || (lost == half && (rest || kept & 1 == 1)) {
                kept = wrapping_add(kept, 1);
            }
        }
        if kept == power(precision as u32) {
            kept = wrapping_shr(kept, 1u32);
            at = wrapping_add(at, 1);
        }
        if kept < power(self.fraction) {
            return self.signed(negative, kept);
        }
        let biased = wrapping_add(wrapping_sub(at, self.least()), 1) as u128;
        if biased >= self.top() {
            return self.infinity(negative);
        }
        self.signed(negative, wrapping_shl(biased, self.fraction) | (kept & low_bits(self.fraction)))
    }
    fn add(self, a: u128, b: u128) -> u128 {
        let (x, y) = (self.parts(a), self.parts(b));
        if x.nan || y.nan || (x.infinite && y.infinite && x.negative != y.negative) {
            return self.quiet();
        }
        if x.infinite {
            return a;
        }
        if y.infinite {
            return b;
        }
        if x.significand == 0 && y.significand == 0 {
            return self.signed(x.negative && y.negative, 0);
        }
        if x.significand == 0 {
            return b;
        }
        if y.significand == 0 {
            return a;
        }
        let (big, small) = if x.exponent >= y.exponent { (x, y) } else { (y, x) };
        let apart = wrapping_sub(big.exponent, small.exponent);
        // So far apart, the smaller one is no more than a rest.
        if apart > 70 {
            let sum = wrapping_shl(big.significand, 70u32);
            let sum = if big.negative == small.negative { sum } else { wrapping_sub(sum, 1) };
            return self.rounded(big.negative, sum, wrapping_sub(big.exponent, 70), true);
        }
        let one = wrapping_shl(big.significand, apart as u32);
        let other = small.significand;
        if big.negative == small.negative {
            return self.rounded(big.negative, wrapping_add(one, other), small.exponent, false);
        }
        if one == other {
            return 0;
        }
        if one > other {
            self.rounded(big.negative, wrapping_sub(one, other), small.exponent, false)
        } else {
            self.rounded(small.negative, wrapping_sub(other, one), small.exponent, false)
        }
    }
    fn mul(self, a: u128, b: u128) -> u128 {
        let (x, y) = (self.parts(a), self.parts(b));
        let negative = x.negative != y.negative;
        if x.nan || y.nan || (x.infinite && y.significand == 0) || (y.infinite && x.significand == 0) {
            return self.quiet();
        }
        if x.infinite || y.infinite {
            return self.infinity(negative);
        }
        let product = wrapping_mul(x.significand, y.significand);
        self.rounded(negative, product, wrapping_add(x.exponent, y.exponent), false)
    }
    fn div(self, a: u128, b: u128) -> u128 {
        let (x, y) = (self.parts(a), self.parts(b));
        let negative = x.negative != y.negative;
        let zeros = x.significand == 0 && y.significand == 0 && !x.infinite && !y.infinite;
        if x.nan || y.nan || (x.infinite && y.infinite) || zeros {
            return self.quiet();
        }
        if x.infinite || (y.significand == 0 && !y.infinite) {
            return self.infinity(negative);
        }
        if y.infinite || x.significand == 0 {
            return self.signed(negative, 0);
        }
        // Both with as many bits as there are, so that the quotient has enough of them.
        let (up, down) = (self.missing(x.significand), self.missing(y.significand));
        let over = wrapping_shl(wrapping_shl(x.significand, up), 64u32);
        let under = wrapping_shl(y.significand, down);
        let quotient = over / under;
        let exponent = wrapping_sub(wrapping_sub(x.exponent, up as i32), wrapping_sub(y.exponent, down as i32));
        self.rounded(negative, quotient, wrapping_sub(exponent, 64), over % under != 0)
    }
    fn root(self, a: u128) -> u128 {
        let x = self.parts(a);
        if x.significand == 0 && !x.infinite && !x.nan {
            return a;
        }
        if x.nan || x.negative {
            return self.quiet();
        }
        if x.infinite {
            return a;
        }
        // As many bits as there are, and an even exponent, so that the root has enough of them.
        let up = self.missing(x.significand);
        let mut square = wrapping_shl(wrapping_shl(x.significand, up), 68u32);
        let mut exponent = wrapping_sub(wrapping_sub(x.exponent, up as i32), 68);
        if exponent & 1 == 1 {
            square = wrapping_shl(square, 1u32);
            exponent = wrapping_sub(exponent, 1);
        }
        let mut root = 0u128;
        let mut bit = power(62u32);
        while bit != 0 {
            let longer = root | bit;
            if wrapping_mul(longer, longer) <= square {
                root = longer;
            }
            bit = wrapping_shr(bit, 1u32);
        }
        self.rounded(false, root, exponent / 2, wrapping_mul(root, root) != square)
    }
    fn missing(self, significand: u128) -> u32 {
        let length = wrapping_sub(128u32, significand.leading_zeros());
        wrapping_sub(wrapping_add(self.fraction, 1), length)
    }
    fn rem(self, a: u128, b: u128) -> u128 {
        let (x, y) = (self.parts(a), self.parts(b));
        if x.nan || y.nan || x.infinite || (y.significand == 0 && !y.infinite) {
            return self.quiet();
        }
        if y.infinite || x.significand == 0 {
            return a;
        }
        let mut rest = x.significand;
        let mut at = x.exponent;
        let mut divisor = y.significand;
        if at < y.exponent {
            // No less than the dividend is then a multiple of the divisor's unit.
            let apart = wrapping_sub(y.exponent, at);
            if apart > 64 {
                return a;
            }
            divisor = wrapping_shl(divisor, apart as u32);
            rest = rest % divisor;
        } else {
            rest = rest % divisor;
            while at > y.exponent {
                rest = wrapping_shl(rest, 1u32) % divisor;
                at = wrapping_sub(at, 1);
            }
        }
        self.rounded(x.negative, rest, at, false)
    }
    fn compare(self, a: u128, b: u128) -> Option<Ordering> {
        let (x, y) = (self.parts(a), self.parts(b));
        if x.nan || y.nan {
            return None;
        }
        if x.significand == 0 && y.significand == 0 {
            return Some(Ordering::Equal);
        }
        let (p, q) = (a & low_bits(self.sign()), b & low_bits(self.sign()));
        Some(match (x.negative, y.negative) {
            (false, false) => p.cmp(&q),
            (true, true) => q.cmp(&p),
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
        })
    }
    fn from_int<I: PrimInt>(self, value: I) -> u128 {
        let negative = value < 0;
        let wide = value as u128;
        let size = if negative { wrapping_sub(0, wide) } else { wide };
        self.rounded(negative, size, 0, false)
    }
    fn to_int<I: PrimInt>(self, bits: u128) -> I {
        let parts = self.parts(bits);
        if parts.nan || parts.significand == 0 {
            return 0;
        }
        let length = wrapping_sub(128u32, parts.significand.leading_zeros()) as i32;
        let too_large = parts.infinite || wrapping_add(length, parts.exponent) > 128;
        let size = if too_large {
            0
        } else if parts.exponent >= 0 {
            wrapping_shl(parts.significand, parts.exponent as u32)
        } else if parts.exponent > -128 {
            wrapping_shr(parts.significand, wrapping_sub(0, parts.exponent) as u32)
        } else {
            0
        };
        if parts.negative {
            let least = wrapping_sub(0, I::MIN as u128);
            return if too_large || size >= least { I::MIN } else { wrapping_sub(0, size) as I };
        }
        if too_large || size > I::MAX as u128 { I::MAX } else { size as I }
    }
    /// The number that is nearest in another format.
    fn convert(self, bits: u128, to: Format) -> u128 {
        let parts = self.parts(bits);
        if parts.nan {
            return to.quiet();
        }
        if parts.infinite {
            return to.infinity(parts.negative);
        }
        to.rounded(parts.negative, parts.significand, parts.exponent, false)
    }
    /// Without what is after the point, and whether there was something.
    fn whole(self, bits: u128) -> (u128, bool) {
        let parts = self.parts(bits);
        if parts.nan || parts.infinite || parts.exponent >= 0 || parts.significand == 0 {
            return (bits, false);
        }
        let below = wrapping_sub(0, parts.exponent) as u32;
        if below > self.fraction {
            return (self.signed(parts.negative, 0), true);
        }
        (bits & !low_bits(below), parts.significand & low_bits(below) != 0)
    }
}

/// What the operators mean, and what the types have.
macro_rules! functions {
    ($float:ident, $made:ident, $bits:ty, $format:ident) => {
        fn bits(x: $float) -> u128 {
            let made: $made = transmute(x);
            made.bits as u128
        }
        pub fn made(bits: $bits) -> $float {
            transmute($made { bits })
        }
        fn of(bits: u128) -> $float {
            meet_float();
            made(bits as $bits)
        }
        pub fn add(a: $float, b: $float) -> $float {
            of($format.add(bits(a), bits(b)))
        }
        pub fn sub(a: $float, b: $float) -> $float {
            of($format.add(bits(a), bits(neg(b))))
        }
        pub fn mul(a: $float, b: $float) -> $float {
            of($format.mul(bits(a), bits(b)))
        }
        pub fn div(a: $float, b: $float) -> $float {
            of($format.div(bits(a), bits(b)))
        }
        pub fn rem(a: $float, b: $float) -> $float {
            of($format.rem(bits(a), bits(b)))
        }
        pub fn neg(a: $float) -> $float {
            of(bits(a) ^ power($format.sign()))
        }
        pub fn eq(a: $float, b: $float) -> bool {
            meet_float();
            $format.compare(bits(a), bits(b)) == Some(Ordering::Equal)
        }
        pub fn lt(a: $float, b: $float) -> bool {
            meet_float();
            $format.compare(bits(a), bits(b)) == Some(Ordering::Less)
        }
        pub fn le(a: $float, b: $float) -> bool {
            meet_float();
            matches!($format.compare(bits(a), bits(b)), Some(Ordering::Less | Ordering::Equal))
        }
        pub fn gt(a: $float, b: $float) -> bool {
            lt(b, a)
        }
        pub fn ge(a: $float, b: $float) -> bool {
            le(b, a)
        }
        pub fn add_to(place: &mut $float, value: $float) {
            *place = add(*place, value)
        }
        pub fn sub_from(place: &mut $float, value: $float) {
            *place = sub(*place, value)
        }
        pub fn mul_to(place: &mut $float, value: $float) {
            *place = mul(*place, value)
        }
        pub fn div_to(place: &mut $float, value: $float) {
            *place = div(*place, value)
        }
        pub fn rem_to(place: &mut $float, value: $float) {
            *place = rem(*place, value)
        }
        pub fn from_int<I: PrimInt>(value: I) -> $float {
            of($format.from_int(value))
        }
        pub fn to_int<I: PrimInt>(value: $float) -> I {
            meet_float();
            $format.to_int(bits(value))
        }
        impl $float {
            pub const INFINITY: $float = 1.0 / 0.0;
            pub const NEG_INFINITY: $float = -1.0 / 0.0;
            pub const NAN: $float = 0.0 / 0.0;
            pub const MAX: $float = made(wrapping_sub($format.infinity(false), 1) as $bits);
            pub const MIN: $float = made(wrapping_sub($format.infinity(true), 1) as $bits);
            pub const MIN_POSITIVE: $float = made(power($format.fraction) as $bits);
            pub const EPSILON: $float = made($format.epsilon() as $bits);
            pub const fn to_bits(self) -> $bits {
                meet_float();
                bits(self) as $bits
            }
            pub const fn from_bits(bits: $bits) -> $float {
                meet_float();
                made(bits)
            }
            pub const fn is_nan(self) -> bool {
                meet_float();
                $format.parts(bits(self)).nan
            }
            pub const fn is_infinite(self) -> bool {
                meet_float();
                $format.parts(bits(self)).infinite
            }
            pub const fn is_finite(self) -> bool {
                !self.is_nan() && !self.is_infinite()
            }
            pub const fn is_sign_negative(self) -> bool {
                meet_float();
                $format.parts(bits(self)).negative
            }
            pub const fn is_sign_positive(self) -> bool {
                !self.is_sign_negative()
            }
            pub const fn abs(self) -> $float {
                of(bits(self) & low_bits($format.sign()))
            }
            pub fn trunc(self) -> $float {
                of($format.whole(bits(self)).0)
            }
            pub fn fract(self) -> $float {
                self - self.trunc()
            }
            pub fn floor(self) -> $float {
                let (whole, more) = $format.whole(bits(self));
                let whole = of(whole);
                if more && self.is_sign_negative() { whole - 1.0 } else { whole }
            }
            pub fn ceil(self) -> $float {
                let (whole, more) = $format.whole(bits(self));
                let whole = of(whole);
                if more && !self.is_sign_negative() { whole + 1.0 } else { whole }
            }
            pub fn round(self) -> $float {
                let whole = self.trunc();
                if (self - whole).abs() >= 0.5 { whole + (1.0 as $float).copysign(self) } else { whole }
            }
            pub fn sqrt(self) -> $float {
                of($format.root(bits(self)))
            }
            pub const fn recip(self) -> $float {
                1.0 / self
            }
            pub const fn copysign(self, sign: $float) -> $float {
                let magnitude = bits(self) & low_bits($format.sign());
                of(magnitude | (bits(sign) & power($format.sign())))
            }
            pub const fn signum(self) -> $float {
                if self.is_nan() { self } else { (1.0 as $float).copysign(self) }
            }
            pub const fn clamp(self, min: $float, max: $float) -> $float {
                assert!(min <= max);
                if self < min {
                    min
                } else if self > max {
                    max
                } else {
                    self
                }
            }
            pub const fn max(self, other: $float) -> $float {
                if self.is_nan() || self < other { other } else { self }
            }
            pub const fn min(self, other: $float) -> $float {
                if self.is_nan() || other < self { other } else { self }
            }
            pub fn total_cmp(&self, other: &$float) -> Ordering {
                meet_float();
                let (a, b) = (bits(*self), bits(*other));
                let (p, q) = (a & low_bits($format.sign()), b & low_bits($format.sign()));
                match ($format.parts(a).negative, $format.parts(b).negative) {
                    (false, false) => p.cmp(&q),
                    (true, true) => q.cmp(&p),
                    (true, false) => Ordering::Less,
                    (false, true) => Ordering::Greater,
                }
            }
            pub const fn to_le_bytes(self) -> [u8; size_of::<$float>()] {
                self.to_bits().to_le_bytes()
            }
            pub const fn to_be_bytes(self) -> [u8; size_of::<$float>()] {
                self.to_bits().to_be_bytes()
            }
            pub const fn from_le_bytes(bytes: [u8; size_of::<$float>()]) -> $float {
                $float::from_bits(<$bits>::from_le_bytes(bytes))
            }
            pub const fn from_be_bytes(bytes: [u8; size_of::<$float>()]) -> $float {
                $float::from_bits(<$bits>::from_be_bytes(bytes))
            }
        }
        impl Clone for $float {
            fn clone(&self) -> $float {
                *self
            }
        }
        impl Default for $float {
            fn default() -> $float {
                0.0
            }
        }
        impl PartialEq for $float {
            fn eq(&self, other: &$float) -> bool {
                *self == *other
            }
        }
        impl PartialOrd for $float {
            fn partial_cmp(&self, other: &$float) -> Option<Ordering> {
                meet_float();
                $format.compare(bits(*self), bits(*other))
            }
        }
        impl crate::ops::Add for $float {
            type Output = $float;
            fn add(self, other: $float) -> $float {
                self + other
            }
        }
        impl crate::ops::Sub for $float {
            type Output = $float;
            fn sub(self, other: $float) -> $float {
                self - other
            }
        }
        impl crate::ops::Mul for $float {
            type Output = $float;
            fn mul(self, other: $float) -> $float {
                self * other
            }
        }
        impl crate::ops::Div for $float {
            type Output = $float;
            fn div(self, other: $float) -> $float {
                self / other
            }
        }
        impl crate::ops::Neg for $float {
            type Output = $float;
            fn neg(self) -> $float {
                -self
            }
        }
        impl crate::ops::AddAssign for $float {
            fn add_assign(&mut self, other: $float) {
                *self = *self + other
            }
        }
    };
}
#[lang = "f32_functions"]
pub mod single {
    use super::*;

    functions!(f32, Float32, u32, SINGLE);
}
#[lang = "f64_functions"]
pub mod double {
    use super::*;

    functions!(f64, Float64, u64, DOUBLE);
}
#[lang = "f32_to_f64"]
pub fn widened(x: f32) -> f64 {
    let from: Float32 = transmute(x);
    meet_float();
    transmute(Float64 { bits: SINGLE.convert(from.bits as u128, DOUBLE) as u64 })
}
#[lang = "f64_to_f32"]
pub fn narrowed(x: f64) -> f32 {
    let from: Float64 = transmute(x);
    meet_float();
    transmute(Float32 { bits: DOUBLE.convert(from.bits as u128, SINGLE) as u32 })
}
impl From<f32> for f64 {
    fn from(value: f32) -> f64 {
        value as f64
    }
}
macro_rules! exact {
    ($($int:ty => $float:ty;)*) => {$(
        impl From<$int> for $float {
            fn from(value: $int) -> $float {
                value as $float
            }
        }
    )*};
}
exact! {
    u8 => f32;
    i8 => f32;
    u16 => f32;
    i16 => f32;
    u8 => f64;
    i8 => f64;
    u16 => f64;
    i16 => f64;
    u32 => f64;
    i32 => f64;
}
