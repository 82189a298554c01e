//! A plain harness inlines what it calls and does not check contracts of callees; those are checked on
//! their own.

#[kani::requires(x < 10)]
#[kani::ensures(|r| *r > x)]
fn next(x: u8) -> u8 {
    x + 1
}

#[kani::proof]
fn next_of_twenty() {
    assert!(next(20) == 22);
}

#[kani::proof_for_contract(next)]
fn next_contract() {
    next(kani::any());
}
