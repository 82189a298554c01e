//! What formatting would run of the user's is refused where it would see a width, or a derived impl or one of std
//! would run it: it may panic, fail or write a cell.
use bverify_contracts::*;
use std::fmt;

pub struct Odd(u8);

impl fmt::Display for Odd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        assert!(self.0 % 2 == 1);
        write!(f, "{}", self.0)
    }
}

impl fmt::Debug for Odd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[derive(Debug)]
pub struct Pair {
    left: Odd,
    right: u8,
}

#[ensures(true)]
pub fn captured(odd: &Odd) {
    println!("{odd:>3} {{odd}}");
}

#[ensures(true)]
pub fn inside(pairs: &[Pair]) -> String {
    format!("{:?}", pairs.first())
}
