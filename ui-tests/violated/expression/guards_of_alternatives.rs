//! A guard is asked for each alternative that matches.
use bverify_contracts::*;

#[ensures(result <==> pair.0 == wanted)]
pub fn either(pair: (u8, u8), wanted: u8) -> bool {
    match pair {
        (x, _) | (_, x) if x == wanted => true,
        _ => false,
    }
}

#[ensures(result <==> values.first() == Some(&wanted))]
pub fn at_an_end(values: &[u8], wanted: u8) -> bool {
    match values {
        [x, ..] | [.., x] if *x == wanted => true,
        _ => false,
    }
}
