use bverify_contracts::*;

fn body(x: i32) -> i32 {
    loop_invariant!();
    assume!(x > );
    prove!(x > 0 ==>);
    x
}

fn main() {}
