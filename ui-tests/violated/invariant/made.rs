//! A value is made that does not satisfy the invariant of its type.

use bverify_contracts::*;

#[invariant(self.value % 2 == 0)]
pub struct Even {
    value: u32,
}

impl Even {
    pub fn from_half(half: u16) -> Even {
        Even {
            value: u32::from(half),
        }
    }
}
