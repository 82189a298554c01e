//! Operators, ranges, and what can be called.

use crate::intrinsics;
use crate::num::PrimInt;

pub use crate::range::{Bound, RangeBounds};

#[lang = "Add"]
pub trait Add<Rhs = Self> {
    type Output;
    fn add(self, rhs: Rhs) -> Self::Output;
}
#[lang = "Sub"]
pub trait Sub<Rhs = Self> {
    type Output;
    fn sub(self, rhs: Rhs) -> Self::Output;
}
#[lang = "Mul"]
pub trait Mul<Rhs = Self> {
    type Output;
    fn mul(self, rhs: Rhs) -> Self::Output;
}
#[lang = "Div"]
pub trait Div<Rhs = Self> {
    type Output;
    fn div(self, rhs: Rhs) -> Self::Output;
}
#[lang = "Rem"]
pub trait Rem<Rhs = Self> {
    type Output;
    fn rem(self, rhs: Rhs) -> Self::Output;
}
#[lang = "BitAnd"]
pub trait BitAnd<Rhs = Self> {
    type Output;
    fn bitand(self, rhs: Rhs) -> Self::Output;
}
#[lang = "BitOr"]
pub trait BitOr<Rhs = Self> {
    type Output;
    fn bitor(self, rhs: Rhs) -> Self::Output;
}
#[lang = "BitXor"]
pub trait BitXor<Rhs = Self> {
    type Output;
    fn bitxor(self, rhs: Rhs) -> Self::Output;
}
#[lang = "Shl"]
pub trait Shl<Rhs = Self> {
    type Output;
    fn shl(self, rhs: Rhs) -> Self::Output;
}
#[lang = "Shr"]
pub trait Shr<Rhs = Self> {
    type Output;
    fn shr(self, rhs: Rhs) -> Self::Output;
}
#[lang = "Neg"]
pub trait Neg {
    type Output;
    fn neg(self) -> Self::Output;
}
#[lang = "Not"]
pub trait Not {
    type Output;
    fn not(self) -> Self::Output;
}
#[lang = "AddAssign"]
pub trait AddAssign<Rhs = Self> {
    fn add_assign(&mut self, rhs: Rhs);
}
#[lang = "SubAssign"]
pub trait SubAssign<Rhs = Self> {
    fn sub_assign(&mut self, rhs: Rhs);
}
#[lang = "MulAssign"]
pub trait MulAssign<Rhs = Self> {
    fn mul_assign(&mut self, rhs: Rhs);
}
#[lang = "DivAssign"]
pub trait DivAssign<Rhs = Self> {
    fn div_assign(&mut self, rhs: Rhs);
}
#[lang = "RemAssign"]
pub trait RemAssign<Rhs = Self> {
    fn rem_assign(&mut self, rhs: Rhs);
}
#[lang = "BitAndAssign"]
pub trait BitAndAssign<Rhs = Self> {
    fn bitand_assign(&mut self, rhs: Rhs);
}
#[lang = "BitOrAssign"]
pub trait BitOrAssign<Rhs = Self> {
    fn bitor_assign(&mut self, rhs: Rhs);
}
#[lang = "BitXorAssign"]
pub trait BitXorAssign<Rhs = Self> {
    fn bitxor_assign(&mut self, rhs: Rhs);
}
#[lang = "ShlAssign"]
pub trait ShlAssign<Rhs = Self> {
    fn shl_assign(&mut self, rhs: Rhs);
}
#[lang = "ShrAssign"]
pub trait ShrAssign<Rhs = Self> {
    fn shr_assign(&mut self, rhs: Rhs);
}

