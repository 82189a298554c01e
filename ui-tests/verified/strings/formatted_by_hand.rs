//! Impls that format are run by the macros: they may panic or fail.

use std::fmt;

use bverify_contracts::*;

pub struct Ratio {
    over: u8,
    under: u8,
}

impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.under == 0 {
            return Err(fmt::Error);
        }
        write!(f, "{}", self.over / self.under)
    }
}

pub struct Named<'a> {
    name: &'a str,
    ratio: Ratio,
}

impl fmt::Display for Named<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.name, self.ratio)
    }
}

#[requires(ratio.under > 0)]
#[ensures(true)]
pub fn text(ratio: &Ratio) -> String {
    format!("<{ratio}>")
}

#[requires(ratio.under > 0)]
#[ensures(true)]
pub fn nested(ratio: Ratio) -> String {
    Named { name: "n", ratio }.to_string()
}
