//! The twin of the violated case, with the smallest fix.

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

#[ensures(result <==> a.later(b))]
pub fn after(a: clock::time::Instant, b: clock::time::Instant) -> bool {
    a.later(b)
}
