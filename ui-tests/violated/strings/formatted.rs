//! A function that fails with text that is formatted.
use bverify_contracts::*;

#[ensures(result.is_ok())]
pub fn checked(x: u8) -> Result<u8, String> {
    if x > 3 {
        return Err(format!("{x} is too large"));
    }
    Ok(x)
}
