//! Integers: one impl for all of them, checked for the type at hand.

use crate::intrinsics;

/// The machine integers; the front end knows which types they are.
#[lang = "PrimInt"]
pub trait PrimInt {}

impl<I: PrimInt> I {
    #[intrinsic = "int_max"]
    pub const MAX: I = 0;
    #[intrinsic = "int_min"]
    pub const MIN: I = 0;
    #[intrinsic = "int_bits"]
    pub const BITS: u32 = 0;

    pub fn wrapping_add(self, rhs: I) -> I {
        intrinsics::wrapping_add(self, rhs)
    }
    pub fn wrapping_sub(self, rhs: I) -> I {
        intrinsics::wrapping_sub(self, rhs)
    }
    pub fn wrapping_mul(self, rhs: I) -> I {
        intrinsics::wrapping_mul(self, rhs)
    }
    pub fn wrapping_div(self, rhs: I) -> I {
        if rhs == 0 {
            intrinsics::panic_division_by_zero("attempt to divide by zero")
        }
        intrinsics::wrapping_div(self, rhs)
    }
    pub fn wrapping_rem(self, rhs: I) -> I {
        if rhs == 0 {
            intrinsics::panic_division_by_zero(
                "attempt to calculate the remainder with a divisor of zero",
            )
        }
        intrinsics::wrapping_rem(self, rhs)
    }
    pub fn wrapping_div_euclid(self, rhs: I) -> I {
        if rhs != 0 && intrinsics::overflows_div(self, rhs) { self } else { self.div_euclid(rhs) }
    }
    pub fn unbounded_shl(self, rhs: u32) -> I {
        if rhs < I::BITS { intrinsics::wrapping_shl(self, rhs) } else { 0 }
    }
    pub fn unbounded_shr(self, rhs: u32) -> I {
        if rhs < I::BITS {
            intrinsics::wrapping_shr(self, rhs)
        } else if self < 0 {
            intrinsics::wrapping_sub(0, 1)
        } else {
            0
        }
    }
    pub fn wrapping_neg(self) -> I {
        intrinsics::wrapping_sub(0, self)
    }
    pub fn wrapping_shl(self, rhs: u32) -> I {
        intrinsics::wrapping_shl(self, rhs)
    }
    pub fn wrapping_shr(self, rhs: u32) -> I {
        intrinsics::wrapping_shr(self, rhs)
    }
    pub fn checked_add(self, rhs: I) -> Option<I> {
        if intrinsics::overflows_add(self, rhs) {
            None
        } else {
            Some(intrinsics::wrapping_add(self, rhs))
        }
    }
    pub fn checked_sub(self, rhs: I) -> Option<I> {
        if intrinsics::overflows_sub(self, rhs) {
            None
        } else {
            Some(intrinsics::wrapping_sub(self, rhs))
        }
    }
    pub fn checked_mul(self, rhs: I) -> Option<I> {
        if intrinsics::overflows_mul(self, rhs) {
            None
        } else {
            Some(intrinsics::wrapping_mul(self, rhs))
        }
    }
    pub fn checked_div(self, rhs: I) -> Option<I> {
        if rhs == 0 || intrinsics::overflows_div(self, rhs) {
            None
        } else {
            Some(intrinsics::wrapping_div(self, rhs))
        }
    }
    pub fn checked_rem(self, rhs: I) -> Option<I> {
        if rhs == 0 || intrinsics::overflows_rem(self, rhs) {
            None
        } else {
            Some(intrinsics::wrapping_rem(self, rhs))
        }
    }
    pub fn checked_neg(self) -> Option<I> {
        if intrinsics::overflows_sub(0, self) {
            None
        } else {
            Some(intrinsics::wrapping_sub(0, self))
        }
    }
    pub fn checked_shl(self, rhs: u32) -> Option<I> {
        if intrinsics::overflows_shl(self, rhs) {
            None
        } else {
            Some(intrinsics::wrapping_shl(self, rhs))
        }
    }
    pub fn checked_shr(self, rhs: u32) -> Option<I> {
        if intrinsics::overflows_shr(self, rhs) {
            None
        } else {
            Some(intrinsics::wrapping_shr(self, rhs))
        }
    }
    pub fn overflowing_add(self, rhs: I) -> (I, bool) {
        (
            intrinsics::wrapping_add(self, rhs),
            intrinsics::overflows_add(self, rhs),
        )
    }
    pub fn overflowing_sub(self, rhs: I) -> (I, bool) {
        (
            intrinsics::wrapping_sub(self, rhs),
            intrinsics::overflows_sub(self, rhs),
        )
    }
    pub fn overflowing_mul(self, rhs: I) -> (I, bool) {
        (
            intrinsics::wrapping_mul(self, rhs),
            intrinsics::overflows_mul(self, rhs),
        )
    }
    pub fn saturating_add(self, rhs: I) -> I {
        if !intrinsics::overflows_add(self, rhs) {
            intrinsics::wrapping_add(self, rhs)
        } else if rhs < 0 {
            I::MIN
        } else {
            I::MAX
        }
    }
    pub fn saturating_sub(self, rhs: I) -> I {
        if !intrinsics::overflows_sub(self, rhs) {
            intrinsics::wrapping_sub(self, rhs)
        } else if rhs < 0 {
            I::MAX
        } else {
            I::MIN
        }
    }
    pub fn saturating_mul(self, rhs: I) -> I {
        if !intrinsics::overflows_mul(self, rhs) {
            intrinsics::wrapping_mul(self, rhs)
        } else if (self < 0) == (rhs < 0) {
            I::MAX
        } else {
            I::MIN
        }
    }
    // Powers are made by squaring, as std does: it takes 32 rounds at most.
    pub fn pow(self, exp: u32) -> I {
        if exp == 0 {
            return 1;
        }
        let mut left = exp;
        let mut base = self;
        let mut result: I = 1;
        loop {
            if left % 2 == 1 {
                result = result * base;
                if left == 1 {
                    return result;
                }
            }
            left = left / 2;
            base = base * base;
        }
    }
    pub fn checked_pow(self, exp: u32) -> Option<I> {
        if exp == 0 {
            return Some(1);
        }
        let mut left = exp;
        let mut base = self;
        let mut result: I = 1;
        loop {
            if left % 2 == 1 {
                result = result.checked_mul(base)?;
                if left == 1 {
                    return Some(result);
                }
            }
            left = left / 2;
            base = base.checked_mul(base)?;
        }
    }
    pub fn overflowing_pow(self, exp: u32) -> (I, bool) {
        if exp == 0 {
            return (1, false);
        }
        let mut left = exp;
        let mut base = self;
        let mut result: I = 1;
        let mut overflowed = false;
        loop {
            if left % 2 == 1 {
                overflowed = overflowed | intrinsics::overflows_mul(result, base);
                result = intrinsics::wrapping_mul(result, base);
                if left == 1 {
                    return (result, overflowed);
                }
            }
            left = left / 2;
            overflowed = overflowed | intrinsics::overflows_mul(base, base);
            base = intrinsics::wrapping_mul(base, base);
        }
    }
    pub fn wrapping_pow(self, exp: u32) -> I {
        self.overflowing_pow(exp).0
    }
    pub fn abs(self) -> I {
        if self < 0 { -self } else { self }
    }
    pub fn signum(self) -> I {
        if self < 0 {
            -1
        } else if self == 0 {
            0
        } else {
            1
        }
    }
    pub fn is_positive(self) -> bool {
        self > 0
    }
    pub fn is_negative(self) -> bool {
        self < 0
    }
    pub fn rem_euclid(self, rhs: I) -> I {
        let rest = self % rhs;
        if rest < 0 {
            intrinsics::wrapping_add(rest, rhs.wrapping_abs())
        } else {
            rest
        }
    }
    pub fn wrapping_abs(self) -> I {
        if self < 0 {
            intrinsics::wrapping_sub(0, self)
        } else {
            self
        }
    }
    pub fn is_power_of_two(self) -> bool {
        self != 0 && self & intrinsics::wrapping_sub(self, 1) == 0
    }
    pub fn max_value() -> I {
        I::MAX
    }
    pub fn min_value() -> I {
        I::MIN
    }
    pub fn is_multiple_of(self, rhs: I) -> bool {
        if rhs == 0 { self == 0 } else { intrinsics::wrapping_rem(self, rhs) == 0 }
    }
    pub fn overflowing_neg(self) -> (I, bool) {
        (intrinsics::wrapping_sub(0, self), intrinsics::overflows_sub(0, self))
    }
    pub fn overflowing_div(self, rhs: I) -> (I, bool) {
        (self.wrapping_div(rhs), intrinsics::overflows_div(self, rhs))
    }
    pub fn overflowing_rem(self, rhs: I) -> (I, bool) {
        (self.wrapping_rem(rhs), intrinsics::overflows_rem(self, rhs))
    }
    pub fn overflowing_shl(self, rhs: u32) -> (I, bool) {
        (intrinsics::wrapping_shl(self, rhs), intrinsics::overflows_shl(self, rhs))
    }
    pub fn overflowing_shr(self, rhs: u32) -> (I, bool) {
        (intrinsics::wrapping_shr(self, rhs), intrinsics::overflows_shr(self, rhs))
    }
    pub fn overflowing_abs(self) -> (I, bool) {
        (self.wrapping_abs(), self == I::MIN)
    }
    pub fn saturating_pow(self, exp: u32) -> I {
        match self.checked_pow(exp) {
            Some(result) => result,
            None => {
                if self < 0 && exp % 2 == 1 { I::MIN } else { I::MAX }
            }
        }
    }
    pub fn saturating_div(self, rhs: I) -> I {
        if rhs == 0 {
            intrinsics::panic_division_by_zero("attempt to divide by zero")
        }
        if intrinsics::overflows_div(self, rhs) { I::MAX } else { intrinsics::wrapping_div(self, rhs) }
    }
    pub fn saturating_neg(self) -> I {
        if self == I::MIN { I::MAX } else { intrinsics::wrapping_sub(0, self) }
    }
    pub fn saturating_abs(self) -> I {
        if self == I::MIN { I::MAX } else { self.wrapping_abs() }
    }
    pub fn checked_abs(self) -> Option<I> {
        if self == I::MIN { None } else { Some(self.wrapping_abs()) }
    }
    // These do not leave their type whatever arithmetic elsewhere may do.
    pub fn strict_add(self, rhs: I) -> I {
        match self.checked_add(rhs) {
            Some(sum) => sum,
            None => intrinsics::panic_overflow("attempt to add with overflow"),
        }
    }
    pub fn strict_sub(self, rhs: I) -> I {
        match self.checked_sub(rhs) {
            Some(difference) => difference,
            None => intrinsics::panic_overflow("attempt to subtract with overflow"),
        }
    }
    pub fn strict_mul(self, rhs: I) -> I {
        match self.checked_mul(rhs) {
            Some(product) => product,
            None => intrinsics::panic_overflow("attempt to multiply with overflow"),
        }
    }
    pub unsafe fn unchecked_add(self, rhs: I) -> I {
        match self.checked_add(rhs) {
            Some(exact) => exact,
            None => intrinsics::undefined_promise(),
        }
    }
    pub unsafe fn unchecked_sub(self, rhs: I) -> I {
        match self.checked_sub(rhs) {
            Some(exact) => exact,
            None => intrinsics::undefined_promise(),
        }
    }
    pub unsafe fn unchecked_mul(self, rhs: I) -> I {
        match self.checked_mul(rhs) {
            Some(exact) => exact,
            None => intrinsics::undefined_promise(),
        }
    }
    pub fn div_euclid(self, rhs: I) -> I {
        let quotient = self / rhs;
        if self % rhs < 0 {
            if rhs > 0 { quotient - 1 } else { quotient + 1 }
        } else {
            quotient
        }
    }
    pub fn checked_div_euclid(self, rhs: I) -> Option<I> {
        if rhs == 0 || intrinsics::overflows_div(self, rhs) { None } else { Some(self.div_euclid(rhs)) }
    }
    pub fn checked_rem_euclid(self, rhs: I) -> Option<I> {
        if rhs == 0 || intrinsics::overflows_div(self, rhs) { None } else { Some(self.rem_euclid(rhs)) }
    }
    pub fn wrapping_rem_euclid(self, rhs: I) -> I {
        let rest = self.wrapping_rem(rhs);
        if rest < 0 { intrinsics::wrapping_add(rest, rhs.wrapping_abs()) } else { rest }
    }
    pub fn div_ceil(self, rhs: I) -> I {
        let quotient = self / rhs;
        let rest = self % rhs;
        if (rest > 0 && rhs > 0) || (rest < 0 && rhs < 0) { quotient + 1 } else { quotient }
    }
    pub fn next_multiple_of(self, rhs: I) -> I {
        match self % rhs {
            0 => self,
            rest => self + (rhs - rest),
        }
    }
    pub fn checked_next_multiple_of(self, rhs: I) -> Option<I> {
        if rhs == 0 {
            return None;
        }
        match self % rhs {
            0 => Some(self),
            rest => self.checked_add(intrinsics::wrapping_sub(rhs, rest)),
        }
    }
    pub fn midpoint(self, rhs: I) -> I {
        let down = intrinsics::wrapping_add(self & rhs, intrinsics::wrapping_shr(self ^ rhs, 1));
        // Of numbers with a sign, towards zero.
        if down < 0 && (self ^ rhs) & 1 != 0 { intrinsics::wrapping_add(down, 1) } else { down }
    }
    // Found by halving: a round a power of two.
    pub fn leading_zeros(self) -> u32 {
        if self == 0 {
            return I::BITS;
        }
        let mut bits = self;
        let mut zeros = 0;
        let mut half = I::BITS / 2;
        while half > 0 {
            if intrinsics::wrapping_shr(bits, intrinsics::wrapping_sub(I::BITS, half)) == 0 {
                zeros = intrinsics::wrapping_add(zeros, half);
                bits = intrinsics::wrapping_shl(bits, half);
            }
            half = half / 2;
        }
        zeros
    }
    pub fn trailing_zeros(self) -> u32 {
        if self == 0 {
            return I::BITS;
        }
        let mut bits = self;
        let mut zeros = 0;
        let mut half = I::BITS / 2;
        while half > 0 {
            if bits & intrinsics::wrapping_sub(intrinsics::wrapping_shl(1, half), 1) == 0 {
                zeros = intrinsics::wrapping_add(zeros, half);
                bits = intrinsics::wrapping_shr(bits, half);
            }
            half = half / 2;
        }
        zeros
    }
    pub fn count_zeros(self) -> u32 {
        (!self).count_ones()
    }
    pub fn leading_ones(self) -> u32 {
        (!self).leading_zeros()
    }
    pub fn trailing_ones(self) -> u32 {
        (!self).trailing_zeros()
    }
    pub fn rotate_left(self, n: u32) -> I {
        let n = n % I::BITS;
        if n == 0 {
            return self;
        }
        let low = intrinsics::wrapping_shr(self, intrinsics::wrapping_sub(I::BITS, n));
        let mask = intrinsics::wrapping_sub(intrinsics::wrapping_shl(1, n), 1);
        intrinsics::wrapping_shl(self, n) | (low & mask)
    }
    pub fn rotate_right(self, n: u32) -> I {
        let n = n % I::BITS;
        if n == 0 { self } else { self.rotate_left(intrinsics::wrapping_sub(I::BITS, n)) }
    }
    pub fn swap_bytes(self) -> I {
        let mut from = 0;
        let mut swapped: I = 0;
        while from < I::BITS {
            let byte = intrinsics::wrapping_shr(self, from) & 255u8 as I;
            let to = intrinsics::wrapping_sub(intrinsics::wrapping_sub(I::BITS, 8), from);
            swapped = swapped | intrinsics::wrapping_shl(byte, to);
            from = intrinsics::wrapping_add(from, 8);
        }
        swapped
    }
    pub fn reverse_bits(self) -> I {
        let mut from = 0;
        let mut reversed: I = 0;
        while from < I::BITS {
            let bit = intrinsics::wrapping_shr(self, from) & 1;
            let to = intrinsics::wrapping_sub(intrinsics::wrapping_sub(I::BITS, 1), from);
            reversed = reversed | intrinsics::wrapping_shl(bit, to);
            from = intrinsics::wrapping_add(from, 1);
        }
        reversed
    }
    // The target is little endian.
    pub fn to_le(self) -> I {
        self
    }
    pub fn from_le(x: I) -> I {
        x
    }
    pub fn to_be(self) -> I {
        self.swap_bytes()
    }
    pub fn from_be(x: I) -> I {
        x.swap_bytes()
    }
    pub fn checked_next_power_of_two(self) -> Option<I> {
        let mut power: I = 1;
        while power < self {
            if intrinsics::overflows_mul(power, 2) {
                return None;
            }
            power = intrinsics::wrapping_mul(power, 2);
        }
        Some(power)
    }
    pub fn next_power_of_two(self) -> I {
        match self.checked_next_power_of_two() {
            Some(power) => power,
            // As std has it: it is zero where sums wrap.
            None => I::MAX + 1,
        }
    }
    pub fn checked_ilog2(self) -> Option<u32> {
        if self <= 0 { None } else { Some(I::BITS - 1 - self.leading_zeros()) }
    }
    pub fn ilog2(self) -> u32 {
        match self.checked_ilog2() {
            Some(log) => log,
            None => intrinsics::panic_explicit("argument of integer logarithm must be positive"),
        }
    }
    pub fn checked_ilog(self, base: I) -> Option<u32> {
        if self <= 0 || base <= 1 {
            return None;
        }
        let mut left = self;
        let mut log = 0;
        while left >= base {
            left = left / base;
            log = intrinsics::wrapping_add(log, 1);
        }
        Some(log)
    }
    pub fn ilog(self, base: I) -> u32 {
        if base <= 1 {
            intrinsics::panic_explicit("base of integer logarithm must be at least 2")
        }
        match self.checked_ilog(base) {
            Some(log) => log,
            None => intrinsics::panic_explicit("argument of integer logarithm must be positive"),
        }
    }
    pub fn checked_ilog10(self) -> Option<u32> {
        self.checked_ilog(10)
    }
    pub fn ilog10(self) -> u32 {
        self.ilog(10)
    }
    pub fn checked_isqrt(self) -> Option<I> {
        if self < 0 { None } else { Some(self.isqrt()) }
    }
    pub fn isqrt(self) -> I {
        if self < 0 {
            intrinsics::panic_explicit("argument of integer square root cannot be negative")
        }
        let mut root: I = 0;
        let mut at = I::BITS / 2;
        while at > 0 {
            at = intrinsics::wrapping_sub(at, 1);
            let tried = root | intrinsics::wrapping_shl(1, at);
            if !intrinsics::overflows_mul(tried, tried) && intrinsics::wrapping_mul(tried, tried) <= self {
                root = tried;
            }
        }
        root
    }
}