/// An operator of integers, by value and by reference, and with an assignment.
macro_rules! operators {
    ($($name:ident $method:ident $assign:ident $assign_method:ident $op:tt;)*) => {$(
        impl<I: PrimInt> $name for I {
            type Output = I;
            fn $method(self, rhs: I) -> I {
                self $op rhs
            }
        }
        impl<'a, I: PrimInt> $name<&'a I> for I {
            type Output = I;
            fn $method(self, rhs: &'a I) -> I {
                self $op *rhs
            }
        }
        impl<'a, I: PrimInt> $name<I> for &'a I {
            type Output = I;
            fn $method(self, rhs: I) -> I {
                *self $op rhs
            }
        }
        impl<'a, 'b, I: PrimInt> $name<&'b I> for &'a I {
            type Output = I;
            fn $method(self, rhs: &'b I) -> I {
                *self $op *rhs
            }
        }
        impl<I: PrimInt> $assign for I {
            fn $assign_method(&mut self, rhs: I) {
                *self = *self $op rhs;
            }
        }
        impl<'a, I: PrimInt> $assign<&'a I> for I {
            fn $assign_method(&mut self, rhs: &'a I) {
                *self = *self $op *rhs;
            }
        }
    )*};
}
operators! {
    Add add AddAssign add_assign +;
    Sub sub SubAssign sub_assign -;
    Mul mul MulAssign mul_assign *;
    Div div DivAssign div_assign /;
    Rem rem RemAssign rem_assign %;
    BitAnd bitand BitAndAssign bitand_assign &;
    BitOr bitor BitOrAssign bitor_assign |;
    BitXor bitxor BitXorAssign bitxor_assign ^;
}
impl<I: PrimInt, J: PrimInt> Shl<J> for I {
    type Output = I;
    fn shl(self, rhs: J) -> I {
        self << rhs
    }
}
impl<I: PrimInt, J: PrimInt> Shr<J> for I {
    type Output = I;
    fn shr(self, rhs: J) -> I {
        self >> rhs
    }
}
impl<I: PrimInt, J: PrimInt> ShlAssign<J> for I {
    fn shl_assign(&mut self, rhs: J) {
        *self = *self << rhs;
    }
}
impl<I: PrimInt, J: PrimInt> ShrAssign<J> for I {
    fn shr_assign(&mut self, rhs: J) {
        *self = *self >> rhs;
    }
}
impl<I: PrimInt> Not for I {
    type Output = I;
    fn not(self) -> I {
        !self
    }
}

macro_rules! truth_values {
    ($($name:ident $method:ident $assign:ident $assign_method:ident $op:tt;)*) => {$(
        impl $name for bool {
            type Output = bool;
            fn $method(self, rhs: bool) -> bool {
                self $op rhs
            }
        }
        impl $assign for bool {
            fn $assign_method(&mut self, rhs: bool) {
                *self = *self $op rhs;
            }
        }
    )*};
}
truth_values! {
    BitAnd bitand BitAndAssign bitand_assign &;
    BitOr bitor BitOrAssign bitor_assign |;
    BitXor bitxor BitXorAssign bitxor_assign ^;
}
impl Not for bool {
    type Output = bool;
    fn not(self) -> bool {
        !self
    }
}

#[lang = "Deref"]
pub trait Deref {
    type Target: ?Sized;
    fn deref(&self) -> &Self::Target;
}
#[lang = "DerefMut"]
pub trait DerefMut: Deref {
    fn deref_mut(&mut self) -> &mut Self::Target;
}
#[lang = "Index"]
pub trait Index<Idx: ?Sized> {
    type Output: ?Sized;
    fn index(&self, index: Idx) -> &Self::Output;
}
#[lang = "IndexMut"]
pub trait IndexMut<Idx: ?Sized>: Index<Idx> {
    fn index_mut(&mut self, index: Idx) -> &mut Self::Output;
}
#[lang = "Drop"]
pub trait Drop {
    fn drop(&mut self);
}

#[lang = "FnOnce"]
pub trait FnOnce<Args> {
    type Output;
    fn call_once(self, args: Args) -> Self::Output;
}
#[lang = "FnMut"]
pub trait FnMut<Args>: FnOnce<Args> {
    fn call_mut(&mut self, args: Args) -> Self::Output;
}
#[lang = "Fn"]
pub trait Fn<Args>: FnMut<Args> {
    fn call(&self, args: Args) -> Self::Output;
}

/// Whether to go on.
#[lang = "ControlFlow"]
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum ControlFlow<B, C = ()> {
    Continue(C),
    Break(B),
}
impl<B, C> ControlFlow<B, C> {
    pub fn is_break(&self) -> bool {
        matches!(self, ControlFlow::Break(_))
    }
    pub fn is_continue(&self) -> bool {
        matches!(self, ControlFlow::Continue(_))
    }
    pub fn break_value(self) -> Option<B> {
        match self {
            ControlFlow::Break(value) => Some(value),
            ControlFlow::Continue(_) => None,
        }
    }
    pub fn continue_value(self) -> Option<C> {
        match self {
            ControlFlow::Break(_) => None,
            ControlFlow::Continue(value) => Some(value),
        }
    }
}

