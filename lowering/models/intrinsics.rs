//! The primitives: what `lower` knows by name. Everything else in the models is Rust over these.
//!
//! | name | meaning |
//! |---|---|
//! | `read(p)`, `write(p, v)` | what `p` points to, without dropping or moving |
//! | `box_new(v)` | a new allocation that holds `v` |
//! | `forget(v)` | nothing |
//! | `give_up(v)` | nothing, but that what it leads to is not lost |
//! | `ptr_eq(p, q)` | whether two references lead to the same location |
//! | `attempt(e)` | `e`; a panic that leaves it goes no further |
//! | `panicking()` | whether what a panic leaves is being dropped |
//! | `meet_lock()` | a lock is taken, which could be poisoned if a panic is caught |
//! | `panic_unwrap(m)`, `panic_overflow(m)`, `panic_out_of_bounds(m)`, … | panics of that kind |
//! | `undefined_promise()`, `undefined_overlap()`, `undefined_bounds()` | undefined behaviour: an obligation of that kind |
//! | `wrapping_add(a, b)`, … | machine arithmetic that wraps |
//! | `overflows_add(a, b)`, … | whether it would have left the type |
//! | `set_…`, `seq_…`, `range_…` | operations on model values (the files of `contracts`) |
//! | `buffer_new(n)`, `buffer_free(b)` | a new run of `n` slots without values; the end of its life (values are not dropped) |
//! | `buffer_grow(b, n)` | more slots for `b`, `n` in all, wherever they are then; only where nothing could tell: `buffer_may_stay()` |
//! | `buffer_ptr(b)`, `buffer_capacity(b)` | the location of the first slot; how many there are |
//! | `slice_len(s)`, `slice_ptr(s)`, `slice_from_raw(p, n)` | what a pointer to a slice holds |
//! | `str_bytes(s)`, `str_from_bytes(b)`, `box_str(b)` | a string is the slice of its bytes; nothing is checked |
//! | `ptr_offset(p, n)`, `ptr_add(p, n)`, `ptr_distance(p, q)` | inside one array or buffer, in elements |
//! | `ptr_null()`, `ptr_dangling()`, `ptr_cast(p)` | raw pointers |
//! | `fits_run(p)` | whether `p`, to a slice or an element, is to all of the array or buffer that it leads into |
//! | `array_read(p)` | the array of the values from `p` on; they stay where they are |
//! | `free(p)` | the end of an allocation, given by its start; what it holds is not dropped |
//! | `box_into_raw(b)`, `box_from_raw(p)` | the same location, owned or not |
//! | `drop_in_place(p)` | drops what `p` points to, fields included |
//! | `maybe_uninit()`, `maybe_new(v)`, `is_init(m)` | `MaybeUninit`; `is_init` in specifications only |
//! | `counted_new(v)`, `counted_ptr(c)`, `counted_from(p)`, `weak_…` | `Counted` and `WeakCounted`, the pointers of `rc.rs` |
//! | `meet_capacity()`, `sees_capacity()` | something asks how much room there is; whether anything does |
//! | `sees_order()`, `ranks()`, `precedes(a, b)` | whether something sees in which order a hash map has keys of the type; whether they come in in order; that order |
//! | `meet_float()` | a float is looked at, so that it matters which values come in |
//! | `needs_drop()`, `equal_is_same()`, `size_of()`, `align_of()` | of types |
//! | `other_field()` | a union does not hold the field that is asked for: nothing can be said of the run |
//! | `unknown_character()` | what Unicode says of a character is not known: nothing can be said of the run |
//! | `formats(v)` | nothing; refused if formatting `v` would run code of the user's |
//! | `transmute(v)` | `v`, as another type that means the same bits |
//! | `is_same_value(a, b)` | whether two values of a type parameter are one |
//! | `is_less(a, b)` | whether one is before the other in the order of a type parameter |
//! | `is_partial::<T>()` | whether comparisons of `T` promise no more than `PartialEq` and `PartialOrd` do |
//! | `unknown` | of any function: it gives equal values for equal arguments, and nothing else is known of it |
//! | `choose()`, `choose_whole()`, `assume(c)` | any value within scope, of the whole type; only runs in which `c` holds |
//! | `int_max`, `int_min`, `int_bits` | constants of integer types; the front end knows them |
//!
//! On a method of a trait, `eq`, `ne`, `lt`, `le`, `gt`, `ge`, `cmp`, `partial_cmp`, `clone` and `borrow` say
//! what it means on a type parameter. Bodies here are never looked at.

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

#[intrinsic = "give_up"]
pub fn give_up<T>(value: T) {}

