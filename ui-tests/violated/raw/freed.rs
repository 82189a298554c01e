use bverify_contracts::*;

#[ensures(true)]
pub fn after_free(x: i32) -> i32 {
    let mut boxed = Box::new(x);
    let pointer = &raw mut *boxed;
    if x > 3 {
        drop(boxed);
    }
    unsafe { *pointer }
}
