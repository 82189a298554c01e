//! A contract for functions of a type that there is none of.
use bverify_contracts::*;

#[extern_spec]
impl<T> Vek<T> {
    #[ensures(self.len() == old(self.len()) + 1)]
    fn push(&mut self, x: T);
}
