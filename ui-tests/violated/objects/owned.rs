//! Boxes of objects in a `Vec`, dropped one by one as what they are.

use bverify_contracts::*;
use std::cell::Cell;
use std::rc::Rc;

trait Part {
    fn weight(&self) -> u32;
}

struct Light;

struct Heavy {
    dropped: Rc<Cell<u32>>,
}

impl Part for Light {
    fn weight(&self) -> u32 {
        1
    }
}

impl Part for Heavy {
    fn weight(&self) -> u32 {
        5
    }
}

impl Drop for Heavy {
    fn drop(&mut self) {
        self.dropped.set(self.dropped.get() + 1);
    }
}

fn total(parts: &[Box<dyn Part>]) -> u32 {
    let mut total = 0;
    for part in parts {
        total += part.weight();
    }
    total
}

#[ensures(result == (7, 2))]
pub fn weigh() -> (u32, u32) {
    let dropped = Rc::new(Cell::new(0));
    let parts: Vec<Box<dyn Part>> = vec![
        Box::new(Light),
        Box::new(Heavy { dropped: Rc::clone(&dropped) }),
        Box::new(Light),
    ];
    let weight = total(&parts);
    drop(parts);
    (weight, dropped.get())
}
