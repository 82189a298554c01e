//! A `str` that comes in is valid UTF-8: walking over its characters never leaves it.
use bverify_contracts::*;

#[ensures(result <= text.len())]
#[check(scope = 2)]
pub fn characters(text: &str) -> usize {
    let mut count = 0;
    for _ in text.chars() {
        count += 1;
    }
    count
}
