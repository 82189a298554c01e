use bverify_contracts::*;

#[decreases(n,, m)]
fn commas(n: u32, m: u32) {
    let _ = (n, m);
}

#[ensures(true)]
fn on_a_loop(mut n: u32) {
    #[decreases(n -)]
    while n > 0 {
        n -= 1;
    }
}

fn main() {}
