//! What hashing runs of the user's can panic.

use bverify_contracts::*;
use std::collections::{HashMap, HashSet};
use std::hash::{Hash, Hasher};

pub struct Loud(u8);

impl PartialEq for Loud {
    fn eq(&self, other: &Loud) -> bool {
        self.0 == other.0
    }
}

impl Eq for Loud {}

impl Hash for Loud {
    fn hash<H: Hasher>(&self, state: &mut H) {
        assert!(self.0 != 3);
        self.0.hash(state)
    }
}

#[ensures(result)]
pub fn alone(x: u8) -> bool {
    HashSet::new().insert(Loud(x))
}

#[panics(x == 3)]
pub fn found(m: &HashMap<Loud, u8>, x: u8) -> bool {
    m.contains_key(&Loud(x))
}
