//! A cursor over a slice, behind a reference: the end is seen.
use bverify_contracts::*;

pub struct Cursor<'a> {
    text: &'a [u8],
    at: usize,
}

#[requires(cursor.at <= cursor.text.len())]
#[ensures(cursor.at <= cursor.text.len())]
pub fn step(cursor: &mut Cursor<'_>) -> u8 {
    if cursor.at >= cursor.text.len() {
        return 0;
    }
    cursor.at += 1;
    cursor.text[cursor.at - 1]
}
