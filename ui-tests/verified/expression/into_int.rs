//! A machine integer converts to a mathematical one, as it would in Rust.
use bverify_contracts::*;

pub struct Tank {
    level: u8,
}

impl Tank {
    #[model]
    fn level(&self) -> Int {
        self.level.into()
    }

    #[ensures(self.level() == old(self.level()) + 1 || old(self.level()) == Int::from(u8::MAX))]
    pub fn fill(&mut self) {
        self.level = self.level.saturating_add(1);
    }
}
