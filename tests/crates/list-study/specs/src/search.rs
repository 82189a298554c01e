//! A contract that is too weak: it says what an index that was found means, and not the inverse, that
//! one is found if there is one. A search that never finds anything keeps it.

use bverify_contracts::*;

#[expect(dead_code, reason = "only the specification reads it")]
struct Node {
    value: u8,
    next: Option<Box<Node>>,
}

/// Some values.
#[shape]
#[expect(dead_code, reason = "only the specification reads it")]
pub struct Bag {
    head: Option<Box<Node>>,
}

/// A search that gives up at once.
fn never_found(_bag: &Bag, _x: u8) -> Option<usize> {
    None
}

impl Bag {
    /// The elements in their order.
    #[model]
    pub fn view(&self) -> Seq<u8> {
        self.head.chain(next).map(|node| node.value)
    }

    /// The position of the first `x`, by the contract of the study's first attempt.
    #[ensures(match result {
        Some(i) => self.view()[i] == x && !self.view().take(i).contains(x),
        None => true,
    })]
    #[modifies()]
    pub fn index_of_as_first_specified(&self, x: u8) -> Option<usize> {
        never_found(self, x)
    }

    /// The position of the first `x`, by the whole contract.
    #[ensures(match result {
        Some(i) => self.view()[i] == x && !self.view().take(i).contains(x),
        None => !self.view().contains(x),
    })]
    #[modifies()]
    pub fn index_of(&self, x: u8) -> Option<usize> {
        never_found(self, x)
    }
}
