use bverify_contracts::*;

#[panics(x == 3)]
#[may_panic(y == 0)]
#[panics(y == 7)]
#[on_panic(*z == old(*z))]
pub fn some(x: u8, y: u8, z: &mut u8) -> u8 {
    assert!(x != 3 && y != 7);
    assert!(y > 0);
    *z = 1;
    x / y
}
