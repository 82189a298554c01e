use bverify_contracts::*;

#[on_panic()]
fn empty() {}

fn main() {}
