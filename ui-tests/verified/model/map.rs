//! Maps: literals, lookups, updates, keys and values.

use bverify_contracts::*;

#[ensures(map! { a => 1, b => 2 }.get(b) == Some(2))]
#[ensures(map! { a => 1, b => 2 }[a] == if a == b { 2 } else { 1 })]
#[ensures(map! { a => 1, b => 2 }.keys() == set![a, b] && map! { a => 5 }.values() == multiset![5])]
#[ensures(map! { a => 1 }.insert(b, 2) == map! { b => 2, a => 1 } || a == b)]
#[ensures(map! { a => 1, b => 2 }.remove(b).get(b) == None && map! { a => 1 }.contains_key(a))]
#[ensures(map! { a => 1 }.insert(a, 2).len() == 1 && (map! { a => 1 } - map! { a => 2 }).is_empty())]
#[ensures((map! { a => 1 } | map! { a => 2 })[a] == 2 && map! { a => 1 }.all(|e| e.1 == 1))]
pub fn keys(a: u8, b: u8) -> u8 {
    a
}
