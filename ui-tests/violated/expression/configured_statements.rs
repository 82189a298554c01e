//! Statements that are configured away are not there, and what is left may be the value.

fn flip(x: &mut u8) {
    *x ^= 1;
}

#[bverify_contracts::ensures(result == x)]
pub fn left(x: u8) -> u8 {
    let mut y = x;
    #[cfg(all())]
    flip(&mut y);
    #[cfg(any())]
    {
        y = 3;
    }
    #[cfg(all())]
    {
        y
    }
    #[cfg(any())]
    {
        0
    }
}
