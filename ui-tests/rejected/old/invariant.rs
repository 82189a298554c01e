use bverify_contracts::*;

#[invariant(old(self.n) <= self.n)]
pub struct Counter {
    n: u8,
}

impl Counter {
    pub fn get(&self) -> u8 {
        self.n
    }
}
