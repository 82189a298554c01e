//! What Unicode says of letters, digits and cases.

use bverify_contracts::*;

#[ensures(result ==> c.is_ascii_lowercase() || c.is_ascii_uppercase() || c.is_ascii_digit())]
pub fn is_word(c: char) -> bool {
    c.is_alphanumeric() && c != 'é'
}

#[ensures(result.len() == s.len())]
pub fn upper(s: &str) -> String {
    if s.contains(|c: char| !c.is_ascii()) {
        return s.to_owned();
    }
    s.to_uppercase()
}
