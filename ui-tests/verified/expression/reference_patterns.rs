//! A reference pattern ends a default binding mode (editions before 2024).
use bverify_contracts::*;

#[requires(values.len() <= 2)]
#[ensures(result == (values.len() > 0 && values[0] > 0) as usize + (values.len() > 1 && values[1] > 1) as usize)]
pub fn above_their_index(values: &[u8]) -> usize {
    values.iter().enumerate().filter(|(at, &value)| value as usize > *at).count()
}

#[ensures(result == match value { Some(value) => **value, None => 0 })]
pub fn or_zero(value: &Option<&u8>) -> u8 {
    if let Some(&value) = value { value } else { 0 }
}

#[ensures(*pair.0 == old(*pair.0) && *pair.1 == old(*pair.0))]
pub fn copy_over(pair: &mut (&mut u8, &mut u8)) {
    let (&mut from, to) = pair;
    **to = from;
}
