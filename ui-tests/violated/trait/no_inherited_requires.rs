//! Beside a contract without a precondition, a local one does not strengthen it.

use bverify_contracts::*;

pub trait Parse {
    #[ensures(result <= 9)]
    fn digit(&self, c: u8) -> u8;
}

pub struct Ascii;

impl Parse for Ascii {
    #[requires(c >= 48)]
    #[ensures(result == c - 48 || c > 57)]
    fn digit(&self, c: u8) -> u8 {
        if c > 57 { 9 } else { c - 48 }
    }
}
