use bverify_contracts::*;

#[shape(tree)]
struct Arguments;

#[shape]
fn function() {}

fn main() {}
