//! A function that is counted is called like any other.

use std::rc::Rc;

use bverify_contracts::*;

pub struct Steps {
    all: Vec<Rc<dyn Fn(u8) -> u8>>,
}

#[ensures(result == x / 2)]
pub fn both(x: u8) -> u8 {
    let half: Rc<dyn Fn(u8) -> u8> = Rc::new(|x| x / 2);
    let steps = Steps {
        all: vec![Rc::clone(&half), half],
    };
    steps.all.iter().fold(x, |x, step| step(x))
}
