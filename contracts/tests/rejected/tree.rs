use bverify_contracts::*;

#[shape]
struct S {
    #[tree(left)]
    a: Option<Box<S>>,
}

#[tree]
struct OnAType;

fn main() {}
