//! There is no value of an enum without variants.
use bverify_contracts::*;

pub enum Never {}

#[ensures(result)]
pub fn absent(x: Option<Never>) -> bool {
    x.is_none()
}
