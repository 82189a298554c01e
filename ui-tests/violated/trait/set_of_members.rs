//! Sets that model functions of traits give.

use bverify_contracts::*;

pub trait Group {
    #[model]
    fn members(&self) -> Set<bool>;

    #[ensures(self.members() == old(self.members()).insert(x))]
    fn join(&mut self, x: bool);
}

#[ensures(g.members() == old(g.members()) | set![a])]
pub fn join_both<G: Group>(g: &mut G, a: bool, b: bool) {
    g.join(a);
    g.join(b);
}
