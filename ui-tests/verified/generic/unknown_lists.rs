//! What a function of which nothing is known gives may be a list, of any length in scope; asked again, it gives the same.
use bverify_contracts::*;

pub trait Encode {
    fn encode(&self) -> Vec<u8>;
    fn view(&self) -> &[u8];
    fn name(&self) -> String;
}

#[ensures(true)]
pub fn first<Q: Encode>(q: &Q) -> u8 {
    let bytes = q.encode();
    if bytes.is_empty() { 0 } else { bytes[0] }
}

#[ensures(true)]
pub fn last<Q: Encode>(q: &Q) -> u8 {
    let bytes = q.view();
    match bytes { [.., last] => *last, [] => 0 }
}

#[ensures(result)]
pub fn is_same<Q: Encode>(q: &Q, _other: &Q) -> bool {
    q.encode() == q.encode() && q.name() == q.name()
}
