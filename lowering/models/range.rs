//! Bounds of ranges.

use crate::ops::{Range, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive};

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Bound<T> {
    Included(T),
    Excluded(T),
    Unbounded,
}
use Bound::{Excluded, Included, Unbounded};

impl<T> Bound<T> {
    pub fn as_ref(&self) -> Bound<&T> {
        match self {
            Included(x) => Included(x),
            Excluded(x) => Excluded(x),
            Unbounded => Unbounded,
        }
    }
    pub fn as_mut(&mut self) -> Bound<&mut T> {
        match self {
            Included(x) => Included(x),
            Excluded(x) => Excluded(x),
            Unbounded => Unbounded,
        }
    }
    pub fn map<U, F: FnOnce(T) -> U>(self, f: F) -> Bound<U> {
        match self {
            Included(x) => Included(f(x)),
            Excluded(x) => Excluded(f(x)),
            Unbounded => Unbounded,
        }
    }
}
impl<T: Clone> Bound<&T> {
    pub fn cloned(self) -> Bound<T> {
        match self {
            Included(x) => Included(x.clone()),
            Excluded(x) => Excluded(x.clone()),
            Unbounded => Unbounded,
        }
    }
}

pub trait RangeBounds<T: ?Sized> {
    fn start_bound(&self) -> Bound<&T>;
    fn end_bound(&self) -> Bound<&T>;
    fn contains<U: ?Sized + PartialOrd<T>>(&self, item: &U) -> bool
    where
        T: PartialOrd<U>,
    {
        let after = match self.start_bound() {
            Included(start) => *start <= *item,
            Excluded(start) => *start < *item,
            Unbounded => true,
        };
        after
            && match self.end_bound() {
                Included(end) => *item <= *end,
                Excluded(end) => *item < *end,
                Unbounded => true,
            }
    }
}
impl<T: ?Sized> RangeBounds<T> for RangeFull {
    fn start_bound(&self) -> Bound<&T> {
        Unbounded
    }
    fn end_bound(&self) -> Bound<&T> {
        Unbounded
    }
}
impl<T> RangeBounds<T> for Range<T> {
    fn start_bound(&self) -> Bound<&T> {
        Included(&self.start)
    }
    fn end_bound(&self) -> Bound<&T> {
        Excluded(&self.end)
    }
}
impl<T> RangeBounds<T> for RangeFrom<T> {
    fn start_bound(&self) -> Bound<&T> {
        Included(&self.start)
    }
    fn end_bound(&self) -> Bound<&T> {
        Unbounded
    }
}
impl<T> RangeBounds<T> for RangeTo<T> {
    fn start_bound(&self) -> Bound<&T> {
        Unbounded
    }
    fn end_bound(&self) -> Bound<&T> {
        Excluded(&self.end)
    }
}
impl<T> RangeBounds<T> for RangeInclusive<T> {
    fn start_bound(&self) -> Bound<&T> {
        Included(&self.start)
    }
    fn end_bound(&self) -> Bound<&T> {
        // What has been run through holds nothing.
        if self.exhausted { Excluded(&self.end) } else { Included(&self.end) }
    }
}
impl<T> RangeBounds<T> for RangeToInclusive<T> {
    fn start_bound(&self) -> Bound<&T> {
        Unbounded
    }
    fn end_bound(&self) -> Bound<&T> {
        Included(&self.end)
    }
}
impl<T> RangeBounds<T> for (Bound<T>, Bound<T>) {
    fn start_bound(&self) -> Bound<&T> {
        self.0.as_ref()
    }
    fn end_bound(&self) -> Bound<&T> {
        self.1.as_ref()
    }
}
impl<'a, T: ?Sized> RangeBounds<T> for (Bound<&'a T>, Bound<&'a T>) {
    fn start_bound(&self) -> Bound<&T> {
        self.0
    }
    fn end_bound(&self) -> Bound<&T> {
        self.1
    }
}
impl<'a, T> RangeBounds<T> for Range<&'a T> {
    fn start_bound(&self) -> Bound<&T> {
        Included(self.start)
    }
    fn end_bound(&self) -> Bound<&T> {
        Excluded(self.end)
    }
}
impl<'a, T> RangeBounds<T> for RangeFrom<&'a T> {
    fn start_bound(&self) -> Bound<&T> {
        Included(self.start)
    }
    fn end_bound(&self) -> Bound<&T> {
        Unbounded
    }
}
impl<'a, T> RangeBounds<T> for RangeTo<&'a T> {
    fn start_bound(&self) -> Bound<&T> {
        Unbounded
    }
    fn end_bound(&self) -> Bound<&T> {
        Excluded(self.end)
    }
}
impl<'a, T> RangeBounds<T> for RangeInclusive<&'a T> {
    fn start_bound(&self) -> Bound<&T> {
        Included(self.start)
    }
    fn end_bound(&self) -> Bound<&T> {
        Included(self.end)
    }
}

/// The range of indices that bounds mean in a sequence of that length, as `std::slice::range` has it.
pub(crate) fn indices<R: RangeBounds<usize>>(range: R, len: usize) -> Range<usize> {
    let start = match range.start_bound() {
        Included(start) => *start,
        Excluded(start) => {
            if *start == usize::MAX {
                crate::intrinsics::panic_out_of_bounds("attempted to index slice from after maximum usize")
            }
            crate::intrinsics::wrapping_add(*start, 1)
        }
        Unbounded => 0,
    };
    let end = match range.end_bound() {
        Included(end) => {
            if *end == usize::MAX {
                crate::intrinsics::panic_out_of_bounds("attempted to index slice up to maximum usize")
            }
            crate::intrinsics::wrapping_add(*end, 1)
        }
        Excluded(end) => *end,
        Unbounded => len,
    };
    if start > end {
        crate::intrinsics::panic_out_of_bounds("slice index starts after its end")
    }
    if end > len {
        crate::intrinsics::panic_out_of_bounds("range end index out of range for slice")
    }
    Range { start, end }
}
