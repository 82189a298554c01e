//! A function inside a body, which imports its dialect there.

use bverify_contracts::*;

pub fn outer() -> u32 {
    use contracts::ensures;

    #[ensures(n > 3 -> ret == n)]
    fn inner(n: u32) -> u32 {
        if n > 2 { n } else { 0 }.min(5)
    }

    inner(4)
}
