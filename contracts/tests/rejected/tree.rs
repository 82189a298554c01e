use bverify_contracts::*;

#[shape]
struct S {
    #[tree(left)]
    a: Option<Box<S>>,
}

struct NoClause {
    #[tree]
    a: Option<Box<S>>,
}

fn main() {}
