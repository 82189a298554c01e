//! A model without the path of a type.

use bverify_contracts::*;

#[extern_model]
mod model {
    pub struct Sensor {
        pub reading: u8,
    }
}

#[ensures(result == s.reading)]
pub fn reading(s: &model::Sensor) -> u8 {
    s.reading
}
