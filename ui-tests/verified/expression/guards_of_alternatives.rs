//! A guard is asked for each alternative that matches.
use bverify_contracts::*;

#[ensures(result <==> pair.0 == wanted || pair.1 == wanted)]
pub fn either(pair: (u8, u8), wanted: u8) -> bool {
    match pair {
        (x, _) | (_, x) if x == wanted => true,
        _ => false,
    }
}

#[ensures(result <==> pair.0 == Some(wanted) || pair.1 == Some(wanted))]
pub fn some(pair: (Option<u8>, Option<u8>), wanted: u8) -> bool {
    matches!(pair, (Some(x), _) | (_, Some(x)) if x == wanted)
}

#[ensures(result <==> values.first() == Some(&wanted) || values.last() == Some(&wanted))]
pub fn at_an_end(values: &[u8], wanted: u8) -> bool {
    match values {
        [x, ..] | [.., x] if *x == wanted => true,
        _ => false,
    }
}

#[ensures(match pair { (x, _) | (_, x) if x == wanted => result, _ => !result })]
pub fn in_a_clause(pair: (u8, u8), wanted: u8) -> bool {
    pair.0 == wanted || pair.1 == wanted
}
