//! Conversions.

use crate::num::PrimInt;

#[lang = "From"]
pub trait From<T>: Sized {
    fn from(value: T) -> Self;
}
#[lang = "Into"]
pub trait Into<T>: Sized {
    fn into(self) -> T;
}
#[lang = "AsRef"]
pub trait AsRef<T: ?Sized> {
    fn as_ref(&self) -> &T;
}
#[lang = "AsMut"]
pub trait AsMut<T: ?Sized> {
    fn as_mut(&mut self) -> &mut T;
}

pub trait TryFrom<T>: Sized {
    type Error;
    fn try_from(value: T) -> Result<Self, Self::Error>;
}
pub trait TryInto<T>: Sized {
    type Error;
    fn try_into(self) -> Result<T, Self::Error>;
}
impl<T, U: TryFrom<T>> TryInto<U> for T {
    type Error = U::Error;
    fn try_into(self) -> Result<U, U::Error> {
        U::try_from(self)
    }
}
impl<T: ?Sized + AsRef<U>, U: ?Sized> AsRef<U> for &T {
    fn as_ref(&self) -> &U {
        (**self).as_ref()
    }
}
impl<T: ?Sized + AsRef<U>, U: ?Sized> AsRef<U> for &mut T {
    fn as_ref(&self) -> &U {
        (**self).as_ref()
    }
}
impl<T: ?Sized + AsMut<U>, U: ?Sized> AsMut<U> for &mut T {
    fn as_mut(&mut self) -> &mut U {
        (**self).as_mut()
    }
}
impl<T> AsRef<[T]> for [T] {
    fn as_ref(&self) -> &[T] {
        self
    }
}
impl<T> AsMut<[T]> for [T] {
    fn as_mut(&mut self) -> &mut [T] {
        self
    }
}
pub fn identity<T>(x: T) -> T {
    x
}

impl<T> From<T> for T {
    fn from(value: T) -> T {
        value
    }
}
impl<T, U: From<T>> Into<U> for T {
    fn into(self) -> U {
        U::from(self)
    }
}

#[lang = "Infallible"]
pub enum Infallible {}

/// A number that the other integer type does not have.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct TryFromIntError(());

impl<A: PrimInt, B: PrimInt> TryFrom<A> for B {
    type Error = TryFromIntError;
    fn try_from(value: A) -> Result<B, TryFromIntError> {
        let converted = value as B;
        if converted as A == value && (converted < 0) == (value < 0) {
            Ok(converted)
        } else {
            Err(TryFromIntError(()))
        }
    }
}
impl TryFrom<u32> for char {
    type Error = CharTryFromError;
    fn try_from(value: u32) -> Result<char, CharTryFromError> {
        match char::from_u32(value) {
            Some(found) => Ok(found),
            None => Err(CharTryFromError(())),
        }
    }
}
impl TryFrom<char> for u8 {
    type Error = CharTryFromError;
    fn try_from(value: char) -> Result<u8, CharTryFromError> {
        if (value as u32) < 256 { Ok(value as u8) } else { Err(CharTryFromError(())) }
    }
}
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct CharTryFromError(());

