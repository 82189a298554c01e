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
    bytes[0]
}

#[ensures(true)]
pub fn last<Q: Encode>(q: &Q) -> u8 {
    let bytes = q.view();
    bytes[bytes.len() - 1]
}

#[ensures(result)]
pub fn is_same<Q: Encode>(q: &Q, other: &Q) -> bool {
    q.encode() == other.encode() && q.name() == other.name()
}
