//! Two methods of a type parameter have nothing to do with each other.
use bverify_contracts::*;

pub trait Labelled {
    fn label(&self) -> &u8;
    fn nickname(&self) -> Option<&u8>;
}

#[ensures(result)]
pub fn is_named<T: Labelled>(of: &T) -> bool {
    of.nickname() == Some(of.label())
}
