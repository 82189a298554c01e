use bverify_contracts::*;

#[ensures(*result == x)]
pub fn leaked<'a>(x: u8) -> &'a u8 {
    let p = Box::into_raw(Box::new(x));
    unsafe { &*p }
}
