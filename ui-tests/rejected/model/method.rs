//! A method that the model type does not have.

use bverify_contracts::*;

#[ensures(seq![n].lenght() == 1)]
pub fn f(n: u8) -> u8 {
    n
}
