//! A value whose fields are private to another module.

use bverify_contracts::*;

mod gauge {
    pub struct Gauge {
        level: u8,
        limits: (u8, u8),
    }

    impl Gauge {
        pub fn level(&self) -> u8 {
            self.level
        }

        pub fn raise(&mut self) {
            self.level = self.level.max(self.limits.0);
        }
    }
}

#[ensures(gauge.level() >= old(gauge.level()))]
pub fn raise(gauge: &mut gauge::Gauge) {
    if gauge.level() < 3 {
        gauge.raise();
    }
}
