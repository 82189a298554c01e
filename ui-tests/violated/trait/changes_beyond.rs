//! An implementation whose frame is wider than that of its trait.

use bverify_contracts::*;


pub struct Cells {
    a: u32,
    b: u32,
}

pub trait Reset {
    #[modifies(cells.a)]
    fn reset(&self, cells: &mut Cells);
}

pub struct All;

impl Reset for All {
    #[modifies(cells.a, cells.b)]
    fn reset(&self, cells: &mut Cells) {
        cells.a = 0;
        cells.b = 0;
    }
}
