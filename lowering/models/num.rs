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
    pub fn pow(self, exp: u32) -> I {
        let mut result: I = 1;
        let mut left = exp;
        while left > 0 {
            result = result * self;
            left -= 1;
        }
        result
    }
    pub fn checked_pow(self, exp: u32) -> Option<I> {
        let mut result: I = 1;
        let mut left = exp;
        while left > 0 {
            result = result.checked_mul(self)?;
            left -= 1;
        }
        Some(result)
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
}