#[intrinsic = "ptr_eq"]
pub fn ptr_eq<T: ?Sized>(left: &T, right: &T) -> bool {
    loop {}
}

#[intrinsic = "is_same_value"]
pub fn is_same_value<T: ?Sized>(left: &T, right: &T) -> bool {
    loop {}
}

#[intrinsic = "is_less"]
pub fn is_less<T: ?Sized>(left: &T, right: &T) -> bool {
    loop {}
}

#[intrinsic = "is_partial"]
pub fn is_partial<T: ?Sized>() -> bool {
    loop {}
}

#[intrinsic = "attempt"]
pub fn attempt(run: ()) {}

#[intrinsic = "panicking"]
pub fn panicking() -> bool {
    loop {}
}

#[intrinsic = "meet_lock"]
pub const fn meet_lock() {}

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

/// What was promised to a function that does not check it is not so.
#[intrinsic = "undefined_promise"]
pub fn undefined_promise() -> ! {
    loop {}
}

#[intrinsic = "undefined_overlap"]
pub fn undefined_overlap() -> ! {
    loop {}
}

#[intrinsic = "undefined_bounds"]
pub fn undefined_bounds() -> ! {
    loop {}
}

/// True; only programs that say so have text that was formatted.
#[intrinsic = "formatted"]
pub fn formatted() -> bool {
    loop {}
}

/// What formatting has written is asked for.
#[intrinsic = "unknown_text"]
pub fn unknown_text() -> ! {
    loop {}
}

/// Unicode's tables are asked of a character that the models do not know.
#[intrinsic = "unknown_character"]
pub fn unknown_character() -> ! {
    loop {}
}

