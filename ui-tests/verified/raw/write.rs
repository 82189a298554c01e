use bverify_contracts::*;

#[ensures(result == y)]
pub fn through(x: i32, y: i32) -> i32 {
    let mut place = x;
    let pointer = &raw mut place;
    unsafe {
        *pointer = y;
    }
    place
}
