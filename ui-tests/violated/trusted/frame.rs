//! A trusted function may change all that its types allow.

use bverify_contracts::*;

pub struct Counter {
    n: u32,
    m: u32,
}

impl Counter {
    #[trusted]
    
    fn touch(&mut self) {}

    #[ensures(self.m == old(self.m))]
    pub fn run(&mut self) {
        self.touch();
    }
}
