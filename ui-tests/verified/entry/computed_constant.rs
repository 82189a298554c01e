//! Constants that are computed, of constants, of variants and of text, are among the numbers that come in.
use bverify_contracts::*;

const MINUTE: u32 = 60;
const DAY: u32 = 24 * 60 * MINUTE;

pub struct Page;

impl Page {
    const SIZE: usize = 1 << 12;
}

#[ensures(result <= DAY)]
pub fn within_a_day(seconds: u32) -> u32 {
    if seconds == DAY { seconds } else { seconds % DAY }
}

#[ensures(result == (offset > 4 * 1024))]
pub fn is_beyond(offset: usize) -> bool {
    offset > Page::SIZE
}

#[ensures(result == (letter == 'ä' || letter == 'ß'))]
pub fn is_special(letter: char) -> bool {
    "äß".contains(letter)
}
