use bverify_contracts::*;

#[model(view)]
fn arguments() {}

#[model]
#[ensures(result >)]
fn a_clause_of_a_dropped_function() -> i32 {
    1
}

fn main() {}
