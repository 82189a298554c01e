use bverify_contracts::*;

pub struct Pair {
    a: u8,
    b: u8,
}

impl Pair {
    #[after_expiry(self.a == *result.0 && self.b == *result.1)]
    pub fn both(&mut self) -> (&mut u8, &mut u8) {
        (&mut self.b, &mut self.a)
    }
}
