//! The twin of the violated case, with the smallest fix.

use bverify_contracts::*;

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Light {
    Red,
    Green,
    Amber,
}

#[ensures(result != light)]
#[ensures(light == Light::Green ==> result == Light::Amber)]
pub fn next(light: Light) -> Light {
    match light {
        Light::Red => Light::Green,
        Light::Green => Light::Amber,
        Light::Amber => Light::Red,
    }
}
