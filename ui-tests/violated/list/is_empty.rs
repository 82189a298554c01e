//! The two cases are mixed up.

use bverify_contracts::*;

pub enum List {
    Nil,
    Cons(i32, Box<List>),
}

impl List {
    #[ensures(result <==> matches!(self, List::Nil))]
    pub fn is_empty(&self) -> bool {
        match self {
            List::Nil => false,
            List::Cons(..) => true,
        }
    }
}
