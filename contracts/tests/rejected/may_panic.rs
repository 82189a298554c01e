use bverify_contracts::*;

#[may_panic(x == 0 ||)]
fn unfinished(x: i32) {
    let _ = x;
}

fn main() {}
