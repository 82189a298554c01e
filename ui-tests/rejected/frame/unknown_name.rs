use bverify_contracts::*;

#[modifies(y)]
pub fn clear(x: &mut u8) {
    *x = 0;
}
