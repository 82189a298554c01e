//! The twin of the violated case, with the smallest fix.
use bverify_contracts::*;

pub struct Guard(u8);

macro_rules! quiet {
    ($name:ident) => {
        impl Drop for $name {
            fn drop(&mut self) {
                self.0 = 0;
            }
        }
    };
}

quiet!(Guard);

#[ensures(true)]
pub fn discard(guard: Guard) {}
