// Bits of numbers in clauses: those of the machine type, or of as many as an unbounded number needs.
use bverify_contracts::*;

pub struct Bits {
    word: u64,
}

impl Bits {
    #[model]
    fn view(&self) -> Set<u32> {
        Set::of(|i: u32| i < 64 && (self.word >> i) & 1 == 1)
    }

    #[requires(i < 64)]
    #[ensures(self.view() == old(self.view()).insert(i))]
    pub fn set(&mut self, i: u32) {
        self.word |= 1 << i;
    }

    #[requires(i < 64)]
    #[ensures(self.word == old(self.word) & !(1 << i))]
    pub fn clear(&mut self, i: u32) {
        self.word &= !(1 << i);
    }

    #[ensures(self.word == !old(self.word) && (old(self.word) == 0 ==> self.word == !0))]
    pub fn flip(&mut self) {
        self.word = !self.word;
    }

    #[requires(i < 64)]
    #[ensures(result == (self.word & (1 << i) != 0) && (self.word | (1 << i)) ^ (1 << i) <= self.word)]
    pub fn has(&self, i: u32) -> bool {
        self.word >> i & 1 == 1
    }
}
