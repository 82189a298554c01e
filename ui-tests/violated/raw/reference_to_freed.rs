use bverify_contracts::*;

#[ensures(true)]
pub fn leaked<'a>(x: u8) -> &'a u8 {
    let p = Box::into_raw(Box::new(x));
    let r = unsafe { &*p };
    drop(unsafe { Box::from_raw(p) });
    r
}
