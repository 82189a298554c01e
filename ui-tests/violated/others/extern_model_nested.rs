//! The path of the type may lead through modules.

use bverify_contracts::*;

#[extern_model(clock::time::Instant)]
mod model {
    #[derive(Clone, Copy)]
    pub struct Instant {
        ticks: u32,
    }

    impl Instant {
        pub fn later(self, other: Instant) -> bool {
            self.ticks > other.ticks
        }
    }
}

#[ensures(result <==> !b.later(a))]
pub fn after(a: clock::time::Instant, b: clock::time::Instant) -> bool {
    a.later(b)
}
