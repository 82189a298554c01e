//! Macros of the crate are expanded: functions that they make are checked, and their variables are not
//! those of the caller.
use bverify_contracts::*;

macro_rules! larger {
    ($a:expr, $b:expr) => {{
        let a = $a;
        let b = $b;
        if a < b { b } else { a }
    }};
}

macro_rules! setters {
    ($($name:ident: $field:ident),*) => {
        $(
            #[ensures(self.$field == value)]
            pub fn $name(&mut self, value: u8) {
                self.$field = value;
            }
        )*
    };
}

pub struct Pair {
    left: u8,
    right: u8,
}

impl Pair {
    setters!(set_left: left, set_right: right);
}

#[ensures(result >= a && result >= b && (result == a || result == b))]
pub fn max(a: u8, b: u8) -> u8 {
    larger!(b, a)
}