/// What differs between the signed and the unsigned type of a width.
macro_rules! widths {
    ($($signed:ident $unsigned:ident $bytes:literal)*) => {$(
        impl $signed {
            pub fn count_ones(self) -> u32 {
                (self as $unsigned).count_ones()
            }
            pub fn unsigned_abs(self) -> $unsigned {
                self.wrapping_abs() as $unsigned
            }
            pub fn abs_diff(self, other: $signed) -> $unsigned {
                if self < other {
                    intrinsics::wrapping_sub(other as $unsigned, self as $unsigned)
                } else {
                    intrinsics::wrapping_sub(self as $unsigned, other as $unsigned)
                }
            }
            pub fn cast_unsigned(self) -> $unsigned {
                self as $unsigned
            }
            pub fn checked_add_unsigned(self, rhs: $unsigned) -> Option<$signed> {
                let sum = intrinsics::wrapping_add(self, rhs as $signed);
                if sum < self { None } else { Some(sum) }
            }
            pub fn checked_sub_unsigned(self, rhs: $unsigned) -> Option<$signed> {
                let rest = intrinsics::wrapping_sub(self, rhs as $signed);
                if rest > self { None } else { Some(rest) }
            }
            pub fn saturating_add_unsigned(self, rhs: $unsigned) -> $signed {
                match self.checked_add_unsigned(rhs) {
                    Some(sum) => sum,
                    None => $signed::MAX,
                }
            }
            pub fn saturating_sub_unsigned(self, rhs: $unsigned) -> $signed {
                match self.checked_sub_unsigned(rhs) {
                    Some(rest) => rest,
                    None => $signed::MIN,
                }
            }
            pub fn overflowing_add_unsigned(self, rhs: $unsigned) -> ($signed, bool) {
                let sum = intrinsics::wrapping_add(self, rhs as $signed);
                (sum, sum < self)
            }
            pub fn overflowing_sub_unsigned(self, rhs: $unsigned) -> ($signed, bool) {
                let rest = intrinsics::wrapping_sub(self, rhs as $signed);
                (rest, rest > self)
            }
            pub fn wrapping_add_unsigned(self, rhs: $unsigned) -> $signed {
                intrinsics::wrapping_add(self, rhs as $signed)
            }
            pub fn wrapping_sub_unsigned(self, rhs: $unsigned) -> $signed {
                intrinsics::wrapping_sub(self, rhs as $signed)
            }
            pub fn to_le_bytes(self) -> [u8; $bytes] {
                (self as $unsigned).to_le_bytes()
            }
            pub fn to_ne_bytes(self) -> [u8; $bytes] {
                (self as $unsigned).to_le_bytes()
            }
            pub fn to_be_bytes(self) -> [u8; $bytes] {
                (self as $unsigned).to_be_bytes()
            }
            pub fn from_le_bytes(bytes: [u8; $bytes]) -> $signed {
                $unsigned::from_le_bytes(bytes) as $signed
            }
            pub fn from_ne_bytes(bytes: [u8; $bytes]) -> $signed {
                $unsigned::from_le_bytes(bytes) as $signed
            }
            pub fn from_be_bytes(bytes: [u8; $bytes]) -> $signed {
                $unsigned::from_be_bytes(bytes) as $signed
            }
        }
        impl $unsigned {
            /// In parallel: pairs, then nibbles, then bytes, then the sum of the bytes.
            pub fn count_ones(self) -> u32 {
                let pairs = $unsigned::MAX / 3;
                let nibbles = intrinsics::wrapping_mul($unsigned::MAX / 15, 3);
                let bytes = intrinsics::wrapping_mul($unsigned::MAX / 255, 15);
                let sum = intrinsics::wrapping_sub(self, intrinsics::wrapping_shr(self, 1) & pairs);
                let sum = intrinsics::wrapping_add(sum & nibbles, intrinsics::wrapping_shr(sum, 2) & nibbles);
                let sum = intrinsics::wrapping_add(sum, intrinsics::wrapping_shr(sum, 4)) & bytes;
                let sum = intrinsics::wrapping_mul(sum, $unsigned::MAX / 255);
                intrinsics::wrapping_shr(sum, intrinsics::wrapping_sub($unsigned::BITS, 8)) as u32
            }
            pub fn abs_diff(self, other: $unsigned) -> $unsigned {
                if self < other { intrinsics::wrapping_sub(other, self) } else { intrinsics::wrapping_sub(self, other) }
            }
            pub fn cast_signed(self) -> $signed {
                self as $signed
            }
            pub fn checked_add_signed(self, rhs: $signed) -> Option<$unsigned> {
                let sum = intrinsics::wrapping_add(self, rhs as $unsigned);
                if (rhs < 0) == (sum < self) || rhs == 0 { Some(sum) } else { None }
            }
            pub fn wrapping_add_signed(self, rhs: $signed) -> $unsigned {
                intrinsics::wrapping_add(self, rhs as $unsigned)
            }
            pub fn saturating_add_signed(self, rhs: $signed) -> $unsigned {
                match self.checked_add_signed(rhs) {
                    Some(sum) => sum,
                    None => {
                        if rhs < 0 { 0 } else { $unsigned::MAX }
                    }
                }
            }
            pub fn checked_signed_diff(self, rhs: $unsigned) -> Option<$signed> {
                let rest = intrinsics::wrapping_sub(self, rhs) as $signed;
                if (rest < 0) == (self < rhs) { Some(rest) } else { None }
            }
            pub fn to_le_bytes(self) -> [u8; $bytes] {
                crate::array::from_fn(|at| intrinsics::wrapping_shr(self, intrinsics::wrapping_mul(at as u32, 8)) as u8)
            }
            pub fn to_ne_bytes(self) -> [u8; $bytes] {
                self.to_le_bytes()
            }
            pub fn to_be_bytes(self) -> [u8; $bytes] {
                self.swap_bytes().to_le_bytes()
            }
            pub fn from_le_bytes(bytes: [u8; $bytes]) -> $unsigned {
                let mut value: $unsigned = 0;
                let mut at = 0;
                while at < $bytes {
                    value = value | intrinsics::wrapping_shl(bytes[at] as $unsigned, intrinsics::wrapping_mul(at as u32, 8));
                    at = intrinsics::wrapping_add(at, 1);
                }
                value
            }
            pub fn from_ne_bytes(bytes: [u8; $bytes]) -> $unsigned {
                $unsigned::from_le_bytes(bytes)
            }
            pub fn from_be_bytes(bytes: [u8; $bytes]) -> $unsigned {
                $unsigned::from_le_bytes(bytes).swap_bytes()
            }
        }
    )*};
}
widths! {
    i8 u8 1
    i16 u16 2
    i32 u32 4
    i64 u64 8
    i128 u128 16
    isize usize 8
}

