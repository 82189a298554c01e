//! The twin of the violated case, with the smallest fix.

use prusti_contracts::*;

pub struct Gauge {
    level: u32,
    limit: u32,
}

impl Gauge {
    #[requires(self.limit >= 5)]
    #[assert_on_expiry(*result <= 5, self.level <= self.limit)]
    pub fn level(&mut self) -> &mut u32 {
        &mut self.level
    }
}
