//! The twin of the violated case, with the smallest fix.

use bverify_contracts::*;

#[shape]
#[derive(Clone, PartialEq)]
pub struct Page {
    id: u8,
    #[ghost(init = 0)]
    reads: u8,
}

#[ensures(result.0.reads == a.reads)]
#[ensures(result.1 <==> a.id == b.id)]
pub fn compare(a: &Page, b: &Page) -> (Page, bool) {
    (a.clone(), *a == *b)
}
