use bverify_contracts::*;

#[ensures(true)]
pub fn stale() -> u32 {
    let p: *const u32;
    {
        let x = 5u32;
        p = &x;
    }
    unsafe { *p }
}
