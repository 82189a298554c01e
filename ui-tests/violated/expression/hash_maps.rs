use std::collections::{HashMap, HashSet, VecDeque};

use bverify_contracts::*;

#[ensures(*map == old(*map))]
#[ensures(unchanged(*map))]
pub fn back_and_forth(map: &mut HashMap<u8, u8>) {
    if let Some(value) = map.remove(&1) {
        map.insert(1, 0);
    }
}

#[ensures(*set == old(set))]
pub fn twice(set: &mut HashSet<u8>) {
    if !set.contains(&3) {
        set.insert(3);
        set.remove(&3);
    }
}

#[ensures(*ring == old(*ring))]
pub fn round(ring: &mut VecDeque<u8>) {
    if let Some(first) = ring.pop_front() {
        ring.push_front(first);
    }
}
