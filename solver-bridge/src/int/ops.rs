//! Arithmetic on [`Int`]: on two words where the result fits, else on large numbers.

use super::{Int, Repr};
use std::ops::{Add, AddAssign, BitAnd, BitOr, BitXor, Mul, Neg, Not, Shl, Shr, Sub};

macro_rules! operator {
    ($Trait:ident, $method:ident, $checked:expr) => {
        impl $Trait<&Int> for &Int {
            type Output = Int;

            fn $method(self, other: &Int) -> Int {
                if let (Repr::Small(a), Repr::Small(b)) = (&self.0, &other.0) {
                    let checked: fn(i128, i128) -> Option<i128> = $checked;
                    if let Some(result) = checked(*a, *b) {
                        return Int::new(result);
                    }
                }
                Int::large($Trait::$method(self.to_large(), other.to_large()))
            }
        }

        impl $Trait<Int> for Int {
            type Output = Int;

            fn $method(self, other: Int) -> Int {
                $Trait::$method(&self, &other)
            }
        }

        impl $Trait<&Int> for Int {
            type Output = Int;

            fn $method(self, other: &Int) -> Int {
                $Trait::$method(&self, other)
            }
        }

        impl $Trait<Int> for &Int {
            type Output = Int;

            fn $method(self, other: Int) -> Int {
                $Trait::$method(self, &other)
            }
        }

        impl $Trait<i32> for Int {
            type Output = Int;

            fn $method(self, other: i32) -> Int {
                $Trait::$method(&self, &Int::from(other))
            }
        }

        impl $Trait<i32> for &Int {
            type Output = Int;

            fn $method(self, other: i32) -> Int {
                $Trait::$method(self, &Int::from(other))
            }
        }
    };
}

operator!(Add, add, i128::checked_add);
operator!(Sub, sub, i128::checked_sub);
operator!(Mul, mul, i128::checked_mul);
operator!(BitAnd, bitand, |a, b| Some(a & b));
operator!(BitOr, bitor, |a, b| Some(a | b));
operator!(BitXor, bitxor, |a, b| Some(a ^ b));

impl AddAssign<&Int> for Int {
    fn add_assign(&mut self, other: &Int) {
        *self = &*self + other;
    }
}

impl Neg for &Int {
    type Output = Int;

    fn neg(self) -> Int {
        &Int::ZERO - self
    }
}

impl Neg for Int {
    type Output = Int;

    fn neg(self) -> Int {
        -&self
    }
}

impl Not for &Int {
    type Output = Int;

    fn not(self) -> Int {
        &Int::MINUS_ONE - self
    }
}

impl Not for Int {
    type Output = Int;

    fn not(self) -> Int {
        !&self
    }
}

impl Shl<u32> for Int {
    type Output = Int;

    fn shl(self, by: u32) -> Int {
        match self.0 {
            // Shifted back it is the same only if no bit was lost, nor the sign.
            Repr::Small(value) if by < 128 && (value << by) >> by == value => Int::new(value << by),
            _ => Int::large(self.to_large() << by),
        }
    }
}

/// Rounds down.
impl Shr<u32> for Int {
    type Output = Int;

    fn shr(self, by: u32) -> Int {
        match &self.0 {
            Repr::Small(value) => Int::new(value >> by.min(127)),
            Repr::Large(value) => Int::large(&**value >> by),
        }
    }
}

impl<'a> std::iter::Sum<&'a Int> for Int {
    fn sum<I: Iterator<Item = &'a Int>>(numbers: I) -> Int {
        numbers.fold(Int::ZERO, |sum, number| sum + number)
    }
}
