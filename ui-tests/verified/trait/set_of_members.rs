//! The twin of the violated case, with the smallest fix.

use bverify_contracts::*;

pub trait Group {
    #[model]
    fn members(&self) -> Set<bool>;

    #[ensures(self.members() == old(self.members()).insert(x))]
    fn join(&mut self, x: bool);
}

#[ensures(g.members() == old(g.members()) | set![a, b])]
pub fn join_both<G: Group>(g: &mut G, a: bool, b: bool) {
    g.join(a);
    g.join(b);
}
