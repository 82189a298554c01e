// flags: --replay=print
//! `any_where`, `kani::assert`, and a type with a derived arbitrary value.

#[derive(Clone, Copy, PartialEq, Eq, kani::Arbitrary)]
enum Level {
    Low,
    Mid(u8),
    High { top: bool },
}

fn rank(level: Level) -> u32 {
    match level {
        Level::Low => 0,
        Level::Mid(n) => n as u32 + 1,
        Level::High { top } => 300 + top as u32,
    }
}

#[kani::proof]
fn only_low_is_zero() {
    let level: Level = kani::any();
    let n: u8 = kani::any_where(|n| *n > 3);
    kani::assert((rank(level) == 0) == (level == Level::Low), "low");
    assert!(rank(Level::Mid(n)) > 5);
    kani::cover!(n == 9);
}