/// Another field of a union is asked for than was written last.
#[lang = "other_field"]
#[intrinsic = "other_field"]
pub fn other_field() -> ! {
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

/// The owner of a run of slots.
#[lang = "Buffer"]
pub struct Buffer<T> {
    element: crate::marker::PhantomData<T>,
}

#[intrinsic = "buffer_new"]
pub fn buffer_new<T>(capacity: usize) -> Buffer<T> {
    loop {}
}

#[intrinsic = "buffer_free"]
pub fn buffer_free<T>(buffer: &mut Buffer<T>) {}

#[intrinsic = "buffer_may_stay"]
pub fn buffer_may_stay() -> bool {
    loop {}
}

#[intrinsic = "buffer_grow"]
pub fn buffer_grow<T>(buffer: &mut Buffer<T>, capacity: usize) {}

#[intrinsic = "buffer_ptr"]
pub fn buffer_ptr<T>(buffer: &Buffer<T>) -> *mut T {
    loop {}
}

#[intrinsic = "buffer_capacity"]
pub fn buffer_capacity<T>(buffer: &Buffer<T>) -> usize {
    loop {}
}

#[intrinsic = "slice_len"]
pub fn slice_len<T>(slice: *const [T]) -> usize {
    loop {}
}

#[intrinsic = "slice_ptr"]
pub fn slice_ptr<T>(slice: *const [T]) -> *mut T {
    loop {}
}

#[intrinsic = "slice_from_raw"]
pub fn slice_from_raw<T>(first: *const T, len: usize) -> *mut [T] {
    loop {}
}

#[intrinsic = "str_bytes"]
pub fn str_bytes(text: &str) -> &[u8] {
    loop {}
}

#[intrinsic = "str_from_bytes"]
pub fn str_from_bytes(bytes: &[u8]) -> &str {
    loop {}
}

#[intrinsic = "box_str"]
pub fn box_str(bytes: crate::boxed::Box<[u8]>) -> crate::boxed::Box<str> {
    loop {}
}

#[intrinsic = "ptr_offset"]
pub fn ptr_offset<T>(pointer: *const T, by: isize) -> *mut T {
    loop {}
}

#[intrinsic = "ptr_add"]
pub fn ptr_add<T>(pointer: *const T, by: usize) -> *mut T {
    loop {}
}

#[intrinsic = "ptr_distance"]
pub fn ptr_distance<T>(to: *const T, from: *const T) -> isize {
    loop {}
}

#[intrinsic = "ptr_null"]
pub fn ptr_null<T>() -> *mut T {
    loop {}
}

#[intrinsic = "ptr_dangling"]
pub fn ptr_dangling<T>() -> *mut T {
    loop {}
}

#[intrinsic = "ptr_cast"]
pub fn ptr_cast<T: ?Sized, U>(pointer: *const T) -> *mut U {
    loop {}
}

#[intrinsic = "ptr_read"]
pub fn ptr_read<T>(from: *const T) -> T {
    loop {}
}

#[intrinsic = "ptr_write"]
pub fn ptr_write<T>(to: *mut T, value: T) {}

#[intrinsic = "fits_run"]
pub fn fits_run<T: ?Sized>(pointer: *const T) -> bool {
    loop {}
}

#[intrinsic = "array_read"]
pub fn array_read<T, const N: usize>(first: *const T) -> [T; N] {
    loop {}
}

#[intrinsic = "free"]
pub fn free<T: ?Sized>(pointer: *mut T) {}

#[intrinsic = "box_into_raw"]
pub fn box_into_raw<T: ?Sized>(owner: crate::boxed::Box<T>) -> *mut T {
    loop {}
}

#[intrinsic = "box_from_raw"]
pub fn box_from_raw<T: ?Sized>(pointer: *mut T) -> crate::boxed::Box<T> {
    loop {}
}

#[intrinsic = "drop_in_place"]
pub fn drop_in_place<T: ?Sized>(pointer: *mut T) {}

#[intrinsic = "maybe_uninit"]
pub fn maybe_uninit<T>() -> crate::mem::MaybeUninit<T> {
    loop {}
}

#[intrinsic = "maybe_new"]
pub fn maybe_new<T>(value: T) -> crate::mem::MaybeUninit<T> {
    loop {}
}

#[intrinsic = "maybe_ptr"]
pub fn maybe_ptr<T>(room: *const crate::mem::MaybeUninit<T>) -> *mut T {
    loop {}
}

#[intrinsic = "is_init"]
pub fn is_init<T>(room: &crate::mem::MaybeUninit<T>) -> bool {
    loop {}
}

/// Whether the slot of that number holds a value; specifications only.
#[intrinsic = "buffer_is_init"]
pub fn buffer_is_init<T>(buffer: &Buffer<T>, slot: usize) -> bool {
    loop {}
}

/// A counting pointer to an `RcInner`.
#[lang = "Counted"]
pub struct Counted<T> {
    to: crate::marker::PhantomData<T>,
}

/// A counting pointer that does not keep the value alive.
#[lang = "WeakCounted"]
pub struct WeakCounted<T> {
    to: crate::marker::PhantomData<T>,
}

#[intrinsic = "counted_new"]
pub fn counted_new<T>(value: T) -> Counted<T> {
    loop {}
}

#[intrinsic = "counted_ptr"]
pub fn counted_ptr<T>(counted: &Counted<T>) -> *mut T {
    loop {}
}

#[intrinsic = "counted_from"]
pub fn counted_from<T>(pointer: *mut T) -> Counted<T> {
    loop {}
}

#[intrinsic = "weak_ptr"]
pub fn weak_ptr<T>(weak: &WeakCounted<T>) -> *mut T {
    loop {}
}

#[intrinsic = "weak_from"]
pub fn weak_from<T>(pointer: *mut T) -> WeakCounted<T> {
    loop {}
}

#[intrinsic = "needs_drop"]
pub fn needs_drop<T: ?Sized>() -> bool {
    loop {}
}

/// Whether values of the type that are equal cannot be told apart.
#[intrinsic = "equal_is_same"]
pub fn equal_is_same<T>() -> bool {
    loop {}
}

/// Something asks how much room there is.
#[intrinsic = "meet_capacity"]
pub const fn meet_capacity() {}

/// Whether something in the whole program does.
#[intrinsic = "sees_capacity"]
pub fn sees_capacity() -> bool {
    loop {}
}

/// Whether something in the whole program could tell in which order a hash map has its entries.
#[intrinsic = "sees_order"]
pub fn sees_order<K>() -> bool {
    loop {}
}

/// Whether nothing could, and there is an order of the keys that maps may have when they come in.
#[intrinsic = "ranks"]
pub fn ranks<K>() -> bool {
    loop {}
}

/// That order.
#[intrinsic = "precedes"]
pub fn precedes<K>(one: &K, other: &K) -> bool {
    loop {}
}

#[intrinsic = "transmute"]
pub fn transmute<A, B>(value: A) -> B {
    loop {}
}

#[intrinsic = "size_of"]
pub fn size_of<T>() -> usize {
    loop {}
}

#[intrinsic = "align_of"]
pub fn align_of<T>() -> usize {
    loop {}
}

#[lang = "choose"]
#[intrinsic = "choose"]
pub fn choose<T>() -> T {
    loop {}
}

#[intrinsic = "choose_whole"]
pub fn choose_whole<T>() -> T {
    loop {}
}

#[intrinsic = "assume"]
pub fn assume(condition: bool) {}

#[intrinsic = "meet_float"]
pub fn meet_float() {}
