use bverify_contracts::*;

#[shape]
struct S {
    #[ghost(start = 1)]
    a: i32,
}

fn statements() {
    ghost! { let }
}

fn main() {}