/// What `try_fold` and its kin stop at. What they stop with is a value of the same type.
pub trait Try: Sized {
    type Output;
    fn from_output(output: Self::Output) -> Self;
    fn branch(self) -> ControlFlow<Self, Self::Output>;
}
impl<T> Try for Option<T> {
    type Output = T;
    fn from_output(output: T) -> Self {
        Some(output)
    }
    fn branch(self) -> ControlFlow<Self, T> {
        match self {
            Some(value) => ControlFlow::Continue(value),
            None => ControlFlow::Break(None),
        }
    }
}
impl<T, E> Try for Result<T, E> {
    type Output = T;
    fn from_output(output: T) -> Self {
        Ok(output)
    }
    fn branch(self) -> ControlFlow<Self, T> {
        match self {
            Ok(value) => ControlFlow::Continue(value),
            Err(error) => ControlFlow::Break(Err(error)),
        }
    }
}
impl<B, C> Try for ControlFlow<B, C> {
    type Output = C;
    fn from_output(output: C) -> Self {
        ControlFlow::Continue(output)
    }
    fn branch(self) -> ControlFlow<Self, C> {
        match self {
            ControlFlow::Continue(value) => ControlFlow::Continue(value),
            ControlFlow::Break(value) => ControlFlow::Break(ControlFlow::Break(value)),
        }
    }
}

#[lang = "Range"]
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Range<Idx> {
    pub start: Idx,
    pub end: Idx,
}
#[lang = "RangeInclusive"]
#[derive(Clone, PartialEq, Eq)]
pub struct RangeInclusive<Idx> {
    start: Idx,
    end: Idx,
    exhausted: bool,
}
#[lang = "RangeFrom"]
#[derive(Clone, PartialEq, Eq)]
pub struct RangeFrom<Idx> {
    pub start: Idx,
}
/// A range of slots that is open at one end: which of the two parts it is, and where the other one begins.
pub trait OneSidedRange {
    fn split_point(self) -> Option<(bool, usize)>;
}
impl OneSidedRange for RangeFrom<usize> {
    fn split_point(self) -> Option<(bool, usize)> {
        Some((false, self.start))
    }
}
impl OneSidedRange for RangeTo<usize> {
    fn split_point(self) -> Option<(bool, usize)> {
        Some((true, self.end))
    }
}
impl OneSidedRange for RangeToInclusive<usize> {
    fn split_point(self) -> Option<(bool, usize)> {
        Some((true, self.end.checked_add(1)?))
    }
}
#[lang = "RangeTo"]
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct RangeTo<Idx> {
    pub end: Idx,
}
#[lang = "RangeToInclusive"]
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct RangeToInclusive<Idx> {
    pub end: Idx,
}
#[lang = "RangeFull"]
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct RangeFull;

impl<Idx: PartialOrd> Range<Idx> {
    pub fn contains(&self, item: &Idx) -> bool {
        self.start <= *item && *item < self.end
    }
    pub fn is_empty(&self) -> bool {
        !(self.start < self.end)
    }
}
impl<Idx: PartialOrd> RangeInclusive<Idx> {
    pub fn contains(&self, item: &Idx) -> bool {
        // What has been run through holds nothing more.
        self.start <= *item && if self.exhausted { *item < self.end } else { *item <= self.end }
    }
    pub fn is_empty(&self) -> bool {
        self.exhausted || !(self.start <= self.end)
    }
}
impl<Idx> RangeInclusive<Idx> {
    pub const fn new(start: Idx, end: Idx) -> RangeInclusive<Idx> {
        RangeInclusive { start, end, exhausted: false }
    }
    pub const fn start(&self) -> &Idx {
        &self.start
    }
    pub const fn end(&self) -> &Idx {
        &self.end
    }
    pub fn into_inner(self) -> (Idx, Idx) {
        (self.start, self.end)
    }
}
impl<Idx: PartialOrd> RangeTo<Idx> {
    pub fn contains(&self, item: &Idx) -> bool {
        *item < self.end
    }
}
impl<Idx: PartialOrd> RangeToInclusive<Idx> {
    pub fn contains(&self, item: &Idx) -> bool {
        *item <= self.end
    }
}
impl<Idx: PartialOrd> RangeFrom<Idx> {
    pub fn contains(&self, item: &Idx) -> bool {
        self.start <= *item
    }
}

