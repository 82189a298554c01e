//! A pointer one past the end is not one to the start.

use bverify_contracts::*;

#[ensures(!result)]
pub fn is_empty(items: &[u8; 2]) -> bool {
    let start = items.as_ptr();
    let end = unsafe { start.add(2) };
    start == end
}