/// Why text is not a number.
#[derive(Clone, PartialEq, Eq)]
pub struct ParseIntError {
    kind: IntErrorKind,
}
impl ParseIntError {
    pub fn kind(&self) -> &IntErrorKind {
        &self.kind
    }
}
#[derive(Clone, PartialEq, Eq)]
pub enum IntErrorKind {
    Empty,
    InvalidDigit,
    PosOverflow,
    NegOverflow,
    Zero,
}
impl<I: PrimInt> I {
    pub fn from_str_radix(src: &str, radix: u32) -> Result<I, ParseIntError> {
        if radix < 2 || radix > 36 {
            intrinsics::panic_explicit("from_ascii_radix: radix must lie in the range `[2, 36]`")
        }
        let bytes = src.as_bytes();
        let len = bytes.len();
        if len == 0 {
            return Err(ParseIntError { kind: IntErrorKind::Empty });
        }
        let negative = bytes[0] == b'-' && I::MIN != 0;
        let signed = negative || bytes[0] == b'+';
        if len == 1 && (bytes[0] == b'-' || bytes[0] == b'+') {
            return Err(ParseIntError { kind: IntErrorKind::InvalidDigit });
        }
        let mut value: I = 0;
        let mut at = if signed { 1 } else { 0 };
        while at < len {
            let digit = match (bytes[at] as char).to_digit(radix) {
                Some(digit) => digit as I,
                None => return Err(ParseIntError { kind: IntErrorKind::InvalidDigit }),
            };
            let overflow = if negative { IntErrorKind::NegOverflow } else { IntErrorKind::PosOverflow };
            if intrinsics::overflows_mul(value, radix as I) {
                return Err(ParseIntError { kind: overflow });
            }
            let shifted = intrinsics::wrapping_mul(value, radix as I);
            let too_far = if negative {
                intrinsics::overflows_sub(shifted, digit)
            } else {
                intrinsics::overflows_add(shifted, digit)
            };
            if too_far {
                return Err(ParseIntError { kind: overflow });
            }
            value = if negative {
                intrinsics::wrapping_sub(shifted, digit)
            } else {
                intrinsics::wrapping_add(shifted, digit)
            };
            at = intrinsics::wrapping_add(at, 1);
        }
        Ok(value)
    }
}
impl<I: PrimInt> crate::str::FromStr for I {
    type Err = ParseIntError;
    fn from_str(src: &str) -> Result<I, ParseIntError> {
        I::from_str_radix(src, 10)
    }
}
impl u8 {
    pub fn is_ascii(&self) -> bool {
        *self < 128
    }
    pub fn is_ascii_digit(&self) -> bool {
        *self >= b'0' && *self <= b'9'
    }
    pub fn is_ascii_hexdigit(&self) -> bool {
        matches!(*self, b'0'..=b'9' | b'a'..=b'f' | b'A'..=b'F')
    }
    pub fn is_ascii_punctuation(&self) -> bool {
        matches!(*self, b'!'..=b'/' | b':'..=b'@' | b'['..=b'`' | b'{'..=b'~')
    }
    pub fn is_ascii_graphic(&self) -> bool {
        matches!(*self, b'!'..=b'~')
    }
    pub fn is_ascii_control(&self) -> bool {
        *self < 32 || *self == 127
    }
    pub fn make_ascii_uppercase(&mut self) {
        *self = self.to_ascii_uppercase()
    }
    pub fn make_ascii_lowercase(&mut self) {
        *self = self.to_ascii_lowercase()
    }
    pub fn is_ascii_lowercase(&self) -> bool {
        *self >= b'a' && *self <= b'z'
    }
    pub fn is_ascii_uppercase(&self) -> bool {
        *self >= b'A' && *self <= b'Z'
    }
    pub fn is_ascii_alphabetic(&self) -> bool {
        self.is_ascii_lowercase() || self.is_ascii_uppercase()
    }
    pub fn is_ascii_alphanumeric(&self) -> bool {
        self.is_ascii_alphabetic() || self.is_ascii_digit()
    }
    pub fn is_ascii_whitespace(&self) -> bool {
        matches!(*self, b' ' | b'\t' | b'\n' | b'\r' | 12)
    }
    pub fn to_ascii_lowercase(&self) -> u8 {
        if self.is_ascii_uppercase() { *self + 32 } else { *self }
    }
    pub fn to_ascii_uppercase(&self) -> u8 {
        if self.is_ascii_lowercase() { *self - 32 } else { *self }
    }
    pub fn eq_ignore_ascii_case(&self, other: &u8) -> bool {
        self.to_ascii_lowercase() == other.to_ascii_lowercase()
    }
}

