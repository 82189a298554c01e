//! `==>` in match arms, closures and nested calls.

use bverify_contracts::*;

#[ensures(match x { Some(y) => y > 3 ==> result, None => !result })]
#[ensures(Some(x.is_none() ==> !result) == Some(true))]
#[ensures(seq![4, 5].all(|y| x == Some(y) ==> result))]
pub fn large(x: Option<u8>) -> bool {
    match x {
        Some(y) => y > 4,
        None => false,
    }
}
