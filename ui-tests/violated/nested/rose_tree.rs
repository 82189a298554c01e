//! A tree of vectors of itself: grafting below the first child forgets what was there.
use bverify_contracts::*;

pub struct Rose {
    value: u8,
    kids: Vec<Rose>,
}

impl Rose {
    #[pure]
    fn size(&self) -> usize {
        let mut all = 1;
        for kid in &self.kids {
            all += kid.size();
        }
        all
    }
}

#[check(scope = 2)]
#[ensures(tree.size() == old(tree.size()) + 1)]
pub fn graft(tree: &mut Rose, value: u8) {
    let leaf = Rose { value, kids: Vec::new() };
    match tree.kids.first_mut() {
        Some(kid) => kid.kids = vec![leaf],
        None => tree.kids.push(leaf),
    }
}
