//! A trie of hash maps: what lies below an edge is lost when the edge is walked again.
use bverify_contracts::*;
use std::collections::HashMap;

pub struct Trie {
    end: bool,
    next: HashMap<u8, Trie>,
}

impl Trie {
    #[pure]
    fn has(&self, a: u8, b: u8) -> bool {
        match self.next.get(&a) {
            Some(below) => match below.next.get(&b) {
                Some(last) => last.end,
                None => false,
            },
            None => false,
        }
    }
}

#[check(scope = 2)]
#[ensures(trie.next.contains_key(&key))]
#[ensures(old(trie.has(key, key)) ==> trie.has(key, key))]
pub fn insert(trie: &mut Trie, key: u8) {
    trie.next.insert(key, Trie { end: true, next: HashMap::new() });
}
