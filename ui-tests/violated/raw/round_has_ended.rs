use bverify_contracts::*;

/// The one before the last, by way of a pointer to the variable of the round before.
#[requires(n <= 3)]
#[ensures(true)]
pub fn before_last(n: u8) -> u8 {
    let mut before: *const u8 = std::ptr::null();
    let mut found = 0;
    let mut i = 0;
    while i < n {
        let at = i;
        if !before.is_null() {
            found = unsafe { *before };
        }
        before = &at;
        i += 1;
    }
    found
}
