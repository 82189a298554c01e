// The vectors of `smallvec` are modelled as std's are.
use bverify_contracts::*;
use smallvec::SmallVec;

pub struct Stack {
    items: SmallVec<[u8; 2]>,
}

impl Stack {
    #[ensures(self.items.len() == old(self.items.len()) + 1)]
    #[ensures(self.items[0] == x)]
    pub fn push(&mut self, x: u8) {
        self.items.push(x);
    }

    #[ensures(self.items.iter().all(|x| *x != 0))]
    pub fn clean(&mut self) {
        self.items.retain(|x| *x > 1 || *x == 0);
    }
}
