//! The twin of the violated case, with the smallest fix.

use bverify_contracts::*;

#[model]
fn largest(s: Seq<u8>) -> Int {
    let mut largest: Int = 0;
    let mut at = 0;
    while at < s.len() {
        if s[at] > largest {
            largest = s[at].into();
        }
        at += 1;
    }
    largest
}

#[model]
fn counted(s: Seq<u8>) -> Map<u8, Int> {
    let mut counts: Map<u8, Int> = map! {};
    for x in s {
        counts = counts.insert(x, counts.get(x).unwrap_or(0) + 1);
    }
    counts
}

#[ensures(result == largest(v.seq()))]
pub fn maximum(v: &[u8]) -> u8 {
    v.iter().copied().max().unwrap_or(0)
}

#[check(scope = 3)]
#[ensures(counted(v.seq()) == counted(old(v.seq())))]
pub fn turn(v: &mut Vec<u8>) {
    v.reverse();
}

#[ensures({ let mut n = 0; for x in v { n += *x; } n == result })]
pub fn total(v: &[u8]) -> u32 {
    v.iter().map(|x| *x as u32).sum()
}
