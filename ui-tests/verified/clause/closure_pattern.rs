use bverify_contracts::*;

#[ensures(|(low, high)| low <= high)]
#[ensures(|(low, _): (u8, u8)| low == a || low == b)]
pub fn order(a: u8, b: u8) -> (u8, u8) {
    if a <= b { (a, b) } else { (b, a) }
}
