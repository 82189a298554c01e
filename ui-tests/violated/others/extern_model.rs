//! A type of another crate, for which a module stands.

use bverify_contracts::*;
use smallvec::SmallVec;

#[extern_model(smallvec::SmallVec)]
mod small {
    pub struct SmallVec<T> {
        items: Vec<T>,
    }

    impl<T> SmallVec<T> {
        pub fn push(&mut self, x: T) {
            self.items.push(x)
        }

        pub fn len(&self) -> usize {
            self.items.len()
        }
    }
}

#[requires(v.len() < 5)]
#[ensures(v.len() == old(v.len()) + 2)]
pub fn two(v: &mut SmallVec<u8>) {
    v.push(1);
}
