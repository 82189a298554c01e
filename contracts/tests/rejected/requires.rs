use bverify_contracts::*;

#[requires()]
fn empty() {}

#[requires]
fn bare() {}

#[requires(x >)]
fn unfinished(x: i32) {
    let _ = x;
}

#[requires(x > 0, x < 9)]
fn two(x: i32) {
    let _ = x;
}

#[requires(x > 0 ==>)]
fn half_an_implication(x: i32) {
    let _ = x;
}

struct S;

impl S {
    #[requires(self.f() let)]
    fn method(&self) {}
}

fn main() {}
