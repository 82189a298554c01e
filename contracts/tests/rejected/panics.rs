use bverify_contracts::*;

#[panics]
fn bare() {}

fn main() {}
