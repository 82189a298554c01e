use bverify_contracts::*;

#[invariant(low <= high)]
pub struct Range {
    low: u8,
    high: u8,
}

impl Range {
    pub fn low(&self) -> u8 {
        self.low
    }
}
