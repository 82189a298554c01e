//! `NonZero`: integers but zero.

use crate::num::PrimInt;
use crate::ops::BitOr;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[invariant(self.value != 0)]
#[lang = "NonZero"]
#[repr(transparent)]
pub struct NonZero<T> {
    value: T,
}
pub type NonZeroU8 = NonZero<u8>;
pub type NonZeroU16 = NonZero<u16>;
pub type NonZeroU32 = NonZero<u32>;
pub type NonZeroU64 = NonZero<u64>;
pub type NonZeroU128 = NonZero<u128>;
pub type NonZeroUsize = NonZero<usize>;
pub type NonZeroI8 = NonZero<i8>;
pub type NonZeroI16 = NonZero<i16>;
pub type NonZeroI32 = NonZero<i32>;
pub type NonZeroI64 = NonZero<i64>;
pub type NonZeroI128 = NonZero<i128>;
pub type NonZeroIsize = NonZero<isize>;

impl<I: PrimInt> NonZero<I> {
    pub const BITS: u32 = I::BITS;
    pub const MAX: NonZero<I> = NonZero { value: I::MAX };
    pub const MIN: NonZero<I> = NonZero { value: if I::MIN == 0 { 1 } else { I::MIN } };
    pub const fn new(n: I) -> Option<NonZero<I>> {
        if n == 0 { None } else { Some(NonZero { value: n }) }
    }
    pub const unsafe fn new_unchecked(n: I) -> NonZero<I> {
        if n == 0 {
            crate::intrinsics::undefined_promise()
        }
        NonZero { value: n }
    }
    pub const fn get(self) -> I {
        self.value
    }
    pub fn checked_add(self, other: I) -> Option<NonZero<I>> {
        match self.value.checked_add(other) {
            Some(value) => Some(NonZero { value }),
            None => None,
        }
    }
    pub fn saturating_add(self, other: I) -> NonZero<I> {
        NonZero { value: self.value.saturating_add(other) }
    }
    pub fn checked_mul(self, other: NonZero<I>) -> Option<NonZero<I>> {
        match self.value.checked_mul(other.value) {
            Some(value) => Some(NonZero { value }),
            None => None,
        }
    }
    pub fn saturating_mul(self, other: NonZero<I>) -> NonZero<I> {
        NonZero { value: self.value.saturating_mul(other.value) }
    }
    pub fn leading_zeros(self) -> u32 {
        self.value.leading_zeros()
    }
    pub fn trailing_zeros(self) -> u32 {
        self.value.trailing_zeros()
    }
    pub fn is_power_of_two(self) -> bool {
        self.value.is_power_of_two()
    }
    pub fn ilog2(self) -> u32 {
        self.value.ilog2()
    }
}
impl<I: PrimInt> BitOr for NonZero<I> {
    type Output = NonZero<I>;
    fn bitor(self, rhs: NonZero<I>) -> NonZero<I> {
        NonZero { value: self.value | rhs.value }
    }
}
macro_rules! divisions {
    ($($int:ident)*) => {$(
        impl crate::ops::Div<NonZero<$int>> for $int {
            type Output = $int;
            fn div(self, other: NonZero<$int>) -> $int {
                self / other.value
            }
        }
        impl crate::ops::Rem<NonZero<$int>> for $int {
            type Output = $int;
            fn rem(self, other: NonZero<$int>) -> $int {
                self % other.value
            }
        }
    )*};
}
divisions! { u8 u16 u32 u64 u128 usize }
macro_rules! conversions {
    ($($int:ident)*) => {$(
        impl From<NonZero<$int>> for $int {
            fn from(value: NonZero<$int>) -> $int {
                value.value
            }
        }
        impl TryFrom<$int> for NonZero<$int> {
            type Error = crate::convert::TryFromIntError;
            fn try_from(value: $int) -> Result<NonZero<$int>, crate::convert::TryFromIntError> {
                match NonZero::new(value) {
                    Some(value) => Ok(value),
                    None => Err(crate::convert::TryFromIntError(())),
                }
            }
        }
    )*};
}
conversions! { u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize }
