//! Slots of a vector that hold nothing, where an invariant says that all values are `true`.

use bverify_contracts::*;

#[invariant(self.flags.iter().all(|flag| *flag))]
pub struct Flags {
    flags: Vec<bool>,
}

impl Flags {
    #[ensures(true)]
    pub fn first(&self) -> bool {
        self.flags.first().copied().unwrap_or(true)
    }
}
