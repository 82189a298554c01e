//! What makes wrong uses of memory stop a program: an allocator that gives each allocation pages of its
//! own, which end where the allocation ends, and takes all access from them when they are freed. A page
//! before them says what has become of it, so that what is lost can be missed.

/// The allocator, to be added to the crate root of a test.
pub(super) const FENCE: &str = r#"
#[cfg(test)]
pub(crate) mod bverify_fence {
    use std::alloc::{GlobalAlloc, Layout};
    use std::cell::Cell;

    struct Fence;
    #[global_allocator]
    static FENCE: Fence = Fence;
    const PAGE: usize = 65536;
    const PRIVATE_ANONYMOUS: i32 = if cfg!(target_os = "linux") { 0x22 } else { 0x1002 };

    const GIVEN: u8 = 1;
    const NEW: u8 = 2;
    const FREED: u8 = 3;

    thread_local! {
        static WATCHING: Cell<bool> = const { Cell::new(false) };
        static NEW_ONES: Cell<isize> = const { Cell::new(0) };
    }

    /// From here on, allocations of this thread count as new.
    pub fn watch() {
        NEW_ONES.set(0);
        WATCHING.set(true);
    }

    /// How many new allocations are left.
    pub fn new_allocations() -> isize {
        WATCHING.set(false);
        NEW_ONES.get()
    }

    /// Whether an allocation has not been freed.
    pub fn is_allocated<T: ?Sized>(at: *const T) -> bool {
        unsafe { *mark(at.cast_mut().cast()) != FREED }
    }

    /// Where it says what has become of an allocation.
    fn mark(at: *mut u8) -> *mut u8 {
        (at as usize / PAGE * PAGE - PAGE) as *mut u8
    }

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
                let room = pages(layout) + 3 * PAGE;
                let start = mmap(std::ptr::null_mut(), room, 3, PRIVATE_ANONYMOUS, -1, 0);
                if start as isize == -1 {
                    return std::ptr::null_mut();
                }
                let head = (start as usize).next_multiple_of(PAGE) as *mut u8;
                let first = head.add(PAGE);
                mprotect(first.add(pages(layout)), PAGE, 0);
                let is_new = WATCHING.get();
                *head = if is_new { NEW } else { GIVEN };
                NEW_ONES.set(NEW_ONES.get() + isize::from(is_new));
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
                let first = at.sub(offset(layout));
                let head = first.sub(PAGE);
                if *head == NEW {
                    NEW_ONES.set(NEW_ONES.get() - 1);
                }
                *head = FREED;
                mprotect(first, pages(layout), 0);
            }
        }
    }
}
"#;
