use bverify_contracts::*;

fn seven() -> u32 {
    7
}

#[ensures(true)]
pub fn through_temporary() -> u32 {
    let p = std::ptr::from_ref(&seven());
    unsafe { *p }
}
