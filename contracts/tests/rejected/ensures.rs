use bverify_contracts::*;

#[ensures(result = )]
fn unfinished() -> i32 {
    1
}

#[ensures(|a, b| a > b)]
fn closure_of_two() -> i32 {
    1
}

#[ensures(forall(|x: i32| <==> x > 0))]
fn half_an_equivalence() {}

fn main() {}
