//! In which order a hash map has its entries matters only where something looks: at rest it has one, and changing its
//! room may change it.
use std::collections::HashMap;

use bverify_contracts::*;

#[invariant(self.map.len() <= self.cap)]
#[invariant(self.order.len() == self.map.len())]
#[invariant(forall(|k: u32| self.map.contains_key(&k) ==> self.order.contains(&k)))]
pub struct Cache {
    map: HashMap<u32, u32>,
    order: Vec<u32>,
    cap: usize,
}

impl Cache {
    /// Nothing is as old as what was put first, unless there is no room at all.
    #[ensures(self.map.get(&k) == Some(&v))]
    pub fn put(&mut self, k: u32, v: u32) {
        if self.map.insert(k, v).is_none() {
            if self.order.len() == self.cap {
                let oldest = self.order.pop();
                if let Some(oldest) = oldest {
                    self.map.remove(&oldest);
                }
            }
            self.order.push(k);
        }
    }
}

#[ensures(result)]
pub fn keys_stay(map: &mut HashMap<u8, u8>) -> bool {
    let before: Vec<u8> = map.keys().copied().collect();
    map.reserve(9);
    let after: Vec<u8> = map.keys().copied().collect();
    before == after
}
