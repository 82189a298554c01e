//! A function pointer leads to one of the functions whose address is taken, or to any that comes in.
use bverify_contracts::*;

fn up(x: u8) -> u8 {
    x.wrapping_add(1)
}

fn down(x: u8) -> u8 {
    x.wrapping_sub(1)
}

#[ensures(result == if rising { x.wrapping_add(1) } else { x.wrapping_sub(1) })]
pub fn step(x: u8, rising: bool) -> u8 {
    let step: fn(u8) -> u8 = if rising { up } else { down };
    step(x)
}

#[ensures(result == x.wrapping_add(2))]
pub fn through_table(x: u8) -> u8 {
    let table: [fn(u8) -> u8; 2] = [up, |y| y.wrapping_add(1)];
    table.iter().fold(x, |x, step| step(x))
}

#[ensures(result)]
pub fn is_stable(f: fn(&u8) -> Option<u8>, x: u8) -> bool {
    f(&x) == f(&x)
}

pub struct Countdown {
    at: Option<u8>,
    next: fn(&u8) -> Option<u8>,
}

impl Iterator for Countdown {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        let at = self.at?;
        self.at = (self.next)(&at);
        Some(at)
    }
}

#[requires(from < 3)]
#[ensures(result == from as usize + 1)]
pub fn rounds(from: u8) -> usize {
    let next = |x: &u8| x.checked_sub(1);
    Countdown { at: Some(from), next }.count()
}
