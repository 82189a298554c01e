//! Operators, ranges, and what can be called.

use crate::num::PrimInt;

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

impl<I: PrimInt> Add for I {
    type Output = I;
    fn add(self, rhs: I) -> I {
        self + rhs
    }
}
impl<I: PrimInt> Sub for I {
    type Output = I;
    fn sub(self, rhs: I) -> I {
        self - rhs
    }
}
impl<I: PrimInt> Mul for I {
    type Output = I;
    fn mul(self, rhs: I) -> I {
        self * rhs
    }
}
impl<I: PrimInt> Div for I {
    type Output = I;
    fn div(self, rhs: I) -> I {
        self / rhs
    }
}
impl<I: PrimInt> Rem for I {
    type Output = I;
    fn rem(self, rhs: I) -> I {
        self % rhs
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
        self.start <= *item && *item <= self.end
    }
    pub fn is_empty(&self) -> bool {
        self.exhausted || !(self.start <= self.end)
    }
    pub fn start(&self) -> &Idx {
        &self.start
    }
    pub fn end(&self) -> &Idx {
        &self.end
    }
}
impl<Idx: PartialOrd> RangeFrom<Idx> {
    pub fn contains(&self, item: &Idx) -> bool {
        self.start <= *item
    }
}

/// What ranges count with.
pub trait Step: Clone + PartialOrd {
    fn next_after(&self) -> Self;
    fn next_before(&self) -> Self;
}
impl<I: PrimInt> Step for I {
    fn next_after(&self) -> I {
        *self + 1
    }
    fn next_before(&self) -> I {
        *self - 1
    }
}

impl<A: Step> Iterator for Range<A> {
    type Item = A;
    fn next(&mut self) -> Option<A> {
        if self.start < self.end {
            let after = self.start.next_after();
            Some(crate::mem::replace(&mut self.start, after))
        } else {
            None
        }
    }
}
impl<A: Step> DoubleEndedIterator for Range<A> {
    fn next_back(&mut self) -> Option<A> {
        if self.start < self.end {
            self.end = self.end.next_before();
            Some(self.end.clone())
        } else {
            None
        }
    }
}
impl<A: Step> Iterator for RangeInclusive<A> {
    type Item = A;
    fn next(&mut self) -> Option<A> {
        if self.exhausted || !(self.start <= self.end) {
            return None;
        }
        let now = self.start.clone();
        if now < self.end {
            self.start = now.next_after();
        } else {
            self.exhausted = true;
        }
        Some(now)
    }
}
impl<A: Step> DoubleEndedIterator for RangeInclusive<A> {
    fn next_back(&mut self) -> Option<A> {
        if self.exhausted || !(self.start <= self.end) {
            return None;
        }
        let now = self.end.clone();
        if self.start < now {
            self.end = now.next_before();
        } else {
            self.exhausted = true;
        }
        Some(now)
    }
}
impl<A: Step> Iterator for RangeFrom<A> {
    type Item = A;
    fn next(&mut self) -> Option<A> {
        let after = self.start.next_after();
        Some(crate::mem::replace(&mut self.start, after))
    }
}
