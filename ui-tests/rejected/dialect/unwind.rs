//! `unwind` takes a number.

#[kani::proof]
#[kani::unwind(many)]
fn f() {}
