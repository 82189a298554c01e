//! The `cargo bverify` command.

fn main() {}
