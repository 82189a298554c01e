//! Characters may take several bytes: the smallest text that shows it is one such character.
use bverify_contracts::*;

#[ensures(result == text.len())]
#[check(scope = 2)]
pub fn characters(text: &str) -> usize {
    let mut count = 0;
    for _ in text.chars() {
        count += 1;
    }
    count
}
