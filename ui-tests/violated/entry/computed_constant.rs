//! Constants that are computed, of constants, of variants and of text, are among the numbers that come in.
use bverify_contracts::*;

const MINUTE: u32 = 60;
const DAY: u32 = 24 * 60 * MINUTE;

pub struct Page;

impl Page {
    const SIZE: usize = 1 << 12;
}

pub enum Code {
    Stop = 40,
    Halt = 99,
}

const fn mask(bits: u32) -> u32 {
    let mut all = 0;
    let mut left = bits;
    while left > 0 {
        all = all * 2 + 1;
        left -= 1;
    }
    all
}

#[ensures(result <= DAY)]
pub fn within_a_day(seconds: u32) -> u32 {
    if seconds == DAY + 1 { seconds } else { seconds % DAY }
}

#[ensures(result)]
pub fn is_small(offset: usize) -> bool {
    offset != Page::SIZE
}

#[ensures(result)]
pub fn is_no_code(byte: u8) -> bool {
    byte != Code::Stop as u8 && byte != Code::Halt as u8
}

#[ensures(result)]
pub fn is_no_mask(bits: u32) -> bool {
    bits != mask(9)
}

#[ensures(result)]
pub fn is_no_sign(byte: u8) -> bool {
    !b"%&".contains(&byte)
}

#[ensures(result)]
pub fn is_plain(letter: char) -> bool {
    !"äß".contains(letter)
}