pub use crate::convert::TryFromIntError;
pub use crate::nonzero::*;

/// Arithmetic that wraps.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Hash)]
#[repr(transparent)]
pub struct Wrapping<T>(pub T);
impl<I: PrimInt> crate::ops::Add for Wrapping<I> {
    type Output = Wrapping<I>;
    fn add(self, rhs: Wrapping<I>) -> Wrapping<I> {
        Wrapping(intrinsics::wrapping_add(self.0, rhs.0))
    }
}
impl<I: PrimInt> crate::ops::Sub for Wrapping<I> {
    type Output = Wrapping<I>;
    fn sub(self, rhs: Wrapping<I>) -> Wrapping<I> {
        Wrapping(intrinsics::wrapping_sub(self.0, rhs.0))
    }
}
impl<I: PrimInt> crate::ops::Mul for Wrapping<I> {
    type Output = Wrapping<I>;
    fn mul(self, rhs: Wrapping<I>) -> Wrapping<I> {
        Wrapping(intrinsics::wrapping_mul(self.0, rhs.0))
    }
}
impl<I: PrimInt> crate::ops::AddAssign for Wrapping<I> {
    fn add_assign(&mut self, rhs: Wrapping<I>) {
        self.0 = intrinsics::wrapping_add(self.0, rhs.0)
    }
}
impl<I: PrimInt> crate::ops::SubAssign for Wrapping<I> {
    fn sub_assign(&mut self, rhs: Wrapping<I>) {
        self.0 = intrinsics::wrapping_sub(self.0, rhs.0)
    }
}
