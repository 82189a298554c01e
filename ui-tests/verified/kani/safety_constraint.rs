//! The twin of the violated case, with the smallest fix.

#[derive(kani::Arbitrary)]
struct Percent {
    #[safety_constraint(*value <= 100)]
    value: u8,
}

#[derive(kani::Arbitrary, kani::Invariant)]
#[safety_constraint(self.low <= self.high)]
struct Range {
    low: u8,
    high: u8,
}

#[kani::proof]
fn values_are_within_their_limits() {
    let percent: Percent = kani::any();
    assert!(percent.value <= 100);
    let range: Range = kani::any();
    assert!(range.low <= range.high);
}
