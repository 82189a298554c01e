use bverify_contracts::*;

#[requires(true)]
struct OnAStruct;

#[decreases(1)]
enum OnAnEnum {}

#[check(skip)]
mod on_a_module {}

#[extern_model(a::B)]
fn on_a_function() {}

fn main() {}
