//! Multisets count.

use bverify_contracts::*;

#[ensures(multiset![a, b] == multiset![result.0, result.1])]
#[ensures(multiset![a, a, b].multiplicity(a) >= 2 && multiset![a, b].len() == 2)]
#[ensures(multiset![a, b].remove(a) == multiset![b] && multiset![a].union(multiset![b]) == multiset![b, a])]
#[ensures((multiset![a, a, b] - multiset![a]) == multiset![b, a] && (multiset![a] & multiset![a, b]) == multiset![a])]
#[ensures(multiset![a, b].contains(a) && multiset![a].is_subset(multiset![b, a]) && !multiset![a].is_empty())]
#[ensures(multiset![a, b].to_set() == set![b, a])]
pub fn swap(a: u8, b: u8) -> (u8, u8) {
    (b, a)
}
