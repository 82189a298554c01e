//! `clone_from` of what holds values is that of the values.
use bverify_contracts::*;

pub struct Own(u8);

impl Clone for Own {
    fn clone(&self) -> Self {
        Own(self.0)
    }
    fn clone_from(&mut self, _: &Self) {
        self.0 = 66;
    }
}

#[requires(to.len() == 1 && from.len() == 2)]
#[ensures(to.len() == 2 && to[1].0 == from[1].0)]
#[ensures(to[0].0 == 66)]
pub fn vector(to: &mut Vec<Own>, from: &Vec<Own>) {
    to.clone_from(from);
}

#[ensures(to.0 == 66)]
pub fn boxed(to: &mut Box<Own>, from: &Box<Own>) {
    to.clone_from(from);
}

#[requires(to.len() == 1 && from.len() == 1)]
#[ensures(to[0].0 == 66)]
pub fn slice(to: &mut [Own], from: &[Own]) {
    to.clone_from_slice(from);
}

#[requires(to.is_some() && from.is_some())]
#[ensures(to.as_ref().unwrap().0 == 66)]
pub fn option(to: &mut Option<Own>, from: &Option<Own>) {
    to.clone_from(from);
}

#[ensures(to[0].0 == 66 && to[1].0 == 66)]
pub fn array(to: &mut [Own; 2], from: &[Own; 2]) {
    to.clone_from(from);
}
