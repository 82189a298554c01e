use bverify_contracts::*;

#[modifies(x + 1)]
fn no_place(x: &mut i32) {
    *x = 1;
}

#[modifies(x y)]
fn no_comma(x: &mut i32, y: &mut i32) {
    *x = *y;
}

fn main() {}
