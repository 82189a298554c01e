//! FIXME: this loses the allocation that it made, which is a violation; leaks are not looked for yet.
use bverify_contracts::*;

#[ensures(result == 3)]
pub fn lose() -> u8 {
    let pointer = Box::into_raw(Box::new(3));
    unsafe { *pointer }
}
