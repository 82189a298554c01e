use bverify_contracts::*;

#[spec_field(size = 3)]
struct NoType;

#[spec_field()]
struct Empty;

#[spec_field(size: usize = )]
struct NoValue;

fn main() {}
