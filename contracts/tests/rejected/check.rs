use bverify_contracts::*;

#[check()]
fn empty() {}

#[check(scop = 3)]
fn unknown_bound() {}

#[check(skipped)]
fn unknown_flag() {}

#[check(scope)]
fn no_value() {}

#[check(scope = -1)]
fn negative() {}

#[check(int_bits = half)]
fn unknown_width() {}

fn main() {}
