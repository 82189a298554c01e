//! Ranges of the integers of specifications.

use crate::{Int, Seq};

#[intrinsic = "range_all"]
fn range_all<F: Fn(Int) -> bool>(low: Int, high: Int, f: F) -> bool {
    loop {}
}
#[intrinsic = "range_any"]
fn range_any<F: Fn(Int) -> bool>(low: Int, high: Int, f: F) -> bool {
    loop {}
}
#[intrinsic = "range_map"]
fn range_map<U, F: Fn(Int) -> U>(low: Int, high: Int, f: F) -> Seq<U> {
    loop {}
}

// Loops of model functions, and iterators of std that are given a range, go over it one by one.
impl core::ops::Step for Int {
    #[model]
    fn steps_between(start: &Int, end: &Int) -> Option<usize> {
        usize::try_from(*end - *start).ok()
    }
    #[model]
    fn forward(&self) -> Int {
        *self + 1
    }
    #[model]
    fn backward(&self) -> Int {
        *self - 1
    }
    #[model]
    fn forward_checked(&self) -> Int {
        *self + 1
    }
}

impl core::ops::Range<Int> {
    #[model]
    pub fn all<F: Fn(Int) -> bool>(self, f: F) -> bool {
        range_all(self.start, self.end, f)
    }
    #[model]
    pub fn any<F: Fn(Int) -> bool>(self, f: F) -> bool {
        range_any(self.start, self.end, f)
    }
    #[model]
    pub fn map<U, F: Fn(Int) -> U>(self, f: F) -> Seq<U> {
        range_map(self.start, self.end, f)
    }
    #[model]
    pub fn filter<F: Fn(Int) -> bool>(self, f: F) -> Seq<Int> {
        range_map(self.start, self.end, |i| i).filter(f)
    }
    #[model]
    pub fn count<F: Fn(Int) -> bool>(self, f: F) -> Int {
        range_map(self.start, self.end, |i| i).count(f)
    }
    #[model]
    pub fn rev(self) -> Seq<Int> {
        self.map(|x| x).reverse()
    }
    #[model]
    pub fn contains(self, x: Int) -> bool {
        self.start <= x && x < self.end
    }
}
impl core::ops::RangeInclusive<Int> {
    #[model]
    pub fn all<F: Fn(Int) -> bool>(self, f: F) -> bool {
        range_all(self.start, self.end + 1, f)
    }
    #[model]
    pub fn any<F: Fn(Int) -> bool>(self, f: F) -> bool {
        range_any(self.start, self.end + 1, f)
    }
    #[model]
    pub fn map<U, F: Fn(Int) -> U>(self, f: F) -> Seq<U> {
        range_map(self.start, self.end + 1, f)
    }
    #[model]
    pub fn rev(self) -> Seq<Int> {
        self.map(|x| x).reverse()
    }
    #[model]
    pub fn contains(self, x: Int) -> bool {
        self.start <= x && x <= self.end
    }
}
