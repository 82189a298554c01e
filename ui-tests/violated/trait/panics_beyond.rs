//! What calls a method by its trait knows of no panic that the trait's contract does not allow.

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
    #[may_panic(self.coins < amount)]
    fn withdraw(&mut self, amount: u32) {
        assert!(self.coins >= amount);
        self.coins -= amount;
    }
}

#[ensures(true)]
pub fn fee<A: Account>(account: &mut A) {
    account.withdraw(1);
}
