//! A drain that comes in has any number of elements left, and all of them are there.

#[bverify_contracts::ensures(true)]
pub fn two(drain: &mut std::vec::Drain<'_, u8>) -> u8 {
    let first = drain.next().unwrap_or(0);
    let last = drain.next_back().unwrap_or(0);
    first.min(last)
}
