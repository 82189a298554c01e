//! More is said than the trusted function promises of the variables that it is lent.

use bverify_contracts::*;

#[trusted]
#[ensures(*x > old(*x))]
#[may_panic(*x == 255)]
fn raise(x: &mut u8) {
    *x += 1;
}

#[trusted]
#[modifies(*x)]
#[ensures(unchanged(*y))]
#[ensures(*x == old(*x) || *x == *y)]
fn perhaps(x: &mut u8, y: &u8) {
    *x = *y;
}

#[ensures(result > 4)]
pub fn four() -> u8 {
    let mut x = 3;
    raise(&mut x);
    x
}

#[ensures(result == 1 || result == 3)]
pub fn one_or_two() -> u8 {
    let mut x = 1;
    let y = 2;
    perhaps(&mut x, &y);
    x
}
