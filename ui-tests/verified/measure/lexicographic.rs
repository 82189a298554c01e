use bverify_contracts::*;

#[requires(a < 3 && b < 3)]
#[decreases(a, b)]
pub fn down(a: u32, b: u32) -> u32 {
    if a == 0 {
        0
    } else if b == 0 {
        down(a - 1, 2)
    } else {
        down(a, b - 1)
    }
}

#[requires(n < 4)]
#[ensures(result == 0)]
pub fn loops(n: u32) -> u32 {
    let mut n = n;
    let mut half = true;
    #[decreases((n, half as u32))]
    while n > 0 {
        if half {
            half = false;
        } else {
            half = true;
            n -= 1;
        }
    }
    n
}
