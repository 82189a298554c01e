//! The twin of the violated case, with the smallest fix.

use std::collections::VecDeque;

use bverify_contracts::*;


#[spec_field(items: Seq<u32>)]
pub trait Queue {
    #[ensures(self.items == old(self.items).push(item))]
    fn put(&mut self, item: u32);

    #[ensures(match result {
        Some(item) => seq![item] + self.items == old(self.items),
        None => old(self.items).is_empty() && self.items.is_empty(),
    })]
    fn take(&mut self) -> Option<u32>;
}

#[spec_field(items: Seq<u32> = self.row.seq())]
pub struct Row {
    row: VecDeque<u32>,
}

impl Queue for Row {
    fn put(&mut self, item: u32) {
        self.row.push_back(item);
    }

    fn take(&mut self) -> Option<u32> {
        self.row.pop_front()
    }
}

#[requires(queue.items.is_empty())]
#[ensures(result == Some(1) && queue.items == seq![2])]
pub fn first_of_two<Q: Queue>(queue: &mut Q) -> Option<u32> {
    queue.put(1);
    queue.put(2);
    queue.take()
}
