//! The twin of the violated case, with the smallest fix.

use bverify_contracts::*;


pub trait Account {
    #[requires(amount < 10)]
    #[ensures(true)]
    fn withdraw(&mut self, amount: u32);
}

pub struct Purse {
    coins: u32,
}

impl Account for Purse {
    #[requires(true)]
    #[may_panic(amount >= 10 && self.coins < amount)]
    fn withdraw(&mut self, amount: u32) {
        assert!(amount < 10 || self.coins >= amount);
        self.coins = self.coins.saturating_sub(amount);
    }
}

#[ensures(true)]
pub fn fee<A: Account>(account: &mut A) {
    account.withdraw(1);
}
