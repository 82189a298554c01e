use bverify_contracts::*;

#[pure(always)]
fn arguments() {}

#[pure]
struct S;

fn main() {}
