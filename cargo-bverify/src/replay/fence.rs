//! What makes wrong uses of memory stop a program: an allocator that gives each allocation pages of its
//! own, which end where the allocation ends, and takes all access from them when they are freed.

/// The allocator, to be added to the crate root of a test.
pub(super) const FENCE: &str = r#"
#[cfg(test)]
mod bverify_fence {
    use std::alloc::{GlobalAlloc, Layout};

    struct Fence;
    #[global_allocator]
    static FENCE: Fence = Fence;
    const PAGE: usize = 65536;
    const PRIVATE_ANONYMOUS: i32 = if cfg!(target_os = "linux") { 0x22 } else { 0x1002 };

    unsafe extern "C" {
        fn mmap(at: *mut u8, len: usize, access: i32, flags: i32, file: i32, from: i64) -> *mut u8;
        fn mprotect(at: *mut u8, len: usize, access: i32) -> i32;
        fn abort() -> !;
    }

    fn pages(layout: Layout) -> usize {
        layout.size().next_multiple_of(PAGE)
    }

    /// Where in its pages an allocation is: as far behind as its alignment allows.
    fn offset(layout: Layout) -> usize {
        (pages(layout) - layout.size()) & !(layout.align() - 1)
    }

    unsafe impl GlobalAlloc for Fence {
        unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
            unsafe {
                let room = pages(layout) + 2 * PAGE;
                let start = mmap(std::ptr::null_mut(), room, 3, PRIVATE_ANONYMOUS, -1, 0);
                if start as isize == -1 {
                    return std::ptr::null_mut();
                }
                let first = (start as usize).next_multiple_of(PAGE) as *mut u8;
                mprotect(first.add(pages(layout)), PAGE, 0);
                first.add(offset(layout))
            }
        }

        unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
            unsafe {
                // What was freed before cannot be read; what was not allocated is elsewhere.
                at.read_volatile();
                if at as usize % PAGE != offset(layout) % PAGE {
                    abort();
                }
                mprotect(at.sub(offset(layout)), pages(layout), 0);
            }
        }
    }
}
"#;
