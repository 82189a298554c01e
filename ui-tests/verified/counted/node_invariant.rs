//! An invariant of what a counting pointer shares holds when a method leaves.
use std::cell::RefCell;
use std::rc::Rc;

use bverify_contracts::*;

#[invariant(self.level < 10)]
pub struct Gauge {
    level: u8,
}

pub struct Panel {
    gauge: Rc<RefCell<Gauge>>,
}

impl Panel {
    #[ensures(true)]
    pub fn raise(&mut self) {
        let mut gauge = self.gauge.borrow_mut();
        if gauge.level < 9 {
            gauge.level += 1;
        }
    }
}
