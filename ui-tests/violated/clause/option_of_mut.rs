//! An option of a `&mut`: on entry which, at the exit what is there.

use bverify_contracts::*;

#[ensures(match slot { Some(value) => *value == 1, None => true })]
#[ensures(result == slot.is_some())]
pub fn fill(slot: Option<&mut u8>) -> bool {
    match slot {
        Some(value) => {
            *value += 1;
            true
        }
        None => false,
    }
}
