use bverify_contracts::*;

#[trusted(2)]
fn arguments() {}

fn main() {}
