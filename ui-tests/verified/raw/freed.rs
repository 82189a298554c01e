use bverify_contracts::*;

#[ensures(result == x)]
pub fn after_free(x: i32) -> i32 {
    let mut boxed = Box::new(x);
    let pointer = &raw mut *boxed;
    let seen = unsafe { *pointer };
    if x > 3 {
        drop(boxed);
    }
    seen
}
