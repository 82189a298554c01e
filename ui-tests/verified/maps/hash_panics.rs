//! What hashing runs of the user's can panic: an empty map does not hash what is looked for, and no key is in a map that panics.

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

#[panics(x == 3)]
#[ensures(result)]
pub fn alone(x: u8) -> bool {
    HashSet::new().insert(Loud(x))
}

#[panics(x == 3 && !m.is_empty())]
pub fn found(m: &HashMap<Loud, u8>, x: u8) -> bool {
    m.contains_key(&Loud(x))
}

#[ensures(m.is_empty())]
pub fn moved(m: &mut HashMap<Loud, u8>) -> HashMap<Loud, u8> {
    let mut all = HashMap::new();
    for (k, v) in m.drain() {
        all.insert(k, v);
    }
    all
}
