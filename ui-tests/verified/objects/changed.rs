//! A method that changes what is behind a `&mut dyn Trait`, a default method that one type overrides, and a
//! method of the trait above.

use bverify_contracts::*;

pub trait Named {
    fn number(&self) -> u8;
}

pub trait Counter: Named {
    fn step(&mut self);

    fn steps(&mut self) {
        self.step();
        self.step();
    }
}

pub struct One {
    count: u8,
}

pub struct Two {
    count: u8,
}

impl Named for One {
    fn number(&self) -> u8 {
        self.count
    }
}

impl Named for Two {
    fn number(&self) -> u8 {
        self.count
    }
}

impl Counter for One {
    fn step(&mut self) {
        self.count = self.count.saturating_add(1);
    }
}

impl Counter for Two {
    fn step(&mut self) {
        self.count = self.count.saturating_add(2);
    }

    fn steps(&mut self) {
        self.count = self.count.saturating_add(4);
    }
}

fn through(counter: &mut dyn Counter) -> u8 {
    let before = counter.number();
    counter.steps();
    counter.number() - before
}

#[requires(from < 100)]
#[ensures(result == if twice { 4 } else { 2 })]
pub fn run(twice: bool, from: u8) -> u8 {
    let mut one = One { count: from };
    let mut two = Two { count: from };
    if twice { through(&mut two) } else { through(&mut one) }
}
