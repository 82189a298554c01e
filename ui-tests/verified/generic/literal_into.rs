//! A literal that is converted is of the type that the conversion asks for.

pub struct Offset(usize);
impl From<usize> for Offset {
    fn from(at: usize) -> Offset {
        Offset(at)
    }
}

#[bverify_contracts::ensures(match result { Ok(_) => true, Err(at) => at.0 == 3 })]
pub fn found(known: bool) -> Result<u8, Offset> {
    if known { Ok(1) } else { Err(3.into()) }
}
