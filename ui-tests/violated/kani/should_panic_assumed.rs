//! A harness that is to panic, and whose assumption rules that out.

fn double(n: u8) -> u8 {
    n * 2
}

#[kani::proof]
#[kani::should_panic]
fn doubles_of_small_numbers_overflow() {
    let n: u8 = kani::any_where(|n| *n < 100);
    double(n);
}
