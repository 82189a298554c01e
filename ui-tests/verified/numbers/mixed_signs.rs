//! Integer functions of std that mix signs, and halves that are rounded towards zero.
use bverify_contracts::*;

#[ensures(result == number.checked_sub_unsigned(other))]
pub fn less(number: i8, other: u8) -> Option<i8> {
    i8::try_from(i16::from(number) - i16::from(other)).ok()
}

#[ensures(result == number.checked_add_unsigned(other))]
pub fn more(number: i8, other: u8) -> Option<i8> {
    i8::try_from(i16::from(number) + i16::from(other)).ok()
}

#[ensures(result == number.saturating_add_unsigned(other))]
pub fn most(number: i8, other: u8) -> i8 {
    (i16::from(number) + i16::from(other)).min(127) as i8
}

#[ensures(result == one.midpoint(other))]
pub fn half(one: i8, other: i8) -> i8 {
    ((i16::from(one) + i16::from(other)) / 2) as i8
}
