//! What `set_len` hides is not dropped.
use bverify_contracts::*;

#[ensures(true)]
pub fn lose() {
    let mut boxes = vec![Box::new(1u8)];
    unsafe { boxes.set_len(0) };
}
