//! The twin of the violated case, with the smallest fix.

use bverify_contracts::*;

#[shape]
pub struct Token {
    id: u8,
    #[ghost]
    owner: u8,
}

#[ensures(result.id == id)]
pub fn token(id: u8) -> Token {
    Token { id }
}
