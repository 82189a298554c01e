//! The subtraction panics before anything is written.

use bverify_contracts::*;

pub struct Account {
    balance: u32,
}

impl Account {
    #[may_panic(amount > self.balance)]
    #[on_panic(self.balance == old(self.balance))]
    #[ensures(self.balance == old(self.balance) - amount)]
    pub fn withdraw(&mut self, amount: u32) {
        let before = self.balance;
        self.balance = before - amount;
    }
}
