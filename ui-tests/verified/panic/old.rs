use bverify_contracts::*;

#[panics(old(*n) == 2)]
pub fn bump(n: &mut u8) {
    if *n == 2 {
        *n = 4;
        panic!()
    }
    *n = n.wrapping_add(1);
}
