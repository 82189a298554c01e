//! A harness that is to panic for some value.

fn halve(n: u8) -> u8 {
    assert!(n <= 255);
    n / 2
}

#[kani::proof]
#[kani::should_panic]
fn odd_numbers_are_refused() {
    halve(kani::any());
}
