//! A guard looks at what the pattern moves once the arm is taken.

use bverify_contracts::*;
use std::cell::Cell;

struct Mark<'a>(&'a Cell<u32>, u32);

impl Drop for Mark<'_> {
    fn drop(&mut self) {
        self.0.set(self.0.get() * 10 + self.1);
    }
}

#[ensures(result == if x == 1 { 12 } else { 21 })]
pub fn taken(x: u32) -> u32 {
    let log = Cell::new(0);
    {
        let mark = Some(Mark(&log, 1));
        let _other = Mark(&log, 2);
        match mark {
            Some(mark) if mark.1 == x => drop(mark),
            _ => {}
        }
    }
    log.get()
}

#[ensures(result == 15)]
pub fn written() -> u8 {
    match Some((Cell::new(1), Box::new(2u8))) {
        Some((cell, two)) if { cell.set(13 + *two); *two == 2 } => cell.get(),
        _ => 0,
    }
}
