//! A body does not know what its caller promises of the types that it is called with: `position(first)` asks for a `K`.
use bverify_contracts::*;
use std::borrow::Borrow;

pub struct Keys<K> {
    keys: Vec<K>,
}

impl<K: Ord> Keys<K> {
    fn position<Q>(&self, key: &Q) -> Option<usize>
    where
        K: Borrow<Q>,
        Q: Ord + ?Sized,
    {
        self.keys.iter().position(|it| it.borrow() == key)
    }

    fn position_of_first(&self) -> Option<usize> {
        let first = self.keys.first()?;
        self.position(first)
    }

    #[ensures(result.is_none() || self.keys.len() > 0)]
    pub fn first_if_there<Q>(&self, key: &Q) -> Option<usize>
    where
        K: Borrow<Q>,
        Q: Ord + ?Sized,
    {
        self.position(key)?;
        self.position_of_first()
    }
}
