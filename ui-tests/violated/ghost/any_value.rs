//! A ghost field without a value to start with has any.

use bverify_contracts::*;

#[shape]
pub struct Token {
    id: u8,
    #[ghost]
    owner: u8,
}

#[ensures(result.owner == 0)]
pub fn token(id: u8) -> Token {
    Token { id }
}
