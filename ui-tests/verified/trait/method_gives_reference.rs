//! A method of a type parameter gives the same for the same value, also behind a reference.
use bverify_contracts::*;

pub trait Labelled {
    fn label(&self) -> &u8;
    fn nickname(&self) -> Option<&u8>;
}

#[ensures(result)]
pub fn is_stable<T: Labelled>(of: &T) -> bool {
    *of.label() == *of.label() && of.nickname() == of.nickname()
}
