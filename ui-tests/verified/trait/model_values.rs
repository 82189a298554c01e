//! The twin of the violated case, with the smallest fix.

use bverify_contracts::*;

pub trait Store {
    #[model]
    fn entries(&self) -> Map<u8, u8>;

    #[ensures(self.entries() == old(self.entries()).insert(key, value))]
    fn put(&mut self, key: u8, value: u8);
}

pub trait Group {
    #[model]
    fn members(&self) -> Set<u8>;

    #[ensures(self.members() == old(self.members()).insert(x))]
    fn join(&mut self, x: u8);
}

#[check(scope = 2)]
#[requires(!s.entries().contains_key(a) && a != b)]
#[ensures(s.entries().len() >= old(s.entries().len()) + 1)]
#[ensures(s.entries().get(b) == Some(v))]
pub fn put_both<S: Store>(s: &mut S, a: u8, b: u8, v: u8) {
    s.put(a, v);
    s.put(b, v);
}

#[check(scope = 2)]
#[ensures(g.members() == old(g.members()) | set![a, b])]
pub fn join_both<G: Group>(g: &mut G, a: u8, b: u8) {
    g.join(a);
    g.join(b);
}
