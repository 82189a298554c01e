use bverify_contracts::*;

#[invariant(self.a ==> )]
struct S {
    a: bool,
}

#[invariant(true)]
fn function() {}

fn main() {}
