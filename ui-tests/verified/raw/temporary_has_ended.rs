use bverify_contracts::*;

fn seven() -> u32 {
    7
}

/// What is borrowed by the `let` itself lives as long as the variable; a constant lives for ever.
#[ensures(result == 15)]
pub fn through_temporary() -> u32 {
    let p: *const u32 = &seven();
    let q: *const u32;
    {
        q = &8;
    }
    unsafe { *p + *q }
}
