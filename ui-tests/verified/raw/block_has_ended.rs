use bverify_contracts::*;

#[ensures(result == 5)]
pub fn stale() -> u32 {
    let p: *const u32;
    let x = 5u32;
    {
        p = &x;
    }
    unsafe { *p }
}
