//! What holds when a borrow ends at which its holder sees to something.

use prusti_contracts::*;

pub struct Gauge {
    level: u32,
    limit: u32,
}

impl Gauge {
    #[requires(self.level <= self.limit)]
    #[assert_on_expiry(*result <= 5, self.level <= self.limit)]
    pub fn level(&mut self) -> &mut u32 {
        &mut self.level
    }
}
