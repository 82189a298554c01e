//! The twin of the violated case, with the smallest fix.

use bverify_contracts::*;

pub fn outer() -> u32 {
    use contracts::ensures;

    #[ensures(n > 3 -> ret == n)]
    fn inner(n: u32) -> u32 {
        if n > 2 { n } else { 0 }
    }

    inner(4)
}
