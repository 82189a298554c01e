//! `std::alloc`: sizes and alignments. Allocations without a type are not modelled.

use crate::intrinsics::{wrapping_add, wrapping_sub};

/// The size and alignment of a piece of memory.
#[derive(Clone, Copy, PartialEq, Eq)]
#[invariant(self.align.is_power_of_two() && self.size <= isize::MAX as usize + 1 - self.align)]
pub struct Layout {
    size: usize,
    align: usize,
}
#[derive(Clone, PartialEq, Eq)]
pub struct LayoutError {
    why: (),
}
impl Layout {
    pub const fn new<T>() -> Layout {
        Layout { size: crate::mem::size_of::<T>(), align: crate::mem::align_of::<T>() }
    }
    pub const fn array<T>(n: usize) -> Result<Layout, LayoutError> {
        match crate::mem::size_of::<T>().checked_mul(n) {
            Some(size) => Layout::from_size_align(size, crate::mem::align_of::<T>()),
            None => Err(LayoutError { why: () }),
        }
    }
    pub const fn from_size_align(size: usize, align: usize) -> Result<Layout, LayoutError> {
        if !align.is_power_of_two() || size > wrapping_sub(wrapping_add(isize::MAX as usize, 1), align) {
            return Err(LayoutError { why: () });
        }
        Ok(Layout { size, align })
    }
    pub const unsafe fn from_size_align_unchecked(size: usize, align: usize) -> Layout {
        Layout { size, align }
    }
    pub fn for_value<T>(t: &T) -> Layout {
        Layout::new::<T>()
    }
    pub const fn size(&self) -> usize {
        self.size
    }
    pub const fn align(&self) -> usize {
        self.align
    }
}

pub fn handle_alloc_error(layout: Layout) -> ! {
    crate::intrinsics::panic_explicit("memory allocation failed")
}
