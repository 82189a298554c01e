//! A macro among items may implement `Drop`, which then runs.
use bverify_contracts::*;

pub struct Guard(u8);

macro_rules! loud {
    ($name:ident) => {
        impl Drop for $name {
            fn drop(&mut self) {
                panic!()
            }
        }
    };
}

loud!(Guard);

#[ensures(true)]
pub fn discard(guard: Guard) {}
