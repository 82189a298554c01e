//! Assignments that take the value apart, wrongly.

pub struct Pair {
    low: u8,
    high: u8,
}

#[bverify_contracts::ensures(*a == old(*b) && *b == old(*a))]
pub fn exchange(a: &mut u8, b: &mut u8) {
    (*a, *b) = (*b, *b);
}

#[bverify_contracts::ensures(result == if a > b { a - b } else { b - a })]
pub fn distance(a: u8, b: u8) -> u8 {
    let (mut low, mut high) = (a, b);
    if low > high {
        [low, high] = [high, low];
    }
    let (mut difference, mut rest);
    ((difference, _), rest, ..) = ((high - low, high), low, a, b);
    _ = rest;
    (difference, rest) = (difference, 0);
    assert!(rest == 0);
    difference
}

#[bverify_contracts::ensures(result.0 == pair.low && result.1 == pair.high)]
pub fn parts(pair: Pair) -> (u8, u8) {
    let mut seen = [0; 2];
    Pair { low: seen[0], .. } = pair;
    let high;
    Pair { high, .. } = pair;
    (seen[1], _) = (seen[0], high);
    (seen[0], seen[1])
}
