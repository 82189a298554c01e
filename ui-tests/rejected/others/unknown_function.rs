//! A contract for a function that the type does not have.
use bverify_contracts::*;

#[extern_spec]
impl<T> Vec<T> {
    #[ensures(self.len() == old(self.len()) + 1)]
    fn pusch(&mut self, x: T);
}

#[ensures(v.len() == old(v.len()) + 1)]
pub fn add(v: &mut Vec<u8>) {
    v.push(1)
}