// Integers, where no value is lost.
impl From<u8> for u16 {
    fn from(value: u8) -> u16 {
        value as u16
    }
}
impl From<u8> for u32 {
    fn from(value: u8) -> u32 {
        value as u32
    }
}
impl From<u8> for u64 {
    fn from(value: u8) -> u64 {
        value as u64
    }
}
impl From<u8> for u128 {
    fn from(value: u8) -> u128 {
        value as u128
    }
}
impl From<u8> for i16 {
    fn from(value: u8) -> i16 {
        value as i16
    }
}
impl From<u8> for i32 {
    fn from(value: u8) -> i32 {
        value as i32
    }
}
impl From<u8> for i64 {
    fn from(value: u8) -> i64 {
        value as i64
    }
}
impl From<u8> for i128 {
    fn from(value: u8) -> i128 {
        value as i128
    }
}
impl From<u16> for u32 {
    fn from(value: u16) -> u32 {
        value as u32
    }
}
impl From<u16> for u64 {
    fn from(value: u16) -> u64 {
        value as u64
    }
}
impl From<u16> for u128 {
    fn from(value: u16) -> u128 {
        value as u128
    }
}
impl From<u16> for i32 {
    fn from(value: u16) -> i32 {
        value as i32
    }
}
impl From<u16> for i64 {
    fn from(value: u16) -> i64 {
        value as i64
    }
}
impl From<u16> for i128 {
    fn from(value: u16) -> i128 {
        value as i128
    }
}
impl From<u32> for u64 {
    fn from(value: u32) -> u64 {
        value as u64
    }
}
impl From<u32> for u128 {
    fn from(value: u32) -> u128 {
        value as u128
    }
}
impl From<u32> for i64 {
    fn from(value: u32) -> i64 {
        value as i64
    }
}
impl From<u32> for i128 {
    fn from(value: u32) -> i128 {
        value as i128
    }
}
impl From<u64> for u128 {
    fn from(value: u64) -> u128 {
        value as u128
    }
}
impl From<u64> for i128 {
    fn from(value: u64) -> i128 {
        value as i128
    }
}
impl From<i8> for i16 {
    fn from(value: i8) -> i16 {
        value as i16
    }
}
impl From<i8> for i32 {
    fn from(value: i8) -> i32 {
        value as i32
    }
}
impl From<i8> for i64 {
    fn from(value: i8) -> i64 {
        value as i64
    }
}
impl From<i8> for i128 {
    fn from(value: i8) -> i128 {
        value as i128
    }
}
impl From<i16> for i32 {
    fn from(value: i16) -> i32 {
        value as i32
    }
}
impl From<i16> for i64 {
    fn from(value: i16) -> i64 {
        value as i64
    }
}
impl From<i16> for i128 {
    fn from(value: i16) -> i128 {
        value as i128
    }
}
impl From<i32> for i64 {
    fn from(value: i32) -> i64 {
        value as i64
    }
}
impl From<i32> for i128 {
    fn from(value: i32) -> i128 {
        value as i128
    }
}
impl From<i64> for i128 {
    fn from(value: i64) -> i128 {
        value as i128
    }
}
impl From<u8> for usize {
    fn from(value: u8) -> usize {
        value as usize
    }
}
impl From<u16> for usize {
    fn from(value: u16) -> usize {
        value as usize
    }
}
impl From<u8> for isize {
    fn from(value: u8) -> isize {
        value as isize
    }
}
impl From<i8> for isize {
    fn from(value: i8) -> isize {
        value as isize
    }
}
impl From<i16> for isize {
    fn from(value: i16) -> isize {
        value as isize
    }
}
impl From<bool> for u8 {
    fn from(value: bool) -> u8 {
        value as u8
    }
}
impl From<bool> for u16 {
    fn from(value: bool) -> u16 {
        value as u16
    }
}
impl From<bool> for u32 {
    fn from(value: bool) -> u32 {
        value as u32
    }
}
impl From<bool> for u64 {
    fn from(value: bool) -> u64 {
        value as u64
    }
}
impl From<bool> for u128 {
    fn from(value: bool) -> u128 {
        value as u128
    }
}
impl From<bool> for i8 {
    fn from(value: bool) -> i8 {
        value as i8
    }
}
impl From<bool> for i16 {
    fn from(value: bool) -> i16 {
        value as i16
    }
}
impl From<bool> for i32 {
    fn from(value: bool) -> i32 {
        value as i32
    }
}
impl From<bool> for i64 {
    fn from(value: bool) -> i64 {
        value as i64
    }
}
impl From<bool> for i128 {
    fn from(value: bool) -> i128 {
        value as i128
    }
}
impl From<bool> for usize {
    fn from(value: bool) -> usize {
        value as usize
    }
}
impl From<bool> for isize {
    fn from(value: bool) -> isize {
        value as isize
    }
}
impl From<u8> for char {
    fn from(value: u8) -> char {
        value as char
    }
}
impl From<char> for u32 {
    fn from(value: char) -> u32 {
        value as u32
    }
}
impl From<char> for u64 {
    fn from(value: char) -> u64 {
        value as u64
    }
}
impl From<char> for u128 {
    fn from(value: char) -> u128 {
        value as u128
    }
}
