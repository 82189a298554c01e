//! Lengths of arrays that are computed: by constant functions, sizes, constants of traits.

const fn half(n: usize) -> usize {
    let mut rest = n;
    let mut found = 0;
    while rest > 1 {
        rest -= 2;
        found += 1;
    }
    found
}

trait Width {
    const WIDTH: usize;
}
impl Width for u16 {
    const WIDTH: usize = if u16::BITS > 8 { 2 } else { 1 };
}

#[bverify_contracts::ensures(result == 3)]
pub fn halves(flags: [bool; half(5)]) -> usize {
    flags.len()
}

#[bverify_contracts::ensures(result == 8)]
pub fn sizes(bytes: [u8; std::mem::size_of::<u32>()]) -> usize {
    bytes.len()
}

#[bverify_contracts::ensures(result == 3)]
pub fn widths(bytes: [u8; <u16 as Width>::WIDTH + 1]) -> usize {
    bytes.len()
}
