//! Floats are computed as IEEE 754 has it, to the last bit.

const TENTH: f64 = 0.1;
const LIMITS: [f32; 3] = [0.5, 1e10, -0.0];

#[bverify_contracts::ensures(result)]
pub fn rounding() -> bool {
    TENTH + 0.2 != 0.3 && (TENTH + 0.2).to_bits() == 0x3FD3_3333_3333_3334 && 0.1f32 + 0.2f32 == 0.3f32
}

#[bverify_contracts::ensures(result)]
pub fn specials() -> bool {
    let nan = 0.0 / 0.0;
    let infinite = <f64 as Exact>::MAX_EXACT * 1e300 * 1e300;
    nan != nan && infinite == f64::INFINITY && -0.0 == 0.0 && 1.0 / LIMITS[2] < 0.0 && !(nan < 1.0)
}

trait Exact {
    const MAX_EXACT: f64;
}
impl Exact for f64 {
    const MAX_EXACT: f64 = 9007199254740992.0;
}

#[bverify_contracts::ensures(result == 7)]
pub fn casts(count: u8) -> i32 {
    let mut third = 1 as f64;
    third /= 3.0;
    assert!(third as f32 as f64 != third && (third * 3.0 - 1.0) as u8 == 0);
    assert!(-1.5f64 as u8 == 0 && 300.7 as u8 == 255 && f32::NAN as i8 == 0);
    let load = 7.9f32;
    load as i32
}

/// Kept, passed and returned, but never looked at.
pub struct Entry {
    key: u8,
    weight: f64,
}

#[bverify_contracts::ensures(result.key == entry.key)]
pub fn kept(entry: Entry) -> Entry {
    let Entry { key, weight } = entry;
    Entry { key, weight }
}
