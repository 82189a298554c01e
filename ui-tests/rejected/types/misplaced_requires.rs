//! A precondition does not stand on a type.

use bverify_contracts::*;

#[requires(self.n > 0)]
pub struct S {
    n: u32,
}
