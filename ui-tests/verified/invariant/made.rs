//! The twin of the violated case, with the smallest fix.

use bverify_contracts::*;

#[invariant(self.value % 2 == 0)]
pub struct Even {
    value: u32,
}

impl Even {
    pub fn from_half(half: u16) -> Even {
        Even {
            value: u32::from(half) * 2,
        }
    }
}
