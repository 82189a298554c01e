//! Text that comes in may have the `char`s that the function looks for.
use bverify_contracts::*;

const SECTION: char = '§';

#[ensures(!result)]
pub fn has_accent(text: &str) -> bool {
    text.contains('é')
}

#[ensures(!result)]
pub fn ends_in_section(text: &str) -> bool {
    text.ends_with(SECTION)
}

#[ensures(!result)]
pub fn is_beyond_ascii(text: &str) -> bool {
    text.chars().any(|c| c > '\u{7f}')
}

#[ensures(match result { Some(rest) => rest.len() < text.len(), None => true })]
pub fn after_accent(text: &str) -> Option<&str> {
    let at = text.find('é')?;
    Some(&text[at + 1..])
}
