//! There is no result before the call.

use bverify_contracts::*;

#[requires(result > 0)]
pub fn one() -> i32 {
    1
}
