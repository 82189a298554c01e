//! Methods of traits whose results are hidden: each impl gives its own.

use bverify_contracts::*;

pub trait Numbers {
    fn numbers(&self) -> impl Iterator<Item = u8> + '_;

    fn twice(&self) -> impl Iterator<Item = u8> {
        self.numbers().chain(self.numbers())
    }
}

pub struct One(u8);

pub struct Many(Vec<u8>);

impl Numbers for One {
    fn numbers(&self) -> impl Iterator<Item = u8> + '_ {
        std::iter::once(self.0)
    }
}

impl Numbers for Many {
    fn numbers(&self) -> std::iter::Copied<std::slice::Iter<'_, u8>> {
        self.0.iter().copied()
    }
}

#[ensures(result == 2 + 2 * many.0.len())]
pub fn count(one: &One, many: &Many) -> usize {
    one.twice().count() + many.twice().count()
}
