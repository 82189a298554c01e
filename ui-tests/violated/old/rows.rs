// What a vector was on entry may be gone over beside what it is now, and handed to functions with it.
use bverify_contracts::*;

pub struct Row {
    items: Vec<u8>,
}

#[pure]
fn turned(now: &[u8], before: &[u8]) -> bool {
    now.len() == before.len() && now.iter().rev().eq(before.iter())
}

impl Row {
    #[ensures(self.items.iter().rev().eq(old(self.items.clone()).iter()))]
    pub fn turn(&mut self) {
        if self.items.len() != 2 {
            self.items.reverse();
        }
    }

    #[ensures(turned(&self.items, old(&self.items)) && turned(&self.items, &old(self.items.clone())))]
    pub fn turn_too(&mut self) {
        if self.items.len() != 2 {
            self.items.reverse();
        }
    }

    #[ensures({ let before = old(self.items.clone()); self.items.len() <= before.len() && self.items.iter().all(|x| before.contains(x)) })]
    #[ensures(old(self.items.clone()).iter().all(|x| *x == 0 || self.items.contains(x)))]
    pub fn shrink(&mut self) {
        self.items.retain(|x| *x > 1);
    }
}
