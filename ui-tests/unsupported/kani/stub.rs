//! A function that is exchanged for another.

fn real() -> u8 {
    1
}

fn fake() -> u8 {
    2
}

#[kani::proof]
#[kani::stub(real, fake)]
fn stubbed() {
    assert!(real() == 2);
}