/// What ranges count with. The steps are only taken where there is one.
pub trait Step: Clone + PartialOrd {
    fn steps_between(start: &Self, end: &Self) -> Option<usize>;
    fn forward(&self) -> Self;
    fn backward(&self) -> Self;
    /// The step from a start without an end, which may overflow.
    fn forward_checked(&self) -> Self;
}
impl<I: PrimInt> Step for I {
    fn steps_between(start: &I, end: &I) -> Option<usize> {
        let steps = intrinsics::wrapping_sub(*end as i128, *start as i128) as u128;
        if steps <= usize::MAX as u128 { Some(steps as usize) } else { None }
    }
    fn forward(&self) -> I {
        intrinsics::wrapping_add(*self, 1)
    }
    fn backward(&self) -> I {
        intrinsics::wrapping_sub(*self, 1)
    }
    fn forward_checked(&self) -> I {
        *self + 1
    }
}
impl Step for char {
    fn steps_between(start: &char, end: &char) -> Option<usize> {
        let (start, end) = (*start as usize, *end as usize);
        let steps = intrinsics::wrapping_sub(end, start);
        Some(if start < 0xD800 && end >= 0xE000 { intrinsics::wrapping_sub(steps, 0x800) } else { steps })
    }
    fn forward(&self) -> char {
        let after = if *self == '\u{D7FF}' { 0xE000 } else { intrinsics::wrapping_add(*self as u32, 1) };
        after as char
    }
    fn backward(&self) -> char {
        let before = if *self == '\u{E000}' { 0xD7FF } else { intrinsics::wrapping_sub(*self as u32, 1) };
        before as char
    }
    fn forward_checked(&self) -> char {
        if *self == '\u{10FFFF}' {
            intrinsics::panic_explicit("overflow in `Step::forward`")
        }
        self.forward()
    }
}

impl<A: Step> Iterator for Range<A> {
    type Item = A;
    fn next(&mut self) -> Option<A> {
        if self.start < self.end {
            let after = self.start.forward();
            Some(crate::mem::replace(&mut self.start, after))
        } else {
            None
        }
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        if self.start < self.end {
            match A::steps_between(&self.start, &self.end) {
                Some(steps) => (steps, Some(steps)),
                None => (usize::MAX, None),
            }
        } else {
            (0, Some(0))
        }
    }
}
impl<A: Step> DoubleEndedIterator for Range<A> {
    fn next_back(&mut self) -> Option<A> {
        if self.start < self.end {
            self.end = self.end.backward();
            Some(Clone::clone(&self.end))
        } else {
            None
        }
    }
}
impl<A: Step> crate::iter::ExactSizeIterator for Range<A> {}
impl<A: Step> crate::iter::FusedIterator for Range<A> {}
impl<A: Step> Iterator for RangeInclusive<A> {
    type Item = A;
    fn next(&mut self) -> Option<A> {
        if self.exhausted || !(self.start <= self.end) {
            return None;
        }
        let now = Clone::clone(&self.start);
        if now < self.end {
            self.start = now.forward();
        } else {
            self.exhausted = true;
        }
        Some(now)
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        if self.exhausted || !(self.start <= self.end) {
            return (0, Some(0));
        }
        match A::steps_between(&self.start, &self.end) {
            Some(steps) => (steps.saturating_add(1), steps.checked_add(1)),
            None => (usize::MAX, None),
        }
    }
}
impl<A: Step> DoubleEndedIterator for RangeInclusive<A> {
    fn next_back(&mut self) -> Option<A> {
        if self.exhausted || !(self.start <= self.end) {
            return None;
        }
        let now = Clone::clone(&self.end);
        if self.start < now {
            self.end = now.backward();
        } else {
            self.exhausted = true;
        }
        Some(now)
    }
}
impl<A: Step> crate::iter::ExactSizeIterator for RangeInclusive<A> {}
impl<A: Step> crate::iter::FusedIterator for RangeInclusive<A> {}
impl<A: Step> Iterator for RangeFrom<A> {
    type Item = A;
    fn next(&mut self) -> Option<A> {
        let after = self.start.forward_checked();
        Some(crate::mem::replace(&mut self.start, after))
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        (usize::MAX, None)
    }
}
