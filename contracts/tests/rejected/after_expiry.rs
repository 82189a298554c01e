use bverify_contracts::*;

#[after_expiry(*result ==> )]
fn unfinished(x: &mut bool) -> &mut bool {
    x
}

fn main() {}
