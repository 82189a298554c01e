use bverify_contracts::*;

#[pure]
fn bumped(x: &mut u8) -> bool {
    *x = 1;
    true
}

#[ensures(bumped(x))]
pub fn bump(x: &mut u8) {
    *x = 2;
}
