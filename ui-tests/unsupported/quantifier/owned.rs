//! Values that own memory are not gone through, and only types of nodes mean what is in memory.
use bverify_contracts::*;

pub struct Bag {
    items: Vec<u8>,
}

#[ensures(forall(|bag: Bag| bag.items.is_empty()))]
pub fn bags() {}

#[ensures(forall(|items: Vec<u8>| items.is_empty()))]
pub fn vectors() {}

#[ensures(forall(|items: &[u8]| items.len() != 2))]
pub fn slices(items: &[u8]) {}
