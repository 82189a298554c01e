//! The error of a conversion between integers, as a type.

use std::convert::TryFrom;
use std::num::TryFromIntError;

#[bverify_contracts::ensures(match result { Ok(small) => small as u32 == wide, Err(_) => wide > 255 })]
pub fn narrow(wide: u32) -> Result<u8, TryFromIntError> {
    let small = u8::try_from(wide)?;
    Ok(small)
}
