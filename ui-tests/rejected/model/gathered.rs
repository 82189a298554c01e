//! An iterator is not a sequence before it is gathered.
use bverify_contracts::*;

#[ensures(sum(v.iter().map(|x| x.len())) == result)]
pub fn total(v: &[Vec<u8>]) -> usize {
    v.iter().map(|x| x.len()).sum()
}
