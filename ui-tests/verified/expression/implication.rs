//! Implications anywhere an expression may stand.

use bverify_contracts::*;

#[model]
fn within(x: u32, limit: Option<u32>) -> bool {
    implies(limit.is_some(), x <= limit.unwrap())
}

#[ensures(within(result, limit))]
#[ensures(match limit { Some(l) => x > l ==> result == l, None => result == x })]
#[ensures(seq![x].len() == 1 ==> (limit == None <==> !limit.is_some()) ==> result <= x)]
#[ensures(forall(|y: u32| y == x ==> (limit.is_none() ==> result == y)))]
pub fn clamp(x: u32, limit: Option<u32>) -> u32 {
    match limit {
        Some(l) if x > l => l,
        _ => x,
    }
}
