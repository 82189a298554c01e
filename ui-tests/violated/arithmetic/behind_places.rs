//! What is added, divided and lent is told as the source has it: fields, what boxes and references lead to.

use bverify_contracts::*;

pub struct Cursor {
    at: usize,
    order: Vec<u8>,
}

impl Cursor {
    #[requires(true)]
    pub fn advance(&mut self) {
        self.at += 1;
    }

    #[requires(self.at == 0)]
    pub fn first(&mut self) -> u8 {
        self.order.remove(0)
    }
}

#[ensures(result == result)]
pub fn sum(a: Box<u8>, b: Box<u8>) -> u8 {
    *a + *b
}

#[requires(parts.len() < 2)]
pub fn share(total: u32, parts: &[u32]) -> u32 {
    let mut left = total;
    for part in parts {
        left = left / part;
    }
    left
}
