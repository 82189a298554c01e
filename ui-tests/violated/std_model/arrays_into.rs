//! What arrays become.

use std::collections::{BTreeMap, BTreeSet, HashSet, VecDeque};

#[bverify_contracts::ensures(result)]
pub fn sets(x: u8) -> bool {
    let ordered: BTreeSet<u8> = [x, 1, x].into();
    let hashed: HashSet<u8> = [x, x].into();
    ordered.contains(&x) && hashed.len() == 1 && ordered.len() == 2
}

#[bverify_contracts::ensures(result == 8)]
pub fn sequences(x: u8) -> usize {
    let items: Vec<u8> = [x, 2].into();
    let boxed: Box<[u8]> = [x].into();
    let ring: VecDeque<u8> = [1, 2, x].into();
    let map: BTreeMap<u8, bool> = [(x, true)].into();
    items.len() + boxed.len() + ring.len() + map.len()
}
