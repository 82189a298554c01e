use bverify_contracts::*;

/// The one before the last, by way of a pointer to a variable that outlives the rounds.
#[requires(n <= 3)]
#[ensures(n < 2 || result == n - 2)]
pub fn before_last(n: u8) -> u8 {
    let mut kept = 0;
    let before: *mut u8 = &mut kept;
    let mut found = 0;
    let mut i = 0;
    while i < n {
        let at = i;
        found = unsafe { *before };
        unsafe { *before = at };
        i += 1;
    }
    found
}
