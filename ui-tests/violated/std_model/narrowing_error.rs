//! The error of a conversion between integers, as a type.

use std::convert::TryFrom;
use std::num::TryFromIntError;

fn narrowed(wide: u32) -> Result<u8, TryFromIntError> {
    let small = u8::try_from(wide)?;
    Ok(small)
}

#[bverify_contracts::ensures(match result { Some(small) => small as u32 == wide, None => wide > 256 })]
pub fn narrow(wide: u32) -> Option<u8> {
    narrowed(wide).ok()
}
