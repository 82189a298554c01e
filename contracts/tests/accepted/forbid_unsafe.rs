#![forbid(unsafe_code)]
#![deny(warnings)]

use bverify_contracts::*;

#[invariant(self.n <= 9)]
pub struct Digit {
    n: u8,
    #[ghost(init = 0)]
    seen: u32,
}

impl Digit {
    #[requires(n <= 9)]
    #[ensures(result.n == n && result.seen == 0)]
    pub const fn new(n: u8) -> Digit {
        Digit { n }
    }

    #[ensures(|r| r <==> self.n % 2 == 0)]
    #[modifies()]
    pub async fn is_even(&self) -> bool {
        self.n % 2 == 0
    }
}

fn main() {
    drop(Digit::new(3).is_even());
}
