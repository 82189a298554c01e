//! `Rc<dyn Trait>`: counted as any other, and called through.

use bverify_contracts::*;
use std::rc::Rc;

trait Source {
    fn next(&self) -> u8;
}

struct Fixed(u8);

struct Sum {
    left: Rc<dyn Source>,
    right: Rc<dyn Source>,
}

impl Source for Fixed {
    fn next(&self) -> u8 {
        self.0
    }
}

impl Source for Sum {
    fn next(&self) -> u8 {
        self.left.next().saturating_add(self.right.next())
    }
}

#[ensures(result == 6)]
pub fn doubled() -> u8 {
    let one: Rc<dyn Source> = Rc::new(Fixed(3));
    let sum = Sum { left: Rc::clone(&one), right: one };
    let again: Box<dyn Source> = Box::new(sum);
    again.next()
}
