//! The twin of the violated case, with the smallest fix.

use bverify_contracts::*;

pub enum List {
    Nil,
    Cons(i32, Box<List>),
}

impl List {
    #[ensures(result <==> matches!(self, List::Nil))]
    pub fn is_empty(&self) -> bool {
        match self {
            List::Nil => true,
            List::Cons(..) => false,
        }
    }
}
