//! A clone keeps the ghost fields, a comparison does not see them.

use bverify_contracts::*;

#[shape]
#[derive(Clone, PartialEq)]
pub struct Page {
    id: u8,
    #[ghost(init = 0)]
    reads: u8,
}

#[ensures(result.0.reads == a.reads)]
#[ensures(result.1 ==> a.reads == b.reads)]
pub fn compare(a: &Page, b: &Page) -> (Page, bool) {
    (a.clone(), *a == *b)
}
