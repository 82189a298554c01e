//! The same where nothing overflows.

use bverify_contracts::*;

pub struct Cursor {
    at: usize,
    order: Vec<u8>,
}

impl Cursor {
    #[requires(self.at < 9)]
    pub fn advance(&mut self) {
        self.at += 1;
    }

    #[requires(self.at == 0)]
    pub fn first(&mut self) -> u8 {
        if self.order.is_empty() { 0 } else { self.order.remove(0) }
    }
}

#[ensures(result == result)]
pub fn sum(a: Box<u8>, b: Box<u8>) -> u8 {
    a.wrapping_add(*b)
}

#[requires(parts.len() < 2)]
pub fn share(total: u32, parts: &[u32]) -> u32 {
    let mut left = total;
    for part in parts {
        left = left.checked_div(*part).unwrap_or(0);
    }
    left
}
