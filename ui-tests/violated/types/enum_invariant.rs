//! An invariant of an enum.

use bverify_contracts::*;

#[invariant(match self { Level::Off => true, Level::On(n) => *n > 0 && n <= 3 })]
pub enum Level {
    Off,
    On(u8),
}

impl Level {
    pub fn down(self) -> Level {
        match self {
            Level::On(n) if n > 0 => Level::On(n - 1),
            _ => Level::Off,
        }
    }
}
