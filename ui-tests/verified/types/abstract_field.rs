//! The twin of the violated case, with the smallest fix.

use bverify_contracts::*;

#[spec_field(events: usize)]
pub struct Port {
    raw: u32,
}

impl Port {
    #[trusted]
    #[ensures(self.events == old(self.events) + 1)]
    fn send(&mut self) {
        self.raw += 1;
    }

    #[requires(self.events < 5)]
    #[ensures(self.events == old(self.events) + 2)]
    pub fn twice(&mut self) {
        self.send();
        self.send();
    }
}
