//! A stack whose own tests can run with its contracts as assertions: `RUSTFLAGS="--cfg
//! bverify_runtime" cargo test`.

use bverify_contracts::*;

/// At most so many elements.
pub const MOST: usize = 4;

/// A stack of at most [`MOST`] elements.
#[invariant(self.items.len() <= MOST)]
#[derive(Debug, Default)]
pub struct Stack {
    items: Vec<u8>,
}

impl Stack {
    /// The number of elements.
    #[pure]
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether there are none.
    #[ensures(result == (self.len() == 0))]
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// Adds an element, if there is room.
    #[ensures(result == (old(self.len()) < MOST))]
    #[ensures(result ==> self.len() == old(self.len()) + 1)]
    #[ensures(!result ==> self.items == old(self.items))]
    pub fn push(&mut self, item: u8) -> bool {
        let room = self.items.len() < MOST;
        if room {
            self.items.push(item);
        }
        room
    }

    /// Takes the last element.
    #[ensures(result.is_none() == (old(self.len()) == 0))]
    #[ensures(result.is_some() ==> result.unwrap() == old(self.items.last()).unwrap())]
    pub fn pop(&mut self) -> Option<u8> {
        self.items.pop()
    }

    /// An element, counted from the top.
    #[requires(depth < self.len())]
    pub fn peek(&self, depth: usize) -> u8 {
        self.items[self.items.len() - 1 - depth]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_pushed_is_popped() {
        let mut stack = Stack::default();
        for item in 0..6 {
            assert_eq!(stack.push(item), item < 4);
        }
        assert_eq!(stack.peek(1), 2);
        assert_eq!(stack.pop(), Some(3));
        assert_eq!(stack.len(), 3);
    }

    #[test]
    #[cfg_attr(
        bverify_runtime,
        should_panic(expected = "requires(depth < self.len()) failed in peek")
    )]
    #[cfg_attr(not(bverify_runtime), should_panic(expected = "overflow"))]
    fn a_broken_precondition_is_told_by_its_clause() {
        Stack::default().peek(0);
    }
}
