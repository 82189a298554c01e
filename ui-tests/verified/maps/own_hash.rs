//! A map finds an equal key for certain only if it has the same hash.
use bverify_contracts::*;
use std::collections::{HashMap, HashSet};
use std::hash::{Hash, Hasher};

/// Equal by the first part, and hashed by it.
#[derive(Clone, Copy)]
pub struct Tagged(u8, bool);

impl PartialEq for Tagged {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}
impl Eq for Tagged {}
impl Hash for Tagged {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}

#[ensures(result)]
pub fn found(key: u8, one: bool, other: bool) -> bool {
    let mut set = HashSet::new();
    set.insert(Tagged(key, one));
    set.contains(&Tagged(key, other))
}

#[ensures(result == if key == other { 1 } else { 2 })]
pub fn counted(key: u8, other: u8) -> usize {
    let mut map = HashMap::new();
    map.insert(Tagged(key, true), 1);
    map.insert(Tagged(other, false), 2);
    map.len()
}
