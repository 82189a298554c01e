//! The primitives: what `lower` knows by name. Everything else in the models is Rust over these.
//!
//! | name | meaning |
//! |---|---|
//! | `read(p)`, `write(p, v)` | what `p` points to, without dropping or moving |
//! | `box_new(v)` | a new allocation that holds `v` |
//! | `forget(v)` | nothing |
//! | `ptr_eq(p, q)` | whether two references lead to the same location |
//! | `panic_unwrap(m)`, `panic_overflow(m)`, `panic_out_of_bounds(m)`, … | panics of that kind |
//! | `wrapping_add(a, b)`, … | machine arithmetic that wraps |
//! | `overflows_add(a, b)`, … | whether it would have left the type |
//! | `set_…`, `seq_…`, `range_…` | operations on model values (contracts.rs) |
//! | `int_max`, `int_min`, `int_bits` | constants of integer types; the front end knows them |
//!
//! On a method of a trait, `eq`, `ne`, `lt`, `le`, `gt`, `ge`, `cmp`, `partial_cmp` and `clone` say what it
//! means on a type parameter. Bodies here are never looked at.

#[intrinsic = "read"]
pub fn read<T>(from: &T) -> T {
    loop {}
}

#[intrinsic = "write"]
pub fn write<T>(to: &mut T, value: T) {}

#[intrinsic = "box_new"]
pub fn box_new<T>(value: T) -> crate::boxed::Box<T> {
    loop {}
}

#[intrinsic = "forget"]
pub fn forget<T>(value: T) {}

#[intrinsic = "ptr_eq"]
pub fn ptr_eq<T: ?Sized>(left: &T, right: &T) -> bool {
    loop {}
}

#[intrinsic = "panic_explicit"]
pub fn panic_explicit(message: &str) -> ! {
    loop {}
}

#[intrinsic = "panic_unwrap"]
pub fn panic_unwrap(message: &str) -> ! {
    loop {}
}

#[intrinsic = "panic_overflow"]
pub fn panic_overflow(message: &str) -> ! {
    loop {}
}

#[intrinsic = "panic_division_by_zero"]
pub fn panic_division_by_zero(message: &str) -> ! {
    loop {}
}

#[intrinsic = "panic_out_of_bounds"]
pub fn panic_out_of_bounds(message: &str) -> ! {
    loop {}
}

#[intrinsic = "panic_borrow"]
pub fn panic_borrow(message: &str) -> ! {
    loop {}
}

#[intrinsic = "wrapping_add"]
pub fn wrapping_add<I>(a: I, b: I) -> I {
    loop {}
}

#[intrinsic = "wrapping_sub"]
pub fn wrapping_sub<I>(a: I, b: I) -> I {
    loop {}
}

#[intrinsic = "wrapping_mul"]
pub fn wrapping_mul<I>(a: I, b: I) -> I {
    loop {}
}

#[intrinsic = "wrapping_div"]
pub fn wrapping_div<I>(a: I, b: I) -> I {
    loop {}
}

#[intrinsic = "wrapping_rem"]
pub fn wrapping_rem<I>(a: I, b: I) -> I {
    loop {}
}

#[intrinsic = "wrapping_shl"]
pub fn wrapping_shl<I>(a: I, b: u32) -> I {
    loop {}
}

#[intrinsic = "wrapping_shr"]
pub fn wrapping_shr<I>(a: I, b: u32) -> I {
    loop {}
}

#[intrinsic = "overflows_add"]
pub fn overflows_add<I>(a: I, b: I) -> bool {
    loop {}
}

#[intrinsic = "overflows_sub"]
pub fn overflows_sub<I>(a: I, b: I) -> bool {
    loop {}
}

#[intrinsic = "overflows_mul"]
pub fn overflows_mul<I>(a: I, b: I) -> bool {
    loop {}
}

#[intrinsic = "overflows_div"]
pub fn overflows_div<I>(a: I, b: I) -> bool {
    loop {}
}

#[intrinsic = "overflows_rem"]
pub fn overflows_rem<I>(a: I, b: I) -> bool {
    loop {}
}

#[intrinsic = "overflows_shl"]
pub fn overflows_shl<I>(a: I, b: u32) -> bool {
    loop {}
}

#[intrinsic = "overflows_shr"]
pub fn overflows_shr<I>(a: I, b: u32) -> bool {
    loop {}
}
