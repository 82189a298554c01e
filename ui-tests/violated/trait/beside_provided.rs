//! A contract that impls inherit, beside a provided method that relies on it: which is checked first does not matter.
use bverify_contracts::*;

pub trait Held<T> {
    #[model]
    fn held(&self) -> usize;

    #[ensures(result == self.held())]
    fn len(&self) -> usize;

    #[ensures(result == (self.held() == 0))]
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

pub struct Row<T> {
    items: Vec<T>,
}

impl<T> Held<T> for Row<T> {
    #[model]
    fn held(&self) -> usize {
        self.items.len()
    }

    fn len(&self) -> usize {
        self.items.iter().skip(1).count()
    }
}
